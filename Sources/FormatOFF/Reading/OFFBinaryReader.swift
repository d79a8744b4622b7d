import MeshBytes
import MeshFormats
import MeshModel

/// Reads binary bodies: vertices as a view of the file, faces one by one, since each says how long it is.
struct OFFBinaryReader {
    private let header: OFFHeader
    private let isLenient: Bool
    private let storage: ByteStorage
    /// All numbers behind the vertices, and the index of the next.
    private var words = ContiguousArray<Int32>()
    private var next = 0
    private let facesByte: Int

    init(_ input: Input, _ header: OFFHeader, _ options: ReadOptions) throws(ReadError) {
        self.header = header
        isLenient = options.lenient
        storage = try ReadError.of(ByteStorage(input.wholeBlock(threads: options.threads)))
        facesByte = header.byteCount + header.vertexCount * header.width * 4
        let rest = Column(
            viewing: storage, offset: facesByte, stride: 4, count: max(storage.byteCount - facesByte, 0) / 4,
            type: .int32, byteOrder: header.byteOrder)
        rest?.read(0..<(rest?.count ?? 0), into: &words)
    }

    /// The rows of vertices, where they are in the file.
    var vertices: Column {
        let found = Column(
            viewing: storage, offset: header.byteCount, stride: header.width * 4, count: header.vertexCount,
            components: header.width, type: .float32, byteOrder: header.byteOrder)
        return found ?? .empty(.float32, components: header.width)
    }

    mutating func read() throws(ReadError) -> OFFRows {
        var rows = OFFRows()
        rows.hasFractions = true
        if header.byteOrder == .little { rows.tally.add(.littleEndian, at: header.byteCount - 12) }
        let odd = vertices.prefix(3).nonFiniteRows()
        rows.tally.add(
            .nonFinitePosition, count: odd.count, at: header.byteCount + (odd.first ?? 0) * header.width * 4)
        for face in 0..<header.faceCount {
            let corners = try readList(face)
            let color = try readList(face)
            var missing: Int?
            if let odd = corners.firstIndex(where: { words[$0] < 0 || Int(words[$0]) >= header.vertexCount }) {
                guard isLenient else { throw header.invalidIndex(Int64(words[odd]), at: byte(odd)) }
                missing = byte(odd)
            }
            rows.faces.corners += words[corners]
            rows.close(
                corners.count, missing: missing,
                words[color].map { Double(Float(bitPattern: UInt32(bitPattern: $0))) }, areFractions: true,
                at: byte(corners.lowerBound - 1), colorAt: byte(color.lowerBound - 1))
        }
        rows.tally.add(.trailing, count: storage.byteCount - byte(next), at: byte(next))
        return rows
    }

    private func byte(_ word: Int) -> Int { facesByte + word * 4 }

    /// Reads a count and passes over as many numbers; returns their indices.
    private mutating func readList(_ face: Int) throws(ReadError) -> Range<Int> {
        let count = next < words.count ? Int(UInt32(bitPattern: words[next])) : Int.max
        guard count < words.count - next else {
            throw ReadError(
                .truncated, .byte(storage.byteCount), "expected \(header.faceCount) faces, found \(face)")
        }
        defer { next += count + 1 }
        return next + 1..<next + 1 + count
    }
}

import MeshBytes
import MeshFormats
import MeshModel

/// Reads binary bodies: vertices as a view of the file, faces one by one, since each says how long it is.
enum OFFBinaryBody {
    static func read(_ input: Input, _ header: OFFHeader, _ options: ReadOptions) throws(ReadError) -> OFFBody {
        let storage: ByteStorage
        do throws(SystemError) {
            storage = ByteStorage(try input.wholeBlock(threads: options.threads))
        } catch {
            throw ReadError(error)
        }
        var body = OFFBody()
        for place in header.places {
            body.columns[place.field] = Column(
                viewing: storage, offset: header.byteCount + place.first * 4, stride: header.width * 4,
                count: header.vertexCount, components: place.width, type: .float32, byteOrder: header.byteOrder)
        }
        if header.byteOrder == .little { body.tally.add(.littleEndian, at: header.byteCount - 12) }
        let odd = body.columns[.position]?.nonFiniteRows() ?? (count: 0, first: nil)
        body.tally.add(
            .nonFinitePosition, count: odd.count, at: header.byteCount + (odd.first ?? 0) * header.width * 4)
        var walk = OFFBinaryFaces(header, storage, isLenient: options.lenient)
        try walk.run()
        body.faces = walk.faces
        body.tally.add(walk.tally)
        return body
    }
}

/// Reads the faces of a binary file.
struct OFFBinaryFaces {
    private(set) var faces = OFFFaces()
    private(set) var tally = OFFTally()
    private let header: OFFHeader
    private let words: OFFBinaryWords
    private let isLenient: Bool

    init(_ header: OFFHeader, _ storage: ByteStorage, isLenient: Bool) {
        self.header = header
        self.isLenient = isLenient
        words = OFFBinaryWords(storage, header.byteOrder)
    }

    mutating func run() throws(ReadError) {
        var place = header.byteCount + header.vertexCount * header.width * 4
        for face in 0..<header.faceCount {
            let start = place
            let count = try word(&place, face)
            guard count <= UInt32((words.byteCount - place) / 4) else { throw truncated(face) }
            var missing = -1
            for _ in 0..<count {
                let vertex = try word(&place, face)
                if vertex >= UInt32(header.vertexCount), missing < 0 {
                    guard isLenient else {
                        throw ReadError(
                            .invalidIndex, .byte(place - 4),
                            "expected a vertex index below \(header.vertexCount), found \(Int32(bitPattern: vertex))")
                    }
                    missing = place - 4
                }
                faces.add(corner: Int32(bitPattern: vertex))
            }
            let colorStart = place
            let length = try word(&place, face)
            guard length <= UInt32((words.byteCount - place) / 4) else { throw truncated(face) }
            var values: [Double] = []
            for index in 0..<length {
                let bits = try word(&place, face)
                if index < 4 { values.append(Double(Float(bitPattern: bits))) }
            }
            if missing >= 0 {
                faces.dropOpen()
                tally.add(.missingVertex, at: missing)
                continue
            }
            if count < 3 { tally.add(.degenerateFace, at: start) }
            close(Int(length), values, at: colorStart)
        }
        tally.add(.trailing, count: words.byteCount - place, at: place)
    }

    private mutating func close(_ length: Int, _ values: [Double], at place: Int) {
        switch length {
        case 0: faces.close()
        case 3, 4: faces.close(OFFFaces.Color(width: UInt8(length), isFraction: true), values)
        default:
            tally.add(length == 1 ? .colormapIndex : .colorLength, at: place)
            faces.close()
        }
    }

    private func word(_ place: inout Int, _ face: Int) throws(ReadError) -> UInt32 {
        guard let word = words.word(at: place) else { throw truncated(face) }
        place += 4
        return word
    }

    private func truncated(_ face: Int) -> ReadError {
        ReadError(.truncated, .byte(words.byteCount), "expected \(header.faceCount) faces, found \(face)")
    }
}

/// Checked loads of numbers of four bytes.
struct OFFBinaryWords: Sendable {
    private let storage: ByteStorage
    private let byteOrder: ByteOrder
    let byteCount: Int

    init(_ storage: ByteStorage, _ byteOrder: ByteOrder) {
        self.storage = storage
        self.byteOrder = byteOrder
        byteCount = storage.byteCount
    }

    /// The number at a byte; nil outside.
    @inline(__always) func word(at place: Int) -> UInt32? {
        guard place >= 0, place <= byteCount - 4 else { return nil }
        let word = unsafe storage.withBytes { unsafe $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
        return byteOrder == .big ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
}

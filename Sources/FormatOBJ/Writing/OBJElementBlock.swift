import MeshBytes
import MeshModel

// Bounds: a block is reserved at the most bytes of each corner (three numbers of 20 digits with their marks), and for
// what the last number may overwrite.

/// The corners of some elements in memory, ready to be printed.
struct OBJElementBlock {
    private let elements: OBJElements
    private var vertices = ContiguousArray<Int64>()
    private var texCoords = ContiguousArray<Int64>()
    private var normals = ContiguousArray<Int64>()
    /// The arity of each element; empty when all have the same.
    private var arities = ContiguousArray<Int64>()
    private var uniform = 0
    private var element = 0
    private var corner = 0

    /// Reads the elements in `rows`.
    init(_ elements: OBJElements, _ rows: Range<Int>) {
        self.elements = elements
        let primitive = elements.primitive
        let corners: Range<Int>
        switch primitive.arity {
        case .uniform(let arity):
            uniform = arity
            corners = rows.lowerBound * arity..<rows.upperBound * arity
        case .offsets(let offsets):
            offsets.read(rows.lowerBound..<rows.upperBound + 1, into: &arities)
            let (first, last) = (arities.first ?? 0, arities.last ?? 0)
            corners = Int(first)..<max(Int(first), Int(last))
            for index in 0..<max(arities.count - 1, 0) { arities[index] = arities[index + 1] - arities[index] }
        }
        primitive.readVertices(of: corners, into: &vertices)
        if let index = elements.texCoord { texCoords = Self.numbers(index, corners, vertices) }
        if let index = elements.normal { normals = Self.numbers(index, corners, vertices) }
        for index in vertices.indices { vertices[index] += elements.firstVertex }
    }

    /// The number in the list for each corner; 0 for none.
    private static func numbers(
        _ index: OBJCornerIndex, _ corners: Range<Int>, _ vertices: ContiguousArray<Int64>
    ) -> ContiguousArray<Int64> {
        var rows = ContiguousArray<Int64>()
        if let use = index.use { use.readRows(of: corners, into: &rows) } else { rows = vertices }
        let count = Int64(index.count)
        for corner in rows.indices {
            let row = rows[corner]
            rows[corner] = row >= 0 && row < count ? row &+ index.first : 0
        }
        return rows
    }

    /// Appends the next elements.
    mutating func append(_ count: Int, to text: inout TextBuffer) {
        guard arities.isEmpty else {
            for _ in 0..<count {
                let arity = Int(arities[element])
                append(1, arity: arity, to: &text)
                element += 1
            }
            return
        }
        append(count, arity: uniform, to: &text)
        element += count
    }

    /// The most bytes of a corner: three numbers of 19 digits, the slashes and the blank.
    private static let mostBytesPerCorner = 64

    private mutating func append(_ count: Int, arity: Int, to text: inout TextBuffer) {
        let start = corner
        let most = count * (arity * Self.mostBytesPerCorner + 2) + NumberPrinter.maximumByteCount
        unsafe text.reserve(most) { target in
            if texCoords.isEmpty, normals.isEmpty {
                unsafe print(count, arity, start, to: target) { (_, _) in }
            } else {
                unsafe print(count, arity, start, to: target) { (p, corner) in unsafe printValues(of: corner, to: &p) }
            }
        }
        corner += count * arity
    }

    /// Prints elements: each corner's vertex, then what `printRest` appends.
    @inline(__always) private func print(
        _ count: Int, _ arity: Int, _ start: Int, to target: UnsafeMutablePointer<UInt8>,
        _ printRest: (inout UnsafeMutablePointer<UInt8>, Int) -> Void
    ) -> Int {
        var p = unsafe target
        var corner = start
        for _ in 0..<count {
            unsafe p.pointee = elements.keyword
            unsafe p += 1
            for _ in 0..<arity {
                unsafe p.pointee = 0x20
                unsafe p += 1
                unsafe p += NumberPrinter.write(vertices[corner], to: p)
                unsafe printRest(&p, corner)
                corner &+= 1
            }
            unsafe p.pointee = 0x0A
            unsafe p += 1
        }
        return unsafe p - target
    }

    /// Prints the slashes and numbers of a corner that has more than a vertex.
    @inline(__always) private func printValues(of corner: Int, to p: inout UnsafeMutablePointer<UInt8>) {
        let texCoord = texCoords.isEmpty ? 0 : texCoords[corner]
        let normal = normals.isEmpty ? 0 : normals[corner]
        guard texCoord > 0 || normal > 0 else { return }
        unsafe p.pointee = 0x2F
        unsafe p += 1
        if texCoord > 0 { unsafe p += NumberPrinter.write(texCoord, to: p) }
        guard normal > 0 else { return }
        unsafe p.pointee = 0x2F
        unsafe p += 1
        unsafe p += NumberPrinter.write(normal, to: p)
    }
}

import MeshFormats
import MeshModel

/// Gives each vertex the pool row of its corners; a vertex whose corners have several rows is repeated.
///
/// Originals keep their index and the first row; copies follow in the order of first use. Corners without a row stay on
/// the original vertex.
struct PLYPoolWalk {
    /// The row of each vertex; −1 for none.
    private(set) var rows: ContiguousArray<Int32>
    /// The original vertex of each copy.
    private(set) var copies: ContiguousArray<Int32> = []
    /// The row of each copy.
    private(set) var copyRows: ContiguousArray<Int32> = []
    /// The number of rows that corners use.
    private(set) var usedCount = 0
    /// The number of vertices without a value of their own, and of corners without one on vertices that have one. Corners of
    /// lines of one vertex, which aren't written, give none.
    private(set) var filledCount = 0
    private let pool: Int
    private var copyOf: [UInt64: Int32] = [:]

    /// Follows the corners of all primitives of a set.
    init(_ pool: Int, _ users: [PrimitivePlace], vertexCount: Int, rowCount: Int) {
        self.pool = pool
        rows = ContiguousArray(repeating: -1, count: vertexCount)
        var isUsed = ContiguousArray(repeating: false, count: rowCount)
        var isOwn = ContiguousArray(repeating: false, count: vertexCount)
        for user in users {
            Self.corners(of: user.primitive, pool) { vertex, row, isWritten in
                guard row >= 0, row < rowCount, rows.indices.contains(vertex) else { return }
                isUsed[Int(row)] = true
                if isWritten { isOwn[vertex] = true }
                let own = rows[vertex]
                let value = Int32(truncatingIfNeeded: row)
                if own == value { return }
                if own < 0 {
                    rows[vertex] = value
                    return
                }
                let key = Self.key(vertex, value)
                guard copyOf[key] == nil else { return }
                copyOf[key] = Int32(clamping: copies.count)
                copies.append(Int32(clamping: vertex))
                copyRows.append(value)
            }
        }
        usedCount = isUsed.reduce(0) { $0 + ($1 ? 1 : 0) }
        filledCount = isOwn.reduce(0) { $0 + ($1 ? 0 : 1) }
        for user in users {
            Self.corners(of: user.primitive, pool) { vertex, row, isWritten in
                let isBare = row < 0 || row >= rowCount
                if isBare, isWritten, rows.indices.contains(vertex), isOwn[vertex] { filledCount += 1 }
            }
        }
    }

    /// The vertices of a primitive's corners after the split, counted from `base`; copies are numbered from −1 down.
    func vertices(of primitive: Primitive, base: Int) -> Column {
        var result = ContiguousArray<Int64>()
        result.reserveCapacity(primitive.cornerCount)
        Self.corners(of: primitive, pool) { vertex, row, _ in
            guard row >= 0, rows.indices.contains(vertex), rows[vertex] != Int32(truncatingIfNeeded: row),
                let copy = copyOf[Self.key(vertex, Int32(truncatingIfNeeded: row))]
            else {
                result.append(Int64(base + vertex))
                return
            }
            result.append(-1 - Int64(copy))
        }
        return Column(result)
    }

    private static func key(_ vertex: Int, _ row: Int32) -> UInt64 {
        UInt64(truncatingIfNeeded: vertex) << 32 | UInt64(UInt32(bitPattern: row))
    }

    /// Calls `body` with each corner's vertex and row, −1 when there is no row, and with whether its element is written.
    static func corners(of primitive: Primitive, _ pool: Int, _ body: (Int, Int64, Bool) -> Void) {
        let use = primitive.cornerAttributes.first { $0.pool == pool }
        var walk = ElementWalk(primitive)
        var vertices = ContiguousArray<Int64>()
        var rows = ContiguousArray<Int64>()
        while let block = walk.next() {
            primitive.readVertices(of: block.corners, into: &vertices)
            use?.readRows(of: block.corners, into: &rows)
            func tell(_ corners: Range<Int>, isWritten: Bool) {
                for index in corners {
                    let row = use == nil || !rows.indices.contains(index) ? -1 : rows[index]
                    body(Int(vertices[index]), row, isWritten)
                }
            }
            guard primitive.topology == .lines else {
                tell(vertices.indices, isWritten: true)
                continue
            }
            var first = 0
            for arity in block.arities {
                tell(first..<min(first + arity, vertices.count), isWritten: arity > 1)
                first += arity
            }
        }
    }
}

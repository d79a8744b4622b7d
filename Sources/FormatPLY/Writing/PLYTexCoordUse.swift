import MeshModel

/// The pool rows that the faces of a primitive list, face after face.
struct PLYTexCoordUse {
    /// The pool's row of each corner of the faces that have any; −1 gives zeros.
    private(set) var rows: ContiguousArray<Int32> = []
    /// The start of each face's rows, followed by the number of rows.
    private(set) var starts: ContiguousArray<Int64> = [0]
    /// Whether each corner has a row.
    private(set) var isFull = true
    /// The pool's row of each corner as the primitive has it; nil when rows and corners are the same.
    let indices: Column?

    /// Creates the use of a pool of `rowCount` rows by a primitive; all lists are empty when `use` is nil.
    init(_ primitive: Primitive, _ use: CornerAttribute?, rowCount: Int) {
        indices = use?.indices
        var walk = ElementWalk(primitive)
        var buffer = ContiguousArray<Int64>()
        starts.reserveCapacity(primitive.elementCount + 1)
        rows.reserveCapacity(use == nil ? 0 : primitive.cornerCount)
        while let block = walk.next() {
            use?.readRows(of: block.corners, into: &buffer)
            var corner = 0
            for arity in block.arities {
                let own = use == nil ? [] : buffer[corner..<corner + arity]
                corner += arity
                let found = own.reduce(0) { $0 + ($1 >= 0 && $1 < rowCount ? 1 : 0) }
                if found < arity || use == nil { isFull = false }
                if found > 0 {
                    for row in own { rows.append(row >= 0 && row < rowCount ? Int32(truncatingIfNeeded: row) : -1) }
                }
                starts.append(Int64(rows.count))
            }
        }
    }
}

/// The corners that use the rows of a pool: those of faces, which keep them, and others.
struct TexCoordTally {
    /// Whether any corner uses a row.
    private(set) var isUsed: ContiguousArray<Bool>
    /// The row of each corner in the lists of faces; −1 for zeros.
    private(set) var order = ContiguousArray<Int32>()
    /// The number of corners of faces with a row.
    private(set) var arrived = 0
    /// The number of other corners with a row.
    private(set) var lost = 0

    init(rowCount: Int) { isUsed = ContiguousArray(repeating: false, count: rowCount) }

    /// The number of corners of faces that get zeros.
    var filled: Int { order.count - arrived }
    var usedCount: Int { isUsed.reduce(0) { $0 + ($1 ? 1 : 0) } }

    mutating func add(_ use: PLYTexCoordUse) {
        for row in use.rows where row >= 0 {
            isUsed[Int(row)] = true
            arrived += 1
        }
        order += use.rows
    }

    /// Counts the corners of lines or points.
    mutating func leaveOut(_ primitive: Primitive, _ pool: Int) {
        PLYPoolWalk.corners(of: primitive, pool) { _, row, _ in
            guard row >= 0, row < isUsed.count else { return }
            isUsed[Int(row)] = true
            lost += 1
        }
    }
}

import MeshModel

/// Where the rows of a set in a `vt` or `vn` list come from.
struct OBJListSource: Sendable {
    /// The pool of the set; nil: an attribute of its vertices.
    var pool: Int?
    /// The list's row, counted from 0, that is the source's row 0.
    var base: Int
    /// How many rows.
    var count: Int

    /// Where corners of a primitive of the set find their row; nil: they have none.
    func index(of primitive: Primitive) -> OBJCornerIndex? {
        guard let pool else { return OBJCornerIndex(first: Int64(base) + 1, count: count, use: nil) }
        guard let use = primitive.cornerAttributes.first(where: { $0.pool == pool }) else { return nil }
        return OBJCornerIndex(first: Int64(base) + 1, count: count, use: use)
    }
}

/// One pass over the corners of a set: which rows of a pool arrive at which corners of the text.
///
/// A reader that finds the same number at each corner for a vertex and for its `vt` or `vn` makes vertices have the
/// values (the list is "promoted"); what corners of other kinds had, and vertices without corners, changes then.
struct OBJPoolWalk {
    /// Rows that a corner has.
    private(set) var usedCount = 0
    /// Rows that a corner has which the text says.
    private(set) var arrivedCount = 0
    /// Corners whose row the text can't say.
    private(set) var lostCorners = 0
    /// Vertices and corners that have a value only in the text.
    private(set) var filled = 0
    /// Corners that have another value in the text, and how far it is.
    private(set) var changedCorners = 0
    private(set) var largestError = 0.0
    /// Whether each of these is one that the precision rules allow.
    private(set) var isRounding = true

    /// - Parameters:
    ///   - primitives: all of the set that have elements.
    ///   - carriers: the kinds of elements whose corners can say the row.
    ///   - isPromoted: whether vertices will have the values.
    ///   - back: what readers make of the rows; nil: what they are.
    init(
        _ primitives: [Primitive], pool: Int, attribute: Attribute, vertexCount: Int, carriers: [Topology],
        isPromoted: Bool, back: Column? = nil
    ) {
        var used = ContiguousArray(repeating: false, count: attribute.count)
        var arrived = ContiguousArray(repeating: false, count: attribute.count)
        var hasRow = ContiguousArray(repeating: false, count: isPromoted ? vertexCount : 0)
        var bare = ContiguousArray<Int64>()
        let values = isPromoted ? attribute.values.doubles() : []
        let others = isPromoted ? back?.doubles() ?? values : []
        let tolerance = attribute.semantic.isTexCoord ? 0x1p-24 : 0
        var vertices = ContiguousArray<Int64>()
        var rows = ContiguousArray<Int64>()
        for primitive in primitives {
            let use = primitive.cornerAttributes.first { $0.pool == pool }
            if use == nil, !isPromoted { continue }
            let carries = carriers.contains(primitive.topology)
            var walk = ElementWalk(primitive)
            while let block = walk.next() {
                if isPromoted { primitive.readVertices(of: block.corners, into: &vertices) }
                rows.removeAll(keepingCapacity: true)
                use?.readRows(of: block.corners, into: &rows)
                for corner in 0..<block.corners.count {
                    let row = corner < rows.count ? rows[corner] : -1
                    guard row >= 0, row < attribute.count else {
                        if isPromoted { bare.append(vertices[corner]) }
                        continue
                    }
                    used[Int(row)] = true
                    if carries { arrived[Int(row)] = true } else if !isPromoted { lostCorners += 1 }
                    guard isPromoted, vertices[corner] < vertexCount else { continue }
                    hasRow[Int(vertices[corner])] = true
                    guard back != nil || row != vertices[corner] else { continue }
                    compare(
                        values, others, attribute.values.components, Int(row), Int(vertices[corner]), tolerance)
                }
            }
        }
        usedCount = used.reduce(0) { $0 + ($1 ? 1 : 0) }
        arrivedCount = arrived.reduce(0) { $0 + ($1 ? 1 : 0) }
        if isPromoted {
            filled = hasRow.reduce(0) { $0 + ($1 ? 0 : 1) }
            for vertex in bare where vertex < vertexCount && hasRow[Int(vertex)] { filled += 1 }
        }
    }

    private mutating func compare(
        _ values: [Double], _ others: [Double], _ width: Int, _ row: Int, _ other: Int, _ tolerance: Double
    ) {
        guard other < others.count / max(width, 1) else { return }
        var differs = false
        for component in 0..<width {
            let (a, b) = (values[row * width + component], others[other * width + component])
            if a == b || (a.isNaN && b.isNaN) { continue }
            differs = true
            let error = abs(a - b)
            largestError = max(largestError, error.isNaN ? .infinity : error)
            if !(error <= tolerance) { isRounding = false }
        }
        if differs { changedCorners += 1 }
    }
}

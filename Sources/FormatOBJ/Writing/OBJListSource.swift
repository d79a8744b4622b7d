import MeshModel

/// The source of a set's rows in the `vt` or `vn` list.
struct OBJListSource: Sendable {
    /// The pool of the set; nil for an attribute of its vertices.
    var pool: Int?
    /// The list's index, counted from 0, of the source's row 0.
    var base: Int
    /// The number of rows.
    var count: Int

    /// How corners of a primitive of the set index the list; nil when they have no rows.
    func index(of primitive: Primitive) -> OBJCornerIndex? {
        guard let pool else { return OBJCornerIndex(first: Int64(base) + 1, count: count, use: nil) }
        guard let use = primitive.cornerAttributes.first(where: { $0.pool == pool }) else { return nil }
        return OBJCornerIndex(first: Int64(base) + 1, count: count, use: use)
    }
}

/// Counts which rows of a pool reach which corners of the text, in one pass over the corners of a set.
///
/// A reader that finds, at each corner, the same number for the vertex and for its `vt` or `vn` gives the values to the
/// vertices (the list is "promoted"). The values of other corners and of vertices without corners change then.
struct OBJPoolWalk {
    /// The number of rows that corners use.
    private(set) var usedCount = 0
    /// The number of used rows that the text contains.
    private(set) var arrivedCount = 0
    /// The number of corners whose row the text can't express.
    private(set) var lostCorners = 0
    /// The number of vertices and corners that have a value only in the text.
    private(set) var filled = 0
    /// The number of corners with another value in the text, and the largest difference.
    private(set) var changedCorners = 0
    private(set) var largestError = 0.0
    /// Whether the precision rules allow each of these differences.
    private(set) var isRounding = true

    /// - Parameters:
    ///   - primitives: all primitives of the set that have elements.
    ///   - carriers: the topologies whose corners can have rows in the text.
    ///   - isPromoted: whether readers give the values to the vertices.
    ///   - back: the values that readers restore; nil when they are unchanged.
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
        let most = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
        let scale = attribute.semantic.isTexCoord ? most : nil
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
                        values, others, attribute.values.components, Int(row), Int(vertices[corner]), scale)
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

    /// - Parameter scale: what 1 is, of texture coordinates; nil: of others, which may not be rounded.
    private mutating func compare(
        _ values: [Double], _ others: [Double], _ width: Int, _ row: Int, _ other: Int, _ scale: Double?
    ) {
        guard other < others.count / max(width, 1) else { return }
        var differs = false
        for component in 0..<width {
            let (a, b) = (values[row * width + component], others[other * width + component])
            if a == b || (a.isNaN && b.isNaN) { continue }
            differs = true
            let error = abs(a - b)
            largestError = max(largestError, error.isNaN ? .infinity : error)
            let tolerance = scale.map { ValueComparison.rounding(ofTexCoord: a / $0) * $0 } ?? 0
            if !(error <= tolerance) { isRounding = false }
        }
        if differs { changedCorners += 1 }
    }
}

import MeshFormats
import MeshModel

/// The row of a pool for each vertex, if all corners of a vertex have the same.
struct OFFPoolRows {
    let pool: Int
    /// The row of each vertex; −1: none.
    private(set) var rows: ContiguousArray<Int32>
    /// How many corners with a row each vertex has.
    private(set) var uses: ContiguousArray<Int32>
    /// The number of rows that corners use.
    private(set) var usedCount = 0

    /// Finds the rows from the corners of some primitives of a set; nil: a vertex has two, or a corner none though another
    /// of its vertex has one.
    init?(_ pool: Int, _ users: [PrimitivePlace], vertexCount: Int, rowCount: Int) {
        self.pool = pool
        rows = ContiguousArray(repeating: -1, count: vertexCount)
        uses = ContiguousArray(repeating: 0, count: vertexCount)
        var isBare = ContiguousArray(repeating: false, count: vertexCount)
        var isUsed = ContiguousArray(repeating: false, count: rowCount)
        var vertices = ContiguousArray<Int64>()
        var buffer = ContiguousArray<Int64>()
        for user in users {
            let use = user.primitive.cornerAttributes.first { $0.pool == pool }
            var walk = ElementWalk(user.primitive)
            while let block = walk.next() {
                user.primitive.readVertices(of: block.corners, into: &vertices)
                use?.readRows(of: block.corners, into: &buffer)
                for (corner, vertex) in vertices.enumerated() {
                    guard vertex >= 0, vertex < vertexCount else { return nil }
                    let row = use == nil || corner >= buffer.count ? -1 : buffer[corner]
                    guard row >= 0, row < rowCount else {
                        isBare[Int(vertex)] = true
                        continue
                    }
                    isUsed[Int(row)] = true
                    uses[Int(vertex)] &+= 1
                    let known = rows[Int(vertex)]
                    guard known < 0 || known == Int32(truncatingIfNeeded: row) else { return nil }
                    rows[Int(vertex)] = Int32(truncatingIfNeeded: row)
                }
            }
        }
        for vertex in rows.indices where isBare[vertex] && rows[vertex] >= 0 { return nil }
        usedCount = isUsed.count { $0 }
    }
}

extension OFFPlanner {
    /// The pools of each set whose rows become values of vertices. Reports the others, and rows that nothing uses.
    mutating func choosePools() -> [[AttributeSemantic: OFFPoolRows]] {
        let users = Dictionary(grouping: faces + cloud, by: \.primitive.vertexSet)
        var choices: [[AttributeSemantic: OFFPoolRows]] = []
        for (index, set) in scene.vertexSets.enumerated() {
            var own: [AttributeSemantic: OFFPoolRows] = [:]
            for (pool, attribute) in set.pools.enumerated() {
                let path = ScenePath.pool(set: index, pool)
                let semantic = attribute.semantic
                let isFit =
                    (semantic == .normal || semantic == .texCoord(0)) && own[semantic] == nil
                    && set.attribute(semantic) == nil && attribute.offsets == nil && attribute.values.components > 0
                    && !attribute.normalized && attribute.count <= Int(Int32.max)
                    && (users[index] ?? []).contains { $0.primitive.cornerAttributes.contains { $0.pool == pool } }
                let rows =
                    isFit
                    ? OFFPoolRows(pool, users[index] ?? [], vertexCount: set.count, rowCount: attribute.count) : nil
                guard let rows else {
                    lose(
                        .attributeDropped, .dropped, path, semantic.plainName, attribute.count, "values",
                        "OFF has one value for each vertex", remedy: .ending("obj"))
                    continue
                }
                own[semantic] = rows
                lose(
                    .valuesUnreferenced, .dropped, path, semantic.plainName, attribute.count - rows.usedCount, "values",
                    "no corner uses them", remedy: .ending("obj"))
                lose(
                    .attributeFilled, .generated, path, semantic.plainName, rows.rows.count { $0 < 0 }, "vertices",
                    "OFF has one list for all vertices")
            }
            choices.append(own)
        }
        return choices
    }
}

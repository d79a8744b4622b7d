internal import MeshModel

/// Turns the normals and tangents that corners have, which joints turn as they move the corner's vertex.
///
/// A row of a pool that corners of several vertices use becomes several rows, in the order of their first use; rows that
/// no corner uses are left out.
struct CornerTurning {
    private struct Pair: Hashable {
        var row: Int64
        var vertex: Int64
    }

    /// Whether a pool has values that joints turn.
    static func turns(_ pool: Attribute) -> Bool { pool.isMovedByJoints && pool.semantic != .position }

    /// Turns the pools of a set.
    ///
    /// - Parameters:
    ///   - index: the set.
    ///   - users: the primitives over it.
    ///   - turns: the change of each vertex.
    static func turn(
        _ scene: inout MeshScene, set index: Int, users: [(mesh: Int, index: Int)], _ turns: ContiguousArray<JointTurn>
    ) {
        let pools = scene.vertexSets[index].pools
        for (pool, attribute) in pools.enumerated() where Self.turns(attribute) {
            var pairs: [Pair: Int32] = [:]
            var order: [Pair] = []
            var rows = ContiguousArray<Int64>()
            var vertices = ContiguousArray<Int64>()
            for user in users {
                var primitive = scene.meshes[user.mesh].primitives[user.index]
                for (place, use) in primitive.cornerAttributes.enumerated() where use.pool == pool {
                    let corners = 0..<primitive.cornerCount
                    use.readRows(of: corners, into: &rows)
                    primitive.readVertices(of: corners, into: &vertices)
                    let images = ContiguousArray(
                        zip(rows, vertices).map { row, vertex -> Int32 in
                            guard row >= 0, row < attribute.count, vertex >= 0, vertex < turns.count else { return -1 }
                            let pair = Pair(row: row, vertex: vertex)
                            if let known = pairs[pair] { return known }
                            let number = Int32(clamping: order.count)
                            pairs[pair] = number
                            order.append(pair)
                            return number
                        })
                    primitive.cornerAttributes[place].indices = Column(images)
                }
                scene.meshes[user.mesh].primitives[user.index] = primitive
            }
            scene.vertexSets[index].pools[pool] = turned(attribute, order, turns)
        }
    }

    private static func turned(_ pool: Attribute, _ order: [Pair], _ turns: ContiguousArray<JointTurn>) -> Attribute {
        let rows = ContiguousArray(order.map { Int32(clamping: $0.row) })
        var gathered = pool
        gathered.values = pool.values.gathered(rows)
        let set = VertexSet(count: order.count, attributes: [gathered])
        guard var change = PosedAttribute(0, of: set, weights: [], hasJoints: true) else { return gathered }
        for block in (0..<order.count).blocks(of: 1024) {
            change.add(block, ContiguousArray(order[block].map { turns[Int($0.vertex)] }))
        }
        return change.result
    }
}

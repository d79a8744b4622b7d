internal import MeshModel

/// The graph of neighbours, with the angle between their normals.
struct NormalGraph {
    /// One neighbour, and whether the normals point to opposite sides.
    private struct Edge {
        var rank: UInt32
        /// From 0 for parallel normals to 65535 for perpendicular ones; grows with the angle.
        var cost: UInt16
        var isOpposite: Bool
    }

    /// The same number for each rank; where there are fewer neighbours, the rank itself fills up.
    private let edges: ContiguousArray<Edge>
    private let edgesPerPoint: Int
    private let pointCount: Int

    /// Finds the neighbours; nil if `shouldStop` said so.
    init?(
        _ cloud: PointCloud, _ tree: PointTree, _ limits: NeighborLimits, _ workers: some Workers,
        _ shouldStop: @Sendable () -> Bool
    ) {
        let found = tree.mapNeighbors(limits, workers, shouldStop) { rank, query, edges in
            let normal = cloud.vector(cloud.normals, Int(tree.points[rank]))
            for neighbor in query.neighbors {
                let other = cloud.vector(cloud.normals, Int(tree.points[neighbor.rank]))
                let cosine = (normal * other).sum()
                // Normals that are too long count as parallel.
                let cost = max(1 - abs(cosine), 0).squareRoot() * 65535
                edges.append(
                    Edge(rank: UInt32(neighbor.rank), cost: cost < 65535 ? UInt16(cost) : 65535, isOpposite: cosine < 0)
                )
            }
            for _ in query.neighbors.count..<limits.count {
                edges.append(Edge(rank: UInt32(rank), cost: 65535, isOpposite: false))
            }
        }
        guard let found else { return nil }
        edges = found
        edgesPerPoint = limits.count
        pointCount = tree.count
    }

    /// Joins points along the edges of lowest cost first (Kruskal); nil if `shouldStop` said so.
    func spanningGroups(_ shouldStop: @Sendable () -> Bool) -> SignedGroups? {
        var starts = ContiguousArray<Int>(repeating: 0, count: 65537)
        for edge in edges { starts[Int(edge.cost) + 1] += 1 }
        for cost in 1...65536 { starts[cost] += starts[cost - 1] }
        if shouldStop() { return nil }
        var order = ContiguousArray<Int>(repeating: 0, count: edges.count)
        for index in edges.indices {
            if index & 0xFFFF == 0, shouldStop() { return nil }
            let cost = Int(edges[index].cost)
            order[starts[cost]] = index
            starts[cost] += 1
        }
        var groups = SignedGroups(count: pointCount)
        for (done, index) in order.enumerated() {
            if done & 0x3FFF == 0, shouldStop() { return nil }
            groups.join(index / edgesPerPoint, Int(edges[index].rank), areOpposite: edges[index].isOpposite)
        }
        return groups
    }
}

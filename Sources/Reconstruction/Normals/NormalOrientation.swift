public import MeshModel

extension PointCloud {
    /// Turns normals so that neighbours agree, for clouds that no camera is known of.
    ///
    /// Signs spread along the spanning trees of the graph of neighbours in which neighbours' normals differ least (Hoppe
    /// et al., 1992). Each connected part is then turned so that its normals point out of the volume that it encloses:
    /// right for an object seen from around, wrong for a room seen from the inside. A flat part encloses nothing: its
    /// side is arbitrary, but the same each time.
    ///
    /// - Parameters:
    ///   - neighbors: the number of neighbours of each point in the graph, itself included; 2 … 64.
    ///   - workers: the threads.
    ///   - shouldStop: asked often, on any thread; true ends the work within milliseconds.
    /// - Returns: the number of connected parts.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so; the cloud stays as it was.
    @discardableResult
    public mutating func orientNormals(
        neighbors: Int = 10, workers: some Workers = OneWorker(), shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> Int {
        guard !normals.isEmpty else { return 0 }
        guard let tree = PointTree(self, shouldStop),
            let graph = NormalGraph(
                self, tree, NeighborLimits(count: min(max(neighbors, 2), 64)), workers, shouldStop),
            let groups = graph.spanningGroups(shouldStop)
        else { throw ReconstructionStopped() }
        var numbers = ContiguousArray<Int32>(repeating: -1, count: tree.count)
        var parts: [(points: Double, sum: SIMD3<Double>, volume: Double)] = []
        for rank in 0..<tree.count {
            let root = groups.root(rank).item
            if numbers[root] < 0 {
                numbers[root] = Int32(truncatingIfNeeded: parts.count)
                parts.append((0, SIMD3(), 0))
            }
            parts[Int(numbers[root])].points += 1
            parts[Int(numbers[root])].sum += SIMD3<Double>(tree.position(rank))
        }
        // Three times the volume, in units of the area that a point stands for: the sum of each normal times the way from
        // the middle of the part.
        for rank in 0..<tree.count {
            let (root, isOpposite) = groups.root(rank)
            let number = Int(numbers[root])
            let way = SIMD3<Double>(tree.position(rank)) - parts[number].sum / parts[number].points
            let height = dot(SIMD3<Double>(vector(normals, Int(tree.points[rank]))), way)
            parts[number].volume += isOpposite ? -height : height
        }
        if shouldStop() { throw ReconstructionStopped() }
        for rank in 0..<tree.count {
            let (root, isOpposite) = groups.root(rank)
            if isOpposite != (parts[Int(numbers[root])].volume < 0) { turnNormal(Int(tree.points[rank])) }
        }
        return parts.count
    }
}

/// The graph of neighbours, with the angle between their normals.
private struct NormalGraph {
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
                let cosine = (normal * cloud.vector(cloud.normals, Int(tree.points[neighbor.rank]))).sum()
                // NaN and normals that are too long give the highest or the lowest cost.
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

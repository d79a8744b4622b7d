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
    /// - Returns: the number of connected parts. Points without a normal belong to none.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so; the cloud stays as it was.
    @discardableResult
    public mutating func orientNormals(
        neighbors: Int = 10, workers: some Workers = OneWorker(), shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> Int {
        guard !normals.isEmpty else { return 0 }
        func hasNormal(_ point: Int) -> Bool {
            let square = (vector(normals, point) * vector(normals, point)).sum()
            return square > 0 && square < .infinity
        }
        guard let tree = PointTree(self, where: hasNormal, shouldStop),
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

public import MeshModel

extension PointCloud {
    /// Returns the numbers of the points whose neighbours are about as near as other points' neighbours are, ascending.
    ///
    /// A point is an outlier if the mean distance to its nearest points exceeds the mean of these means by more than `ratio`
    /// of their standard deviations. Points with equal positions are no outliers.
    ///
    /// - Parameters:
    ///   - neighbors: the number of nearest points, the point itself (at distance 0) included; 1 … 1024.
    ///   - ratio: the lower, the more points are outliers.
    ///   - workers: the threads.
    ///   - shouldStop: asked often, on any thread; true ends the work within milliseconds.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func statisticalInliers(
        neighbors: Int = 20, ratio: Double = 2, workers: some Workers = OneWorker(),
        shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> ContiguousArray<Int32> {
        guard let tree = PointTree(self, shouldStop),
            let means = tree.mapNeighbors(
                NeighborLimits(count: neighbors), workers, shouldStop,
                { _, query, means in
                    let sum = query.neighbors.reduce(0) { $0 + Double($1.squaredDistance).squareRoot() }
                    // Fewer than there are: the others are infinitely far away.
                    let isWhole = query.count == min(query.limits.count, tree.count)
                    means.append(isWhole ? sum / Double(query.count) : .infinity)
                })
        else { throw ReconstructionStopped() }
        // Means of 0, of points that are there several times, don't count, as in Open3D (which removes these points).
        let others = means.lazy.filter { $0 > 0 && $0 < .infinity }
        let number = Double(max(others.count, 1))
        let mean = others.reduce(0, +) / number
        let squares = others.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let limit = mean + ratio * (squares / max(number - 1, 1)).squareRoot()
        return numbers(tree) { means[$0] == 0 || means[$0] < limit }
    }

    /// Returns the numbers of the points that have more than `neighbors` points, themselves included, closer than a
    /// radius; ascending.
    ///
    /// - Parameters:
    ///   - neighbors: at most 1023.
    ///   - radius: in the cloud's units; for 0 and NaN there are none.
    ///   - workers: the threads.
    ///   - shouldStop: asked often, on any thread; true ends the work within milliseconds.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func radiusInliers(
        neighbors: Int = 16, radius: Float, workers: some Workers = OneWorker(),
        shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> ContiguousArray<Int32> {
        let least = max(neighbors, 0) < 1023 ? max(neighbors, 0) + 1 : 1024
        guard let tree = PointTree(self, shouldStop),
            let keeps = tree.mapNeighbors(
                NeighborLimits(count: least, radius: radius), workers, shouldStop,
                { _, query, keeps in keeps.append(query.neighbors.count >= least) })
        else { throw ReconstructionStopped() }
        return numbers(tree) { keeps[$0] }
    }

    /// Returns the numbers of the points inside of a box along the axes, its sides included; none if a corner is NaN.
    public func points(from least: SIMD3<Float>, to most: SIMD3<Float>) -> ContiguousArray<Int32> {
        numbers { point in
            let position = position(point)
            return all(position .>= least) && all(position .<= most)
        }
    }

    /// The points of a tree for whose ranks `keeps` is true.
    private func numbers(_ tree: PointTree, _ keeps: (Int) -> Bool) -> ContiguousArray<Int32> {
        var isKept = ContiguousArray(repeating: false, count: count)
        for rank in 0..<tree.count { isKept[Int(tree.points[rank])] = keeps(rank) }
        return numbers { isKept[$0] }
    }

    private func numbers(_ keeps: (Int) -> Bool) -> ContiguousArray<Int32> {
        var kept = ContiguousArray<Int32>()
        for point in 0..<count where keeps(point) { kept.append(Int32(clamping: point)) }
        return kept
    }
}

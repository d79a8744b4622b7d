public import MeshModel

extension PointCloud {
    /// Returns the points whose neighbours are about as near as other points' neighbours are.
    ///
    /// A point is left out if the mean distance to its nearest points exceeds the mean of these means by more than `ratio`
    /// of their standard deviations. Points with equal positions are no outliers.
    ///
    /// - Parameters:
    ///   - neighbors: the number of nearest points, the point itself (at distance 0) included; 1 … 1024.
    ///   - ratio: the lower, the more points are left out.
    ///   - workers: the threads.
    ///   - shouldStop: asked often, on any thread; true ends the work within milliseconds.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func removingStatisticalOutliers(
        neighbors: Int = 20, ratio: Double = 2, workers: some Workers = OneWorker(),
        shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> PointCloud {
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
        return filtered(tree) { means[$0] == 0 || means[$0] < limit }
    }

    /// Returns the points that have more than `neighbors` points, themselves included, closer than a radius.
    ///
    /// - Parameters:
    ///   - neighbors: at most 1023.
    ///   - radius: in the cloud's units; 0 and NaN leave out all points.
    ///   - workers: the threads.
    ///   - shouldStop: asked often, on any thread; true ends the work within milliseconds.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func removingRadiusOutliers(
        neighbors: Int = 16, radius: Float, workers: some Workers = OneWorker(),
        shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> PointCloud {
        let least = max(neighbors, 0) < 1023 ? max(neighbors, 0) + 1 : 1024
        guard let tree = PointTree(self, shouldStop),
            let keeps = tree.mapNeighbors(
                NeighborLimits(count: least, radius: radius), workers, shouldStop,
                { _, query, keeps in keeps.append(query.neighbors.count >= least) })
        else { throw ReconstructionStopped() }
        return filtered(tree) { keeps[$0] }
    }

    /// Returns the points inside of a box along the axes, its sides included; none if a corner is NaN.
    public func cropped(from least: SIMD3<Float>, to most: SIMD3<Float>) -> PointCloud {
        filtered { point in
            let position = position(point)
            return all(position .>= least) && all(position .<= most)
        }
    }

    /// The points of a tree for whose ranks `keeps` is true, in the cloud's order.
    private func filtered(_ tree: PointTree, _ keeps: (Int) -> Bool) -> PointCloud {
        var isKept = ContiguousArray(repeating: false, count: count)
        for rank in 0..<tree.count { isKept[Int(tree.points[rank])] = keeps(rank) }
        return filtered { isKept[$0] }
    }
}

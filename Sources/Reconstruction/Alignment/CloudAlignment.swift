public import MeshModel

/// How points lie against a surface, and the motion that brings them onto it.
public struct CloudAlignment: Sendable {
    /// A rotation and a translation, to be applied to the points.
    public var motion = Affine()
    /// How far it moves the points' middle, in the cloud's units.
    public var movement = 0.0
    /// The points that have a partner on the surface after the motion.
    public var matchedCount = 0
    /// The points looked at.
    public var pointCount = 0
    /// The median distance of those that have a partner, along its normal, in the cloud's units; before the motion.
    public var distanceBefore = 0.0
    /// The same after it.
    public var distanceAfter = 0.0
    /// The mean of those distances before the motion, where points without a partner count as far as a pair may be.
    public var misfitBefore = 0.0
    /// The same after it.
    public var misfitAfter = 0.0

    /// Whether a quarter of the points, or more, has a partner: enough to believe in the motion.
    public var overlaps: Bool { matchedCount * 4 >= pointCount }
    /// Whether the points lie better after the motion.
    public var isBetter: Bool { misfitAfter < misfitBefore }
}

extension PointCloud {
    /// Finds the motion that brings the points onto the surface that other points with normals lie on: the iterative
    /// closest point method, by distances along normals (Chen and Medioni, 1991), where far pairs count less and less.
    ///
    /// It improves a placement that is roughly right; it doesn't find one. Directions that the surface doesn't hold, as
    /// along a wall without anything on it, stay as they are.
    ///
    /// - Parameters:
    ///   - surface: the other points, with normals of unit length; their sides don't matter.
    ///   - reach: the largest distance of a pair, in the clouds' units; at least four times that of the surface's points
    ///     from each other. Pairs are nearer once the points are.
    ///   - closeness: the largest distance of a pair at the end, which is what counts as a partner and what distances
    ///     before and after are told of; nil: a quarter of `reach` at the end, and all of it for what is told.
    ///   - mostPoints: of more points, every second, third and so on is looked at.
    ///   - workers: the threads; the result doesn't depend on them.
    ///   - shouldStop: asked often; true ends the work within milliseconds.
    /// - Returns: nil if `surface` has no normals, or fewer than 100 points have a partner.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func aligned(
        to surface: PointCloud, reach: Float, closeness: Float? = nil, mostPoints: Int = 20_000,
        workers: some Workers = OneWorker(),
        shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> CloudAlignment? {
        let counted = closeness ?? reach
        guard surface.normals.count == surface.positions.count, surface.count > 0, reach > 0, reach.isFinite,
            counted > 0, counted <= reach
        else { return nil }
        guard let tree = PointTree(surface, shouldStop) else { throw ReconstructionStopped() }
        let pairs = SurfacePairs(self, surface, tree, mostPoints: mostPoints)
        guard pairs.count >= 100 else { return nil }
        var result = CloudAlignment(pointCount: pairs.count)
        var pose = RigidPose(Affine())
        var radius = reach
        // Distances beyond it don't count. It starts wide: if most points lie well, as on the floor of a room, the
        // others, on a wall that stands off, are no outliers yet.
        var limit = Double(reach)
        result.takeStart(pairs.find(pose, within: counted, workers), counted)
        for step in 0..<60 {
            if shouldStop() { throw ReconstructionStopped() }
            let found = pairs.find(pose, within: radius, workers)
            guard found.count >= 100 else { return nil }
            let spread = SurfacePairs.median(found)
            limit = max(limit * 0.8, spread * 5)
            guard let moved = pairs.step(found, from: pose, limit: limit) else { break }
            pose = moved.pose
            // Not below the distance of the surface's points from each other, which are partners at best.
            radius = max(radius * 0.8, closeness ?? reach / 4, min(reach, Float(spread) * 8))
            if moved.isSmall, step > 8, limit <= max(spread * 5, Double(counted) * 0.02) { break }
        }
        let last = pairs.find(pose, within: counted, workers)
        guard last.count >= 100 else { return nil }
        result.matchedCount = last.count
        result.distanceAfter = SurfacePairs.median(last)
        result.misfitAfter = result.misfit(last, counted)
        result.motion = pose.affine
        result.movement = (pose.affine.applied(to: pairs.middle) - pairs.middle).length
        return result
    }
}

extension CloudAlignment {
    fileprivate mutating func takeStart(_ pairs: ContiguousArray<SurfacePairs.Pair>, _ limit: Float) {
        distanceBefore = SurfacePairs.median(pairs)
        misfitBefore = misfit(pairs, limit)
    }

    fileprivate func misfit(_ pairs: ContiguousArray<SurfacePairs.Pair>, _ limit: Float) -> Double {
        let sum = pairs.reduce(Double(limit) * Double(pointCount - pairs.count)) { $0 + abs($1.distance) }
        return sum / Double(max(pointCount, 1))
    }
}

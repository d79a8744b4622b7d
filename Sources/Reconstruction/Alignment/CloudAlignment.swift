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
    ///   - mostPoints: of more points, every second, third and so on is looked at.
    ///   - workers: the threads; the result doesn't depend on them.
    ///   - shouldStop: asked often; true ends the work within milliseconds.
    /// - Returns: nil if `surface` has no normals, or fewer than 100 points have a partner.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func aligned(
        to surface: PointCloud, reach: Float, mostPoints: Int = 20_000, workers: some Workers = OneWorker(),
        shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> CloudAlignment? {
        guard surface.normals.count == surface.positions.count, surface.count > 0, reach > 0, reach.isFinite else {
            return nil
        }
        guard let tree = PointTree(surface, shouldStop) else { throw ReconstructionStopped() }
        let pairs = SurfacePairs(self, surface, tree, mostPoints: mostPoints)
        guard pairs.count >= 100 else { return nil }
        var result = CloudAlignment(pointCount: pairs.count)
        var pose = RigidPose(Affine())
        var radius = reach
        for step in 0..<60 {
            if shouldStop() { throw ReconstructionStopped() }
            let found = pairs.find(pose, within: radius, workers)
            guard found.count >= 100 else { return nil }
            let spread = SurfacePairs.median(found)
            if step == 0 { result.distanceBefore = spread }
            (result.matchedCount, result.distanceAfter) = (found.count, spread)
            guard let moved = pairs.step(found, from: pose, spread: spread) else { break }
            pose = moved.pose
            // Not below the distance of the surface's points from each other, which are partners at best.
            radius = max(radius * 0.8, reach / 4, min(reach, Float(spread) * 8))
            if moved.isSmall, step > 8 { break }
        }
        let last = pairs.find(pose, within: reach, workers)
        result.distanceAfter = SurfacePairs.median(last)
        result.matchedCount = last.count
        result.motion = pose.affine
        result.movement = (pose.affine.applied(to: pairs.middle) - pairs.middle).length
        return result
    }
}

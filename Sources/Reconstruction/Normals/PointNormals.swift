public import MeshModel

extension PointCloud {
    /// Gives each point the normal of the plane that fits its neighbours best; the side is left open.
    ///
    /// The plane goes through the neighbours' mean, along the two main directions of their covariance. Of the two
    /// normals, the one that points to the side that cameras saw is taken where ``eyeDirections`` are known; else see
    /// ``orientNormals(neighbors:workers:shouldStop:)``.
    ///
    /// - Parameters:
    ///   - limits: the neighbours; three or four voxels as radius of a cloud that was thinned by voxels.
    ///   - workers: the threads.
    ///   - shouldStop: asked often, on any thread; true ends the work within milliseconds.
    /// - Returns: the number of points whose normal is unknown, hence 0: fewer than three neighbours, or all on a line.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so; the cloud stays as it was.
    @discardableResult
    public mutating func estimateNormals(
        _ limits: NeighborLimits = NeighborLimits(), workers: some Workers = OneWorker(),
        shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> Int {
        guard let tree = PointTree(self, shouldStop),
            let found = tree.mapNeighbors(
                limits, workers, shouldStop,
                { rank, query, normals in normals.append(Covariance(query, around: rank).normal) })
        else { throw ReconstructionStopped() }
        var unknown = count - found.count
        normals = ContiguousArray(repeating: 0, count: count * 3)
        for (rank, normal) in found.enumerated() {
            if normal == SIMD3() { unknown += 1 }
            let point = Int(tree.points[rank])
            for axis in 0..<3 { normals[point * 3 + axis] = normal[axis] }
        }
        orientNormalsTowardsEyes()
        return unknown
    }

    /// Turns normals around that point away from the cameras that saw their points; returns how many.
    ///
    /// Normals of points without an eye direction stay as they are.
    @discardableResult
    public mutating func orientNormalsTowardsEyes() -> Int {
        guard !eyeDirections.isEmpty, !normals.isEmpty else { return 0 }
        var turned = 0
        for point in 0..<count where (vector(normals, point) * vector(eyeDirections, point)).sum() < 0 {
            turnNormal(point)
            turned += 1
        }
        return turned
    }

    mutating func turnNormal(_ point: Int) {
        for index in point * 3..<point * 3 + 3 { normals[index] = -normals[index] }
    }
}

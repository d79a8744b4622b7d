public import MeshModel

extension PointCloud {
    /// Returns a closed surface through points with normals: screened Poisson reconstruction.
    ///
    /// Where there are no points the surface is invented, so that it closes; the options trim it. A piece without any
    /// point near it is never made. Without two places that have a point with a normal, the surface is empty.
    ///
    /// - Order: the same points give the same bytes on any number of threads.
    /// - Memory: about 20 bytes for each voxel of the blocks around the surface. If these would be more than
    ///   ``PoissonOptions/blockLimit``, or than fits the number of points, a smaller depth is taken.
    /// - Parameters:
    ///   - options: the depth, and what is trimmed.
    ///   - workers: the threads.
    ///   - shouldStop: asked often, on any thread; true ends the work within 100 ms.
    /// - Returns: the surface; the depth of its voxels, which is less than asked for if points are too sparse
    ///   everywhere or memory too small, and 0 if there is no surface; and the number of points that were left out: not
    ///   finite, beyond ±10³⁰, or without a normal.
    /// - Throws: ``ReconstructionStopped`` if `shouldStop` said so.
    public func poissonSurface(
        _ options: PoissonOptions = PoissonOptions(), workers: some Workers = OneWorker(),
        shouldStop: @Sendable () -> Bool = { false }
    ) throws(ReconstructionStopped) -> (surface: ReconstructedSurface, depth: Int, leftOut: Int) {
        let cube = SampleCube(self, scale: options.scale, shouldStop)
        guard let order = cube.order(self, depth: options.depth(cube.edge), shouldStop),
            let samples = PointSamples.levels(self, cube, order, depth: options.depth(cube.edge), shouldStop)
        else { throw ReconstructionStopped() }
        let leftOut = count - order.count
        guard cube.edge > 0 else {
            return (ReconstructedSurface(SurfaceMesh(), removedTriangles: 0, filledHoles: 0), 0, leftOut)
        }
        let density = SampleDensity(samples, samplesPerVoxel: options.samplesPerVoxel)
        let limit = options.blockLimit(points: order.count)
        guard var levels = solved(samples, density, options, limit, workers, shouldStop) else {
            throw ReconstructionStopped()
        }
        while let finest = levels.last {
            guard let level = IndicatorLevel.mean(levels, self, cube, order, workers, shouldStop) else {
                throw ReconstructionStopped()
            }
            let lattice = IndicatorLattice(
                levels, level: level, isClosed: options.isClosed, limit: limit, workers, shouldStop)
            if shouldStop() { throw ReconstructionStopped() }
            guard let lattice else {
                levels.removeLast()
                continue
            }
            let finish = SurfaceFinish(
                samples: samples, measured: finest.samples, density: density, cube: cube, options: options)
            guard var mesh = SurfaceExtraction(lattice).surface(workers, shouldStop),
                let report = finish.finish(&mesh, workers, shouldStop)
            else { throw ReconstructionStopped() }
            let surface = ReconstructedSurface(mesh, removedTriangles: report.removed, filledHoles: report.filled)
            return (surface, finest.depth, leftOut)
        }
        throw ReconstructionStopped()
    }

    /// Solves one depth after another, up to the last that has enough points and fits the limit; nil if `shouldStop`
    /// said so.
    private func solved(
        _ samples: [PointSamples], _ density: SampleDensity, _ options: PoissonOptions, _ limit: Int,
        _ workers: some Workers, _ shouldStop: @Sendable () -> Bool
    ) -> [SolverLevel]? {
        var levels: [SolverLevel] = []
        for samples in samples.dropFirst(PoissonOptions.depths.lowerBound) {
            let isFull = samples.depth <= min(max(options.fullDepth, 3), 7)
            let measured = density.measured(samples, workers, shouldStop)
            if shouldStop() { return nil }
            let level = SolverLevel(measured, isFull: isFull, limit: limit, shouldStop)
            if shouldStop() { return nil }
            guard let level, level.count > 0 else { break }
            let solver = PoissonSolver(level, pointWeight: options.pointWeight)
            // Once there is a coarser solution of the whole cube, only what is new must be smoothed away. With 8 steps the
            // exact sphere's error at depth 6 is 0.084 mm instead of 0.060; with 16 it is 0.056.
            let goesOn = solver.solve(
                after: levels[...], iterations: isFull ? 40 : 12, lowest: isFull ? 0.005 : 0.03, workers, shouldStop)
            guard goesOn else { return nil }
            levels.append(level)
        }
        return levels
    }

    /// A point that a surface can be made of, and its normal of unit length: finite, no coordinate beyond ±10³⁰, the
    /// normal not 0.
    @inline(__always) func orientedPoint(_ index: Int) -> (position: SIMD3<Double>, normal: SIMD3<Float>)? {
        guard !normals.isEmpty else { return nil }
        let position = SIMD3<Double>(position(index))
        let normal = SIMD3<Double>(vector(normals, index))
        let length = normal.length
        // Comparisons with NaN are false.
        guard abs(position.x) <= 1e30, abs(position.y) <= 1e30, abs(position.z) <= 1e30, length > 0,
            length < .infinity
        else { return nil }
        return (position, SIMD3<Float>(normal / length))
    }
}

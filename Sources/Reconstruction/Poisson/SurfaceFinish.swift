internal import MeshModel

/// Gives the surface its densities and colours, trims it, and moves it to the world.
struct SurfaceFinish: Sendable {
    /// The samples of each depth, from 0.
    let samples: [PointSamples]
    /// Those of the finest depth that was solved, with their weights.
    let measured: PointSamples
    let density: SampleDensity
    let cube: SampleCube
    let options: PoissonOptions

    /// Returns the numbers of removed triangles and of filled holes; nil if `shouldStop` said so.
    func finish(
        _ mesh: inout SurfaceMesh, _ workers: some Workers, _ shouldStop: @Sendable () -> Bool
    ) -> (removed: Int, filled: Int)? {
        let surface = mesh
        let parts = workers.map(pieces(surface)) { piece -> ContiguousArray<Float> in
            if shouldStop() { return [] }
            return ContiguousArray(
                range(piece, surface).map { density.depth(forArea: density.area(at: surface.position($0))) })
        }
        mesh.densities = ContiguousArray(parts.joined())
        if shouldStop() { return nil }
        guard addColors(&mesh, workers, shouldStop) else { return nil }
        let before = mesh.triangleCount
        guard let keeps = keptVertices(mesh, workers, shouldStop) else { return nil }
        if !keeps.isEmpty {
            let triangles = mesh.triangles
            mesh.filter { triangle in (0..<3).allSatisfy { keeps[Int(triangles[triangle * 3 + $0])] } }
        }
        var removed = before - mesh.triangleCount
        removed += mesh.removePieces(smallerThan: options.leastTriangles)
        if shouldStop() { return nil }
        let filled = mesh.fillHoles(upTo: options.longestHole)
        for vertex in 0..<mesh.vertexCount {
            let position = cube.outside(mesh.position(vertex))
            for axis in 0..<3 { mesh.positions[vertex * 3 + axis] = position[axis] }
        }
        return (removed, filled)
    }

    private func pieces(_ mesh: SurfaceMesh) -> Int { (mesh.vertexCount + 2047) / 2048 }
    private func range(_ piece: Int, _ mesh: SurfaceMesh) -> Range<Int> {
        piece * 2048..<min((piece + 1) * 2048, mesh.vertexCount)
    }

    /// Whether each vertex is kept; empty if nothing is trimmed, nil if `shouldStop` said so.
    private func keptVertices(
        _ mesh: SurfaceMesh, _ workers: some Workers, _ shouldStop: @Sendable () -> Bool
    ) -> ContiguousArray<Bool>? {
        var least = options.leastDensity ?? -.infinity
        if options.densityQuantile > 0, measured.count > 0 {
            let square = Float(1 << (2 * measured.depth))
            let areas = zip(measured.weights, measured.places).map { $0.area / ($1.w * square) }.sorted(by: >)
            let area = areas[Int(Double(areas.count - 1) * min(options.densityQuantile, 1))]
            least = max(least, density.depth(forArea: area))
        }
        guard least > -.infinity || options.farthestPoint != nil else { return [] }
        let limit = least
        let reach = max(options.farthestPoint ?? .infinity, 0) / Double(1 << measured.depth)
        let fine = samples[samples.count - 1]
        // Cells twice as wide as the distance.
        var depth = 0
        while depth < fine.depth, 1 / Double(2 << depth) >= reach * 2 { depth += 1 }
        let cells = options.farthestPoint.map { _ in SampleCells(fine, depth: depth) }
        let square = Float(reach * reach)
        let parts = workers.map(pieces(mesh)) { piece -> ContiguousArray<Bool> in
            if shouldStop() { return [] }
            return ContiguousArray(
                range(piece, mesh).map { vertex in
                    guard mesh.densities[vertex] >= limit else { return false }
                    guard let cells else { return true }
                    let place = mesh.position(vertex)
                    var isNear = false
                    cells.forEachRange(near: place) { range in
                        isNear = range.contains { index in
                            let offset = fine.place(index) - place
                            return (offset * offset).sum() <= square
                        }
                        return !isNear
                    }
                    return isNear
                })
        }
        return shouldStop() ? nil : ContiguousArray(parts.joined())
    }

    /// Colours each vertex by the samples around it, from the finest depth that has some; returns whether the work goes
    /// on.
    private func addColors(
        _ mesh: inout SurfaceMesh, _ workers: some Workers, _ shouldStop: @Sendable () -> Bool
    ) -> Bool {
        guard let fine = samples.last, !fine.colors.isEmpty else { return true }
        let levels = samples.dropFirst().map { (cells: SampleCells($0, depth: $0.depth - 1), samples: $0) }
        let surface = mesh
        // The sum of the weights last.
        let parts = workers.map(pieces(surface)) { piece -> ContiguousArray<SIMD4<Float>> in
            if shouldStop() { return [] }
            var colors: ContiguousArray<SIMD4<Float>> = []
            for vertex in range(piece, surface) {
                let place = surface.position(vertex)
                var sum = SIMD4<Float>()
                for level in levels.reversed() where sum.w < 1e-3 {
                    sum = SIMD4()
                    let side = Float(1 << level.samples.depth)
                    level.cells.forEachRange(near: place) { range in
                        for index in range {
                            let offset = (level.samples.place(index) - place) * side
                            let share = max(1 - (offset * offset).sum(), 0)
                            sum += level.samples.colors[index] * (share * share)
                        }
                        return true
                    }
                }
                colors.append(sum)
            }
            return colors
        }
        if shouldStop() { return false }
        for (vertex, color) in parts.joined().enumerated() where color.w > 0 {
            mesh.isColored[vertex] = 1
            for axis in 0..<3 { mesh.colors[vertex * 3 + axis] = UInt8(min(color[axis] / color.w + 0.5, 255)) }
        }
        return true
    }
}

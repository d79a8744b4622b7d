import Dispatch
import MeshModel
import Testing

@testable import Reconstruction

@Suite struct PoissonSurfaceTests {
    private let sphere = SyntheticCloud.sphere(800)

    /// A cloud with a normal for each point, or one for all.
    private func cloud(_ points: [SIMD3<Float>], normals: [SIMD3<Float>]) throws -> PointCloud {
        let all = normals.count == 1 ? Array(repeating: normals[0], count: points.count) : normals
        return try PointCloud(positions: SyntheticCloud.flat(points), normals: SyntheticCloud.flat(all))
    }

    /// Options for tests, which are built without optimization.
    private func options(_ depth: Int, _ change: (inout PoissonOptions) -> Void = { _ in }) -> PoissonOptions {
        var options = PoissonOptions()
        options.depth = depth
        options.fullDepth = 3
        change(&options)
        return options
    }

    private func openEdges(_ surface: ReconstructedSurface) -> Int {
        HalfEdges(surface.mesh).twins.reduce(0) { $0 + ($1 < 0 ? 1 : 0) }
    }

    /// Vertices minus edges plus triangles, of a closed surface.
    private func euler(_ surface: ReconstructedSurface) -> Int { surface.vertexCount - surface.triangleCount / 2 }

    @Test func aSphereIsClosedAndRoundWithNormalsToTheOutside() throws {
        let center = SIMD3<Float>(3, -2, 7)
        let points = try cloud(sphere.map { $0 + center }, normals: sphere.map { $0 * 5 })
        let (surface, depth, leftOut) = try points.poissonSurface(options(4))
        #expect(depth == 4 && leftOut == 0)
        #expect(openEdges(surface) == 0 && euler(surface) == 2)
        for vertex in 0..<surface.vertexCount {
            let place = surface.mesh.position(vertex) - center
            let radius = (place * place).sum().squareRoot()
            let n = surface.normals[vertex * 3..<vertex * 3 + 3].map { $0 }
            #expect(abs(radius - 1) < 0.04)
            #expect((place / radius * SIMD3(n[0], n[1], n[2])).sum() > 0.97)
        }
        #expect(surface.densities.count == surface.vertexCount)
        #expect(surface.uncoloredVertexCount == surface.vertexCount)
    }

    @Test func aTorusKeepsItsHole() throws {
        // A circle, by steps of 10°.
        var circle = [SIMD2<Float>(1, 0)]
        for _ in 1..<36 {
            let last = circle[circle.count - 1]
            circle.append(SIMD2(last.x * 0.984_808 - last.y * 0.173_648, last.x * 0.173_648 + last.y * 0.984_808))
        }
        var (points, normals): ([SIMD3<Float>], [SIMD3<Float>]) = ([], [])
        for around in circle {
            for tube in circle {
                normals.append(SIMD3(around.x * tube.x, around.y * tube.x, tube.y))
                points.append(SIMD3(around.x, around.y, 0) + 0.4 * normals[normals.count - 1])
            }
        }
        let surface = try cloud(points, normals: normals).poissonSurface(options(4)).surface
        #expect(openEdges(surface) == 0 && euler(surface) == 0)
    }

    @Test func aSparseSphereBesideADenseOneIsKept() throws {
        let few = SyntheticCloud.sphere(40)
        let points = sphere.map { $0 * 0.3 } + few.map { $0 * 0.5 + SIMD3(1.5, 0, 0) }
        let (surface, depth, _) = try cloud(points, normals: sphere + few).poissonSurface(options(4))
        #expect(depth == 4 && openEdges(surface) == 0 && euler(surface) == 4)
    }

    @Test func anyNumberOfThreadsGivesTheSameBytes() throws {
        let points = try cloud(sphere, normals: sphere)
        let one = try points.poissonSurface(options(4)).surface
        let two = try points.poissonSurface(options(4), workers: TwoWorkers()).surface
        #expect(two.positions == one.positions && two.triangles == one.triangles)
        #expect(two.normals == one.normals && two.densities == one.densities)
    }

    @Test func colorsComeFromThePointsAroundThatHaveOne() throws {
        var points = try cloud(sphere, normals: sphere)
        points.colors = ContiguousArray(sphere.flatMap { $0.z > 0 ? [200, 10, 0] : [40, 10, 0] })
        points.isColored = ContiguousArray(sphere.map { abs($0.z) < 0.1 ? 0 : 1 })
        for index in points.isColored.indices where points.isColored[index] == 0 {
            for axis in 0..<3 { points.colors[index * 3 + axis] = 128 }
        }
        let surface = try points.poissonSurface(options(3)).surface
        #expect(surface.uncoloredVertexCount == 0)
        for vertex in 0..<surface.vertexCount {
            let z = surface.mesh.position(vertex).z
            if abs(z) > 0.6 { #expect(surface.colors[vertex * 3] == (z > 0 ? 200 : 40)) }
            #expect(surface.colors[vertex * 3 + 1] == 10)
        }
    }

    @Test func aHalfSphereIsClosedUntilItIsTrimmed() throws {
        // Points go from the lowest to the highest.
        let half = try cloud(Array(sphere.suffix(400)), normals: Array(sphere.suffix(400)))
        let closed = try half.poissonSurface(options(3)).surface
        #expect(openEdges(closed) == 0)
        let trims: [(inout PoissonOptions) -> Void] = [
            { $0.farthestPoint = 1 }, { $0.leastDensity = 3 }, { $0.densityQuantile = 0.02 },
        ]
        for trim in trims {
            let surface = try half.poissonSurface(options(3, trim)).surface
            #expect(openEdges(surface) > 0)
            #expect(surface.removedTriangleCount == closed.triangleCount - surface.triangleCount)
            // The measured half stays, and nothing far from it.
            let heights = (0..<surface.vertexCount).map { abs(surface.mesh.position($0).z) }
            #expect(heights.max() ?? 0 > 0.95)
            let farthest = (0..<surface.vertexCount).map { vertex in
                let place = surface.mesh.position(vertex)
                return abs((place * place).sum().squareRoot() - 1)
            }
            #expect(farthest.max() ?? 1 < 0.4)
        }
    }

    @Test func aSurfaceThatReachesTheCubeIsClosedThereOrEndsThere() throws {
        let plane = (0..<400).map { SIMD3(Float($0 % 20), Float($0 / 20), 0) }
        let points = try cloud(plane, normals: [SIMD3(0, 0, 1)])
        #expect(openEdges(try points.poissonSurface(options(3)).surface) == 0)
        let open = try points.poissonSurface(options(3) { $0.isClosed = false }).surface
        #expect(openEdges(open) > 0)
        #expect((0..<open.vertexCount).allSatisfy { abs(open.mesh.position($0).z) < 0.5 })
    }

    @Test func hostileCloudsGiveASurfaceThatIsClosedOrEmpty() throws {
        for (name, points) in SyntheticCloud.hostile {
            for normal in [SIMD3<Float>(0, 1, 0), SIMD3(1, 2, .infinity)] {
                let (surface, depth, _) = try cloud(points, normals: [normal]).poissonSurface(options(3))
                #expect(openEdges(surface) == 0, "\(name)")
                #expect((depth == 0) == (surface.triangleCount == 0), "\(name)")
                #expect(surface.positions.allSatisfy(\.isFinite) && surface.normals.allSatisfy(\.isFinite), "\(name)")
            }
        }
        #expect(try SyntheticCloud.cloud(sphere).poissonSurface().leftOut == sphere.count)
    }

    @Test func pointsThatCannotBeUsedAreCountedAndChangeNothing() throws {
        let good = try cloud(sphere, normals: sphere)
        let bad: [SIMD3<Float>] = [SIMD3(.nan, 0, 0), SIMD3(5, 5, 5), SIMD3(.infinity, 0, 0), SIMD3(1e31, 0, 0)]
        let normals = [SIMD3<Float>(0, 0, 1), SIMD3(), SIMD3(0, 0, 1), SIMD3(0, 0, 1)]
        let more = try cloud(sphere + bad, normals: sphere + normals)
        let (a, b) = try (good.poissonSurface(options(3)), more.poissonSurface(options(3)))
        #expect(a.surface.positions == b.surface.positions && a.surface.triangles == b.surface.triangles)
        #expect(b.leftOut == 4)
    }

    @Test func optionsOutOfRangeAreMadeToFit() throws {
        let points = try cloud(sphere, normals: sphere)
        let coarse = try points.poissonSurface(
            options(-5) {
                $0.fullDepth = -99
                $0.scale = .nan
                $0.samplesPerVoxel = -1
                $0.pointWeight = .nan
                $0.densityQuantile = .nan
                $0.farthestPoint = .nan
                $0.blockLimit = -1
            })
        #expect(coarse.depth == 3)
        let size = options(3) { $0.voxelSize = 0.01 }
        #expect(size.depth(1) == 7 && size.depth(0.08) == 3 && size.depth(1e30) == 12)
    }

    @Test func sparsePointsOrLittleMemoryGiveASmallerDepth() throws {
        let points = try cloud(sphere, normals: sphere)
        let sparse = try points.poissonSurface(options(12))
        #expect(sparse.depth == 4 && openEdges(sparse.surface) == 0)
        let small = try points.poissonSurface(
            options(5) {
                $0.samplesPerVoxel = 0.3
                $0.blockLimit = 27
            })
        #expect(small.depth == 4 && openEdges(small.surface) == 0)
    }

    @Test func aStoppedReconstructionThrows() throws {
        let points = try cloud(sphere, normals: sphere)
        for calls in [0, 3, 30, 60] {
            let left = Countdown(calls)
            #expect(throws: ReconstructionStopped.self) {
                try points.poissonSurface(options(4), shouldStop: { left.isOver })
            }
        }
    }
}

/// Says true after some calls.
private final class Countdown: @unchecked Sendable {
    private let queue = DispatchQueue(label: "countdown")
    private var left: Int

    init(_ calls: Int) { left = calls }

    var isOver: Bool {
        queue.sync {
            left -= 1
            return left < 0
        }
    }
}

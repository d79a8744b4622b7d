import MeshModel
import Testing

@testable import Reconstruction

@Suite struct DepthFusionTests {
    private func surface(
        _ frames: [DepthFrame], voxel: Double, refines: Bool = false, workers: some Workers = OneWorker()
    ) throws -> ReconstructedSurface {
        let fusion = DepthFusion(FusionOptions(voxelSize: voxel))
        for frame in frames { fusion.add(frame, workers: workers) }
        if refines {
            fusion.beginRefinement()
            for frame in frames { fusion.add(frame, workers: workers) }
        }
        return try fusion.surface(workers: workers)
    }

    @Test func aSphereFromAllSidesIsClosedAndRound() throws {
        let surface = try surface(SyntheticScene.sphere(radius: 0.3), voxel: 0.02)
        var (largest, sum): (Float, Float) = (0, 0)
        var disagreement: Float = 0
        for vertex in 0..<surface.vertexCount {
            let p = SIMD3(
                surface.positions[vertex * 3], surface.positions[vertex * 3 + 1], surface.positions[vertex * 3 + 2])
            let n = SIMD3(
                surface.normals[vertex * 3], surface.normals[vertex * 3 + 1], surface.normals[vertex * 3 + 2])
            let radius = (p * p).sum().squareRoot()
            largest = max(largest, abs(radius - 0.3))
            sum += abs(radius - 0.3)
            disagreement = max(disagreement, 1 - (p / radius * n).sum())
        }
        // At the rim of a view, the distance along the ray is longer than that to the surface.
        #expect(largest < 0.01)
        #expect(sum / Float(surface.vertexCount) < 0.002)
        #expect(disagreement < 0.1)
        let uses = edgeUses(surface)
        #expect(uses.first == 2 && uses.last == 2, "closed, and no edge of three triangles")
        // Euler's number of a sphere.
        #expect(surface.vertexCount - uses.count + surface.triangleCount == 2)
        #expect(surface.uncoloredVertexCount == 0)
        #expect(surface.colors.prefix(3).elementsEqual([200, 100, 50]))
    }

    @Test func trianglesFaceTheCameras() throws {
        let surface = try surface(SyntheticScene.sphere(radius: 0.3), voxel: 0.03)
        var volume = 0.0
        func corner(_ index: Int) -> SIMD3<Double> {
            let at = Int(surface.triangles[index]) * 3
            return SIMD3(
                Double(surface.positions[at]), Double(surface.positions[at + 1]), Double(surface.positions[at + 2]))
        }
        for triangle in 0..<surface.triangleCount {
            volume += dot(corner(triangle * 3), cross(corner(triangle * 3 + 1), corner(triangle * 3 + 2))) / 6
        }
        #expect(abs(volume - 4 / 3 * Double.pi * 0.027) < 0.003)
    }

    @Test func aWallLiesWhereItIs() throws {
        let surface = try surface([SyntheticScene.wall(depth: 1.237)], voxel: 0.02)
        #expect(surface.triangleCount > 1000)
        for vertex in 0..<surface.vertexCount { #expect(abs(surface.positions[vertex * 3 + 2] + 1.237) < 0.0005) }
        #expect(edgeUses(surface).first == 2)
        #expect(surface.uncoloredVertexCount == surface.vertexCount)
    }

    @Test func aSlantedWallIsNotHalfAPixelOff() throws {
        // z = −1 − x: half a pixel, 4.5 mm, would move it by 3 mm.
        let frame = try SyntheticScene.frame(.identity) { _, ray in -1 / (ray.z + ray.x) }
        let surface = try surface([frame], voxel: 0.02)
        #expect(surface.triangleCount > 1000)
        var errors: [Float] = []
        for vertex in 0..<surface.vertexCount {
            let (x, z) = (surface.positions[vertex * 3], surface.positions[vertex * 3 + 2])
            // Farther away, neighbouring pixels lie too far apart to interpolate between them.
            if z > -1.2 { errors.append(x + z + 1) }
        }
        errors.sort()
        #expect(abs(errors[errors.count / 2]) < 0.0003)
        #expect(abs(errors[errors.count / 10]) < 0.001 && abs(errors[errors.count * 9 / 10]) < 0.001)
    }

    @Test func theBorderOfAStepLiesWhereItIs() throws {
        // The left half of the view at 1 m, the right half at 1.6 m: the border is at x = 0. Half a pixel is 4.5 mm.
        let frame = try SyntheticScene.frame(.identity) { _, ray in ray.x < 0 ? -1 / ray.z : -1.6 / ray.z }
        let surface = try surface([frame], voxel: 0.01)
        var (left, right) = (-Float.infinity, Float.infinity)
        for vertex in 0..<surface.vertexCount {
            let (x, z) = (surface.positions[vertex * 3], surface.positions[vertex * 3 + 2])
            if abs(z + 1) < 0.002 { left = max(left, x) }
            if abs(z + 1.6) < 0.002 { right = min(right, x) }
        }
        #expect(abs(left) < 0.011)
        #expect(abs(right) < 0.011)
    }

    @Test func oneAndTwoThreadsGiveTheSameBytes() throws {
        let frames = try SyntheticScene.sphere(radius: 0.3)
        let one = try surface(frames, voxel: 0.02, refines: true)
        let two = try surface(frames, voxel: 0.02, refines: true, workers: TwoWorkers())
        #expect(one.positions == two.positions)
        #expect(one.normals == two.normals)
        #expect(one.colors == two.colors)
        #expect(one.triangles == two.triangles)
    }

    @Test func refinementMovesAWrongPoseBack() throws {
        let frames = try SyntheticScene.sphere(radius: 0.3)
        var options = FusionOptions(voxelSize: 0.02)
        // The default keeps recorded poses much closer: it moves this one by less than a millimetre.
        options.poseStiffness = 0.02
        let fusion = DepthFusion(options)
        for frame in frames { fusion.add(frame) }
        fusion.beginRefinement()
        let right = fusion.add(frames[0])
        #expect(try #require(right.movement) < 0.001)
        var pose = frames[0].cameraToWorld
        pose.translation.x += 0.004
        let wrong = try DepthFrame(
            meters: Array(frames[0].depth), width: SyntheticScene.width, height: SyntheticScene.height,
            intrinsics: SyntheticScene.intrinsics, cameraToWorld: pose)
        #expect(try #require(fusion.add(wrong).movement) > 0.001)
    }

    @Test func framesWithoutUsablePixelsChangeNothing() throws {
        let fusion = DepthFusion()
        let report = fusion.add(try SyntheticScene.wall(depth: 50))
        #expect(report.usedPixels == 0)
        #expect(fusion.frameCount == 0)
        #expect(try fusion.surface().triangleCount == 0)
        fusion.beginRefinement()
        #expect(try fusion.surface().vertexCount == 0)
    }

    @Test func depthThatNothingCanHoldIsLeftOut() throws {
        var options = FusionOptions()
        options.range = -5...1e30
        options.blockLimit = -1
        let fusion = DepthFusion(options)
        var meters = [Float](repeating: 1e29, count: 12)
        meters[5] = 0
        let frame = try DepthFrame(
            meters: meters, width: 4, height: 3,
            intrinsics: PinholeIntrinsics(fx: 1e-3, fy: 1e6, cx: -1e6, cy: 1e6, width: 1, height: 1),
            cameraToWorld: .identity)
        #expect(fusion.add(frame).usedPixels == 11)
        var cloud = CloudAccumulation()
        #expect(cloud.add(frame).usedPixels == 0)
        #expect(try fusion.surface().triangleCount == 0)
    }

    @Test func tooManyBlocksAreLeftOutAndCounted() throws {
        var options = FusionOptions(voxelSize: 0.01)
        options.blockLimit = 10
        let fusion = DepthFusion(options)
        fusion.add(try SyntheticScene.wall(depth: 1))
        #expect(fusion.blockCount == 10)
        #expect(fusion.leftOutSampleCount > 0)
    }

    @Test func farFromTheOriginNothingBreaks() throws {
        var pose = Affine()
        pose.translation = SIMD3(repeating: 999_000)
        let frame = try SyntheticScene.frame(pose) { _, _ in 1 }
        let fusion = DepthFusion(FusionOptions(voxelSize: 0.01))
        fusion.add(frame)
        #expect(fusion.leftOutSampleCount > 0)
        _ = try fusion.surface()
    }

    @Test func extractionCanBeStopped() throws {
        let fusion = DepthFusion()
        fusion.add(try SyntheticScene.wall(depth: 1))
        #expect(throws: ReconstructionStopped.self) { try fusion.surface(shouldStop: { true }) }
    }

    @Test func theSceneHasWhatTheSurfaceHas() throws {
        let surface = try surface(SyntheticScene.sphere(radius: 0.3), voxel: 0.05)
        let scene = surface.scene()
        #expect(scene.vertexSets[0].count == surface.vertexCount)
        #expect(scene.vertexSets[0].attributes.map(\.semantic) == [.position, .normal, .color(0)])
        #expect(scene.meshes[0].primitives[0].isTriangles)
        #expect(scene.metersPerUnit == 1)
    }
}

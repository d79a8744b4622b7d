import MeshModel
import Testing

@testable import Reconstruction

@Suite struct CloudAccumulationTests {
    @Test func aPixelsMiddleIsHalfAPixelFromItsCorner() throws {
        // One measured pixel, next to the principal point, at 1 m: half a pixel to the right of the axis, and below it.
        var meters = [Float](repeating: 0, count: 64)
        meters[4 * 8 + 4] = 1
        let frame = try DepthFrame(
            meters: meters, width: 8, height: 8,
            intrinsics: PinholeIntrinsics(fx: 80, fy: 80, cx: 40, cy: 40, width: 80, height: 80),
            cameraToWorld: .identity)
        var cloud = CloudAccumulation(CloudOptions(voxelSize: 0.001))
        #expect(cloud.add(frame).usedPixels == 1)
        let points = cloud.cloud().positions
        #expect(points.count == 3)
        #expect(abs(points[0] - 0.5 / 8) < 1e-6)
        #expect(abs(points[1] + 0.5 / 8) < 1e-6)
        #expect(points[2] == -1)
    }

    @Test func aWallGivesOnePointPerVoxelOnTheWall() throws {
        var cloud = CloudAccumulation(CloudOptions(voxelSize: 0.02))
        let report = cloud.add(try SyntheticScene.wall(depth: 1.01, rgb: [9, 8, 7]))
        #expect(report.usedPixels == SyntheticScene.width * SyntheticScene.height)
        #expect(report.edgePixels == 0)
        #expect(report.isConfidenceUnknown)
        let points = cloud.cloud()
        #expect(points.count == cloud.voxelCount)
        #expect(points.pixelCounts.reduce(0, +) == 128 * 96)
        for point in 0..<points.count {
            #expect(abs(points.positions[point * 3 + 2] + 1.01) < 1e-5)
            #expect(points.eyeDirections[point * 3 + 2] > 0.7)
        }
        #expect(points.colors.prefix(3).elementsEqual([9, 8, 7]))
        #expect(points.scene().vertexSets[0].attributes.count == 2)
    }

    @Test func pixelsBesideAJumpAreLeftOut() throws {
        let frame = try SyntheticScene.frame(.identity) { _, ray in ray.x < 0 ? -1 / ray.z : -2 / ray.z }
        var cloud = CloudAccumulation()
        #expect(cloud.add(frame).edgePixels == 2 * SyntheticScene.height)
        var options = CloudOptions()
        options.rejectsEdges = false
        cloud = CloudAccumulation(options)
        #expect(cloud.add(frame).edgePixels == 0)
    }

    @Test func onlyConfidentPixelsCount() throws {
        let frame = try DepthFrame(
            meters: [1, 1, 1, 1], width: 4, height: 1, confidence: [0, 1, 2, 2],
            intrinsics: PinholeIntrinsics(fx: 4, fy: 4, cx: 2, cy: 0.5, width: 4, height: 1), cameraToWorld: .identity)
        for (least, count) in [(DepthFrame.Confidence.low, 4), (.medium, 3), (.high, 2)] {
            var options = CloudOptions()
            options.leastConfidence = least
            var cloud = CloudAccumulation(options)
            #expect(cloud.add(frame).usedPixels == count)
        }
    }

    @Test func theFirstPointOrTheMeanStandsForAVoxel() throws {
        let (near, far) = (try SyntheticScene.wall(depth: 1.002), try SyntheticScene.wall(depth: 1.006))
        for (rule, z) in [(CloudOptions.Rule.first, Float(-1.002)), (.mean, -1.004)] {
            var options = CloudOptions(voxelSize: 0.02)
            options.rule = rule
            var cloud = CloudAccumulation(options)
            cloud.add(near)
            let before = cloud.cloud()
            cloud.add(far)
            let points = cloud.cloud().positions
            #expect(abs(points[points.count / 6 * 3 + 2] - z) < 0.0006)
            // An earlier snapshot stays as it was.
            #expect(before.positions[2] == -1.002)
        }
    }

    @Test func tooManyVoxelsAreLeftOutAndCounted() throws {
        var options = CloudOptions()
        options.voxelLimit = 7
        var cloud = CloudAccumulation(options)
        let report = cloud.add(try SyntheticScene.wall(depth: 1))
        #expect(cloud.voxelCount == 7)
        #expect(report.leftOutPixels > 0)
    }

    @Test func pixelsBeyondTheRangeAreCounted() throws {
        let camera = PinholeIntrinsics(fx: 2, fy: 2, cx: 1, cy: 1, width: 2, height: 2)
        let frame = try DepthFrame(
            meters: [1, 6, 7, 2], width: 2, height: 2, confidence: [2, 2, 0, 2], intrinsics: camera,
            cameraToWorld: .identity)
        var options = CloudOptions()
        var near = CloudAccumulation(options)
        // What isn't certain enough would not count anyhow.
        #expect(near.add(frame).farPixels == 1)
        #expect(DepthFusion().add(frame).farPixels == 1)
        options.range = 0.1...10
        var far = CloudAccumulation(options)
        #expect(far.add(frame).farPixels == 0)
    }
}

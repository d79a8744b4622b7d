import MeshModel
import Testing

@testable import Reconstruction

@Suite struct DepthEnlargementTests {
    /// A wall that turns away from the camera and lies aslant, as a frame whose axis isn't in the middle.
    private func wall(_ width: Int, _ height: Int) throws -> DepthFrame {
        let camera = PinholeIntrinsics(fx: 40, fy: 44, cx: 9.3, cy: 5.1, width: width, height: height)
        return try frame(width, height, camera) { x, y in inverseWall((x - camera.cx) / camera.fx, (y - camera.cy) / 44)
        }
    }

    private func inverseWall(_ u: Double, _ v: Double) -> Double { 0.5 + 0.3 * u - 0.2 * v }

    private func frame(
        _ width: Int, _ height: Int, _ camera: PinholeIntrinsics, confidence: [UInt8]? = nil,
        picture: FramePicture? = nil, _ inverse: (_ x: Double, _ y: Double) -> Double
    ) throws -> DepthFrame {
        let meters = (0..<width * height).map { at in
            Float(1 / inverse(Double(at % width) + 0.5, Double(at / width) + 0.5))
        }
        return try DepthFrame(
            meters: meters, width: width, height: height, confidence: confidence, picture: picture,
            intrinsics: camera, cameraToWorld: .identity)
    }

    private func frame(_ meters: [Float], width: Int, confidence: [UInt8]? = nil, picture: FramePicture? = nil) throws
        -> DepthFrame
    {
        let height = meters.count / width
        return try DepthFrame(
            meters: meters, width: width, height: height, confidence: confidence, picture: picture,
            intrinsics: PinholeIntrinsics(fx: 9, fy: 9, cx: 4, cy: 4, width: width, height: height),
            cameraToWorld: .identity)
    }

    @Test(arguments: 2...4) func aSlantedWallStaysWhereItIsUpToTheBorder(factor: Int) throws {
        // Half a pixel of the small image off, depth would be wrong by 0.7 %.
        let large = try wall(20, 14).enlarged(factor)
        #expect(large.width == 20 * factor && large.height == 14 * factor && large.enlargement == factor)
        #expect(large.camera.cx == 9.3 * Double(factor) && large.camera.fy == 44 * Double(factor))
        var worst = 0.0
        for y in 0..<large.height {
            for x in 0..<large.width {
                let u = (Double(x) + 0.5 - large.camera.cx) / large.camera.fx
                let v = (Double(y) + 0.5 - large.camera.cy) / large.camera.fy
                worst = max(worst, abs(Double(large.depth[y * large.width + x]) * inverseWall(u, v) - 1))
            }
        }
        #expect(worst < 1e-5)
    }

    @Test(arguments: 2...4) func nearAndFarAreNeverMixed(factor: Int) throws {
        // A slanted edge between a wall and what stands in front of it, and a hole.
        var meters = (0..<24 * 18).map { at in at % 24 + at / 72 < 12 ? Float(1) : 1.2 }
        meters[9 * 24 + 12] = 0
        let large = try frame(meters, width: 24).enlarged(factor)
        for z in large.depth { #expect(z == 0 || abs(z - 1) < 1e-5 || abs(z - 1.2) < 1e-5, "\(z)") }
        #expect(large.depth.count { $0 == 0 } == factor * factor)
    }

    @Test func surfacesEndWhereThePictureSaysSo() throws {
        // The edge lies at 5.5 pixels of depth, 22 of the picture; the pixels of depth put it at 5.
        let meters = (0..<12 * 8).map { at in at % 12 < 5 ? Float(1) : 2 }
        let rgb = (0..<48 * 32).flatMap { at in at % 48 < 22 ? [200, 60, 40] : [30, 40, 160] as [UInt8] }
        let picture = try FramePicture(rgb: rgb, width: 48, height: 32)
        let guided = try frame(meters, width: 12, picture: picture).enlarged(4)
        let plain = try frame(meters, width: 12).enlarged(4)
        for y in 0..<32 {
            #expect(guided.depth[y * 48..<(y + 1) * 48].count { $0 < 1.5 } == 22)
            #expect(plain.depth[y * 48..<(y + 1) * 48].count { $0 < 1.5 } == 20)
        }
    }

    @Test func aNewPixelIsAsSureAsTheOneItLiesInAndMadeOfNoneLessSure() throws {
        var meters = [Float](repeating: 1, count: 100)
        var confidence = [UInt8](repeating: 2, count: 100)
        for at in [44, 45, 54] { (meters[at], confidence[at]) = (1.02, 1) }
        (meters[20], confidence[20]) = (1.02, 0)
        let large = try frame(meters, width: 10, confidence: confidence).enlarged(3)
        let levels = try #require(large.levels)
        for y in 0..<30 {
            for x in 0..<30 {
                #expect(levels[y * 30 + x] == confidence[y / 3 * 10 + x / 3])
                if levels[y * 30 + x] == 2 { #expect(abs(large.depth[y * 30 + x] - 1) < 1e-6) }
            }
        }
    }

    @Test func unknownConfidenceStaysUnknown() throws {
        #expect(try frame([1, 1, 1, 2], width: 2).enlarged(2).isConfidenceUnknown)
    }

    @Test func mixedPixelsOfLowConfidenceGoToTheSurfacesBesideThem() throws {
        // Two columns of pixels between what is at 1 m and at 2 m; the picture has the edge in their middle.
        let meters = (0..<16 * 8).map { at in [1, 1.33, 1.67, 2][min(max(at % 16 - 7, 0), 3)] as Float }
        let confidence = (0..<16 * 8).map { at in (8..<10).contains(at % 16) ? UInt8(0) : 2 }
        let rgb = (0..<32 * 16).flatMap { at in at % 32 < 18 ? [220, 220, 220] : [20, 20, 20] as [UInt8] }
        let picture = try FramePicture(rgb: rgb, width: 32, height: 16)
        let large = try frame(meters, width: 16, confidence: confidence, picture: picture).enlarged(2)
        for at in large.depth.indices { #expect(abs(large.depth[at] - (at % 32 < 18 ? 1 : 2)) < 1e-5) }
        #expect(large.levels?.count { $0 == 0 } == 64)
        // Without a picture, to the nearer one.
        let plain = try frame(meters, width: 16, confidence: confidence).enlarged(2)
        for z in plain.depth { #expect(abs(z - 1) < 1e-5 || abs(z - 2) < 1e-5) }
    }

    @Test func oneAndTwoThreadsGiveTheSameFrame() throws {
        let scene = try SyntheticScene.frame(.identity, rgb: [9, 8, 7]) { _, ray in ray.x < ray.y ? 1 : 2 + ray.x }
        let (one, two) = (try scene.enlarged(3), try scene.enlarged(3, workers: TwoWorkers()))
        #expect(one.depth == two.depth && one.levels == two.levels)
    }

    @Test(arguments: [Int.min, -1, 0, 1]) func aFactorBelowTwoChangesNothing(factor: Int) throws {
        let frame = try wall(5, 4)
        let same = try frame.enlarged(factor)
        #expect(same.depth == frame.depth && same.enlargement == 1)
    }

    @Test func sizesThatCouldNotBeHeldAreEnlargedLess() throws {
        #expect(try wall(5, 4).enlarged(.max).enlargement == 4)
        #expect(try wall(5, 4).enlarged(2).enlarged(3).enlargement == 6)
        let long = try frame([Float](repeating: 1, count: 10_000), width: 10_000)
        #expect(try long.enlarged(4).width == 30_000)
        let longest = try frame([Float](repeating: 1, count: DepthFrame.sideLimit), width: DepthFrame.sideLimit)
        #expect(try longest.enlarged(2).enlargement == 1)
    }

    @Test(arguments: [[1], [1, 2], [0, 1, 0, 0], [.leastNonzeroMagnitude, 1, .greatestFiniteMagnitude, 0.02]])
    func smallImagesAndOddNumbersGiveDistances(meters: [Float]) throws {
        for width in [1, meters.count] {
            let large = try frame(meters, width: width).enlarged(4)
            #expect(large.depth.count == meters.count * 16)
            #expect(large.depth.count { $0 > 0 } == meters.count { $0 > 0 } * 16)
            #expect(large.depth.allSatisfy { $0 >= 0 && $0 < .infinity })
        }
    }

    @Test func enlargingCanBeStopped() throws {
        let frame = try wall(20, 14)
        #expect(throws: ReconstructionStopped.self) { try frame.enlarged(2, shouldStop: { true }) }
    }
}

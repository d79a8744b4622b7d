import MeshModel
import Testing

@testable import ScanPackages

/// Depth and pictures of lenses that bend, as a camera without a lens sees them.
@Suite struct FlatViewTests {
    private static let lenses = [
        ScanLens(.openCV, [-0.15, 0.02, 0.001, -0.002]), ScanLens(.openCVFisheye, [0.05, 0.01, -0.002, 0.0003]),
    ]
    private let camera = PinholeIntrinsics(fx: 90, fy: 92, cx: 64, cy: 47, width: 128, height: 96)

    /// Numbers of the formulas in COLMAP's `models.h`, computed by hand.
    @Test(arguments: [
        (lenses[0], SIMD2(0.5, -0.3), SIMD2(0.473676, -0.284274)),
        (lenses[1], SIMD2(1.5, -0.8), SIMD2(0.975075, -0.520040)),
        (
            ScanLens(.fullOpenCV, [0.1, -0.05, 0.001, -0.002, 0.02, 0.03, -0.01, 0.004]), SIMD2(0.5, -0.3),
            SIMD2(0.507832, -0.304767)
        ),
        (ScanLens(.radial, [0.1, -0.02]), SIMD2(0.5, -0.3), SIMD2(0.515844, -0.309506)),
    ])
    func raysAreSeenWhereCOLMAPSeesThem(_ lens: ScanLens, _ ray: SIMD2<Double>, _ expected: SIMD2<Double>) throws {
        let found = try #require(LensProjection(lens)).place(of: ray)
        #expect(abs(found.x - expected.x) < 1e-6 && abs(found.y - expected.y) < 1e-6)
    }

    /// The distance of a slanted wall from the camera's plane along a ray.
    private func wall(_ ray: SIMD2<Double>) -> Double { 2 / (1 + 0.2 * ray.x + 0.1 * ray.y) }

    /// The depth of the wall through a lens, and a picture whose red and green are the ray's.
    private func image(_ lens: ScanLens) throws -> (depth: DepthMap, rgb: [UInt8]) {
        let projection = try #require(LensProjection(lens))
        var map = DepthMap(
            width: camera.width, height: camera.height,
            samples: [UInt16](repeating: 0, count: camera.width * camera.height), scale: 1e-4)
        var rgb = [UInt8](repeating: 0, count: camera.width * camera.height * 3)
        for y in 0..<camera.height {
            for x in 0..<camera.width {
                let place = SIMD2((Double(x) + 0.5 - camera.cx) / camera.fx, (Double(y) + 0.5 - camera.cy) / camera.fy)
                var ray = place
                for _ in 0..<200 { ray += (place - projection.place(of: ray)) * 0.7 }
                let at = y * camera.width + x
                map.samples[at] = UInt16((wall(ray) / map.scale).rounded())
                (rgb[at * 3], rgb[at * 3 + 1]) = (UInt8(100 + 50 * ray.x), UInt8(100 + 50 * ray.y))
            }
        }
        return (map, rgb)
    }

    @Test(arguments: lenses) func aWallIsFlat(_ lens: ScanLens) throws {
        let view = try #require(FlatView(lens, camera))
        let (depth, pixels, leftOut) = view.depth(try image(lens).depth)
        let own = try #require(view.camera.scaled(toWidth: depth.width, height: depth.height))
        var measured = 0
        for y in 0..<depth.height {
            for x in 0..<depth.width where depth.samples[y * depth.width + x] > 0 {
                measured += 1
                let ray = SIMD2((Double(x) + 0.5 - own.cx) / own.fx, (Double(y) + 0.5 - own.cy) / own.fy)
                let found = Double(depth.samples[y * depth.width + x]) * depth.scale
                // At the border the nearest pixel counts.
                #expect(abs(found - wall(ray)) < 0.008)
            }
        }
        #expect(measured >= 128 * 96 * 9 / 10 && leftOut == 0)
        #expect(pixels.count { $0 >= 0 } == measured)
    }

    @Test(arguments: lenses) func thePictureLiesOnTheDepth(_ lens: ScanLens) throws {
        let view = try #require(FlatView(lens, camera))
        let picture = view.picture(ContiguousArray(try image(lens).rgb), width: camera.width, height: camera.height)
        let own = try #require(view.camera.scaled(toWidth: picture.width, height: picture.height))
        var seen = 0
        for y in stride(from: 0, to: picture.height, by: 5) {
            for x in stride(from: 0, to: picture.width, by: 5) where picture.rgb[(y * picture.width + x) * 3] > 0 {
                seen += 1
                let ray = SIMD2((Double(x) + 0.5 - own.cx) / own.fx, (Double(y) + 0.5 - own.cy) / own.fy)
                let red = Double(picture.rgb[(y * picture.width + x) * 3])
                #expect(abs(red - 100 - 50 * ray.x) < 3)
            }
        }
        #expect(seen > 100)
    }

    /// Between a near and a far pixel there is nothing.
    @Test func aJumpStaysOne() throws {
        var samples = [UInt16](repeating: 10_000, count: 128 * 96)
        for y in 0..<96 { for x in 64..<128 { samples[y * 128 + x] = 20_000 } }
        let view = try #require(FlatView(Self.lenses[0], camera))
        let depth = view.depth(DepthMap(width: 128, height: 96, samples: samples, scale: 1e-4)).map
        #expect(Set(depth.samples) == [0, 10_000, 20_000])
    }

    /// A polynomial that turns back would show the middle again at the border.
    @Test func whatLiesBeyondTheReachOfAFormulaIsNotSeen() throws {
        let lens = ScanLens(.openCV, [-0.6, 0, 0, 0])
        let reach = try #require(LensProjection(lens)).reach(upTo: 4)
        // The derivative of r − 0.6 r³ is 0 at 0.745.
        #expect(abs(reach - 0.745) < 0.02)
    }

    @Test func formulasThatAreNotHereGiveNoView() {
        #expect(FlatView(ScanLens(.thinPrismFisheye, []), camera) == nil)
        var unknown = camera
        unknown.width = 0
        #expect(FlatView(Self.lenses[0], unknown) == nil)
        var endless = camera
        endless.fx = 1e-300
        #expect((FlatView(Self.lenses[0], endless)?.camera.width).map { $0 <= 3 * 128 } == true)
    }

    /// A file says the sizes of depth and pictures.
    @Test func largeImagesGetNoMuchLargerViews() throws {
        var wide = camera
        (wide.fx, wide.fy) = (45, 46)
        let view = try #require(FlatView(Self.lenses[1], wide))
        #expect(view.camera.width > 2 * camera.width)
        let (width, height) = (4096, 3072)
        let map = DepthMap(width: width, height: height, samples: [UInt16](repeating: 1000, count: width * height))
        let made = view.depth(map).map
        #expect(made.width * made.height <= 1 << 24)
    }
}

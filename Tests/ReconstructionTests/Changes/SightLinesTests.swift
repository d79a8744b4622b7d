import MeshModel
import Testing

@testable import Reconstruction

@Suite struct SightLinesTests {
    private let places: [SIMD3<Float>] = [
        SIMD3(0, 0, -1), SIMD3(0.3, 0.2, -2), SIMD3(0, 0, -3), SIMD3(0, 0, 1), SIMD3(9, 0, -1), SIMD3(.nan, 0, 0),
        SIMD3(0, 0, -1.94),
    ]

    @Test func placesBeforeAWallAreOpenAndBehindItUnseen() throws {
        var lines = SightLines(try SyntheticCloud.cloud(places))
        try lines.add(SyntheticScene.wall(depth: 2))
        let verdicts = places.indices.map { lines.verdict($0) }
        // Before it, on it, behind it, behind the camera, beside the picture, no place, 6 cm before it at 2 m.
        #expect(verdicts == [.open, .occupied, .unseen, .unseen, .unseen, .unseen, .occupied])
        #expect(lines.verdict(-1) == .unseen && lines.verdict(99) == .unseen)
    }

    @Test func aLookPastAnEdgeProvesNothing() throws {
        // A hole in the measurement beside the pixel that looks at the place.
        let (width, height) = (SyntheticScene.width, SyntheticScene.height)
        var meters = [Float](repeating: 2, count: width * height)
        meters[height / 2 * width + width / 2 + 1] = 0
        let frame = try DepthFrame(
            meters: meters, width: width, height: height, intrinsics: SyntheticScene.intrinsics,
            cameraToWorld: .identity)
        var lines = SightLines(try SyntheticCloud.cloud([SIMD3(0.001, -0.001, -1), SIMD3(0.5, 0, -1)]))
        try lines.add(frame)
        #expect(lines.verdict(0) == .unseen && lines.verdict(1) == .open)
    }

    @Test func uncertainPixelsDoNotCount() throws {
        let (width, height) = (SyntheticScene.width, SyntheticScene.height)
        var levels = [UInt8](repeating: 0, count: width * height)
        levels[0] = 2
        let frame = try DepthFrame(
            meters: [Float](repeating: 2, count: width * height), width: width, height: height, confidence: levels,
            intrinsics: SyntheticScene.intrinsics, cameraToWorld: .identity)
        var lines = SightLines(try SyntheticCloud.cloud(places))
        try lines.add(frame)
        #expect(places.indices.allSatisfy { lines.verdict($0) == .unseen })
    }

    @Test func mostFramesDecide() throws {
        var lines = SightLines(try SyntheticCloud.cloud([SIMD3(0, 0, -1)]))
        try lines.add(SyntheticScene.wall(depth: 1))
        try lines.add(SyntheticScene.wall(depth: 2))
        #expect(lines.verdict(0) == .occupied)
        try lines.add(SyntheticScene.wall(depth: 2))
        #expect(lines.verdict(0) == .open)
    }

    @Test func threadsDoNotMatterAndWorkStops() throws {
        let many = try SyntheticCloud.cloud(SyntheticCloud.random(40_000).map { $0 * 4 - SIMD3(2, 2, 4) })
        var (one, two) = (SightLines(many), SightLines(many, margin: .nan))
        try one.add(SyntheticScene.wall(depth: 2))
        try two.add(SyntheticScene.wall(depth: 2), workers: TwoWorkers())
        #expect((0..<many.count).allSatisfy { one.verdict($0) == two.verdict($0) })
        #expect(throws: ReconstructionStopped.self) { try one.add(SyntheticScene.wall(depth: 2)) { true } }
    }
}

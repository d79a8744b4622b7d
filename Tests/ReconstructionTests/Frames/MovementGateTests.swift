import MeshModel
import Testing

@testable import Reconstruction

@Suite struct MovementGateTests {
    private func pose(x: Double, turned degrees: Double = 0) -> Affine {
        // Turns of up to 10 degrees, for which the pose's series is good.
        var pose = RigidPose(.identity)
        for _ in 0..<20 {
            pose = pose.moved(rotation: SIMD3(0, degrees * .pi / 3600, 0), about: SIMD3(), translation: SIMD3())
        }
        pose.eye.x = x
        return pose.affine
    }

    /// Which frames pass, in order.
    private func passed(_ distance: Double, _ degrees: Double, _ poses: [Affine]) -> [Int] {
        var gate = MovementGate(distance: distance, degrees: degrees)
        return poses.indices.filter { gate.passes(poses[$0]) }
    }

    @Test func aFrameCountsOnceTheCameraMovedSinceTheLastThatCounted() {
        #expect(passed(0.02, 2, (0..<10).map { pose(x: Double($0) * 0.0075) }) == [0, 3, 6, 9])
    }

    @Test(arguments: [2.0, 30, 90, 170]) func aTurnCountsAsWell(degrees: Double) {
        let turns = [0, 0.99, 1.01, 1.5, 0]
        #expect(passed(0.02, degrees, turns.map { pose(x: 0, turned: degrees * $0) }) == [0, 2, 4])
    }

    @Test func brokenPosesNeverCountAndChangeNothing() {
        var broken = [pose(x: .nan), pose(x: .infinity), pose(x: 1), pose(x: 1)]
        broken[2].x.x = .nan
        broken[3].x.x = -1
        #expect(passed(0.02, 2, broken + [pose(x: 0)] + broken + [pose(x: 0.01), pose(x: 0.03)]) == [4, 10])
    }

    @Test func withoutADistanceAllCountAndWithoutAnEndNoneAfterTheFirst() {
        #expect(passed(-1, .nan, [pose(x: 0), pose(x: 0)]) == [0, 1])
        #expect(passed(.infinity, .infinity, [pose(x: 0), pose(x: 9, turned: 170)]) == [0])
    }
}

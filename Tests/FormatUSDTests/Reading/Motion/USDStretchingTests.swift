import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// UsdSkel makes matrices of rotations without giving them the length 1, so that they also scale. Expected places are those
/// of usd-core 26.11 (`UsdSkel.BakeSkinning`).
@Suite struct USDStretchingTests {
    static func poses(_ turn: String) -> String {
        """
        uniform token[] joints = ["a/b", "a"]
        quatf[] rotations.timeSamples = {
            10: [(1, 0, 0, 0), (1, 0, 0, 0)],
            34: [(0.7071, 0, 0, 0.7071), (\(turn))],
        }
        half3[] scales.timeSamples = {
            10: [(1, 1, 1), (1, 1, 1)],
            22: [(2, 1, 1), (1, 1, 3)],
        }
        float3[] translations = [(0, 2, 0), (0, 0, 0)]
        """
    }

    @Test func whatRotationsStretchStandsWhereUSDShowsIt() throws {
        let start = [[100, 10, 1], [100, 12, 1], [101, 13, 1], [99.25, 14.25, 1]]
        let slightly: [(Double, [[Double]])] = [
            (0, start),
            (
                0.5,
                [
                    [101.4142, 8.29291, 2.535537], [100, 9.292922, 3.535533], [101, 10.000034, 4.242633],
                    [97.878683, 9.823268, 4.06587],
                ]
            ),
            (
                1,
                [
                    [101.999961, 7.000096, 1.999981], [100, 7.000096, 2.000019], [101, 7.000115, 3],
                    [98.5, 7.000082, 1.250092],
                ]
            ),
        ]
        try expect("0.7071, 0.7071, 0, 0", slightly)
        let much: [(Double, [[Double]])] = [
            (0, start),
            (
                0.5,
                [
                    [101.4142, 8.862555, 2.947178], [100, 10.1, 3.725], [101, 10.975, 4.275],
                    [97.878683, 10.756265, 4.137509],
                ]
            ),
            (1, [[101.999961, 7.399981, 3.899954], [100, 7.4, 3.9], [101, 7.9, 5.1], [98.5, 7.025029, 3.000069]]),
        ]
        try expect("1.2, 0.5, 0, 0", much)
    }

    private func expect(_ turn: String, _ expected: [(Double, [[Double]])]) throws {
        let document = try USDMotionFixture.read(USDMotionFixture.arm(animation: Self.poses(turn)))
        let arm = try document.scene.node("Arm")
        for (second, places) in expected {
            let points = PosedScene(scene: document.scene, second: second).points(of: arm)
            #expect(isNear(points, places), "\(turn) at \(second): \(points)")
        }
        #expect(document.diagnostics.map(\.code).contains("usd.motion-resampled"))
    }

    @Test func whatIsNoScaleAlongTheAxesIsSaidWithItsBound() throws {
        let document = try USDMotionFixture.read(USDMotionFixture.arm(animation: Self.poses("1.2, 0.5, 0.3, 0.1")))
        let said = document.diagnostics.filter { $0.code == "usd.motion-approximated" }
        #expect(said.count == 1 && said.first?.severity == .warning)
    }

    @Test(arguments: ["0, 0, 0, 0", "1e30, 1e30, 0, 0", "3e38, 3e38, 3e38, 3e38", "-2, 0, 0, 0", "0, 1e-30, 0, 0"])
    func anyLengthIsRead(_ turn: String) throws {
        _ = try USDMotionFixture.read(USDMotionFixture.arm(animation: Self.poses(turn)))
    }

    /// Only the third key stretches: keys are added beside it alone, and scales change there.
    @Test func onlyWhatStretchesGetsFurtherKeys() throws {
        let turns = ["1, 0, 0, 0", "0.8, 0, 0.6, 0", "0.80001, 0, 0.6, 0", "0.6, 0, 0.8, 0", "0, 0, 1, 0"]
        let samples = turns.enumerated().map { "\($0.offset): [(1, 0, 0, 0), (\($0.element))]," }
            .joined(separator: "\n")
        let scene = try USDMotionFixture.read(
            USDMotionFixture.arm(
                animation: """
                    uniform token[] joints = ["a/b", "a"]
                    quatf[] rotations.timeSamples = {
                    \(samples)
                    }
                    half3[] scales = [(1, 1, 1), (1, 1, 1)]
                    float3[] translations = [(0, 2, 0), (0, 0, 0)]
                    """)
        ).scene
        let turn = try #require(try scene.sampler("Shoulder", .rotation))
        let size = try #require(try scene.sampler("Shoulder", .scale))
        let times = turn.times.doubles().map { $0 * 24 }
        #expect(times.filter { $0 < 0.99 } == [0] && times.filter { $0 > 3.01 }.count == 1, "\(times)")
        #expect(size.times.count < turn.times.count)
        let sizes = size.values.doubles()
        #expect(sizes.first == 1 && sizes.last == 1)
        #expect(try scene.sampler("Elbow", .scale) == nil)
    }

    /// With shear at keys, what lies between them is not followed less closely.
    @Test func whatShearsStillMovesOnItsCircle() throws {
        let scene = try USDMotionFixture.read(
            """
            #usda 1.0
            def Xform "A"
            {
                double3 xformOp:translate:pivot = (1, 0, 0)
                double xformOp:rotateZ.timeSamples = { 0: 0, 96: 720 }
                matrix4d xformOp:transform = ((1, 0, 0, 0), (0.3, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
                uniform token[] xformOpOrder = ["xformOp:translate:pivot", "xformOp:rotateZ",
                    "!invert!xformOp:translate:pivot", "xformOp:transform"]
            }
            """
        ).scene
        let node = try scene.node("A")
        for second in [0.1, 0.37, 1.9, 3.3] {
            let place = PosedScene(scene: scene, second: second).local(node).rows
            let distance = ((place[12] - 1) * (place[12] - 1) + place[13] * place[13]).squareRoot()
            #expect(abs(distance - 1) < 1e-4, "\(second): \(distance)")
        }
    }

    @Test func aStretchingPoseThatShearsIsSaidWithoutKeysOfIt() throws {
        let document = try USDMotionFixture.read(
            USDMotionFixture.arm(
                animation: """
                    uniform token[] joints = ["a/b", "a"]
                    quatf[] rotations = [(1, 0, 0, 0), (1.2, 0.5, 0.3, 0.1)]
                    half3[] scales = [(1, 1, 1), (1, 1, 1)]
                    float3[] translations.timeSamples = { 0: [(0, 2, 0), (0, 0, 0)], 24: [(0, 2, 0), (5, 0, 0)] }
                    """))
        #expect(document.diagnostics.contains { $0.code == "usd.motion-approximated" })
    }

    /// Whatever the sign of a quaternion, half a turn goes the way that USD goes.
    @Test func halfATurnGoesTheWayOfItsSigns() throws {
        let scene = try USDMotionFixture.read(
            USDMotionFixture.arm(
                animation: """
                    uniform token[] joints = ["a/b", "a"]
                    quatf[] rotations.timeSamples = {
                        0: [(1, 0, 0, 0), (0, 0, 1, 0)],
                        24: [(1, 0, 0, 0), (0.7071, 0, -0.7071, 0)],
                        48: [(1, 0, 0, 0), (1, 0, 0, 0)],
                        72: [(1, 0, 0, 0), (0, 0, 1, 0)],
                    }
                    half3[] scales = [(1, 1, 1), (1, 1, 1)]
                    float3[] translations = [(0, 2, 0), (0, 0, 0)]
                    """)
        ).scene
        // Halfway from no turn to half a turn about +Y, x looks to −z.
        let x = PosedScene(scene: scene, second: 2.5).local(try scene.node("Shoulder")).rows
        #expect(abs(x[0]) < 1e-3 && abs(x[2] + 1) < 1e-3, "\(x)")
    }

    @Test func rotationsOfLengthOneStayAsTheyAre() throws {
        let turn = SIMD4(0, 0, 0.70710677, 0.70710677)
        let scene = try USDMotionFixture.read(USDMotionFixture.arm()).scene
        let sampler = try #require(try scene.sampler("Elbow", .rotation))
        #expect(Array(sampler.values.doubles()[4..<8]) == (0..<4).map { Double(Float(turn[$0])) })
        #expect(try scene.sampler("Elbow", .scale) == nil)
    }
}

import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Transform operations with time samples become the clip of a scene. Expected places are those of usd-core.
@Suite struct USDNodeMotionTests {
    private func scene(
        _ operations: String, _ order: String, header: String = "timeCodesPerSecond = 10"
    ) throws -> MeshScene {
        try USDMotionFixture.read(USDMotionFixture.node(operations, order: order, header: header)).scene
    }

    /// The local matrix of the node at a second.
    private func matrix(_ scene: MeshScene, _ second: Double) throws -> [Double] {
        PosedScene(scene: scene, second: second).local(try scene.node("N")).rows
    }

    private func isNear(_ numbers: [Double], _ expected: [Double], _ tolerance: Double = 1e-6) -> Bool {
        zip(numbers, expected).allSatisfy { ($0 - $1).magnitude <= tolerance }
    }

    @Test func translationRotationAndScaleKeepTheirOwnKeys() throws {
        let scene = try scene(
            """
            quatf xformOp:orient.timeSamples = {0: (1, 0, 0, 0), 5: (0, 1, 0, 0)}
            float3 xformOp:scale = (9, 9, 9)
            float3 xformOp:scale.timeSamples = {0: (1, 1, 1), 20: (2, 0.1, 3)}
            double3 xformOp:translate.timeSamples = {0: (0.1, 0, 0), 10: (1, 2, 3)}
            """, #""xformOp:translate", "xformOp:orient", "xformOp:scale""#)
        let move = try #require(try scene.sampler("N", .translation))
        #expect(move.interpolation == .linear && move.times.type == .float32 && move.times.doubles() == [0, 1])
        #expect(move.values.type == .float64 && move.values.doubles() == [0.1, 0, 0, 1, 2, 3])
        let turn = try #require(try scene.sampler("N", .rotation))
        #expect(turn.times.doubles() == [0, 0.5] && turn.values.doubles() == [0, 0, 0, 1, 1, 0, 0, 0])
        let size = try #require(try scene.sampler("N", .scale))
        #expect(size.values.type == .float32 && size.times.doubles() == [0, 2])
        // At rest it has the value that no time has, where there is one.
        #expect(
            scene.nodes[0].transform
                == .trs(translation: SIMD3(0.1, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(9, 9, 9)))
        #expect(scene.timeline == Timeline(codesPerSecond: 10, start: 0))
    }

    /// Matrices of usd-core: the real part of a quaternion of another length says the angle, the others the axis.
    @Test(arguments: [
        ("(0.707, 0, 0, 0.707)", [-0.000302, 1, 0, -1, -0.000302, 0, 0, 0, 1]),
        ("(0.5, 0.5, 0, 0)", [1, 0, 0, 0, -0.5, 0.8660254, 0, -0.8660254, -0.5]),
        ("(2, 0, 0, 2)", [1, 0, 0, 0, 1, 0, 0, 0, 1]),
        ("(0.3, 0, 0.1, 0)", [-0.82, 0, -0.5723635, 0, 1, 0, 0.5723635, 0, -0.82]),
        ("(0.7, 0, 0, 0)", [1, 0, 0, 0, 1, 0, 0, 0, 1]),
    ])
    func quaternionsOfOtherLengthsTurnAsInUSD(_ turn: String, _ expected: [Double]) throws {
        let order = #""xformOp:orient""#
        let still = try scene("quatd xformOp:orient = \(turn)", order)
        let moving = try scene("quatd xformOp:orient.timeSamples = {0: \(turn), 10: \(turn), 20: (1, 0, 0, 0)}", order)
        for matrix in [try matrix(still, 0), try matrix(moving, 0), try matrix(moving, 1)] {
            let own = [0, 1, 2, 4, 5, 6, 8, 9, 10].map { matrix[$0] }
            #expect(isNear(own, expected), "\(own)")
        }
    }

    @Test func twoSamplesOfOneMomentAreAStep() throws {
        let scene = try scene(
            "double3 xformOp:translate.timeSamples = {0: (0, 0, 0), 9.999999999999998: (0, 0, 0), 10: (1, 0, 0), "
                + "19.999999999999996: (1, 0, 0), 20: (3, 0, 0)}", #""xformOp:translate""#)
        let move = try #require(try scene.sampler("N", .translation))
        #expect(move.interpolation == .step && move.times.doubles() == [0, 1, 2])
        #expect(move.values.doubles() == [0, 0, 0, 1, 0, 0, 3, 0, 0])
    }

    @Test func aJumpOnAWayIsTwoKeys() throws {
        let scene = try scene(
            "double3 xformOp:translate.timeSamples = {0: (0, 0, 0), 9.999999999999998: (1, 0, 0), 10: (5, 0, 0), "
                + "20: (6, 0, 0)}", #""xformOp:translate""#)
        let move = try #require(try scene.sampler("N", .translation))
        #expect(move.interpolation == .linear)
        #expect(move.times.doubles() == [0, Double(Float(1).nextDown), 1, 2])
        #expect(move.values.doubles() == [0, 0, 0, 1, 0, 0, 5, 0, 0, 6, 0, 0])
    }

    @Test func aValueThatEndsIsHeldAndThenIsNone() throws {
        let scene = try scene(
            "double3 xformOp:translate.timeSamples = {0: (1, 0, 0), 10: None, 20: (4, 0, 0), 30: (6, 0, 0)}",
            #""xformOp:translate""#)
        let places = try [0, 0.9, 1, 1.9, 2, 2.5].map { try matrix(scene, $0)[12] }
        #expect(isNear(places, [1, 1, 0, 0, 4, 5]))
    }

    @Test func aTurnAboutOneAxisGoesTheWholeWay() throws {
        let scene = try scene("float xformOp:rotateZ.timeSamples = {0: 0, 10: 720}", #""xformOp:rotateZ""#)
        let turn = try #require(try scene.sampler("N", .rotation))
        #expect(turn.times.count == 9)
        for second in [0.1, 0.25, 0.55, 0.99] {
            let (s, c) = Angles.sinCos(degrees: second * 720)
            #expect(isNear(try matrix(scene, second), [c, s, 0, 0, -s, c], 1e-5), "at \(second)")
        }
        #expect(scene.clips[0].channels.count == 1)
    }

    @Test func turnsAboutSeveralAxesStayNear() throws {
        let scene = try scene(
            "float3 xformOp:rotateXYZ.timeSamples = {0: (0, 0, 0), 10: (90, 90, 0)}", #""xformOp:rotateXYZ""#)
        let expected: [(Double, [Double])] = [
            (0.2, [0.951057, 0, -0.309017, 0, 0.095492, 0.951057, 0.293893, 0, 0.293893, -0.309017, 0.904508]),
            (0.5, [0.707107, 0, -0.707107, 0, 0.5, 0.707107, 0.5, 0, 0.5, -0.707107, 0.5]),
            (0.9, [0.156434, 0, -0.987688, 0, 0.975528, 0.156434, 0.154508, 0, 0.154508, -0.987688, 0.024472]),
        ]
        for (second, rows) in expected { #expect(isNear(try matrix(scene, second), rows, 3e-5), "at \(second)") }
        #expect(scene.clips[0].channels.map(\.property) == [.rotation])
    }

    /// Nothing has no rotation: that of the next moment counts, or a false one would show while it grows.
    @Test(arguments: [
        (0.1, [0.05474, 0.056685, -0.061566, -0.037036, 0.082379, 0.042918, 0.075046, -0.000692, 0.066088]),
        (0.5, [0.375, 0.216506, -0.25, -0.023684, 0.394575, 0.306186, 0.32987, -0.217798, 0.306186]),
        (1.5, [0.462708, 0.081588, -0.17101, 0.204874, 0.543838, 0.813798, 0.318796, -0.823173, 0.469846]),
    ])
    func whatGrowsFromNothingTurnsAsItShould(_ second: Double, _ expected: [Double]) throws {
        let document = try USDMotionFixture.read(
            USDMotionFixture.node(
                """
                float3 xformOp:rotateXYZ.timeSamples = {0: (30, 40, 50), 10: (60, 20, 10)}
                float3 xformOp:scale.timeSamples = {0: (0, 0, 0), 10: (1, 1, 1), 20: (0, 1, 1)}
                """, order: #""xformOp:rotateXYZ", "xformOp:scale""#))
        let matrix = try matrix(document.scene, second)
        #expect(isNear([0, 1, 2, 4, 5, 6, 8, 9, 10].map { matrix[$0] }, expected, 1e-4))
        #expect(document.residue.isEmpty && !document.diagnostics.contains { $0.code == "usd.motion-approximated" })
    }

    @Test func aPivotIsKeptWithoutANodeOfItsOwn() throws {
        let scene = try scene(
            """
            float3 xformOp:translate:pivot = (1, 0, 0)
            float xformOp:rotateZ.timeSamples = {0: 0, 10: 720}
            """, #""xformOp:translate:pivot", "xformOp:rotateZ", "!invert!xformOp:translate:pivot""#)
        let expected: [(Double, [Double])] = [
            (0.1, [0.309017, 0.951057, 0, 0, -0.951057, 0.309017, 0, 0, 0, 0, 1, 0, 0.690983, -0.951057, 0]),
            (0.7, [-0.809017, 0.587785, 0, 0, -0.587785, -0.809017, 0, 0, 0, 0, 1, 0, 1.809017, -0.587785, 0]),
        ]
        for (second, rows) in expected { #expect(isNear(try matrix(scene, second), rows, 6e-5), "at \(second)") }
    }

    @Test func aMovingMatrixIsReadByItsNumbers() throws {
        let scene = try scene(
            """
            matrix4d xformOp:transform.timeSamples = {
                0: ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), 10: ((0,2,0,0),(-2,0,0,0),(0,0,2,0),(5,6,7,1))
            }
            """, #""xformOp:transform""#)
        let expected: [(Double, [Double])] = [
            (0.2, [0.8, 0.4, 0, 0, -0.4, 0.8, 0, 0, 0, 0, 1.2, 0, 1, 1.2, 1.4]),
            (0.5, [0.5, 1, 0, 0, -1, 0.5, 0, 0, 0, 0, 1.5, 0, 2.5, 3, 3.5]),
        ]
        for (second, rows) in expected { #expect(isNear(try matrix(scene, second), rows, 2e-4), "at \(second)") }
    }

    @Test func aMatrixThatShearsOnItsWayIsNamed() throws {
        let document = try USDMotionFixture.read(
            USDMotionFixture.node(
                """
                matrix4d xformOp:transform.timeSamples = {
                    0: ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), 10: ((0,1,0,0),(0,0,1,0),(1,0,0,0),(0,0,0,1))
                }
                """, order: #""xformOp:transform""#))
        #expect(document.diagnostics.contains { $0.code == "usd.motion-approximated" && $0.severity == .warning })
        #expect(document.residue.compactMap(\.shownAs) == [.skewedMotion])
        #expect(document.scene.clips.count == 1)
    }

    @Test func parentsThatMoveDoNotMoveWhatResetsTheStack() throws {
        let scene = try USDMotionFixture.read(
            """
            (
                timeCodesPerSecond = 10
            )
            def Xform "P" {
                double3 xformOp:translate.timeSamples = {0: (1, 2, 3), 10: (4, 2, 3)}
                float xformOp:rotateY.timeSamples = {0: 0, 10: 90}
                uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateY"]
                def Xform "N" {
                    double3 xformOp:translate.timeSamples = {0: (0, 0, 0), 10: (0, 8, 0)}
                    uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:translate"]
                }
            }
            """
        ).scene
        for (second, height) in [(0.0, 0.0), (0.3, 2.4), (0.5, 4.0)] {
            let world = PosedScene(scene: scene, second: second).world(try scene.node("N"))
            #expect(isNear(world.rows, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, height, 0], 2e-4), "at \(second)")
        }
    }

    @Test func offsetsAndRatesOfOtherLayersScaleTimes() throws {
        let scene = try USDMotionFixture.read(
            """
            (
                timeCodesPerSecond = 24
                startTimeCode = 10
            )
            def "A" (references = @b.usda@</B> (offset = 10; scale = 2)) {
            }
            """,
            [
                "b.usda": """
                (
                    timeCodesPerSecond = 48
                )
                def Xform "B" {
                    double3 xformOp:translate.timeSamples = {0: (0, 0, 0), 48: (1, 0, 0)}
                    uniform token[] xformOpOrder = ["xformOp:translate"]
                }
                """
            ]
        ).scene
        // {0, 48} is {10, 58} on the stage.
        #expect(try #require(try scene.sampler("A", .translation)).times.doubles() == [0, 2])
    }

    private static let walk = "double3 xformOp:translate.timeSamples = {12: (0, 0, 0), 24: (1, 0, 0)}"

    @Test(arguments: [
        ("", 24.0, 12.0, [0.0, 0.5]), ("framesPerSecond = 12", 12, 12, [0, 1]),
        ("timeCodesPerSecond = 6\nframesPerSecond = 12", 6, 12, [0, 2]),
        ("timeCodesPerSecond = 0\nframesPerSecond = 12", 24, 12, [0, 0.5]),
        ("timeCodesPerSecond = -1", 24, 12, [0, 0.5]), ("startTimeCode = 6", 24, 6, [0.25, 0.75]),
        ("startTimeCode = 18\nendTimeCode = 24", 24, 12, [0, 0.5]),
    ])
    func secondsCountFromTheStart(_ header: String, _ rate: Double, _ start: Double, _ times: [Double]) throws {
        let document = try USDMotionFixture.read(
            USDMotionFixture.node(Self.walk, order: #""xformOp:translate""#, header: header))
        #expect(document.scene.timeline?.codesPerSecond == rate && document.scene.timeline?.start == start)
        #expect(try #require(try document.scene.sampler("N", .translation)).times.doubles() == times)
        let isOdd = header.contains("timeCodesPerSecond = 0") || header.contains("timeCodesPerSecond = -1")
        #expect(document.diagnostics.contains { $0.code == "usd.rate" } == isOdd)
        #expect(document.diagnostics.contains { $0.code == "usd.early-motion" } == header.contains("= 18"))
    }

    /// Text can't say that, crate files can.
    @Test func aRateOfFramesOfZeroIsReadAs24() throws {
        var layer = USDLayer()
        layer.specs[0]["framesPerSecond"] = .real(.double, 0)
        let prim = layer.define("N", "Xform", below: 0)
        let move = layer.attribute(prim, "xformOp:translate", "double3", nil)
        layer.specs[move]["timeSamples"] = .samples([12, 24]) { index in .tuple(.double3, [Double(index), 0, 0]) }
        layer.attribute(prim, "xformOpOrder", "token[]", .texts(.token, ["xformOp:translate"]), isUniform: true)
        let bytes = try CrateWriterTests.crate(layer)
        let document = try USDFormat().read(.bytes(bytes, name: "a.usdc"), options: ReadOptions())
        #expect(document.scene.timeline?.codesPerSecond == 24 && document.scene.timeline?.framesPerSecond == nil)
        #expect(document.diagnostics.contains { $0.code == "usd.rate" })
    }
}

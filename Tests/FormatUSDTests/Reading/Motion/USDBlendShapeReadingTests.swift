import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Blend shapes become morph targets. Expected places are those of usd-core.
@Suite struct USDBlendShapeReadingTests {
    private func text(weights: String = weights, up: String = up, shapes: String = #"["up", "wide"]"#) -> String {
        """
        (
            timeCodesPerSecond = 10
        )
        def SkelRoot "Root" (
            prepend apiSchemas = ["SkelBindingAPI"]
        ) {
            rel skel:skeleton = </Root/Skel>
            def Skeleton "Skel" (
                prepend apiSchemas = ["SkelBindingAPI"]
            ) {
                rel skel:animationSource = </Root/Skel/Talk>
                def SkelAnimation "Talk" {
                    uniform token[] blendShapes = ["other", "wide", "up"]
                    \(weights)
                }
            }
            def Mesh "Face" (
                prepend apiSchemas = ["SkelBindingAPI"]
            ) {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                uniform token[] skel:blendShapes = \(shapes)
                rel skel:blendShapeTargets = [</Root/Face/Up>, </Root/Face/Wide>]
                uniform token subdivisionScheme = "none"
                def BlendShape "Up" {
                    \(up)
                }
                def BlendShape "Wide" {
                    uniform vector3f[] offsets = [(0, 0, 1), (0, 0, 2), (0, 0, 3)]
                    uniform vector3f[] normalOffsets = [(1, 0, 0), (0, 0, 0), (0, 0, 0)]
                }
            }
        }
        """
    }

    private static let weights = """
        float[] blendShapeWeights = [9, 0.5, 0.25]
        float[] blendShapeWeights.timeSamples = {0: [0, 0, 0], 10: [5, 1, 1], 20: [0, -1, 1.5]}
        """
    private static let up = """
        uniform vector3f[] offsets = [(0, 2, 0), (0, 4, 0)]
        uniform int[] pointIndices = [2, 0]
        uniform vector3f[] inbetweens:half = [(1, 1, 0), (1, 0, 0)] (
            weight = 0.5
        )
        """

    @Test func pointsMoveAsUSDMovesThemAlsoByShapesOnTheWay() throws {
        let document = try USDMotionFixture.read(text())
        let face = try document.scene.node("Face")
        let expected: [(Double, [[Double]])] = [
            (0, [[0, 0, 0], [1, 0, 0], [0, 1, 0]]), (0.25, [[0.5, 0, 0.25], [1, 0, 0.5], [0.5, 1.5, 0.75]]),
            (0.5, [[1, 0, 0.5], [1, 0, 1], [1, 2, 1.5]]), (0.75, [[0.5, 2, 0.75], [1, 0, 1.5], [0.5, 2.5, 2.25]]),
            (1, [[0, 4, 1], [1, 0, 2], [0, 3, 3]]), (1.5, [[-0.5, 6, 0], [1, 0, 0], [-0.5, 3.5, 0]]),
            (2, [[-1, 8, -1], [1, 0, -2], [-1, 4, -3]]),
        ]
        for (second, places) in expected {
            #expect(isNear(PosedScene(scene: document.scene, second: second).points(of: face), places), "at \(second)")
        }
        #expect(document.residue.compactMap(\.shownAs).isEmpty)
    }

    @Test func targetsAreDenseDifferencesInTheOrderOfTheMesh() throws {
        let scene = try USDMotionFixture.read(text()).scene
        #expect(scene.nodes.map(\.name) == ["Root", "Skel", "Face"])
        #expect(scene.meshes[0].targets.map(\.name) == ["up", "wide", "up:half"])
        // At rest, 0.25 of `up` is half of the shape on the way.
        #expect(scene.meshes[0].targets.map(\.weight) == [0, 0.5, 0.5])
        let set = scene.vertexSets[0]
        let up = try #require(set.attribute(.target(0, .position))?.values)
        #expect(up.type == .float32 && up.doubles() == [0, 4, 0, 0, 0, 0, 0, 2, 0])
        #expect(set.attribute(.target(1, .normal))?.values.doubles() == [1, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(set.attribute(.target(0, .normal)) == nil)
        let weights = try #require(try scene.sampler("Face", .weights))
        #expect(weights.values.components == 3 && weights.times.doubles() == [0, 0.5, 1, 2])
    }

    @Test(arguments: [
        ("[2, 0]", "[2, 3]"), ("[2, 0]", "[2]"), ("[2, 0]", "[2, -1]"), ("(0, 4, 0)]", "(0, nan, 0)]"),
        ("weight = 0.5", "weight = 1"), ("weight = 0.5", #"customData = {}"#),
    ])
    func shapesThatDoNotFitChangeNothing(_ change: (String, String)) throws {
        let up = Self.up.replacing(change.0, with: change.1)
        #expect(up != Self.up)
        let document = try USDMotionFixture.read(text(up: up))
        #expect(document.scene.meshes[0].targets.count >= 2)
        #expect(document.diagnostics.contains { $0.code == "usd.blend-shape" && $0.severity == .warning })
    }

    @Test func differencesThatAreNoNumbersAreKeptAsTheyAre() throws {
        let document = try USDMotionFixture.read(text(up: Self.up.replacing("(0, 4, 0)]", with: "(-inf, nan, 0)]")))
        let up = try #require(document.scene.vertexSets[0].attribute(.target(0, .position))?.values.doubles())
        #expect(up[0] == -.infinity && up[1].isNaN && Array(up[2...]) == [0, 0, 0, 0, 0, 2, 0])
        #expect(document.diagnostics.contains { $0.code == "usd.blend-shape" && $0.severity == .warning })
    }

    @Test func namesWithoutTargetsAreLeftOut() throws {
        let document = try USDMotionFixture.read(text(shapes: #"["up"]"#))
        #expect(document.scene.meshes[0].targets.isEmpty)
        #expect(document.diagnostics.contains { $0.code == "usd.blend-shape" })
        #expect(document.residue.contains { $0.shownAs == .morphTargets })
    }

    @Test func weightsOfAWrongCountAreLeftOut() throws {
        let document = try USDMotionFixture.read(
            text(weights: "float[] blendShapeWeights.timeSamples = {0: [0, 0, 0], 10: [5, 1], 20: [0, 0, 1]}"))
        #expect(try #require(try document.scene.sampler("Face", .weights)).times.doubles().last == 2)
        #expect(document.diagnostics.contains { $0.code == "usd.samples" })
    }
}

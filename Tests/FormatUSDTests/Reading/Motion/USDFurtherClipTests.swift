import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Animations that no skeleton plays are further clips of the skeleton with their joints.
@Suite struct USDFurtherClipTests {
    private func text(_ other: String, bound: Bool = true) -> String {
        let one = "[(1, 0, 0, 0), (1, 0, 0, 0)]"
        return """
            (
                timeCodesPerSecond = 10
            )
            def SkelRoot "Root" (prepend apiSchemas = ["SkelBindingAPI"]) {
                def Skeleton "Skel" (prepend apiSchemas = ["SkelBindingAPI"]) {
                    uniform token[] joints = ["a", "a/b"]
                    uniform matrix4d[] bindTransforms = [\(matrix(0)), \(matrix(2))]
                    uniform matrix4d[] restTransforms = [\(matrix(0)), \(matrix(2))]
                    \(bound ? "rel skel:animationSource = </Root/Walk>" : "")
                }
                def SkelAnimation "Walk" {
                    uniform token[] joints = ["a", "a/b"]
                    float3[] translations.timeSamples = {0: [(0, 0, 0), (0, 2, 0)], 10: [(5, 0, 0), (0, 2, 0)]}
                    quatf[] rotations = \(one)
                    half3[] scales = [(1, 1, 1), (1, 1, 1)]
                }
                \(other)
            }
            """
    }

    private func matrix(_ y: Int) -> String { "((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, \(y), 0, 1))" }

    private func wave(_ joints: String = "\"a/b\"", _ moves: String = "40: [(0, 2, 0)], 60: [(0, 2, 9)]") -> String {
        """
        def SkelAnimation "Wave" {
            uniform token[] joints = [\(joints)]
            float3[] translations.timeSamples = {\(moves)}
            quatf[] rotations = [(1, 0, 0, 0)]
            half3[] scales = [(1, 1, 1)]
        }
        """
    }

    @Test func eachIsAClipThatBeginsAtZero() throws {
        let document = try USDMotionFixture.read(text(wave()))
        let scene = document.scene
        #expect(scene.clips.map(\.name) == ["Walk", "Wave"] && document.residue.isEmpty)
        let wave = scene.clips[1]
        let channel = try #require(wave.channels.first)
        #expect(wave.channels.count == 1 && scene.nodes[channel.node].name == "b")
        #expect(wave.samplers[channel.sampler].times.doubles() == [0, 2])
        #expect(wave.samplers[channel.sampler].values.doubles() == [0, 2, 0, 0, 2, 9])
        #expect(document.diagnostics.contains { $0.code == "usd.further-clip" })
    }

    @Test func sizesAndBlendShapesChangeInThemToo() throws {
        let smiling = wave().replacing(
            "half3[] scales = [(1, 1, 1)]",
            with: """
                half3[] scales.timeSamples = {40: [(1, 1, 1)], 60: [(2, 1, 1)]}
                uniform token[] blendShapes = ["smile"]
                float[] blendShapeWeights.timeSamples = {40: [0.25], 50: [1]}
                """)
        let face = """
            def Mesh "Face" (prepend apiSchemas = ["SkelBindingAPI"]) {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                uniform token subdivisionScheme = "none"
                rel skel:skeleton = </Root/Skel>
                uniform token[] skel:blendShapes = ["smile"]
                rel skel:blendShapeTargets = </Root/Face/Smile>
                def BlendShape "Smile" {
                    uniform vector3f[] offsets = [(0, 2, 0), (0, 0, 0), (0, 0, 0)]
                }
            }
            """
        let scene = try USDMotionFixture.read(text(smiling + "\n" + face)).scene
        #expect(scene.clips.map(\.name) == ["Walk", "Wave"])
        let wave = scene.clips[1]
        func sampler(_ node: String, _ property: AnimationChannel.Property) throws -> AnimationSampler {
            let index = try scene.node(node)
            let channel = try #require(wave.channels.first { $0.node == index && $0.property == property })
            return wave.samplers[channel.sampler]
        }
        let scale = try sampler("b", .scale)
        #expect(scale.times.doubles() == [0, 2] && scale.values.doubles() == [1, 1, 1, 2, 1, 1])
        let weights = try sampler("Face", .weights)
        #expect(weights.times.doubles() == [0, 1] && weights.values.doubles() == [0.25, 1])
    }

    @Test func oneOfASkeletonAtRestIsTheOnlyClip() throws {
        let scene = try USDMotionFixture.read(text("", bound: false)).scene
        #expect(scene.clips.map(\.name) == ["Walk"])
    }

    @Test func otherJointsAreALossThatIsSaid() throws {
        let document = try USDMotionFixture.read(text(wave("\"a/c\"")))
        #expect(document.scene.clips.count == 1)
        #expect(document.residue.contains { $0.path.hasPrefix("SkelAnimation") })
    }

    @Test func oneWithoutPosesIsLeftOut() throws {
        let broken = wave().replacing("half3[] scales = [(1, 1, 1)]", with: "")
        let document = try USDMotionFixture.read(text(broken))
        #expect(document.scene.clips.count == 1)
        #expect(document.diagnostics.contains { $0.code == "usd.skel-animation" })
    }
}

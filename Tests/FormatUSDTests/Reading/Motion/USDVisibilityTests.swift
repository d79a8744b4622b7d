import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// What is invisible is hidden, at rest and at times (UsdGeomImageable).
@Suite struct USDVisibilityTests {
    private func prim(_ visibility: String, rate: String = "timeCodesPerSecond = 10") -> String {
        """
        (
            \(rate)
        )
        def Xform "N" {
            \(visibility)
            def Mesh "M" {
                uniform token subdivisionScheme = "none"
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
            }
        }
        """
    }

    @Test func anInvisiblePrimIsHidden() throws {
        let document = try USDMotionFixture.read(prim("token visibility = \"invisible\""))
        #expect(document.scene.nodes.map(\.isVisible) == [false, true])
        #expect(document.residue.isEmpty)
    }

    @Test func samplesAreSteps() throws {
        let document = try USDMotionFixture.read(
            prim("token visibility.timeSamples = {10: \"invisible\", 15: \"inherited\", 20: \"invisible\", 30: None}"))
        let clip = try #require(document.scene.clips.first)
        #expect(clip.channels == [AnimationChannel(node: 0, property: .visibility, sampler: 0)])
        #expect(clip.samplers[0].interpolation == .step)
        #expect(clip.samplers[0].times.doubles() == [0, 0.5, 1, 2])
        #expect(clip.samplers[0].values.integers() == [0, 1, 0, 1])
        #expect(document.scene.nodes[0].isVisible == false)
        #expect(document.residue.isEmpty)
    }

    @Test func theDefaultIsTheStateAtRest() throws {
        let scene = try USDMotionFixture.read(
            prim("token visibility = \"inherited\"\ntoken visibility.timeSamples = {0: \"invisible\"}")
        ).scene
        #expect(scene.nodes[0].isVisible)
        #expect(scene.clips.first?.samplers[0].values.integers() == [0])
    }

    /// Times that aren't numbers, that fall together or that have words of no meaning.
    @Test(
        arguments: [
            "{0: \"invisible\", 1e-30: \"inherited\"}", "{-1e308: \"invisible\", 1e308: \"inherited\"}",
            "{0: \"maybe\", 5: \"invisible\"}", "{}", "{0: None}",
        ])
    func oddSamplesGiveASceneThatFits(_ samples: String) throws {
        _ = try USDMotionFixture.read(prim("token visibility.timeSamples = \(samples)"))
    }

    @Test func guidesAreHidden() throws {
        let document = try USDMotionFixture.read(prim("uniform token purpose = \"guide\""))
        #expect(document.scene.hiddenNodes.contains(true))
        #expect(document.residue.map(\.kind) == ["property"])
    }

    /// A stand-in is hidden beside what it stands for, else it would be seen twice; alone, it is all there is.
    @Test(arguments: [("render", [true, false]), ("default", [true, true]), ("guide", [false, true])])
    func standInsAreHiddenBesideWhatTheyStandFor(_ purpose: String, _ isVisible: [Bool]) throws {
        let shapes = [(purpose, "A"), ("proxy", "B")].map { purpose, name in
            """
            def Mesh "\(name)" {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                uniform token purpose = "\(purpose)"
            }
            """
        }
        let scene = try USDMotionFixture.read(shapes.joined(separator: "\n")).scene
        #expect(scene.hiddenNodes.map { !$0 } == isVisible)
    }

    /// A guide stays one, whatever is said of its visibility, and so do its copies.
    @Test func guidesThatBlinkOrAreCopiedAreHidden() throws {
        let shape = """
            int[] faceVertexCounts = [3]
            int[] faceVertexIndices = [0, 1, 2]
            point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
            uniform token purpose = "guide"
            """
        let scene = try USDMotionFixture.read(
            """
            def Mesh "Blinks" {
                \(shape)
                token visibility.timeSamples = {0: "inherited", 10: "invisible"}
            }
            def PointInstancer "Copies" {
                int[] protoIndices = [0, 0]
                point3f[] positions = [(0, 0, 0), (5, 0, 0)]
                rel prototypes = </Copies/P>
                def Mesh "P" {
                    \(shape)
                }
            }
            """
        ).scene
        let hidden = scene.hiddenNodes
        #expect(scene.nodes.indices.allSatisfy { scene.nodes[$0].mesh == nil || hidden[$0] })
        #expect(!scene.clips.contains { $0.channels.contains { $0.property == .visibility } })
    }

    /// Where what is rendered can't be seen, its stand-in can.
    @Test func aStandInOfSomethingInvisibleIsShown() throws {
        let shapes = [("render", "invisible"), ("proxy", "inherited")].map { purpose, visibility in
            """
            def Mesh "\(purpose)" {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                uniform token purpose = "\(purpose)"
                token visibility = "\(visibility)"
            }
            """
        }
        let scene = try USDMotionFixture.read(shapes.joined(separator: "\n")).scene
        #expect(scene.hiddenNodes == [true, false])
    }

    @Test func whatIsHiddenIsWrittenAndComesBack() throws {
        var scene = USDScenes.square()
        scene.nodes = [Node(name: "a", children: [1]), Node(name: "b", mesh: 0, isVisible: false)]
        scene.scenes = [SceneRoot(roots: [0])]
        scene.clips = [
            AnimationClip(
                name: "blink", channels: [AnimationChannel(node: 0, property: .visibility, sampler: 0)],
                samplers: [
                    AnimationSampler(
                        times: Column([0.25, 1] as [Float]), values: Column([0, 1] as [UInt8]), interpolation: .step)
                ])
        ]
        let bytes = try USDScenes.write(scene).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("token visibility = \"invisible\""))
        #expect(text.contains("6: \"invisible\""))
        let read = try USDScenes.read(bytes).scene
        #expect(read.nodes.map(\.isVisible) == [true, false])
        #expect(read.clips.first?.channels == scene.clips[0].channels)
        #expect(read.clips.first?.samplers[0].times.doubles() == [0.25, 1])
        #expect(read.clips.first?.samplers[0].values.integers() == [0, 1])
    }
}

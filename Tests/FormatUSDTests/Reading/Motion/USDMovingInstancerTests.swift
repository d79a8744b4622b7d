import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Point instancers whose columns have time samples.
@Suite struct USDMovingInstancerTests {
    /// An instancer of two copies of a triangle.
    private func document(_ columns: String, indices: String = "[0, 0]") throws -> Document {
        let text = """
            #usda 1.0
            (
                timeCodesPerSecond = 24
                startTimeCode = 0
            )
            def PointInstancer "birds" {
                rel prototypes = </birds/bird>
                int[] protoIndices = \(indices)
                point3f[] positions = [(0, 0, 0), (5, 0, 0)]
                \(columns)
                def Mesh "bird" {
                    int[] faceVertexCounts = [3]
                    int[] faceVertexIndices = [0, 1, 2]
                    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                    uniform token subdivisionScheme = "none"
                }
            }
            """
        return try USDFormat().read(Input.bytes(Array(text.utf8), name: "birds.usda"), options: ReadOptions())
    }

    private let flight = "point3f[] positions.timeSamples = {0: [(0, 0, 0), (5, 0, 0)], 24: [(0, 2, 0), (5, 0, 0)]}"

    @Test func eachCopyIsANodeThatFollowsItsRow() throws {
        let read = try document(flight)
        let scene = read.scene
        #expect(read.residue.isEmpty && read.diagnostics.allSatisfy { $0.code != "usd.animated" })
        #expect(scene.nodes.allSatisfy { $0.instances == nil } && NodeWalk(scene).instances.count == 2)
        let clip = try #require(scene.clips.first)
        // The second copy stays where it is.
        #expect(clip.channels.map(\.property) == [.translation])
        #expect(clip.samplers[0].times.doubles() == [0, 1] && clip.samplers[0].values.doubles() == [0, 0, 0, 0, 2, 0])
        let node = scene.nodes[clip.channels[0].node]
        #expect(node.children.count == 1 && scene.nodes[node.children[0]].mesh == 0)
    }

    /// The second copy never has a rotation.
    @Test func aColumnMayLackACopyAtAllTimes() throws {
        let scene = try document(
            """
            int[] protoIndices.timeSamples = {0: [0], 24: [0, 0]}
            point3f[] positions.timeSamples = {0: [(0, 0, 0)], 24: [(0, 0, 0), (1, 0, 0)]}
            quath[] orientations.timeSamples = {0: [(1, 0, 0, 0)], 24: []}
            """
        ).scene
        #expect(!scene.nodes.isEmpty)
    }

    @Test func rotationsAndScalesMoveToo() throws {
        let scene = try document(
            """
            quath[] orientations.timeSamples = {0: [(1, 0, 0, 0), (1, 0, 0, 0)], 12: [(1, 0, 0, 0), (0, 0, 1, 0)]}
            float3[] scales.timeSamples = {6: [(1, 1, 1), (2, 2, 2)], 18: [(3, 3, 3), (2, 2, 2)]}
            """
        ).scene
        let clip = try #require(scene.clips.first)
        #expect(clip.channels.map(\.property) == [.scale, .rotation])
        #expect(clip.samplers[0].times.doubles() == [0.25, 0.75] && clip.samplers[0].values.doubles()[3] == 3)
        #expect(clip.samplers[1].values.doubles() == [0, 0, 0, 1, 0, 1, 0, 0])
        #expect(clip.channels[0].node != clip.channels[1].node)
    }

    /// As usd-core 26.11 computes their matrices; between keys it rounds rotations to halves.
    @Test func rotationsOfOtherLengthsStretch() throws {
        let scene = try document(
            "quath[] orientations.timeSamples = {0: [(2, 0, 0, 0), (1, 0, 0, 0)], 12: [(0, 0, 0, 0), (0, 0, 0.5, 0)]}"
        ).scene
        let node = try #require(scene.clips.first?.channels.first?.node)
        let expected = [(0.0, 1.0, 0.0), (0.125, 0.9268207, 0.3534274), (0.25, 0.7500534, 0.4998932), (0.5, 0.5, 0)]
        for (second, cosine, sine) in expected {
            let rows = PosedScene(scene: scene, second: second).local(node).rows
            let wanted = [cosine, 0, -sine, 0, 0, 1, 0, 0, sine, 0, cosine, 0]
            #expect(zip(rows, wanted).allSatisfy { ($0 - $1).magnitude < 2e-4 }, "\(second): \(rows)")
        }
        #expect(Set(try #require(scene.clips.first).channels.map(\.node)) == [node], "the first copy turns nowhere")
    }

    /// They stay where they are first, and the report says so.
    @Test(arguments: [
        "vector3f[] velocities = [(0, 1, 0), (0, 1, 0)]",
        "quath[] orientations.timeSamples = {0: [(1, 0, 0, 0), (1, 0, 0, 0)], 24: [(1, 0, 0, 0)]}",
        "float3[] scales.timeSamples = {0: [(1, 1, 1), (1, 1, 1)], 24: None}",
        "float3[] scales.timeSamples = {0: [(1, 1, 1), (1, 1, 1)], 24: [(1, inf, 1), (1, 1, 1)]}",
    ])
    func rowsThatDoNotGoOnStayAsTheyAreFirst(_ column: String) throws {
        let read = try document(flight + "\n" + column)
        #expect(read.scene.clips.isEmpty)
        #expect(read.scene.nodes.contains { $0.instances?.count == 2 })
        #expect(read.residue.contains { $0.kind == "animation" })
        #expect(read.diagnostics.contains { $0.code == "usd.animated" })
    }

    @Test func tooManyCopiesStayAsTheyAreFirst() throws {
        let count = USDSceneBuilder.mostMoving.copies + 1
        let row = "[" + (0..<count).map { "(\($0), 0, 0)" }.joined(separator: ", ") + "]"
        let zeros = "[" + (0..<count).map { _ in "0" }.joined(separator: ", ") + "]"
        let read = try document(
            "point3f[] positions.timeSamples = {0: \(row), 24: \(row.replacing("(7, 0", with: "(7, 1"))}",
            indices: zeros)
        #expect(read.scene.clips.isEmpty && read.scene.nodes.contains { $0.instances?.count == count })
        #expect(read.residue.contains { $0.kind == "animation" })
    }

    /// Copies of an instancer that another one copies move with it.
    @Test func copiesOfMovingCopiesMove() throws {
        let text = """
            #usda 1.0
            def PointInstancer "flocks" {
                rel prototypes = </flocks/flock>
                int[] protoIndices = [0, 0]
                point3f[] positions = [(0, 0, 0), (100, 0, 0)]
                def PointInstancer "flock" {
                    rel prototypes = </flocks/flock/bird>
                    int[] protoIndices = [0]
                    point3f[] positions.timeSamples = {0: [(0, 0, 0)], 24: [(0, 2, 0)]}
                    def Mesh "bird" {
                        int[] faceVertexCounts = [3]
                        int[] faceVertexIndices = [0, 1, 2]
                        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                    }
                }
            }
            """
        let scene = try USDFormat().read(Input.bytes(Array(text.utf8), name: "f.usda"), options: ReadOptions()).scene
        #expect(NodeWalk(scene).instances.count == 2)
        #expect(scene.clips.first?.channels.count == 2)
    }
}

import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Point instancers whose copies appear, vanish or become copies of something else.
@Suite struct USDVaryingInstancerTests {
    private func document(_ columns: String) throws -> Document {
        func mesh(_ name: String) -> String {
            """
            def Mesh "\(name)" {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                uniform token subdivisionScheme = "none"
            }
            """
        }
        let text = """
            #usda 1.0
            (
                timeCodesPerSecond = 1
                startTimeCode = 0
            )
            def PointInstancer "sparks" \(columns.contains("inactive") ? "(inactiveIds = [3])" : "") {
                rel prototypes = [</sparks/spark>, </sparks/ash>]
                \(columns)
                \(mesh("spark"))
                \(mesh("ash"))
            }
            """
        return try USDFormat().read(Input.bytes(Array(text.utf8), name: "sparks.usda"), options: ReadOptions())
    }

    /// What a copy shows: its mesh, whether it is shown at rest, and its steps of visibility.
    private struct Copy {
        var mesh: Int?
        var isVisible: Bool
        var steps: [String]
    }

    private func shown(_ scene: MeshScene) -> [Copy] {
        guard let instancer = scene.nodes.first(where: { $0.name == "sparks" }) else { return [] }
        return instancer.children.map { child in
            var steps: [String] = []
            for channel in scene.clips.first?.channels ?? [] where channel.node == child {
                guard channel.property == .visibility, let sampler = scene.clips.first?.samplers[channel.sampler] else {
                    continue
                }
                steps += zip(sampler.times.doubles(), sampler.values.integers()).map { "\(Int($0)): \($1)" }
            }
            let mesh = scene.nodes[child].children.first.flatMap { scene.nodes[$0].mesh }
            return Copy(mesh: mesh, isVisible: scene.nodes[child].isVisible, steps: steps)
        }
    }

    private let places = "point3f[] positions = [(0, 0, 0), (5, 0, 0)]"

    @Test func hiddenCopiesAppear() throws {
        let read = try document(
            "\(places)\nint[] protoIndices = [0, 0]\nint64[] invisibleIds.timeSamples = {0: [], 1: [0], 2: [1, 0], 3: []}"
        )
        #expect(read.residue.isEmpty && read.diagnostics.allSatisfy { $0.code != "usd.animated" })
        let copies = shown(read.scene)
        #expect(copies.map(\.steps) == [["0: 1", "1: 0", "3: 1"], ["0: 1", "2: 0", "3: 1"]])
        #expect(copies.map(\.isVisible) == [true, true])
        let sampler = try #require(read.scene.clips.first?.samplers.first)
        #expect(sampler.interpolation == .step)
    }

    /// Rows keep their places when their numbers change: what hides goes by number, places by row.
    @Test func numbersMoveFromRowToRow() throws {
        let read = try document(
            """
            point3f[] positions = [(0, 0, 0), (5, 0, 0), (9, 0, 0)]
            int[] protoIndices = [0, 0, 0]
            int64[] ids.timeSamples = {0: [1, 2, 3], 4: [3, 2, 1]}
            int64[] invisibleIds = [2] # and 3 is inactive
            """)
        #expect(shown(read.scene).map(\.steps) == [["0: 1", "4: 0"], ["0: 0", "4: 1"]])
        #expect(shown(read.scene).map(\.isVisible) == [true, false])
    }

    @Test func aRowBecomesACopyOfSomethingElse() throws {
        let copies = shown(
            try document("\(places)\nint[] protoIndices.timeSamples = {0: [0, 1], 2: [1, 1], 5: [0, 7]}").scene)
        #expect(copies.map(\.mesh) == [0, 1, 1])
        #expect(copies.map(\.steps) == [["0: 1", "2: 0", "5: 1"], ["0: 0", "2: 1", "5: 0"], ["0: 1", "5: 0"]])
    }

    /// USD doesn't interpolate between arrays of different lengths.
    @Test func rowsComeAndGo() throws {
        let scene = try document(
            """
            int[] protoIndices.timeSamples = {0: [0], 2: [0, 0], 4: [0]}
            point3f[] positions.timeSamples = {0: [(0, 0, 0)], 1: [(1, 0, 0)], 2: [(3, 0, 0), (7, 0, 0)], 4: [(0, 9, 0)]}
            """
        ).scene
        let copies = shown(scene)
        #expect(copies.map(\.steps) == [[], ["0: 0", "2: 1", "4: 0"]])
        let clip = try #require(scene.clips.first)
        let moves = clip.channels.filter { $0.property == .translation }.map { clip.samplers[$0.sampler] }
        // The second row has one place.
        #expect(moves.count == 1)
        let times = moves[0].times.doubles()
        #expect(times.map { ($0 * 100).rounded() / 100 } == [0, 1, 2, 2, 4, 4])
        #expect(stride(from: 0, to: 18, by: 3).map { moves[0].values.doubles()[$0] } == [0, 1, 1, 3, 3, 0])
        let second = scene.nodes[scene.nodes[0].children[1]]
        #expect(second.transform == .trs(translation: SIMD3(7, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: .one))
    }

    /// USD shows nothing where places and prototypes don't belong together.
    @Test func copiesWithoutPlacesAreHidden() throws {
        let copies = shown(
            try document("\(places)\nint[] protoIndices.timeSamples = {0: [0, 0], 1: [0], 2: [0, 0]}").scene)
        #expect(copies.map(\.steps) == [["0: 1", "1: 0", "2: 1"], ["0: 1", "1: 0", "2: 1"]])
    }

    @Test func whatIsAlwaysThereHasNoChannel() throws {
        let scene = try document("\(places)\nint[] protoIndices.timeSamples = {0: [0, 0], 1: [0, 0]}").scene
        #expect(scene.clips.isEmpty && NodeWalk(scene).instances.count == 2)
    }

    /// They stay as they are first, and the report says so.
    @Test(arguments: [
        "vector3f[] velocities = [(0, 1, 0), (0, 1, 0)]",
        "float3[] scales = [(1, 1, 1)]",
        "quath[] orientations.timeSamples = {0: [(1, 0, 0, 0), (1, 0, 0, 0)], 1: [(1, 0, 0, 0)]}",
        "float3[] scales.timeSamples = {0: [(1, 1, 1), (1, 1, 1)], 1: [(1, inf, 1), (1, 1, 1)]}",
    ])
    func columnsOfOtherRowsStayAsTheyAre(_ column: String) throws {
        let read = try document("\(places)\n\(column)\nint[] protoIndices.timeSamples = {0: [0, 0], 1: [1, 0]}")
        #expect(read.scene.clips.isEmpty)
        #expect(read.residue.contains { $0.kind == "animation" })
    }

    @Test func tooManyCopiesStayAsTheyAre() throws {
        let count = USDSceneBuilder.mostMoving.copies / 2 + 1
        let places = "[" + (0..<count).map { "(\($0), 0, 0)" }.joined(separator: ", ") + "]"
        func indices(_ number: Int) -> String {
            "[" + (0..<count).map { _ in "\(number)" }.joined(separator: ", ") + "]"
        }
        let read = try document(
            "point3f[] positions = \(places)\nint[] protoIndices.timeSamples = {0: \(indices(0)), 1: \(indices(1))}")
        #expect(read.scene.clips.isEmpty && read.residue.contains { $0.kind == "animation" })
    }
}

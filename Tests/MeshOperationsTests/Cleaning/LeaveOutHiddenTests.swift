import MeshModel
import Testing

@testable import MeshOperations

@Suite struct LeaveOutHiddenTests {
    private let source: MeshScene = {
        var scene = MeshScene()
        scene.vertexSets = [VertexSet(count: 3), VertexSet(count: 4), VertexSet(count: 5)]
        scene.meshes = [0, 1, 2, 1].map { Mesh(primitives: [.cloud(vertexSet: $0, count: 3)]) }
        scene.nodes = [
            Node(mesh: 0, isVisible: false), Node(children: [2], mesh: 1, isVisible: false), Node(mesh: 2),
            Node(children: [0], mesh: 2), Node(mesh: 1),
        ]
        scene.scenes = [SceneRoot(roots: [3, 1, 4])]
        return scene
    }()

    /// A mesh stays if a visible node shows it.
    @Test func whatOnlyHiddenNodesOrNoneShowGoes() throws {
        let result = try #require(leaveOutHidden(source))
        try result.scene.validate()
        #expect(result.rest.nodes == [3, 4] && result.rest.meshes == [1, 2] && result.rest.vertexSets == [1, 2])
        #expect(result.scene.nodes.map(\.mesh) == [1, 0] && result.scene.nodes.map(\.children) == [[], []])
        #expect(result.scene.scenes[0].roots == [0, 1])
        #expect(result.scene.meshes.map { $0.primitives[0].vertexSet } == [0, 1])
        #expect(result.hidden.map(\.node) == [0, 1] && result.hidden.map(\.count) == [1, 2])
    }

    @Test func whereNothingIsHiddenNothingChanges() {
        var scene = source
        for index in scene.nodes.indices { scene.nodes[index].isVisible = true }
        scene.meshes.removeLast()
        #expect(leaveOutHidden(scene) == nil)
        // Without nodes that have meshes, all meshes are meant.
        scene.nodes = [Node()]
        scene.scenes = []
        #expect(leaveOutHidden(scene) == nil)
    }

    /// Boxes, areas and baked scenes have only what is shown.
    @Test func boxesAreOfWhatIsShown() throws {
        var scene = source
        for (index, set) in scene.vertexSets.enumerated() {
            let place = SIMD3<Float>(repeating: Float(index))
            let numbers = (0..<set.count).flatMap { _ in [place.x, place.y, place.z] }
            scene.vertexSets[index].attributes = [Attribute(.position, Column(numbers, components: 3))]
        }
        let box = try #require(Bounds(scene))
        #expect(box.minimum == SIMD3(1, 1, 1) && box.maximum == SIMD3(2, 2, 2))
        #expect(bakeHierarchy(scene).scene.nodes.map(\.isVisible) == [true, false, false, false, true, true])
    }

    @Test func aPoseIsThatOfItsMoment() {
        var scene = source
        scene.clips = [
            AnimationClip(
                channels: [AnimationChannel(node: 0, property: .visibility, sampler: 0)],
                samplers: [
                    AnimationSampler(
                        times: Column([0.5, 1] as [Float]), values: Column([1, 0] as [UInt8]), interpolation: .step)
                ])
        ]
        func isVisible(_ seconds: Double) -> Bool {
            poseScene(scene, at: Moment(clip: 0, seconds: seconds)).scene.nodes[0].isVisible
        }
        #expect(isVisible(0) && isVisible(0.75) && !isVisible(1))
        #expect(!poseScene(scene, at: .rest).scene.nodes[0].isVisible)
    }
}

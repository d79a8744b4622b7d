import MeshModel
import MeshOperations
import Testing

@Suite struct ExpandInstancesTests {
    private var scene: MeshScene {
        var scene = MeshScene()
        scene.meshes = [Mesh(primitives: [])]
        scene.nodes = [
            Node(
                name: "wood", transform: .trs(translation: SIMD3(1, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: .one),
                children: [1], mesh: 0,
                instances: NodeInstances([
                    Attribute(.translation, Column([0, 0, 0, 5, 0, 0] as [Float], components: 3)),
                    Attribute(
                        .rotation, Column([0, 0, 0, 127, 0, 0, 127, 0] as [Int8], components: 4), normalized: true),
                ])), Node(name: "sign"),
        ]
        scene.scenes = [SceneRoot(roots: [0])]
        return scene
    }

    @Test func eachRowBecomesANodeBehindTheChildren() {
        let (expanded, correspondence) = expandInstances(scene)
        #expect(expanded.nodes.count == 4)
        #expect(expanded.nodes[0].children == [1, 2, 3])
        #expect(expanded.nodes[0].mesh == nil && expanded.nodes[0].instances == nil)
        #expect(
            expanded.nodes[3]
                == Node(
                    transform: .trs(translation: SIMD3(5, 0, 0), rotation: SIMD4(0, 0, 1, 0), scale: .one), mesh: 0))
        guard case .expanded(let record)? = correspondence.steps.first else {
            Issue.record("expected the step")
            return
        }
        #expect(record.nodes.map(\.copies) == [2..<4])
    }

    @Test func copiesAreShownWhereTheirRowsSay() {
        let shown = NodeWalk(scene).instances
        #expect(shown.map(\.node) == [0, 0])
        #expect(shown.map(\.transform.translation.x) == [1, 6])
        let expanded = NodeWalk(expandInstances(scene).scene).instances
        #expect(expanded.map(\.transform) == shown.map(\.transform))
    }

    @Test func rowsThatDoNotFitAreNoScene() {
        var uneven = scene
        uneven.nodes[0].instances?.attributes[0].values = Column([1, 2, 3] as [Float], components: 3)
        #expect(throws: SceneDefect.self) { try uneven.validate() }
        var bare = scene
        bare.nodes[0].mesh = nil
        #expect(throws: SceneDefect.self) { try bare.validate() }
        #expect(throws: Never.self) { try scene.validate() }
    }
}

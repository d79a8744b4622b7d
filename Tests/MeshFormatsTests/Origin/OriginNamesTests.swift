import MeshFormats
import MeshModel
import Testing

@Suite("Attributes that a record means") struct OriginNamesTests {
    private func scene() -> MeshScene {
        func points(_ name: String) -> Primitive {
            Primitive(
                topology: .points, vertexSet: 0, elementCount: 1, arity: .uniform(1), vertices: Column([0] as [Int32]),
                elementAttributes: [Attribute(AttributeSemantic(name: name), Column([1] as [Float]))])
        }
        return MeshScene(vertexSets: [VertexSet(count: 1)], primitives: [points("_A"), points("_B")])
    }

    private let doubled = { (attribute: Attribute) -> Attribute? in Attribute(attribute.semantic, Column([2.0])) }

    @Test("are found in any primitive")
    func elements() {
        var scene = scene()
        let isChanged = scene.changeAttribute(where: { $1.semantic.name == "_B" }, doubled)
        #expect(isChanged)
        let values = scene.meshes[0].primitives.map { $0.elementAttributes[0].values.doubles() }
        #expect(values == [[1], [2]])
    }

    @Test("that are nowhere change nothing")
    func nothing() {
        var scene = scene()
        let isChanged = scene.changeAttribute(where: { path, _ in path == "/vertexSets/0/POSITION" }, doubled)
        #expect(!isChanged)
        #expect(scene.meshes[0].primitives.map { $0.elementAttributes[0].values.doubles() } == [[1], [1]])
    }
}

import Testing

@testable import MeshModel

@Suite struct SceneJoiningTests {
    /// A triangle below a node, its material with a texture, and a camera and a light.
    private func scene(_ name: String, material: MaterialBinding) -> MeshScene {
        var scene = MeshScene(
            vertexSets: [
                VertexSet(
                    count: 3,
                    attributes: [Attribute(.position, Column([0, 0, 0, 1, 0, 0, 0, 1, 0] as [Float], components: 3))])
            ],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                    vertices: Column([0, 1, 2] as [UInt8]), material: material)
            ])
        scene.images = [SceneImage(uri: "maps/wall.png", bytes: Array(name.utf8))]
        scene.textures = [Texture(name: name, image: 0)]
        scene.materials = [SceneMaterial(name: name, textures: [TextureSlot("baseColor", texture: 0)])]
        scene.cameras = [Camera(name: name, projection: .perspective(yfov: 1, aspectRatio: nil, znear: 0.1, zfar: nil))]
        scene.lights = [Light(name: name, kind: .point)]
        scene.nodes = [Node(name: name, mesh: 0), Node(name: "above", children: [0], camera: 0, light: 0)]
        scene.scenes = [SceneRoot(roots: [1])]
        scene.metadata = [MetadataEntry(key: "comment", value: "all"), MetadataEntry(key: "comment", value: name)]
        return scene
    }

    @Test func partsOfTheAddedSceneFollowTheirs() throws {
        var joined = MeshScene()
        let place = NodeTransform.matrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1])
        joined.add(scene("a", material: .one(0)), below: Node(name: "A"))
        joined.add(
            scene("b", material: .perElement(Column([0] as [Int8]))),
            below: Node(name: "B", transform: place, children: [9]))
        try joined.validate()
        #expect(joined.scenes == [SceneRoot(roots: [2, 5])])
        #expect(joined.nodes.map(\.name) == ["a", "above", "A", "b", "above", "B"])
        #expect(joined.nodes[5] == Node(name: "B", transform: place, children: [4]))
        #expect(joined.nodes[4] == Node(name: "above", children: [3], camera: 1, light: 1))
        #expect(joined.nodes[3].mesh == 1)
        #expect(joined.meshes[1].primitives[0].vertexSet == 1)
        #expect(joined.materials[1].textures[0].texture == 1)
        #expect(joined.textures[1].image == 1)
        #expect(joined.images.map(\.uri) == ["maps/wall.png", "maps/2-wall.png"])
        guard case .perElement(let indices) = joined.meshes[1].primitives[0].material else {
            Issue.record("expected an index per element")
            return
        }
        #expect(indices.integers() == [1])
        #expect(joined.metadata.map(\.value) == ["all", "a", "b"])
    }

    @Test func elementsWithoutMaterialStayWithout() throws {
        var joined = scene("a", material: .one(0))
        joined.add(scene("b", material: .perElement(Column([-1] as [Int8]))), below: Node())
        guard case .perElement(let indices) = joined.meshes[1].primitives[0].material else {
            Issue.record("expected an index per element")
            return
        }
        #expect(indices.integers() == [-1])
    }
}

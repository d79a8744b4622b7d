import MeshComparison
import MeshModel
import MeshOperations
import Testing

/// A scene whose colours are painted into one texture.
@Suite struct PaintColorsTests {
    private func colors(_ numbers: [Float], _ width: Int = 3) -> Attribute {
        Attribute(.color(0), Column(numbers, components: width), frame: Frame(colorSpace: .srgb))
    }

    private func triangle(_ set: Int, _ material: MaterialBinding = .none) -> Primitive {
        Primitive(
            topology: .polygons, vertexSet: set, elementCount: 1, arity: .uniform(3),
            vertices: Column([0, 1, 2] as [Int32]), material: material)
    }

    private func painted(_ scene: MeshScene) throws -> PaintedScene {
        try #require(scene.paintingColors { _ in [1, 2, 3] })
    }

    @Test func twoMeshesShareTheTextureAndEachGetsItsCorners() throws {
        let sets = [
            VertexSet(count: 3, attributes: [colors([1, 0, 0, 1, 0, 0, 1, 0, 0])]),
            VertexSet(count: 3, attributes: [colors([0, 0, 1, 0, 1, 0, 1, 1, 1])]),
        ]
        var scene = MeshScene(vertexSets: sets, primitives: [triangle(0), triangle(1, .one(0))])
        scene.materials = [SceneMaterial(name: "White")]
        let made = try painted(scene)
        #expect(made.scene.images.map(\.bytes) == [[1, 2, 3]])
        #expect(made.scene.textures.count == 1)
        #expect(made.scene.materials.count == 2)
        #expect(made.scene.materials[0].texture("baseColor")?.texture == 0)
        #expect(made.scene.materials[1].texture("baseColor")?.texture == 0)
        let worn = made.scene.meshes[0].primitives.map { primitive in
            if case .one(let material) = primitive.material { material } else { -1 }
        }
        #expect(worn == [1, 0])
        #expect(made.scene.vertexSets.map(\.pools.count) == [1, 1])
        #expect(made.scene.vertexSets.map { $0.attribute(.color(0))?.count } == [3, 3])
        #expect(made.painted.largestDifference < 4)
        // The comparison confirms what the operation says.
        var links = Correspondence.identity(of: made.scene)
        links.steps = [.painted(made.painted)]
        let values = Comparison.differences(from: scene, to: made.scene, by: links).filter { $0.facet != .generated }
        #expect(values.isEmpty)
    }

    @Test func coordinatesGetASetThatIsFree() throws {
        let uv = Attribute(.texCoord(0), Column([Float](repeating: 0, count: 6), components: 2))
        let set = VertexSet(count: 3, attributes: [colors([Float](repeating: 0.5, count: 9)), uv])
        let made = try painted(MeshScene(vertexSets: [set], primitives: [triangle(0)]))
        #expect(made.scene.vertexSets[0].pools[0].semantic == .texCoord(1))
        #expect(made.scene.materials[0].textures[0].options.first == TextureOption("texCoord", ["1"]))
    }

    @Test func alphaOfOneIsNone() throws {
        let opaque = VertexSet(count: 3, attributes: [colors([Float](repeating: 1, count: 12), 4)])
        #expect(try painted(MeshScene(vertexSets: [opaque], primitives: [triangle(0)])).painted.components == 3)
        let clear = VertexSet(count: 3, attributes: [colors([Float](repeating: 0.5, count: 12), 4)])
        let made = try painted(MeshScene(vertexSets: [clear], primitives: [triangle(0)]))
        #expect(made.painted.components == 4)
        #expect(made.scene.materials[0]["alphaMode"] == [2])
    }

    @Test func nothingIsPaintedWhereNothingIsColoured() throws {
        #expect(
            MeshScene(vertexSets: [VertexSet(count: 3)], primitives: [triangle(0)]).paintingColors { _ in [] } == nil)
    }
}

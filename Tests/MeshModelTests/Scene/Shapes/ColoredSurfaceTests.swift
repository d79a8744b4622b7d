import MeshModel
import Testing

/// Faces whose colours no texture shows.
@Suite struct ColoredSurfaceTests {
    private let colors = Attribute(
        .color(0), Column([255, 0, 0, 0, 255, 0, 0, 0, 255] as [UInt8], components: 3), normalized: true, frame: .srgb)

    private func triangle(_ set: Int = 0, _ material: MaterialBinding = .none) -> Primitive {
        Primitive(
            topology: .polygons, vertexSet: set, elementCount: 1, arity: .uniform(3),
            vertices: Column([0, 1, 2] as [Int32]), material: material)
    }

    private func scene(_ primitives: [Primitive], _ sets: [VertexSet], _ materials: [SceneMaterial] = []) -> MeshScene {
        var scene = MeshScene(vertexSets: sets, primitives: primitives)
        scene.materials = materials
        return scene
    }

    @Test func facesWithoutAMaterialAreBare() throws {
        let found = scene([triangle()], [VertexSet(count: 3, attributes: [colors])]).coloredSurfaces()
        #expect(found.count == 1)
        #expect(found.first?.hasBareFaces == true)
        #expect(found.first?.interpolation == .vertex)
    }

    @Test func coloursOfCornersAreSeenBeforeThoseOfVertices() throws {
        var corner = triangle()
        corner.cornerAttributes = [CornerAttribute(pool: 0, indices: Column([2, 1, 0] as [Int32]))]
        let found = scene([corner], [VertexSet(count: 3, attributes: [colors], pools: [colors])]).coloredSurfaces()
        #expect(found.first?.interpolation == .faceVarying)
        #expect(found.first?.indices?.integers() == [2, 1, 0])
    }

    @Test func aTextureOrAColourOfTheMaterialShowsSomethingElse() throws {
        let set = VertexSet(count: 3, attributes: [colors])
        let textured = SceneMaterial(textures: [TextureSlot("baseColor", texture: 0)])
        let red = SceneMaterial(parameters: [MaterialParameter("baseColor", [1, 0, 0])])
        for material in [textured, red] {
            #expect(scene([triangle(0, .one(0))], [set], [material]).coloredSurfaces().isEmpty)
        }
        #expect(scene([triangle(0, .one(0))], [set], [SceneMaterial()]).coloredSurfaces().first?.materials == [0])
    }

    @Test func aWhiteMaterialThatFacesWithoutColoursWearTooIsLeftAlone() throws {
        let sets = [VertexSet(count: 3, attributes: [colors]), VertexSet(count: 3)]
        let both = scene([triangle(0, .one(0)), triangle(1, .one(0))], sets, [SceneMaterial()])
        #expect(both.coloredSurfaces().isEmpty)
    }

    @Test func numbersThatAreNoFractionsAreNoColours() throws {
        var plain = colors
        plain.normalized = false
        #expect(scene([triangle()], [VertexSet(count: 3, attributes: [plain])]).coloredSurfaces().isEmpty)
    }
}

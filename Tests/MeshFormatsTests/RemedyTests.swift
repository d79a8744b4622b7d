import MeshFormats
import MeshModel
import Testing

@Suite struct RemedyTests {
    private func attribute(
        _ name: String, _ type: ScalarType = .float32, _ width: Int = 1, normalized: Bool = false
    ) -> Attribute {
        Attribute(AttributeSemantic(name: name), .empty(type, components: width), normalized: normalized)
    }

    private func content(_ attributes: Attribute...) -> Content {
        var scene = Scene()
        scene.vertexSets = attributes.map { VertexSet(count: 0, attributes: [$0]) }
        return Content(scene)
    }

    @Test func numbersGoToPLYAndRowsToGLTF() {
        let content = Content(Scene())
        #expect(Remedy.keeping(attribute("confidence"), of: content) == .ending("ply"))
        #expect(Remedy.keeping(attribute("confidence"), of: content, isOfElements: true) == .ending("ply"))
        #expect(Remedy.keeping(attribute("TANGENT", .float32, 4), of: content) == .ending("glb"))
        #expect(Remedy.keeping(attribute("TANGENT", .float32, 4), of: content, isOfElements: true) == nil)
        #expect(Remedy.keeping(attribute("matrix", .float32, 9), of: content) == nil)
        #expect(Remedy.keeping(attribute("TEXCOORD_1", .float32, 2), of: content) == .ending("glb"))
        #expect(Remedy.keeping(attribute("SMOOTHING_GROUP", .int32), of: content, isOfElements: true) == .ending("obj"))
    }

    @Test func colorsGoToPLYWhereAllAreAlike() {
        let codes = attribute("COLOR_0", .uint8, 3, normalized: true)
        let alpha = attribute("COLOR_0", .uint8, 4, normalized: true)
        let floats = attribute("COLOR_0", .float32, 3)
        #expect(Remedy.keeping(codes, of: content(codes)) == .ending("ply"))
        #expect(Remedy.keeping(codes, of: content(codes, floats)) == .ending("glb"))
        #expect(Remedy.keepingAlpha(of: content(alpha, alpha)) == .ending("ply"))
        #expect(Remedy.keepingAlpha(of: content(alpha, codes)) == .ending("glb"))
    }

    @Test func setsGoWhereTheirFamilyHasAPlace() {
        let faces = Primitive(topology: .polygons, vertexSet: 0, elementCount: 0, arity: .uniform(3), vertices: nil)
        let lines = Primitive(topology: .lines, vertexSet: 0, elementCount: 0, arity: .uniform(2), vertices: nil)
        #expect(Remedy.keeping(SubsetFamily(name: "groups", subsets: []), of: lines) == .ending("obj"))
        #expect(Remedy.keeping(SubsetFamily(name: "parts", subsets: []), of: faces) == .ending("usda"))
        #expect(Remedy.keeping(SubsetFamily(name: "parts", subsets: []), of: lines) == nil)
    }

    @Test func materialsGoToMTLWhereItHasWordsForAll() {
        let plain = Material(
            parameters: [MaterialParameter("Ks", [1, 1, 1])], textures: [TextureSlot("bump", texture: 0)])
        #expect(Remedy.keeping(plain) == .ending("obj"))
        #expect(Remedy.keeping(Material(parameters: [MaterialParameter("ior", [1.5])])) == .ending("glb"))
    }

    @Test func imagesGoWhereTheyAreShown() {
        var scene = Scene()
        scene.images = [Image(uri: "a.png", bytes: [1]), Image(uri: "b.png", bytes: [1]), Image(uri: "c.png")]
        scene.textures = [Texture(image: 0), Texture(image: 1)]
        scene.materials = [
            Material(textures: [TextureSlot("baseColor", texture: 0), TextureSlot("transmission", texture: 1)])
        ]
        #expect((0..<3).map { Remedy.keepingImage($0, of: scene) } == [.ending("obj"), .ending("glb"), nil])
    }

    @Test func optionsOfTexturesGoWhereTheyComeFrom() {
        let mtl = TextureSlot("baseColor", texture: 0, options: [TextureOption("-s", ["2"])])
        let sampler = TextureSlot("baseColor", texture: 0, options: [TextureOption("wrapS", ["33071"])])
        #expect(Remedy.keepingOptions(of: mtl) == .ending("obj"))
        #expect(Remedy.keepingOptions(of: sampler) == .ending("glb"))
    }
}

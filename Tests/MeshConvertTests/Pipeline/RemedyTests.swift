import FormatGLTF
import MeshConvert
import MeshFormats
import MeshModel
import Testing

@Suite struct RemedyTests {
    /// The extension of the standard format that a remedy means.
    private func ending(_ remedy: Remedy) -> String? {
        guard case .ending(let ending)? = remedy.named(among: StandardFormats.all) else { return nil }
        return ending
    }

    private func attribute(
        _ name: String, _ type: ScalarType = .float32, _ width: Int = 1, normalized: Bool = false
    ) -> Attribute {
        Attribute(AttributeSemantic(name: name), .empty(type, components: width), normalized: normalized)
    }

    private func content(_ attributes: Attribute...) -> Content {
        var scene = MeshScene()
        scene.vertexSets = attributes.map { VertexSet(count: 0, attributes: [$0]) }
        return Content(scene)
    }

    @Test func numbersGoToPLYAndRowsToGLTF() {
        let content = Content(MeshScene())
        #expect(ending(Remedy.keeping(attribute("confidence"), of: content)) == "ply")
        #expect(ending(Remedy.keeping(attribute("confidence"), of: content, isOfElements: true)) == "ply")
        #expect(ending(Remedy.keeping(attribute("TANGENT", .float32, 4), of: content)) == "glb")
        #expect(ending(Remedy.keeping(attribute("TANGENT", .float32, 4), of: content, isOfElements: true)) == "ply")
        #expect(ending(Remedy.keeping(attribute("matrix", .float32, 9), of: content)) == nil)
        #expect(ending(Remedy.keeping(attribute("TEXCOORD_1", .float32, 2), of: content)) == "glb")
        #expect(ending(Remedy.keeping(attribute("SMOOTHING_GROUP", .int32), of: content, isOfElements: true)) == "obj")
    }

    @Test func colorsGoToPLYWhereAllAreAlike() {
        let codes = attribute("COLOR_0", .uint8, 3, normalized: true)
        let floats = attribute("COLOR_0", .float32, 3)
        #expect(ending(Remedy.keeping(codes, of: content(codes))) == "ply")
        #expect(ending(Remedy.keeping(codes, of: content(codes, floats))) == "glb")
        #expect(ending(.format(keeping: .alpha(ofAll: true))) == "ply")
        #expect(ending(.format(keeping: .alpha(ofAll: false))) == "glb")
    }

    @Test func setsGoWhereTheirFamilyHasAPlace() {
        let faces = Primitive(topology: .polygons, vertexSet: 0, elementCount: 0, arity: .uniform(3), vertices: nil)
        let lines = Primitive(topology: .lines, vertexSet: 0, elementCount: 0, arity: .uniform(2), vertices: nil)
        #expect(ending(Remedy.keeping(SubsetFamily(name: "groups", subsets: []), of: lines)) == "obj")
        #expect(ending(Remedy.keeping(SubsetFamily(name: "parts", subsets: []), of: faces)) == "usda")
        #expect(ending(Remedy.keeping(SubsetFamily(name: "parts", subsets: []), of: lines)) == nil)
    }

    @Test func materialsGoToMTLWhereItHasWordsForAll() {
        #expect(ending(.format(keeping: .material(["Ks", "bump"]))) == "obj")
        #expect(ending(.format(keeping: .material(["ior"]))) == "glb")
    }

    @Test func imagesGoWhereTheyAreShown() {
        var scene = MeshScene()
        scene.images = [
            SceneImage(uri: "a.png", bytes: [1]), SceneImage(uri: "b.png", bytes: [1]), SceneImage(uri: "c.png"),
        ]
        scene.textures = [Texture(image: 0), Texture(image: 1)]
        scene.materials = [
            SceneMaterial(textures: [TextureSlot("baseColor", texture: 0), TextureSlot("transmission", texture: 1)])
        ]
        #expect(Remedy.keepingImages(of: scene).map { ending($0) } == ["obj", "glb", nil])
    }

    @Test func optionsOfTexturesGoWhereTheyComeFrom() {
        #expect(ending(.format(keeping: .textureOptions(["-s"]))) == "obj")
        #expect(ending(.format(keeping: .textureOptions(["wrapS"]))) == "glb")
    }

    @Test func anyFormatCanBeARemedy() throws {
        let formats: [any Format] = [TableFormat(), GLTFFormat()]
        #expect(Remedy.format(keeping: .tables).named(among: formats) == .ending("tab"))
        #expect(Remedy.format(keeping: .cameras).named(among: formats) == .ending("glb"))
        #expect(Remedy.format(keeping: .matrices).named(among: formats) == nil)
    }
}

/// A format of a third party.
private struct TableFormat: Format {
    var descriptor: FormatDescriptor { FormatDescriptor(id: "tab", name: "TAB", extensions: ["tab"], variants: []) }

    func remedy(for feature: Feature) -> Remedy? { feature == .tables ? .ending("tab") : nil }
}

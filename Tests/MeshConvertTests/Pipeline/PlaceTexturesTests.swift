import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting
import Testing

private struct Native: NativeDocument {}

/// OBJ and PLY have one set of texture coordinates and no rotation of textures: coordinates say where the image lies.
@Suite struct PlaceTexturesTests {
    private func options(_ words: (String, [String])...) -> [TextureOption] { words.map { TextureOption($0.0, $0.1) } }

    /// A triangle as gltfpack has it: 16-bit coordinates that the transform of the texture makes small.
    private func scene(_ materials: [SceneMaterial]) -> MeshScene {
        let positions = Attribute(.position, Column([0, 0, 0, 1, 0, 0, 0, 1, 0] as [Float], components: 3))
        let codes = Attribute(
            .texCoord(0), Column([0, 0, 65535, 0, 0, 32767] as [UInt16], components: 2), normalized: true,
            frame: .topLeftUV)
        let others = Attribute(
            .texCoord(1), Column([0, 1, 0.25, 0.5, 0.75, 0] as [Float], components: 2), frame: .topLeftUV)
        var scene = MeshScene(
            vertexSets: [VertexSet(count: 3, attributes: [positions, codes, others])],
            primitives: materials.indices.map { material in
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                    vertices: Column([0, 1, 2] as [Int32]), material: .one(material))
            })
        scene.materials = materials
        scene.images = [SceneImage(uri: "a.png", bytes: [1])]
        scene.textures = [Texture(image: 0)]
        return scene
    }

    private func material(_ options: [TextureOption], _ more: [TextureSlot] = []) -> SceneMaterial {
        SceneMaterial(textures: [TextureSlot("baseColor", texture: 0, options: options)] + more)
    }

    /// The coordinates of the corners that programs find, counted from the bottom, and the losses, which must be true.
    private func written(_ scene: MeshScene, to variant: String) throws -> (corners: [Double], losses: [Loss]) {
        let document = Document(format: "scene", variant: "scene", native: Native(), scene: scene, byteCount: 0)
        let pipeline = Pipeline()
        let route = try pipeline.route(document, to: variant, options: ConvertOptions())
        let output = Output(memoryNamed: "a." + (variant.hasPrefix("ply") ? "ply" : variant))
        try pipeline.write(document, route, options: ConvertOptions(), to: output)
        var options = ConvertOptions()
        options.reading.ignoresOrigin = true
        for side in output.sideFiles() { options.reading.sideFiles[side.name] = .bytes(side.bytes) }
        let back = try pipeline.read(Input.bytes(output.mainBytes(), name: "a.\(variant)"), options: options)
        let links = route.correspondence
        let breaches = pipeline.breaches(of: scene, [], route.losses, links, readBack: back)
        #expect(breaches.isEmpty, "\(breaches.map(\.description))")
        let set = back.scene.vertexSets[0]
        let found = try #require(set.attribute(.texCoord(0)) ?? set.pools.first { $0.semantic == .texCoord(0) })
        return (found.values.doubles(), route.losses)
    }

    @Test(arguments: ["obj", "ply.ascii", "ply.binary"])
    func codesThatATransformMakesSmallAreWhereTheImageHasThem(_ variant: String) throws {
        let (corners, losses) = try written(
            scene([material(options(("offset", ["0.5", "0.25"]), ("scale", ["0.5", "0.5"])))]), to: variant)
        let expected = [0.5, 0.75, 1, 0.75, 0.5, 1 - 0.25 - 0.5 * 32767 / 65535]
        #expect(zip(corners, expected).allSatisfy { abs($0 - $1) < 1e-6 } && corners.count == 6)
        #expect(!losses.contains { $0.code == .textureOptionsDropped })
        #expect(losses.contains { $0.code == .texturePlaced && $0.rank == .bookkeeping })
    }

    /// KHR_texture_transform turns counter-clockwise around the upper left corner of the image.
    @Test func aQuarterOfATurnIsOne() throws {
        let (corners, _) = try written(scene([material(options(("rotation", ["\(Double.pi / 2)"])))]), to: "obj")
        let expected = [0.0, 1, 0, 2, 32767.0 / 65535, 1]
        #expect(zip(corners, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test func theSetThatTheBaseColourUsesIsWritten() throws {
        let (corners, losses) = try written(scene([material(options(("texCoord", ["1"])))]), to: "obj")
        #expect(corners == [0, 0, 0.25, 0.5, 0.75, 1])
        // No value changed.
        #expect(!losses.contains { $0.code == .texturePlaced && $0.subject.hasPrefix("/vertexSets") })
        // What is lost is the set that nothing shows, by the number that it has in the source.
        #expect(losses.filter { $0.code == .attributeDropped }.map(\.subject) == ["/vertexSets/0/TEXCOORD_0"])
    }

    /// MTL says a scale, and so do materials that come from it.
    @Test func whatOBJSaysItselfStays() throws {
        let mtl = scene([material(options(("-s", ["2", "2", "1"])))])
        #expect(mtl.placingTextures(keepsMTL: true) == nil)
        #expect(mtl.placingTextures(keepsMTL: false)?.scene.materials[0].textures[0].options == [])
    }

    /// Vertices have one place in one image.
    @Test func materialsThatDisagreeStay() {
        let two = scene([material(options(("scale", ["2", "2"]))), material(options(("scale", ["3", "3"])))])
        #expect(two.placingTextures(keepsMTL: false) == nil)
    }

    @Test func aTextureThatLiesOtherwiseKeepsItsPlace() throws {
        let normal = TextureSlot("normal", texture: 0, options: options(("scale", ["4", "4"])))
        let made = try #require(
            scene([material(options(("offset", ["0.5", "0"]), ("scale", ["2", "2"])), [normal])])
                .placingTextures(keepsMTL: false))
        let placement = TexturePlacement(made.scene.materials[0].textures[1])
        #expect(placement.across == SIMD3(2, 0, -1) && placement.down == SIMD3(0, 2, 0))
        // A rotation can't be undone by a scale and an offset.
        let turned = scene([material(options(("rotation", ["1"])), [normal])])
        #expect(turned.placingTextures(keepsMTL: false) == nil)
    }
}

import MeshBytes
import MeshConvert
import MeshFormats
import MeshImages
import MeshModel
import MeshOperations
import MeshRouting
import Testing

private struct Native: NativeDocument {}

/// glTF has one image for several settings: roughness and metalness, base colour and opacity.
@Suite struct PackTexturesTests {
    private func png(_ width: Int, _ layout: PixelLayout, _ samples: [UInt8]) throws -> SceneImage {
        let height = samples.count / layout.rawValue / width
        let bytes = try PNGWriter(width: width, height: height, layout: layout).file(samples)
        return SceneImage(uri: "\(samples[0]).png", bytes: bytes)
    }

    private func scene(_ material: SceneMaterial, _ images: [SceneImage]) -> MeshScene {
        let set = VertexSet(
            count: 3,
            attributes: [
                Attribute(.position, Column([0, 0, 0, 1, 0, 0, 0, 1, 0] as [Float], components: 3)),
                Attribute(.texCoord(0), Column([0, 0, 1, 0, 0, 1] as [Float], components: 2)),
            ])
        let face = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
            vertices: Column([0, 1, 2] as [Int32]), material: .one(0))
        var scene = MeshScene(vertexSets: [set], primitives: [face])
        scene.materials = [material]
        scene.images = images
        scene.textures = images.indices.map { Texture(image: $0) }
        scene.bareModel = .previewSurface
        return scene
    }

    /// What programs that don't know the origin record read, after a check of the report for them and for meshconv.
    private func foreign(_ scene: MeshScene, to variant: String = "glb") throws -> (scene: MeshScene, losses: [Loss]) {
        let document = Document(format: "scene", variant: "scene", native: Native(), scene: scene, byteCount: 0)
        let pipeline = Pipeline()
        let route = try pipeline.route(document, to: variant, options: ConvertOptions())
        let output = Output(memoryNamed: "a.\(variant)")
        try pipeline.write(document, route, options: ConvertOptions(), to: output)
        let bytes = output.mainBytes()
        var options = ConvertOptions()
        options.reading.ignoresOrigin = true
        let back = try pipeline.read(Input.bytes(bytes, name: "a.\(variant)"), options: options)
        let breaches = pipeline.breaches(of: scene, [], route.losses, route.correspondence, readBack: back)
        #expect(breaches.isEmpty, "\(breaches.map(\.description))")
        let own = try pipeline.read(Input.bytes(bytes, name: "a.\(variant)"), options: ConvertOptions()).scene
        #expect(own.materials == scene.materials)
        #expect(own.textures == scene.textures)
        #expect(own.images.map(\.bytes) == scene.images.map(\.bytes))
        return (back.scene, route.losses)
    }

    private func pixels(_ slot: String, of scene: MeshScene) throws -> PixelImage {
        let texture = try #require(scene.materials[0].texture(slot)).texture
        let bytes = try #require(scene.images[scene.textures[texture].image].bytes)
        return try PixelImage(ContiguousArray(bytes).span)
    }

    @Test func roughnessAndMetalnessAreChannelsOfOneImage() throws {
        let material = SceneMaterial(
            model: .previewSurface,
            textures: [
                TextureSlot("roughness", texture: 0, options: [TextureOption("channel", ["r"])]),
                TextureSlot("metallic", texture: 1, options: [TextureOption("channel", ["b"])]),
            ])
        // The smaller image is spread over the larger one.
        let images = try [png(2, .gray, [10, 20, 30, 40]), png(1, .rgb, [7, 8, 9])]
        let (read, losses) = try foreign(scene(material, images))
        let image = try pixels("metallicRoughness", of: read)
        #expect((image.width, image.height, image.layout) == (2, 2, .rgb))
        #expect(image.samples == .bytes([255, 10, 9, 255, 20, 9, 255, 30, 9, 255, 40, 9]))
        #expect(read.materials[0].effective("metallic") == [1] && read.materials[0].effective("roughness") == [1])
        #expect(losses.contains { $0.code == .texturePacked && $0.severity == .generated })
        #expect(!losses.contains { $0.severity <= .rounded || $0.isUnseen })
        #expect(losses.contains { $0.code == .textureReduced && $0.cause.hasPrefix("texels of a smaller image") })
    }

    /// What the record gives back is a loss without it.
    @Test(arguments: [false, true]) func sixteenBitsThatBecomeEightAreSaid(omitsOrigin: Bool) throws {
        var writer = PNGWriter(width: 1, height: 1, layout: .gray)
        writer.bitDepth = 16
        let deep = SceneImage(uri: "deep.png", bytes: try writer.file([0x12, 0x34]))
        let material = SceneMaterial(
            textures: [TextureSlot("roughness", texture: 0), TextureSlot("metallic", texture: 1)])
        let own = scene(material, [deep, try png(1, .gray, [9])])
        let document = Document(format: "scene", variant: "scene", native: Native(), scene: own, byteCount: 0)
        var options = ConvertOptions()
        options.writing.omitsOrigin = omitsOrigin
        let pipeline = Pipeline()
        let route = try pipeline.route(document, to: "glb", options: options)
        let told = route.losses.filter { $0.code == .textureReduced }
        #expect(told.map(\.severity) == [omitsOrigin ? .approximated : .reencoded])
        let output = Output(memoryNamed: "a.glb")
        try pipeline.write(document, route, options: options, to: output)
        let back = try pipeline.read(Input.bytes(output.mainBytes(), name: "a.glb"), options: ConvertOptions())
        let links = omitsOrigin ? route.correspondence : route.correspondence?.forOwnReader
        let losses =
            omitsOrigin ? route.losses : route.losses.filter { $0.severity != .reencoded && $0.code != .texturePacked }
        #expect(pipeline.breaches(of: own, [], losses, links, readBack: back).isEmpty)
    }

    @Test func aGreyRoughnessWithoutMetalnessNeedsNoOtherImage() throws {
        let material = SceneMaterial(
            model: .previewSurface, parameters: [MaterialParameter("roughness", [0.5])],
            textures: [TextureSlot("roughness", texture: 0, options: [TextureOption("channel", ["r"])])])
        let (read, _) = try foreign(scene(material, [png(1, .gray, [10])]))
        #expect(read.images.count == 1)
        #expect(read.materials[0].texture("metallicRoughness")?.texture == 0)
        #expect(read.materials[0].effective("metallic") == [0] && read.materials[0]["roughness"] == [0.5])
    }

    @Test func opacityIsTheAlphaOfTheBaseColour() throws {
        let material = SceneMaterial(
            textures: [
                TextureSlot("baseColor", texture: 0, options: [TextureOption("wrapS", ["33071"])]),
                TextureSlot("alpha", texture: 1, options: [TextureOption("wrapS", ["33071"])]),
            ])
        let (read, _) = try foreign(scene(material, [png(1, .rgb, [1, 2, 3]), png(1, .gray, [77])]))
        #expect(try pixels("baseColor", of: read).samples == .bytes([1, 2, 3, 77]))
        #expect(read.materials[0]["alphaMode"] == [2])
    }

    /// Without a colour, the default of its model shows through, and it must not become white.
    @Test func opacityAloneKeepsTheColour() throws {
        let material = SceneMaterial(
            model: .previewSurface,
            textures: [TextureSlot("alpha", texture: 0, options: [TextureOption("channel", ["g"])])])
        let (read, _) = try foreign(scene(material, [png(1, .rgb, [1, 200, 3])]))
        #expect(try pixels("baseColor", of: read).samples == .bytes([255, 255, 255, 200]))
        #expect(read.materials[0]["baseColor"] == [0.18, 0.18, 0.18])
    }

    @Test func theAlphaOfTheSameImageIsThereAlready() throws {
        let material = SceneMaterial(
            textures: [TextureSlot("baseColor", texture: 0), TextureSlot("alpha", texture: 0)])
        let (read, _) = try foreign(scene(material, [png(1, .rgba, [1, 2, 3, 4])]))
        #expect(read.images.count == 1 && read.materials[0]["alphaMode"] == [2])
    }

    @Test(arguments: [("occlusionRoughnessMetallic", 1), ("roughnessMetallicOcclusion", 2)])
    func imagesOfThreeSettingsAreUsedOrRearranged(_ slot: String, _ images: Int) throws {
        let material = SceneMaterial(textures: [TextureSlot(slot, texture: 0)])
        let (read, _) = try foreign(scene(material, [png(1, .rgb, [1, 2, 3])]))
        #expect(read.images.count == images)
        let expected: [UInt8] = images == 1 ? [1, 2, 3] : [3, 1, 2]
        #expect(try pixels("metallicRoughness", of: read).samples == .bytes(expected))
        #expect(try pixels("occlusion", of: read).samples == .bytes(expected))
        #expect(read.materials[0].effective("metallic") == [1])
    }

    /// What can't be packed is not shown by other programs: that is said, and `--strict` refuses it.
    @Test func texturesThatLieElsewhereAreSaidNotToBeShown() throws {
        let material = SceneMaterial(
            textures: [
                TextureSlot("baseColor", texture: 0),
                TextureSlot("alpha", texture: 1, options: [TextureOption("-s", ["2", "2", "1"])]),
            ])
        let (read, losses) = try foreign(scene(material, [png(1, .rgb, [1, 2, 3]), png(1, .gray, [77])]))
        #expect(try pixels("baseColor", of: read).samples == .bytes([1, 2, 3]))
        let unseen = losses.filter(\.isUnseen)
        #expect(unseen.map(\.code) == [.materialApproximated] && unseen.map(\.rank) == [.visible])
        var options = ConvertOptions()
        options.strictness = .lossless
        #expect(options.refused(losses) == unseen)
        #expect(LossGroup.verdict(LossGroup.groups(of: losses)).hasPrefix("Nothing lost; other programs don't show:"))
    }

    /// Files often name the colour's own image, with or without an alpha.
    @Test func anImageWithoutAlphaLetsNothingShowThrough() throws {
        let material = SceneMaterial(
            textures: [TextureSlot("baseColor", texture: 0), TextureSlot("alpha", texture: 0)])
        let (read, losses) = try foreign(scene(material, [png(1, .rgb, [1, 2, 3])]))
        #expect(read.images.count == 1 && read.materials[0].effective("alphaMode") == [0])
        #expect(!losses.contains { $0.isUnseen })
    }

    @Test(arguments: ["-mm", "-imfchan"])
    func optionsThatChangeValuesLeaveTexturesAsTheyAre(_ option: String) throws {
        let words = option == "-mm" ? ["0.2", "0.5"] : ["l"]
        let material = SceneMaterial(
            textures: [TextureSlot("metallic", texture: 0, options: [TextureOption(option, words)])])
        let (read, losses) = try foreign(scene(material, [png(1, .rgb, [1, 2, 3])]))
        #expect(read.materials[0].texture("metallicRoughness") == nil)
        #expect(losses.contains { $0.isUnseen })
    }

    @Test func whatMovesOverASurfaceIsNotPackedWithWhatStands() throws {
        var moving = scene(
            SceneMaterial(textures: [TextureSlot("baseColor", texture: 0), TextureSlot("alpha", texture: 1)]),
            [try png(1, .rgb, [1, 2, 3]), try png(1, .gray, [77])])
        moving.clips = [
            AnimationClip(
                channels: [],
                samplers: [
                    AnimationSampler(
                        times: Column([0, 1] as [Float]), values: Column([0, 0, 1, 0] as [Float], components: 2))
                ])
        ]
        moving.clips[0].settings = [SettingChannel(part: .material(0), name: "baseColor.offset", sampler: 0)]
        #expect(moving.packingTextures(components: { _ in 3 }, decode: { _ in nil }, make: { _ in nil }) == nil)
        moving.clips = []
        let packed = moving.packingTextures(
            components: { _ in 3 }, decode: { _ in nil }, make: { _ in SceneImage(uri: "") })
        #expect(packed?.packed.made.count == 1)
    }

    /// A row and a column would make a large image of two small ones.
    @Test func smallImagesDoNotMakeALargeOne() throws {
        let material = SceneMaterial(
            textures: [TextureSlot("metallic", texture: 0), TextureSlot("roughness", texture: 1)])
        let images = try [
            png(64, .gray, [UInt8](repeating: 1, count: 64)), png(1, .gray, [UInt8](repeating: 2, count: 64)),
        ]
        let (read, losses) = try foreign(scene(material, images))
        #expect(read.images.count == 2 && losses.contains { $0.isUnseen })
    }

    /// Someone may have painted another picture since.
    @Test func anImageThatWasChangedIsNotTakenAway() throws {
        let material = SceneMaterial(
            textures: [TextureSlot("metallic", texture: 0), TextureSlot("roughness", texture: 1)])
        let own = scene(material, [try png(1, .gray, [10]), try png(1, .gray, [20])])
        let document = Document(format: "scene", variant: "scene", native: Native(), scene: own, byteCount: 0)
        let pipeline = Pipeline()
        let route = try pipeline.route(document, to: "glb", options: ConvertOptions())
        let output = Output(memoryNamed: "a.glb")
        try pipeline.write(document, route, options: ConvertOptions(), to: output)
        var bytes = output.mainBytes()
        // The last chunk of the last image: its checksum.
        let end = try #require(bytes.indices.last { bytes[$0...].starts(with: Array("IEND".utf8)) })
        bytes[end + 4] ^= 1
        let read = try pipeline.read(Input.bytes(bytes, name: "a.glb"), options: ConvertOptions())
        #expect(read.scene.materials[0].texture("metallicRoughness") != nil && read.scene.images.count == 3)
        #expect(read.diagnostics.contains { $0.code == "origin.ignored" })
    }
}

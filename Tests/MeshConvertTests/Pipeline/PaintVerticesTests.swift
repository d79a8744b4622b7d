import MeshBytes
import MeshFormats
import MeshModel
import MeshRouting
import Testing

@testable import MeshConvert

/// `--set paint=vertices`: colours of vertices sampled from textures.
@Suite struct PaintVerticesTests {
    private struct Native: NativeDocument {}

    /// 3 × 2 texels: red, green, blue; grey, white, black.
    private static let png: [UInt8] = [
        137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 3, 0, 0, 0, 2, 8, 6, 0, 0, 0, 157,
        116, 102, 26, 0, 0, 0, 35, 73, 68, 65, 84, 120, 156, 99, 248, 207, 192, 240, 159, 225, 132, 92, 3, 151, 200,
        175, 255, 12, 81, 81, 81, 12, 255, 255, 255, 255, 207, 192, 192, 160, 1, 0, 141, 239, 10, 174, 60, 79, 36,
        90, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
    ]

    private func document(_ bytes: [UInt8]? = png) -> Document {
        let uv = Attribute(
            .texCoord(0), Column([1 / 6, 0.25, 0.5, 0.25, 0.5, 0.75] as [Float], components: 2), frame: .topLeftUV)
        let places = Attribute(.position, Column([0, 0, 0, 1, 0, 0, 0, 1, 0] as [Float], components: 3))
        var scene = MeshScene(
            vertexSets: [VertexSet(count: 3, attributes: [places, uv])],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                    vertices: Column([0, 1, 2] as [Int32]), material: .one(0))
            ])
        scene.materials = [SceneMaterial(name: "Brick", textures: [TextureSlot("baseColor", texture: 0)])]
        scene.textures = [Texture(image: 0)]
        scene.images = [SceneImage(uri: "brick.png", bytes: bytes)]
        return Document(format: "scene", variant: "scene", native: Native(), scene: scene, byteCount: 0)
    }

    private var asked: ConvertOptions {
        var options = ConvertOptions()
        options.writing.options["paint"] = "vertices"
        return options
    }

    private func written(_ variant: String) throws -> (scene: MeshScene, losses: [Loss]) {
        let pipeline = Pipeline()
        let output = Output(memoryNamed: "out")
        let route = try pipeline.route(document(), to: variant, options: asked)
        try pipeline.write(document(), route, options: asked, to: output)
        var reading = ConvertOptions()
        for side in output.sideFiles() { reading.reading.sideFiles[side.name] = .bytes(side.bytes) }
        let name = "out.\(variant.prefix { $0 != "." })"
        return (try pipeline.read(.bytes(output.mainBytes(), name: name), options: reading).scene, route.losses)
    }

    @Test func nobodyGetsColoursWithoutAsking() throws {
        #expect(try Pipeline().route(document(), to: "ply.binary").operations.isEmpty)
    }

    @Test(arguments: ["ply.binary", "ply.ascii", "obj", "glb", "usdc"])
    func verticesHaveTheColoursOfTexels(variant: String) throws {
        let (scene, losses) = try written(variant)
        let told = losses.filter { $0.code == .colorSampled }
        #expect(told.map(\.severity) == [.generated] && told.map(\.count) == [3])
        let colors = try #require(scene.vertexSets[0].attribute(.color(0)))
        let codes = ColorTransfer.converted(colors, to: .srgb, type: .uint8, normalized: true).prefix(3).integers()
        #expect(codes == [255, 0, 0, 0, 200, 30, 255, 255, 255])
    }

    @Test func viewersDoNotMultiplyTheTexture() throws {
        for variant in ["obj", "glb", "usdc"] {
            let (scene, losses) = try written(variant)
            #expect(losses.contains { $0.code == .materialApproximated && $0.subject == "/materials/0" }, "\(variant)")
            #expect(scene.materials.allSatisfy { $0.texture("baseColor") == nil }, "\(variant)")
        }
        #expect(try written("ply.binary").scene.materials.contains { $0.texture("baseColor") != nil })
    }

    @Test func targetsWithoutColoursSaySo() throws {
        let pipeline = Pipeline()
        for variant in ["stl.binary", "obj.plain"] {
            #expect(
                try pipeline.route(document(), to: variant, options: asked).operations.contains {
                    $0.name == "sample-textures"
                } == false)
            let notes = pipeline.notes(document(), "room", to: variant, asked)
            #expect(
                notes.contains { $0.code == "color.not-sampled" && $0.message.contains("can't store vertex colours") })
        }
    }

    @Test func texturesThatCanNotBeReadAreNamed() throws {
        let pipeline = Pipeline()
        for (bytes, words) in [(nil, "brick.png is missing"), (Array("GIF89a".utf8), "expected a PNG or JPEG file")] {
            let notes = pipeline.notes(document(bytes), "room", to: "ply.binary", asked)
            #expect(notes.contains { $0.code == "color.not-sampled" && $0.message.contains(words) })
            #expect(try pipeline.route(document(bytes), to: "ply.binary", options: asked).operations.isEmpty)
        }
    }
}

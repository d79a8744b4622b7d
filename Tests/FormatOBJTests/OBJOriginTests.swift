import MeshFormats
import MeshModel
import Testing

@testable import FormatOBJ

@Suite struct OBJOriginTests {
    @Test func aRecordReadsAsItWasWritten() throws {
        var origin = OBJOrigin()
        origin.forms = [
            OBJOrigin.Form(path: "/COLOR_0", form: OriginForm(type: .uint8, isNormalized: true, frame: .srgb)),
            OBJOrigin.Form(path: "/pools/TEXCOORD_0", form: OriginForm(type: .float64, frame: .bottomLeftUV)),
        ]
        origin.nodes = [nil, "a \"b\""]
        origin.meshes = ["m", nil]
        origin.materials = ["x", nil]
        origin.groups = [OBJOrigin.Rename(written: "a_b", meant: "a b")]
        origin.images = ["größe.png"]
        origin.bareModel = .metallicRoughness
        origin.plainMaterial = 2
        #expect(OBJOrigin.isRecord(origin.text))
        #expect(try #require(OBJOrigin(record: origin.text)) == origin)
    }

    @Test(arguments: ["meshconv-origin {", "meshconv-origin {\"v\":2}", "meshconv-origin"])
    func aRecordOfAnotherVersionOrNoneIsNotUnderstood(text: String) {
        #expect(OBJOrigin(record: text) == nil)
    }

    @Test func eightBitColoursComeBack() throws {
        var origin = OBJOrigin()
        origin.forms = [
            OBJOrigin.Form(path: "/COLOR_0", form: OriginForm(type: .uint8, isNormalized: true, frame: .srgb))
        ]
        let text = Attribute(
            .color(0), Column([1, 0.5019608, 0.003921569] as [Float], components: 3), frame: .srgb)
        var scene = MeshScene(vertexSets: [VertexSet(count: 1, attributes: [text])], primitives: [])
        #expect(origin.restore(&scene).isEmpty)
        let color = try #require(scene.vertexSets[0].attribute(.color(0)))
        #expect(color.values.type == .uint8)
        #expect(color.normalized)
        #expect(color.values.integers() == [255, 128, 1])
    }

    @Test func coloursThatSomebodyChangedStayAsTheyAre() throws {
        var origin = OBJOrigin()
        origin.forms = [
            OBJOrigin.Form(path: "/COLOR_0", form: OriginForm(type: .uint8, isNormalized: true, frame: .srgb))
        ]
        let text = Attribute(.color(0), Column([1, 0.5, 0] as [Float], components: 3), frame: .srgb)
        var scene = MeshScene(vertexSets: [VertexSet(count: 1, attributes: [text])], primitives: [])
        #expect(origin.restore(&scene).map(\.code) == ["origin.ignored"])
        #expect(scene.vertexSets[0].attribute(.color(0))?.values.type == .float32)
    }

    @Test(arguments: [1.0, 0.5]) func aGeneratedMaterialIsTakenAwayUnlessSomebodyChangedIt(roughness: Double) throws {
        var origin = OBJOrigin()
        origin.bareModel = .metallicRoughness
        origin.plainMaterial = 1
        let face = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
            vertices: Column([0, 1, 2, 0, 1, 2] as [Int32]), material: .perElement(Column([1, 0] as [Int32])))
        var scene = MeshScene(vertexSets: [VertexSet(count: 3)], primitives: [face])
        scene.materials = [
            SceneMaterial(name: "m"),
            SceneMaterial(
                name: "Default",
                parameters: [
                    MaterialParameter("baseColor", [1, 1, 1]), MaterialParameter("metallic", [1]),
                    MaterialParameter("roughness", [roughness]),
                ]),
        ]
        let isWhole = roughness == 1
        #expect(origin.restore(&scene).map(\.code) == (isWhole ? [] : ["origin.ignored"]))
        #expect(scene.materials.count == (isWhole ? 1 : 2))
        #expect(scene.bareModel == (isWhole ? .metallicRoughness : .plain))
        guard case .perElement(let numbers) = scene.meshes[0].primitives[0].material else {
            Issue.record("expected one material for each face")
            return
        }
        #expect(numbers.integers() == (isWhole ? [-1, 0] : [1, 0]))
    }

    @Test func namesOfMoreMaterialsThanThereAreMeanOthers() {
        var origin = OBJOrigin()
        origin.materials = ["x", "y"]
        var scene = MeshScene()
        scene.materials = [SceneMaterial(name: "m")]
        #expect(origin.restore(&scene).map(\.code) == ["origin.ignored"])
        #expect(scene.materials.map(\.name) == ["m"])
    }

    @Test func referencesOfImagesThatWereNotFoundComeBack() {
        var origin = OBJOrigin()
        origin.images = ["wood 1.png", "stone 1.png", nil]
        var scene = MeshScene()
        scene.images = [
            SceneImage(uri: "wood_1.png"), SceneImage(uri: "stone_1.png", bytes: [1]), SceneImage(uri: "c.png"),
        ]
        #expect(origin.restore(&scene).isEmpty)
        #expect(scene.images.map(\.uri) == ["wood 1.png", "stone_1.png", "c.png"])
        scene.images.removeLast()
        #expect(origin.restore(&scene).map(\.code) == ["origin.ignored"])
    }

    @Test func doublesOfFewDigitsComeBack() throws {
        var origin = OBJOrigin()
        origin.forms = [OBJOrigin.Form(path: "/POSITION", form: OriginForm(type: .float64, frame: .plain))]
        let text = Attribute(.position, Column([0.1, 2, -3.5] as [Float], components: 3))
        var scene = MeshScene(vertexSets: [VertexSet(count: 1, attributes: [text])], primitives: [])
        #expect(origin.restore(&scene).isEmpty)
        #expect(scene.vertexSets[0].attribute(.position)?.values.doubles() == [0.1, 2, -3.5])
    }

    @Test func halvesComeBackWithTheirBits() throws {
        let bits = Column([0x3C00, 0x0001, 0x8400, 0x7BFF] as [UInt16])
        let halves = try #require(
            Column(viewing: bits.storage, offset: 0, stride: 2, count: 4, type: .float16))
        let text = Column(halves.doubles().map { Float($0) })
        let restored = try #require(OBJRestoredColumn(text, type: .float16, factor: 1, scale: 1).column)
        #expect(restored.doubles() == halves.doubles())
        #expect(OBJRestoredColumn(Column([0.1] as [Float]), type: .float16, factor: 1, scale: 1).column == nil)
    }
}

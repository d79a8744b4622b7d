import MeshFormats
import MeshModel
import Testing

@testable import MeshConvert

private struct Native: NativeDocument {}

private func card(
    _ scene: MeshScene, format: String = "ply", residue: [Residue] = [], diagnostics: [Diagnostic] = []
) -> FileCard {
    let document = Document(
        format: format, variant: format, native: Native(), scene: scene, residue: residue, diagnostics: diagnostics,
        byteCount: 100)
    return FileCard(document, path: "x", pipeline: Pipeline())
}

/// A triangle of a size, with more values of vertices.
private func triangle(_ size: Float = 1, _ values: [Attribute] = []) -> MeshScene {
    let positions: [Float] = [0, 0, 0, size, 0, 0, 0, size / 2, 0]
    return MeshScene(
        vertexSets: [
            VertexSet(count: 3, attributes: [Attribute(.position, Column(positions, components: 3))] + values)
        ],
        primitives: [
            Primitive(
                topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                vertices: Column([0, 1, 2] as [UInt32]))
        ])
}

private func numbers(_ name: String) -> Attribute {
    Attribute(AttributeSemantic(name: name), Column([0, 0.5, 1] as [Float]))
}

@Suite struct FileCardTests {
    @Test(arguments: [
        ("ply", 2, FileCard.UnitGuess.metres), ("ply", 50, .large), ("ply", 6000, .millimetres), ("stl", 3, .either),
        ("stl", 120, .millimetres),
    ])
    func theUnitIsGuessedFromTheSizeAndTheFormat(format: String, size: Float, guess: FileCard.UnitGuess) {
        #expect(card(triangle(size), format: format).unitGuess == guess)
    }

    @Test func aStatedUnitIsNotGuessed() {
        var scene = triangle(6000)
        scene.metersPerUnit = 0.001
        #expect(card(scene).unitGuess == nil)
        #expect(card(MeshScene()).unitGuess == nil)
    }

    @Test func aSideThatIsOnlyRoundingIsZero() {
        var scene = triangle(10)
        scene.vertexSets[0].attributes[0].values = Column([0, 0, 0, 10, 4e-6, 0, 0, 5, 0] as [Float], components: 3)
        #expect(card(scene).extent == SIMD3(10, 5, 0))
        scene.vertexSets[0].attributes[0].values = Column([0, 0, 0, 10, 0, 4e-6, 0, 5, 0] as [Float], components: 3)
        #expect(card(scene).extent == SIMD3(10, 5, 0))
    }

    @Test func valuesHavePlainNamesTheUsualOnesFirst() {
        let values = [
            numbers("confidence"), numbers("_TEMPERATURE"), numbers("JOINTS_0"), numbers("WEIGHTS_0"),
            Attribute(.normal, Column([Float](repeating: 0, count: 9), components: 3)),
            Attribute(.color(0), Column([UInt8](repeating: 0, count: 9), components: 3), normalized: true),
        ]
        var scene = triangle(1, values)
        scene.meshes[0].primitives[0].elementAttributes = [
            Attribute(AttributeSemantic(name: "label"), Column([7] as [Int32]))
        ]
        #expect(
            card(scene).valueNames == [
                "colours", "normals", "confidence", "temperature", "weights of bones", "label per face",
            ])
    }

    @Test func splatsAreOneThing() {
        let names = SplatNames.base + SplatNames.scales + SplatNames.rotations + [SplatNames.opacity]
        let plain = card(triangle(1, names.map(numbers)))
        #expect(plain.splatDegree == 0)
        #expect(plain.valueNames.isEmpty)
        let rest = (0..<9).map { "f_rest_\($0)" }
        #expect(card(triangle(1, (names + rest).map(numbers))).splatDegree == 1)
        #expect(card(triangle(1, [numbers("f_dc_0")])).splatDegree == nil)
    }

    @Test func motionIsFoundInTheSceneAndInWhatOnlyTheFormatKeeps() {
        var scene = triangle()
        scene.nodes += [Node(name: "hip"), Node(name: "knee"), Node(name: "head")]
        scene.skins = [Skin(joints: [1, 2]), Skin(joints: [2, 3])]
        scene.meshes[0].targets = [MorphTarget(name: "smile"), MorphTarget(name: "frown")]
        let moving = card(scene, format: "gltf").motion
        #expect(moving.skins == 2 && moving.joints == 3 && moving.targets == 2 && moving.unread.isEmpty)
        let pointer = Residue(path: "/animations/*/pointer", kind: "animations", count: 3, shownAs: .animation)
        #expect(card(scene, format: "gltf", residue: [pointer, pointer]).motion.unread == ["its animation"])
        scene.clips = [AnimationClip(channels: [], samplers: [])]
        #expect(card(scene, format: "gltf", residue: [pointer]).motion.unread == ["some animation"])
    }

    @Test func imagesHaveTheirUsesInPlainWords() {
        var scene = triangle()
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 16, 0, 0, 0, 8, 0, 8, 2, 0, 0, 0]
        scene.images = [
            SceneImage(uri: "..\\Textures\\WOOD.PNG", bytes: png), SceneImage(uri: "gone.jpg"),
            SceneImage(uri: "", bytes: [1, 2], name: "spare"),
        ]
        scene.textures = [Texture(image: 0), Texture(image: 1), Texture(image: 0)]
        scene.materials = [
            SceneMaterial(
                name: "Wood",
                textures: [
                    TextureSlot("baseColor", texture: 0), TextureSlot("metallicRoughness", texture: 1),
                    TextureSlot("clearcoatNormal", texture: 2),
                ])
        ]
        let images = card(scene).images
        #expect(images.map(\.name) == ["WOOD.PNG", "gone.jpg", "spare"])
        #expect(images.map(\.isFound) == [true, false, true])
        #expect(images.map(\.kind) == ["PNG", "", ""])
        #expect(images[0].pixels?.width == 4096 && images[0].pixels?.height == 2048)
        #expect(images.map(\.byteCount) == [png.count, 0, 2])
        #expect(images.map(\.uses) == [["base colour", "clearcoat normal"], ["metalness and roughness"], []])
    }

    @Test func onlyKindsOfImagesThatShowAreListed() {
        var scene = triangle()
        scene.images = [
            SceneImage(uri: "a.bmp", bytes: Array("BM".utf8)), SceneImage(uri: "b.dds", bytes: Array("DDS ".utf8)),
        ]
        scene.textures = [Texture(image: 0), Texture(image: 1)]
        scene.materials = [SceneMaterial(textures: [TextureSlot("baseColor", texture: 0)])]
        #expect(card(scene).imageKinds(except: ["PNG"]) == ["BMP"])
        #expect(card(scene).imageKinds(except: ["BMP"]).isEmpty)
    }

    @Test func theUsualLimitOfPaintingIsThatOfPackagesOfUSD() {
        let colors = Attribute(.color(0), Column([UInt8](repeating: 9, count: 9), components: 3), normalized: true)
        let found = card(triangle(1, [colors]))
        #expect(found.coloredFaceCount == 1)
        #expect(found.mostPaintedFaces == 500_000)
    }

    @Test func variantsThatKeepAllAreThoseOfInfo() {
        let document = Document(of: triangle())
        let found = FileCard(document, path: "x", pipeline: Pipeline()).variantsKeepingAll(Pipeline())
        #expect(!found.isEmpty)
        #expect(found == Info(document, path: "x", pipeline: Pipeline()).keptBy)
    }
}

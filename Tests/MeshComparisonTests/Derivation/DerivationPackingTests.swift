import MeshModel
import Testing

@testable import MeshComparison

/// Claims about packed textures, with images written by hand, as the comparison judges them.
@Suite struct DerivationPackingTests {
    private typealias Channel = Correspondence.PackedTextures.Channel

    /// A material with a texture for roughness and one for metalness; images are known by the first of their bytes.
    private func scene() -> MeshScene {
        var scene = MeshScene()
        scene.images = [SceneImage(uri: "r", bytes: [0]), SceneImage(uri: "m", bytes: [1])]
        scene.textures = [Texture(image: 0), Texture(image: 1)]
        scene.materials = [
            SceneMaterial(textures: [TextureSlot("roughness", texture: 0), TextureSlot("metallic", texture: 1)])
        ]
        return scene
    }

    private func packed(
        _ texel: [UInt8] = [255, 10, 20], _ channels: [Int?] = [nil, 0, 1],
        change: (inout SceneMaterial) -> Void = { _ in }
    ) -> Correspondence.PackedTextures {
        var after = SceneMaterial(textures: [TextureSlot("metallicRoughness", texture: 2)])
        change(&after)
        return Correspondence.PackedTextures(
            made: [
                Correspondence.PackedTextures.Made(
                    image: SceneImage(uri: "p", bytes: [2]), channels: channels.map { $0.map { Channel($0, 0) } })
            ], materials: [0: (scene().materials[0], after)]
        ) { image in
            switch image.bytes {
            case [0]: Correspondence.SampledColors.Texels(width: 1, height: 1, components: 1, bytes: [10])
            case [1]: Correspondence.SampledColors.Texels(width: 1, height: 1, components: 1, bytes: [20])
            case [2]: Correspondence.SampledColors.Texels(width: 1, height: 1, components: 3, bytes: texel)
            default: nil
            }
        }
    }

    private let added = [
        Difference(.generated, "/images/2", count: 1), Difference(.type, "/materials/0", count: 2),
        Difference(.generated, "/materials/0", count: 1),
    ]
    private let wrongImage = Difference(.value, "/images/2", count: 1, valueClass: .approximated)
    private let wrongMaterial = Difference(.value, "/materials/0", count: 1, valueClass: .approximated)

    @Test func channelsOfTheFormerTexturesAreAnotherForm() {
        let result = Derivation(scene(), [.packed(packed())])
        #expect(result.found == added)
        #expect(result.scene.images.count == 3 && result.scene.textures.map(\.image) == [0, 1, 2])
        #expect(result.scene.materials[0].texture("metallicRoughness")?.texture == 2)
    }

    @Test func anotherTexelIsFound() {
        #expect(Derivation(scene(), [.packed(packed([255, 10, 21]))]).found.contains(wrongImage))
        #expect(Derivation(scene(), [.packed(packed([254, 10, 20]))]).found.contains(wrongImage))
    }

    /// The texels are those of the channels that are claimed, but roughness is metalness.
    @Test func channelsInEachOthersPlaceAreFound() {
        #expect(Derivation(scene(), [.packed(packed([255, 20, 10], [nil, 1, 0]))]).found.contains(wrongMaterial))
    }

    @Test func whateverElseChangesIsFound() {
        let settings = packed { $0.textures.append(TextureSlot("emissive", texture: 0)) }
        #expect(Derivation(scene(), [.packed(settings)]).found.contains(wrongMaterial))
        let nowhere = packed { $0.textures[0].texture = 3 }
        #expect(Derivation(scene(), [.packed(nowhere)]).found.contains(wrongMaterial))
    }

    @Test func whoTakesTheTexturesAwayIsComparedWithTheSource() {
        var links = Correspondence.identity(of: scene())
        links.steps = [.packed(packed())]
        var own = links
        own.takesPackingAway = true
        links.restored = [own]
        #expect(Comparison.differences(from: scene(), to: scene(), by: links.forOwnReader).isEmpty)
        #expect(!Comparison.differences(from: scene(), to: scene(), by: links).isEmpty)
    }
}

import MeshConvert
import MeshConvertApple
import Testing

/// Materials in the numbers of graphics frameworks.
@Suite struct SurfaceMaterialTests {
    private func fitted(_ material: SceneMaterial) -> SurfaceMaterial {
        var scene = MeshScene()
        scene.images = [SceneImage(uri: "a"), SceneImage(uri: "b")]
        scene.textures = [Texture(image: 1), Texture(image: 0)]
        return SurfaceMaterial(material, of: scene)
    }

    @Test func eachModelFillsInItsOwnDefaults() {
        #expect(fitted(SceneMaterial(model: .metallicRoughness)).metallic == 1)
        #expect(fitted(SceneMaterial(model: .previewSurface)).baseColor == SIMD3(repeating: 0.18))
        let plain = fitted(SceneMaterial())
        #expect(plain == SurfaceMaterial.bare)
        #expect(plain.metallic == 0 && plain.roughness == 1 && plain.isDoubleSided)
    }

    @Test func packedTexturesAreTakenApartByChannel() {
        var slot = TextureSlot("metallicRoughness", texture: 0)
        slot.options = [TextureOption("wrapS", ["33071"]), TextureOption("wrapT", ["33648"])]
        let material = fitted(
            SceneMaterial(model: .metallicRoughness, textures: [slot, TextureSlot("occlusion", texture: 1)]))
        #expect(
            material.textures == [
                .roughness: .init(image: 1, channel: 1, wrapS: .clamped, wrapT: .mirrored),
                .metallic: .init(image: 1, channel: 2, wrapS: .clamped, wrapT: .mirrored),
                .occlusion: .init(image: 0, channel: 0),
            ])
    }

    @Test func transparencyFollowsTheModel() {
        let opaque = fitted(SceneMaterial(model: .metallicRoughness, parameters: [MaterialParameter("alpha", [0.5])]))
        #expect(opaque.transparency == .opaque && opaque.alpha == 1)
        let glass = fitted(SceneMaterial(parameters: [MaterialParameter("alpha", [0.5])]))
        #expect(glass.transparency == .blended && glass.alpha == 0.5)
        let leaf = fitted(SceneMaterial(model: .metallicRoughness, parameters: [MaterialParameter("alphaMode", [1])]))
        #expect(leaf.transparency == .cutout(0.5))
    }

    @Test func onlyTexturesOfOneSetOfCoordinatesThatAreNotMovedAreTaken() {
        let textures = [
            TextureSlot("baseColor", texture: 0, options: [TextureOption("texCoord", ["1"])]),
            TextureSlot("normal", texture: 0),
            TextureSlot("emissive", texture: 1, options: [.init("texCoord", ["1"]), .init("offset", ["0.5", "0"])]),
        ]
        let material = fitted(SceneMaterial(textures: textures))
        #expect(material.texCoordSet == 1)
        #expect(material.textures == [.baseColor: .init(image: 1, channel: nil)])
    }

    @Test func numbersOfWrongSizesAreIgnored() {
        let material = fitted(
            SceneMaterial(parameters: [MaterialParameter("baseColor", [1]), MaterialParameter("roughness", [])]))
        #expect(material.baseColor == SIMD3(1, 1, 1) && material.roughness == 1)
    }
}

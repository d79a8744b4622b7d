import MeshModel
import Testing

/// Values: glTF 2.0, 5.19 and 5.22; the inputs of UsdPreviewSurface.
struct MaterialModelTests {
    private func material(_ model: MaterialModel, _ said: [String: [Double]] = [:], slots: [String] = [])
        -> SceneMaterial
    {
        SceneMaterial(
            model: model, parameters: said.sorted { $0.key < $1.key }.map { MaterialParameter($0.key, $0.value) },
            textures: slots.map { TextureSlot($0, texture: 0) })
    }

    @Test func whatIsLeftOutMeansWhatTheStandardSays() {
        let gltf = material(.metallicRoughness)
        #expect(gltf.effective("baseColor") == [1, 1, 1])
        #expect(gltf.effective("metallic") == [1])
        #expect(gltf.effective("roughness") == [1])
        #expect(gltf.effective("doubleSided") == [0])
        let usd = material(.previewSurface)
        #expect(usd.effective("baseColor") == [0.18, 0.18, 0.18])
        #expect(usd.effective("metallic") == [0])
        #expect(usd.effective("roughness") == [0.5])
        let plain = material(.plain)
        #expect(plain.effective("baseColor") == [1, 1, 1])
        #expect(plain.effective("metallic") == [0])
        #expect(plain.effective("roughness") == [1])
        #expect(plain.effective("doubleSided") == [1])
        #expect(plain.effective("ior") == nil)
    }

    @Test func anEmissiveTextureOfGLTFIsBlackWithoutAFactor() {
        #expect(material(.metallicRoughness, slots: ["emissive"]).effective("emissive") == [0, 0, 0])
        #expect(material(.plain, slots: ["emissive"]).effective("emissive") == [1, 1, 1])
        #expect(
            material(.metallicRoughness, slots: ["emissive"]).spelled(in: .previewSurface)["emissive"] == [0, 0, 0])
    }

    @Test func onlyWhatTheOtherModelTakesForSomethingElseIsSpelledOut() {
        let names = { (material: SceneMaterial) in material.parameters.map(\.name) }
        #expect(names(material(.metallicRoughness).spelled(in: .metallicRoughness)) == [])
        #expect(
            names(material(.metallicRoughness).spelled(in: .previewSurface)) == ["baseColor", "metallic", "roughness"])
        #expect(names(material(.plain).spelled(in: .metallicRoughness)) == ["metallic", "doubleSided"])
        // Viewers of OBJ guess these, even where glTF would say the same as our reader.
        #expect(names(material(.metallicRoughness).spelled(in: .plain)).contains("roughness"))
    }

    @Test func colourAndStrengthOfEmissionAreTheirProduct() {
        let bright = material(.previewSurface, ["emissive": [5, 3, 0.25]])
        let split = bright.withEmissionStrength
        #expect(split["emissive"] == [0.625, 0.375, 0.03125] && split["emissiveStrength"] == [8])
        #expect(split.withWholeEmission == bright)
        #expect(MaterialChange(settingsOf: bright, bright.spelled(in: .metallicRoughness).withEmissionStrength).isNone)
        let dim = material(.metallicRoughness, ["emissive": [0.5, 1, 0], "emissiveStrength": [0.5]])
        #expect(dim.withEmissionStrength == dim && dim.withWholeEmission["emissive"] == [0.25, 0.5, 0])
        let weaker = material(.metallicRoughness, ["emissive": [0.5, 1, 0]])
        #expect(MaterialChange(settingsOf: dim, weaker).changedNames == ["emissive"])
        #expect(material(.plain, ["emissive": [.infinity, 0, 0]]).withEmissionStrength["emissiveStrength"] == nil)
    }

    @Test func anOpacityThatGLTFIgnoresIsNotWrittenElsewhere() {
        let opaque = material(.metallicRoughness, ["alpha": [0.5]])
        #expect(opaque.spelled(in: .plain)["alpha"] == nil)
        #expect(material(.metallicRoughness, ["alpha": [0.5], "alphaMode": [2]]).spelled(in: .plain)["alpha"] == [0.5])
        #expect(material(.plain, ["alpha": [0.5]]).spelled(in: .metallicRoughness)["alphaMode"] == [2])
    }

    /// glTF shows what is at least the cutoff, so 0 shows all; `opacityThreshold` 0 of USD means that there is none.
    @Test func aMaskThatHidesNothingIsOpaqueElsewhere() {
        let mask = { (cutoff: Double) in
            material(.metallicRoughness, ["alpha": [0.5], "alphaMode": [1], "alphaCutoff": [cutoff]])
        }
        #expect(mask(0).isOpaque && !mask(0).usesAlpha)
        let written = mask(0).spelled(in: .previewSurface)
        #expect(written["alphaMode"] == [0] && written["alphaCutoff"] == nil && written["alpha"] == nil)
        #expect(MaterialChange(settingsOf: mask(0), written).isNone)
        #expect(!mask(0.25).isOpaque && mask(0.25).usesAlpha)
        #expect(mask(0.25).spelled(in: .previewSurface)["alphaCutoff"] == [0.25])
        #expect(!material(.metallicRoughness, ["alphaMode": [1]]).isOpaque)
        #expect(!MaterialChange(settingsOf: mask(0.25), mask(0)).isNone)
    }

    @Test(arguments: MaterialModel.allCases, MaterialModel.allCases)
    func nothingChangesWhereEverythingIsSpelledOut(from: MaterialModel, to: MaterialModel) {
        let source = material(from, ["clearcoat": [1]])
        #expect(MaterialChange(settingsOf: source, source.spelled(in: to)).isNone)
        #expect(MaterialChange(settingsOf: source, material(to, ["clearcoat": [1]])).isNone == (from == to))
    }

    @Test func saidAndUnsaidAreEqualIfTheyMeanTheSame() {
        let said = material(.metallicRoughness, ["metallic": [1], "doubleSided": [0], "alpha": [1]])
        #expect(MaterialChange(settingsOf: said, material(.metallicRoughness)).isNone)
        #expect(MaterialChange(settingsOf: material(.metallicRoughness), said).isNone)
        let repeats = TextureSlot("baseColor", texture: 0, options: [TextureOption("wrapS", ["10497"])])
        let from = SceneMaterial(textures: [repeats])
        #expect(MaterialChange(from: from, to: material(.plain, slots: ["baseColor"]), textures: [0]).isNone)
    }

    @Test func onlyUSDRoundsAndOnlyToFloat32() {
        let from = material(.plain, ["baseColor": [0.8, 0, 1], "roughness": [0.1]])
        let rounded = ["baseColor": [Double(Float(0.8)), 0, 1], "roughness": [Double(Float(0.1))]]
        let usd = MaterialChange(settingsOf: from, material(.previewSurface, rounded))
        #expect(usd.roundedNames == ["baseColor", "roughness"] && usd.changedNames == ["doubleSided"] && !usd.isNone)
        let other = MaterialChange(
            settingsOf: from, material(.previewSurface, rounded.merging(["roughness": [0.5]]) { $1 }))
        #expect(other.roundedNames == ["baseColor"] && other.changedNames == ["roughness", "doubleSided"])
        #expect(MaterialChange(settingsOf: from, material(.plain, rounded)).rounded == 0)
    }
}

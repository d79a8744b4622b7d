import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("Surfaces of MaterialX")
struct MtlxSurfaceTests {
    private typealias Fix = MtlxFixture

    private func material(_ node: String, _ inputs: String, _ others: String = "") throws -> SceneMaterial {
        let document = try Fix.surface(node, inputs, others)
        #expect(document.shaderLosses.isEmpty)
        return try #require(document.scene.materials.first)
    }

    private func near(_ a: [Double]?, _ b: [Double]) -> Bool {
        guard let a, a.count == b.count else { return false }
        return zip(a, b).allSatisfy { abs($0 - $1) < 1e-6 }
    }

    @Test("have the defaults of their definition where they say nothing")
    func defaults() throws {
        let standard = try material("standard_surface", "")
        #expect(standard.name == "M" && standard.model == .metallicRoughness)
        #expect(near(standard["baseColor"], [0.8, 0.8, 0.8]) && standard["metallic"] == [0])
        #expect(near(standard["roughness"], [0.2]) && standard.parameters.count == 3)
        let open = try material("open_pbr_surface", "")
        #expect(near(open["baseColor"], [0.8, 0.8, 0.8]) && near(open["roughness"], [0.3]))
        let gltf = try material("gltf_pbr", "")
        #expect(gltf["baseColor"] == [1, 1, 1] && gltf["metallic"] == [1] && gltf["roughness"] == [1])
        let preview = try material("UsdPreviewSurface", "")
        #expect(preview.model == .previewSurface && preview.parameters.isEmpty)
        #expect(preview.effective("baseColor") == [0.18, 0.18, 0.18])
    }

    @Test("multiply weights and colours")
    func weights() throws {
        let standard = try material(
            "standard_surface",
            Fix.input("base", "float", "0.5") + Fix.input("base_color", "color3", "1, 0.5, 0.25")
                + Fix.input("metalness", "float", "0.75") + Fix.input("emission", "float", "4")
                + Fix.input("emission_color", "color3", "1 0.5 0") + Fix.input("opacity", "color3", "0.5,0.5,0.5")
                + Fix.input("specular", "float", "0.5") + Fix.input("specular_IOR", "float", "1.75")
                + Fix.input("sheen", "float", "0.5") + Fix.input("sheen_roughness", "float", "0.25")
                + Fix.input("coat", "float", "1") + Fix.input("coat_roughness", "float", "0.5"))
        #expect(near(standard["baseColor"], [0.5, 0.25, 0.125]) && standard["metallic"] == [0.75])
        #expect(standard["emissive"] == [1, 0.5, 0] && standard["emissiveStrength"] == [4])
        #expect(near(standard["alpha"], [0.5]) && standard["alphaMode"] == [2])
        #expect(standard["specular"] == [0.5] && standard["ior"] == [1.75])
        #expect(standard["sheenColor"] == [0.5, 0.5, 0.5] && standard["sheenRoughness"] == [0.5])
        #expect(standard["clearcoat"] == [1] && standard["clearcoatRoughness"] == [0.5])
        let open = try material(
            "open_pbr_surface",
            Fix.input("base_weight", "float", "0.5") + Fix.input("base_color", "color3", "1, 1, 1")
                + Fix.input("base_metalness", "float", "1") + Fix.input("transmission_weight", "float", "0")
                + Fix.input("thin_film_weight", "float", "1") + Fix.input("thin_film_thickness", "float", "0.25")
                + Fix.input("fuzz_weight", "float", "1") + Fix.input("fuzz_roughness", "float", "0.25")
                + Fix.input("geometry_opacity", "float", "0.25"))
        #expect(open["baseColor"] == [0.5, 0.5, 0.5] && open["metallic"] == [1] && open["alpha"] == [0.25])
        #expect(open["iridescence"] == [1] && open["iridescenceThicknessMaximum"] == [250])
        #expect(open["sheenColor"] == [1, 1, 1] && open["sheenRoughness"] == [0.5])
    }

    @Test("of glass and of coloured coats tint the base")
    func tints() throws {
        let glass = try material(
            "standard_surface",
            Fix.input("base", "float", "0") + Fix.input("transmission", "float", "1")
                + Fix.input("transmission_color", "color3", "0.5, 1, 0.75"))
        #expect(near(glass["baseColor"], [0.5, 1, 0.75]) && glass["transmission"] == [1])
        let deep = try material(
            "standard_surface",
            Fix.input("transmission", "float", "1") + Fix.input("transmission_color", "color3", "0.5, 1, 0.75")
                + Fix.input("transmission_depth", "float", "2"))
        #expect(deep["baseColor"] == [1, 1, 1] && deep["attenuationDistance"] == [2])
        #expect(near(deep["attenuationColor"], [0.5, 1, 0.75]) && deep["thickness"] == [1])
        let coat = try material(
            "standard_surface",
            Fix.input("base_color", "color3", "1, 1, 1") + Fix.input("coat", "float", "1")
                + Fix.link("coat_color", "color3", "I"), Fix.image("I", "color3", "a.png"))
        #expect(coat["baseColor"] == [1, 1, 1] && coat.texture("baseColor")?.texture == 0 && coat["clearcoat"] == [1])
    }

    @Test("of glTF are its settings one to one")
    func gltf() throws {
        let numbers = [
            ("metallic", "metallic"), ("roughness", "roughness"), ("transmission", "transmission"),
            ("specular", "specular"), ("sheen_roughness", "sheenRoughness"), ("clearcoat", "clearcoat"),
            ("clearcoat_roughness", "clearcoatRoughness"), ("iridescence", "iridescence"),
            ("iridescence_ior", "iridescenceIor"), ("iridescence_thickness", "iridescenceThicknessMaximum"),
            ("thickness", "thickness"), ("attenuation_distance", "attenuationDistance"), ("dispersion", "dispersion"),
            ("anisotropy_strength", "anisotropyStrength"), ("anisotropy_rotation", "anisotropyRotation"),
            ("emissive_strength", "emissiveStrength"), ("alpha", "alpha"), ("alpha_cutoff", "alphaCutoff"),
        ]
        let inputs = numbers.enumerated().map { Fix.input($1.0, "float", "\(0.25 + Double($0) / 32)") }.joined()
        let material = try material(
            "gltf_pbr",
            inputs + Fix.input("alpha_mode", "integer", "1") + Fix.input("emissive", "color3", "0.5, 0, 1")
                + Fix.input("ior", "float", "2") + Fix.input("specular_color", "color3", "0.5, 0.5, 0"))
        for (index, (_, name)) in numbers.enumerated() {
            #expect(material[name] == [0.25 + Double(index) / 32], "\(name)")
        }
        #expect(material["alphaMode"] == [1] && material["ior"] == [2] && material["emissive"] == [0.5, 0, 1])
        #expect(material["specularColor"] == [0.5, 0.5, 0])
    }

    @Test("without light are unlit materials")
    func unlit() throws {
        let material = try material(
            "surface_unlit",
            Fix.input("emission", "float", "0.5") + Fix.input("emission_color", "color3", "1, 0.5, 0")
                + Fix.input("opacity", "float", "0.5"))
        #expect(material["unlit"] == [1] && material["baseColor"] == [0.5, 0.25, 0] && material["alpha"] == [0.5])
        #expect(try Fix.surface("surface_unlit", Fix.input("emission", "float", "2")).shaderLosses.count == 1)
    }

    @Test("say which of their inputs materials can't hold")
    func lost() throws {
        let document = try Fix.surface(
            "standard_surface",
            Fix.input("diffuse_roughness", "float", "0.5") + Fix.input("subsurface", "float", "1")
                + Fix.input("subsurface_color", "color3", "1, 0.25, 0.5") + Fix.input("coat_IOR", "float", "1.7"))
        #expect(document.scene.materials[0]["baseColor"] == [1, 0.25, 0.5])
        #expect(
            document.shaderLosses == [
                "shader input diffuse_roughness of standard_surface 1", "shader input subsurface of standard_surface 1",
            ])
        #expect(document.residue.filter { $0.kind == "shader input" }.allSatisfy { $0.shownAs != nil })
    }

    @Test("of the first version of standard_surface have other defaults")
    func firstVersion() throws {
        func color(_ attribute: String) throws -> [Double]? {
            try Fix.document(
                """
                <standard_surface name="S" type="surfaceshader" \(attribute)>
                \(Fix.input("base_color", "color3", "1, 0.5, 0"))</standard_surface>
                <surfacematerial name="M" type="material">
                <input name="surfaceshader" type="surfaceshader" nodename="S"/></surfacematerial>
                """
            ).scene.materials.first?["baseColor"]
        }
        #expect(try near(color("version=\"1.0.0\""), [0.8, 0.4, 0]))
        for attribute in ["version=\"1.0.1\"", ""] { #expect(try near(color(attribute), [1, 0.5, 0])) }
    }

    /// The two widths of a highlight: those of glTF are α = r² and α + (1 − α) s², across and along.
    private func widths(_ material: SceneMaterial) throws -> [Double] {
        let (roughness, strength) = try (
            #require(material["roughness"]?.first), #require(material["anisotropyStrength"]?.first)
        )
        let across = roughness * roughness
        return [across + (1 - across) * strength * strength, across]
    }

    @Test("with anisotropy have highlights as long and as wide as MaterialX's")
    func anisotropy() throws {
        let rough = Fix.input("specular_roughness", "float", "0.5")
        let standard = try material(
            "standard_surface",
            rough + Fix.input("specular_anisotropy", "float", "0.75") + Fix.input("specular_rotation", "float", "0.25"))
        // roughness_anisotropy: ¼ ÷ √(1 − ¾) and ¼ · √(1 − ¾).
        #expect(try near(widths(standard), [0.5, 0.125]))
        // A quarter of a turn.
        #expect(near(standard["anisotropyRotation"], [-.pi / 2]))
        let open = try material("open_pbr_surface", rough + Fix.input("specular_roughness_anisotropy", "float", "0.5"))
        // open_pbr_anisotropy: ¼ · √(2 ÷ (1 + ½²)), and half of that.
        let along = 0.25 * (2 / 1.25).squareRoot()
        #expect(try near(widths(open), [along, along / 2]))
        let image = try Fix.surface(
            "standard_surface",
            Fix.input("specular_anisotropy", "float", "0.5") + Fix.link("specular_rotation", "float", "R"),
            Fix.image("R", "float", "a.png"))
        #expect(image.shaderLosses == ["shader input specular_rotation of standard_surface 1"])
    }

    @Test("with thin films and dispersion have those of glTF")
    func films() throws {
        let film = try material(
            "standard_surface",
            Fix.input("thin_film_thickness", "float", "500") + Fix.input("thin_film_IOR", "float", "1.25")
                + Fix.input("transmission", "float", "1") + Fix.input("transmission_dispersion", "float", "40"))
        #expect(film["iridescence"] == [1] && film["iridescenceIor"] == [1.25])
        #expect(film["iridescenceThicknessMaximum"] == [500] && film["dispersion"] == [0.5])
        // The Abbe number of OpenPBR is divided by a scale; glTF has 20 ÷ the number.
        let open = try material(
            "open_pbr_surface",
            Fix.input("transmission_weight", "float", "1") + Fix.input("transmission_dispersion_scale", "float", "0.5")
                + Fix.input("transmission_dispersion_abbe_number", "float", "40"))
        #expect(open["dispersion"] == [0.25])
    }

    private let images = MtlxFixture.image("I", "color3", "a.png") + MtlxFixture.image("J", "color3", "b.png")

    @Test("blend colours by weights, and say it once where that is not exact")
    func blends() throws {
        let colors = try Fix.surface(
            "standard_surface",
            Fix.input("base_color", "color3", "1, 0, 0") + Fix.input("subsurface", "float", "0.25")
                + Fix.input("subsurface_color", "color3", "0, 1, 0"))
        #expect(near(colors.scene.materials[0]["baseColor"], [0.75, 0.25, 0]))
        for (weight, file) in [("0.25", "a.png"), ("0.75", "b.png")] {
            let document = try Fix.surface(
                "standard_surface",
                Fix.link("base_color", "color3", "I") + Fix.input("subsurface", "float", weight)
                    + Fix.link("subsurface_color", "color3", "J"), images)
            // The stronger of two images stays.
            #expect(document.scene.images.map(\.uri) == [file])
            #expect(document.shaderLosses == ["shader input subsurface of standard_surface 1"])
        }
        let fed = try Fix.surface(
            "standard_surface",
            Fix.link("base_color", "color3", "I") + Fix.link("base", "float", "J"),
            images.replacing("name=\"J\" type=\"color3\"", with: "name=\"J\" type=\"float\""))
        #expect(fed.scene.images.map(\.uri) == ["a.png"])
        #expect(fed.shaderLosses == ["shader input base of standard_surface 1"])
    }

    @Test("have images where a number would be changed, which is told")
    func sheenImages() throws {
        let document = try Fix.surface(
            "standard_surface", Fix.input("sheen", "float", "1") + Fix.link("sheen_roughness", "float", "R"),
            Fix.image("R", "float", "a.png"))
        #expect(document.scene.materials[0].textures.map(\.slot) == ["sheenRoughness"])
        #expect(document.shaderLosses == ["shader input sheen_roughness of standard_surface 1"])
        // glTF's strength of anisotropy has no texture of one channel.
        let strength = try Fix.surface(
            "gltf_pbr", Fix.link("anisotropy_strength", "float", "R"), Fix.image("R", "float", "a.png"))
        #expect(strength.scene.materials[0].textures.isEmpty && strength.shaderLosses == ["shader node image 1"])
        // Red and blue can't be swapped.
        let swapped = try Fix.surface(
            "gltf_pbr", Fix.link("base_color", "color3", "N"),
            images
                + Fix.node(
                    "swizzle", "N", "color3", Fix.link("in", "color3", "I"), Fix.input("channels", "string", "bgr")))
        #expect(swapped.scene.materials[0].textures.map(\.slot) == ["baseColor"])
        #expect(swapped.shaderLosses == ["shader node image 1"])
    }
}

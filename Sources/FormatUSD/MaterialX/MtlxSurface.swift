/// The surface shaders of MaterialX that are read: their inputs with the values that count where a material has none.
struct MtlxSurface: Sendable {
    /// The kinds of surface.
    enum Kind: Sendable {
        case standard, openPBR, gltf, preview, unlit
    }

    var kind: Kind
    /// The name of the node: `standard_surface`.
    var name: String
    /// The inputs in the definition's order: numbers and colours, each with its default value.
    var inputs: [(name: String, fallback: [Double])]

    /// The default value of an input.
    func fallback(_ name: String) -> [Double] { inputs.first { $0.name == name }?.fallback ?? [0] }

    /// The surface with the name of a definition; nil for surfaces that can't be read.
    static func definition(_ id: String) -> MtlxSurface? {
        switch id {
        case "ND_standard_surface_surfaceshader": standard
        case "ND_standard_surface_surfaceshader_100": firstStandard
        case "ND_open_pbr_surface_surfaceshader": openPBR
        case "ND_gltf_pbr_surfaceshader": gltf
        case "ND_UsdPreviewSurface_surfaceshader": preview
        case "ND_surface_unlit": unlit
        default: nil
        }
    }

    private static let white = [1.0, 1, 1]
    private static let black = [0.0, 0, 0]

    private static let standard = MtlxSurface(
        kind: .standard, name: "standard_surface",
        inputs: [
            ("base", [1]), ("base_color", [0.8, 0.8, 0.8]), ("diffuse_roughness", [0]), ("metalness", [0]),
            ("specular", [1]), ("specular_color", white), ("specular_roughness", [0.2]), ("specular_IOR", [1.5]),
            ("specular_anisotropy", [0]), ("specular_rotation", [0]), ("transmission", [0]),
            ("transmission_color", white), ("transmission_depth", [0]), ("transmission_scatter", black),
            ("transmission_dispersion", [0]), ("transmission_extra_roughness", [0]), ("subsurface", [0]),
            ("subsurface_color", white), ("sheen", [0]), ("sheen_color", white), ("sheen_roughness", [0.3]),
            ("coat", [0]), ("coat_color", white), ("coat_roughness", [0.1]), ("coat_anisotropy", [0]),
            ("coat_IOR", [1.5]), ("coat_affect_color", [0]), ("coat_affect_roughness", [0]),
            ("thin_film_thickness", [0]), ("thin_film_IOR", [1.5]), ("emission", [0]), ("emission_color", white),
            ("opacity", white),
        ])

    /// The first version, which documents can ask for.
    private static let firstStandard = {
        var surface = standard
        surface.inputs[0].fallback = [0.8]
        surface.inputs[1].fallback = white
        return surface
    }()

    private static let openPBR = MtlxSurface(
        kind: .openPBR, name: "open_pbr_surface",
        inputs: [
            ("base_weight", [1]), ("base_color", [0.8, 0.8, 0.8]), ("base_diffuse_roughness", [0]),
            ("base_metalness", [0]), ("specular_weight", [1]), ("specular_color", white), ("specular_roughness", [0.3]),
            ("specular_ior", [1.5]), ("specular_roughness_anisotropy", [0]), ("transmission_weight", [0]),
            ("transmission_color", white), ("transmission_depth", [0]), ("transmission_scatter", black),
            ("transmission_dispersion_scale", [0]), ("transmission_dispersion_abbe_number", [20]),
            ("subsurface_weight", [0]), ("subsurface_color", [0.8, 0.8, 0.8]), ("fuzz_weight", [0]),
            ("fuzz_color", white), ("fuzz_roughness", [0.5]), ("coat_weight", [0]), ("coat_color", white),
            ("coat_roughness", [0]), ("coat_roughness_anisotropy", [0]), ("coat_ior", [1.6]), ("coat_darkening", [1]),
            ("thin_film_weight", [0]), ("thin_film_thickness", [0.5]), ("thin_film_ior", [1.4]),
            ("emission_luminance", [0]), ("emission_color", white), ("geometry_opacity", [1]),
        ])

    private static let gltf = MtlxSurface(
        kind: .gltf, name: "gltf_pbr",
        inputs: [
            ("base_color", white), ("metallic", [1]), ("roughness", [1]), ("occlusion", [1]), ("transmission", [0]),
            ("specular", [1]), ("specular_color", white), ("ior", [1.5]), ("alpha", [1]), ("alpha_cutoff", [0.5]),
            ("iridescence", [0]), ("iridescence_ior", [1.3]), ("iridescence_thickness", [100]), ("sheen_color", black),
            ("sheen_roughness", [0]), ("clearcoat", [0]), ("clearcoat_roughness", [0]), ("emissive", black),
            ("emissive_strength", [1]), ("thickness", [0]), ("attenuation_color", white), ("anisotropy_strength", [0]),
            ("anisotropy_rotation", [0]), ("dispersion", [0]),
        ])

    private static let unlit = MtlxSurface(
        kind: .unlit, name: "surface_unlit",
        inputs: [
            ("emission", [1]), ("emission_color", white), ("transmission", [0]), ("transmission_color", white),
            ("opacity", [1]),
        ])

    private static let preview = MtlxSurface(
        kind: .preview, name: "UsdPreviewSurface",
        inputs: USDMaterialTable.inputs.filter { !["normal", "useSpecularWorkflow"].contains($0.name) }.map {
            ($0.name, $0.fallback)
        } + [("opacityThreshold", [0])])
}

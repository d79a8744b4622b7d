/// The settings of a scene's material that a surface of MaterialX means, in glTF's terms.
///
/// The formulas are those of physics where both models agree, and of MaterialX's own translation to glTF where they do
/// not: a coloured coat tints what lies below it, the tint of glass is its base colour.
struct MtlxLook {
    /// A setting with what feeds it.
    struct Setting {
        /// The name of the parameter, and of the slot of its texture.
        var name: String
        var term: ShaderTerm
    }

    /// The settings, in the order in which materials have them.
    private(set) var settings: [Setting] = []
    /// The inputs that count for the look and that materials can't hold.
    private(set) var lost: [String] = []
    /// What feeds each input.
    private let terms: [String: ShaderTerm]
    private let surface: MtlxSurface

    /// Translates a surface.
    ///
    /// - Parameter terms: what feeds each input that is known; others have their default values.
    init(_ surface: MtlxSurface, _ terms: [String: ShaderTerm]) {
        self.surface = surface
        self.terms = terms
        switch surface.kind {
        case .standard: translateStandard()
        case .openPBR: translateOpenPBR()
        case .gltf: translateGLTF()
        case .preview: translatePreview()
        case .unlit: translateUnlit()
        }
    }

    // MARK: Parts

    func term(_ name: String) -> ShaderTerm { terms[name] ?? ShaderTerm(surface.fallback(name)) }

    /// The number of an input; nil: an image feeds it.
    func number(_ name: String) -> Double? {
        let term = term(name)
        return term.isConstant ? term.numbers.first : nil
    }

    /// Whether an input is a number that has no effect.
    func isIdle(_ name: String, _ value: Double = 0) -> Bool {
        let term = term(name)
        return term.isConstant && term.numbers.allSatisfy { $0 == value }
    }

    mutating func set(_ name: String, _ term: ShaderTerm) { settings.append(Setting(name: name, term: term)) }

    mutating func set(_ name: String, _ numbers: Double...) { set(name, ShaderTerm(numbers)) }

    /// Notes inputs whose value has an effect that materials can't hold.
    mutating func lose(_ names: String...) {
        for name in names {
            let term = term(name)
            if !term.isConstant || term.numbers != surface.fallback(name) { addLoss(name) }
        }
    }

    private mutating func addLoss(_ name: String) {
        if !lost.contains(name) { lost.append(name) }
    }

    /// The product of two inputs. Where both are images, the second one is lost.
    mutating func product(_ first: ShaderTerm, _ name: String) -> ShaderTerm {
        if let product = first.times(term(name)) { return product }
        addLoss(name)
        return first
    }

    /// A blend of a colour and an input's colour. Images can't be blended: if one of the two is an image, it is kept.
    mutating func blend(_ back: ShaderTerm, _ name: String, _ front: ShaderTerm, _ weight: Double?) -> ShaderTerm {
        guard let weight, weight != 0 else {
            if weight == nil { addLoss(name) }
            return back
        }
        if weight == 1 { return front }
        guard back.isConstant, front.isConstant else {
            addLoss(name)
            return weight > 0.5 && front.image != nil || back.isConstant ? front : back
        }
        let (a, b) = (back.widened(to: 3).numbers, front.widened(to: 3).numbers)
        return ShaderTerm(a.indices.map { a[$0] * (1 - weight) + b[$0] * weight })
    }

    // MARK: Surfaces

    private mutating func translateStandard() {
        var base = product(term("base_color"), "base")
        base = blend(base, "subsurface", term("subsurface_color"), number("subsurface"))
        if !isIdle("subsurface") { addLoss("subsurface") }
        addLayers(
            Names(
                base: base, metallic: "metalness", specular: "specular", ior: "specular_IOR",
                anisotropy: "specular_anisotropy", transmission: "transmission", coat: "coat", sheen: "sheen"))
        if !isIdle("specular_rotation"), !isIdle("specular_anisotropy") {
            let turns = number("specular_rotation")
            if let turns { set("anisotropyRotation", -2 * .pi * turns) } else { lose("specular_rotation") }
        }
        if let abbe = number("transmission_dispersion"), abbe > 0 { set("dispersion", 20 / abbe) }
        if let thickness = number("thin_film_thickness"), thickness > 0 {
            addFilm(1, thickness: thickness, ior: "thin_film_IOR")
        }
        lose(
            "diffuse_roughness", "transmission_scatter", "transmission_extra_roughness", "coat_anisotropy",
            "coat_affect_color", "coat_affect_roughness")
        if !isIdle("coat") { lose("coat_IOR") }
        addEmission(product(term("emission_color"), "emission"))
        let opacity = term("opacity")
        set("alpha", opacity.isConstant ? ShaderTerm([ShaderTerm.luminance(opacity.numbers)]) : opacity.first)
    }

    private mutating func translateOpenPBR() {
        var base = product(term("base_color"), "base_weight")
        base = blend(base, "subsurface_weight", term("subsurface_color"), number("subsurface_weight"))
        if !isIdle("subsurface_weight") { addLoss("subsurface_weight") }
        addLayers(
            Names(
                base: base, metallic: "base_metalness", specular: "specular_weight", ior: "specular_ior",
                anisotropy: "specular_roughness_anisotropy", transmission: "transmission_weight", coat: "coat_weight",
                sheen: "fuzz_weight", sheenColor: "fuzz_color", sheenRoughness: "fuzz_roughness"))
        if let scale = number("transmission_dispersion_scale"), scale > 0,
            let abbe = number("transmission_dispersion_abbe_number"), abbe > 0
        {
            set("dispersion", 20 * scale / abbe)
        }
        if let weight = number("thin_film_weight"), weight > 0, let thickness = number("thin_film_thickness") {
            // From micrometres to nanometres.
            addFilm(weight, thickness: thickness * 1000, ior: "thin_film_ior")
        }
        lose("base_diffuse_roughness", "transmission_scatter", "coat_roughness_anisotropy")
        if !isIdle("coat_weight") { lose("coat_darkening", "coat_ior") }
        addEmission(product(term("emission_color"), "emission_luminance"))
        set("alpha", term("geometry_opacity").first)
    }

    private mutating func translateGLTF() {
        for (name, input) in [
            ("baseColor", "base_color"), ("metallic", "metallic"), ("roughness", "roughness"),
            ("occlusion", "occlusion"), ("transmission", "transmission"), ("specular", "specular"),
            ("specularColor", "specular_color"), ("ior", "ior"), ("sheenColor", "sheen_color"),
            ("sheenRoughness", "sheen_roughness"), ("clearcoat", "clearcoat"),
            ("clearcoatRoughness", "clearcoat_roughness"), ("iridescence", "iridescence"),
            ("thickness", "thickness"), ("attenuationColor", "attenuation_color"),
            ("attenuationDistance", "attenuation_distance"), ("dispersion", "dispersion"),
            ("anisotropyStrength", "anisotropy_strength"), ("anisotropyRotation", "anisotropy_rotation"),
            ("alpha", "alpha"),
        ] where input != "attenuation_distance" || terms[input] != nil {
            set(name, term(input))
        }
        if !isIdle("iridescence") {
            set("iridescenceIor", term("iridescence_ior"))
            set("iridescenceThicknessMaximum", term("iridescence_thickness"))
        }
        set("emissive", term("emissive"))
        if !isIdle("emissive_strength", 1) { set("emissiveStrength", term("emissive_strength")) }
    }

    private mutating func translatePreview() {
        for input in USDMaterialTable.inputs where input.parameter != nil || input.slot == "occlusion" {
            guard let term = terms[input.name] else { continue }
            set(input.parameter ?? input.slot, term)
        }
    }

    private mutating func translateUnlit() {
        var color = product(term("emission_color"), "emission")
        if color.numbers.contains(where: { $0 > 1 }) {
            addLoss("emission")
            color.numbers = color.numbers.map { min($0, 1) }
        }
        set("baseColor", color)
        set("metallic", 0)
        set("roughness", 1)
        set("alpha", term("opacity").first)
        set("unlit", 1)
        lose("transmission")
    }

    // MARK: Layers

    /// The inputs that the two models of layers name differently.
    private struct Names {
        var base: ShaderTerm
        var metallic: String
        var specular: String
        var ior: String
        var anisotropy: String
        var transmission: String
        var coat: String
        var sheen: String
        var sheenColor = "sheen_color"
        var sheenRoughness = "sheen_roughness"
    }

    private mutating func addLayers(_ names: Names) {
        var base = names.base
        let depth = number("transmission_depth") ?? 0
        // What light takes on its way through glass: at its surface, or by depth.
        let tint = depth > 0 ? ShaderTerm([1, 1, 1]) : term("transmission_color")
        base = blend(base, "transmission_color", tint, number(names.transmission).map { $0 * $0 })
        // A coat is in front of all of it.
        let coat = number(names.coat)
        if !isIdle("coat_color", 1), coat != 0 {
            let veil = blend(ShaderTerm([1, 1, 1]), "coat_color", term("coat_color"), coat ?? 1)
            if let product = base.times(veil) { base = product } else { addLoss("coat_color") }
        }
        set("baseColor", base)
        set("metallic", term(names.metallic))
        addRoughness(names.anisotropy)
        set("specular", term(names.specular))
        set("specularColor", term("specular_color"))
        set("ior", term(names.ior))
        set("transmission", term(names.transmission))
        if depth > 0, !isIdle(names.transmission) {
            set("thickness", 1)
            set("attenuationDistance", depth)
            set("attenuationColor", term("transmission_color"))
        }
        if !isIdle(names.coat) {
            set("clearcoat", term(names.coat))
            set("clearcoatRoughness", term("coat_roughness"))
        }
        if !isIdle(names.sheen) {
            set("sheenColor", product(term(names.sheenColor), names.sheen))
            let roughness = term(names.sheenRoughness)
            // Here it is not squared before it is used.
            if let number = number(names.sheenRoughness) {
                set("sheenRoughness", max(0, number).squareRoot())
            } else {
                set("sheenRoughness", roughness)
                addLoss(names.sheenRoughness)
            }
        }
    }

    /// The roughness; with anisotropy, that of the smoother direction, and the strength of the other one.
    private mutating func addRoughness(_ anisotropy: String) {
        guard let roughness = number("specular_roughness"), let amount = number(anisotropy), amount > 0 else {
            set("roughness", term("specular_roughness"))
            return lose(anisotropy)
        }
        let alpha = roughness * roughness
        let (along, across): (Double, Double)
        if surface.kind == .openPBR {
            // As the graph of `open_pbr_anisotropy`.
            let share = 1 - min(amount, 1)
            along = min(alpha * (2 / (1 + share * share)).squareRoot(), 1)
            across = share * along
        } else {
            let aspect = (1 - min(amount, 0.98)).squareRoot()
            (along, across) = (min(alpha / aspect, 1), alpha * aspect)
        }
        set("roughness", max(0, across).squareRoot())
        if across < 1 { set("anisotropyStrength", max(0, (along - across) / (1 - across)).squareRoot()) }
    }

    private mutating func addFilm(_ weight: Double, thickness: Double, ior: String) {
        set("iridescence", weight)
        set("iridescenceIor", term(ior))
        set("iridescenceThicknessMaximum", thickness)
    }

    /// The emission: a colour of at most 1, and its strength.
    private mutating func addEmission(_ emission: ShaderTerm) {
        let peak = emission.numbers.max() ?? 0
        guard peak > 1 else { return set("emissive", emission) }
        var color = emission
        color.numbers = emission.numbers.map { $0 / peak }
        set("emissive", color)
        set("emissiveStrength", peak)
    }
}

extension ShaderTerm {
    /// The first component.
    var first: ShaderTerm { picked([0]) ?? self }
}

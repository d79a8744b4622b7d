import MeshModel

// Materials whose surface is a shader of MaterialX.

extension USDSceneBuilder {
    /// Reads a surface of MaterialX into a material.
    ///
    /// - Returns: whether vertex colours are a factor of its colour.
    mutating func addSurface(
        _ surface: MtlxSurface, _ shader: Int, to material: inout SceneMaterial, _ names: inout [String]
    ) -> Bool {
        var reading = ShaderReading()
        var terms: [String: ShaderTerm] = [:]
        let isGLTF = surface.kind == .gltf
        for (name, fallback) in surface.inputs {
            // UsdPreviewSurface's own defaults are those of the scene's model.
            let term = term(shader, "inputs:\(name)", surface.kind == .preview ? nil : fallback, &reading)
            guard let term, term.width == fallback.count || term.width == 1 else { continue }
            terms[name] = term.widened(to: fallback.count)
        }
        if isGLTF, let distance = term(shader, "inputs:attenuation_distance", nil, &reading), distance.isConstant {
            terms["attenuation_distance"] = distance
        }
        let look = MtlxLook(surface, terms)
        for name in look.lost { lostInputs["\(name) of \(surface.name)", default: 0] += 1 }
        for setting in look.settings { apply(setting, surface, to: &material, &names, &reading) }
        addNormals(surface, shader, to: &material, &names, &reading)
        settleOthers(surface, shader, &reading)
        if surface.kind == .preview { return terms.values.contains(where: \.hasVertexColor) }
        if isGLTF {
            let mode = input(shader, "inputs:alpha_mode")?.number ?? 0
            declare(shader, "inputs:alpha_mode")
            if [0, 1, 2].contains(mode) { material.add("alphaMode", mode) }
            if mode == 1 { material.add("alphaCutoff", look.number("alpha_cutoff") ?? 0.5) }
        }
        return (terms["base_color"] ?? terms["emission_color"])?.hasVertexColor == true
    }

    /// Inputs that only say more about others: where those count, they are told.
    private static let details: Set<String> = [
        "subsurface_radius", "subsurface_radius_scale", "subsurface_scale", "subsurface_anisotropy",
        "subsurface_scatter_anisotropy", "transmission_scatter_anisotropy", "coat_rotation", "tangent",
        "geometry_tangent", "geometry_coat_tangent", "normal", "coat_normal", "geometry_normal",
        "geometry_coat_normal", "clearcoat_normal", "attenuation_distance", "alpha_mode", "useSpecularWorkflow",
        "thin_walled", "geometry_thin_walled", "opacityMode", "opacityThreshold",
    ]

    /// Counts the other inputs of a surface as read, and notes those that are unknown or have an effect.
    private mutating func settleOthers(_ surface: MtlxSurface, _ shader: Int, _ reading: inout ShaderReading) {
        let known = Set(surface.inputs.map(\.name))
        for property in stage.properties(of: shader) where property.hasPrefix("inputs:") {
            let name = String(property.dropFirst("inputs:".count))
            guard !known.contains(name) else { continue }
            declare(shader, property)
            let isConnected = source(shader, property) != nil
            let isSaid = isConnected || input(shader, property) != nil
            let isThin = name.hasSuffix("thin_walled") && input(shader, property)?.isTrue == true
            guard isThin || isSaid && !Self.details.contains(name) else { continue }
            lostInputs["\(name) of \(surface.name)", default: 0] += 1
        }
    }

    /// The values of settings that have no effect, so that they are left out.
    private static let idle: [String: [Double]] = [
        "specular": [1], "specularColor": [1, 1, 1], "ior": [1.5], "transmission": [0], "sheenColor": [0, 0, 0],
        "sheenRoughness": [0], "clearcoat": [0], "clearcoatRoughness": [0], "iridescence": [0], "thickness": [0],
        "attenuationColor": [1, 1, 1], "dispersion": [0], "anisotropyStrength": [0], "anisotropyRotation": [0],
        "alpha": [1], "occlusion": [1], "emissive": [0, 0, 0],
    ]

    private mutating func apply(
        _ setting: MtlxLook.Setting, _ surface: MtlxSurface, to material: inout SceneMaterial,
        _ names: inout [String], _ reading: inout ShaderReading
    ) {
        let term = setting.term
        guard term.numbers.allSatisfy(\.isFinite) else { return }
        let hasTexture = term.image.map { addTexture(setting.name, term, $0, to: &material, &names, &reading) } ?? false
        guard setting.name != "occlusion" else {
            if hasTexture, term.numbers != [1] { material.add("occlusionStrength", term.numbers[0]) }
            return
        }
        let isPreview = surface.kind == .preview
        guard hasTexture || isPreview || term.numbers != Self.idle[setting.name] else { return }
        guard material[setting.name] == nil else { return }
        // A texture without a file is the value that counts without it.
        guard term.image == nil || hasTexture else { return }
        material.parameters.append(MaterialParameter(setting.name, term.numbers))
    }

    // MARK: Textures

    /// The settings that glTF and the scene have textures for.
    private static let slots: Set<String> = [
        "baseColor", "metallic", "roughness", "occlusion", "emissive", "alpha", "transmission", "thickness", "specular",
        "specularColor", "sheenColor", "sheenRoughness", "clearcoat", "clearcoatRoughness", "iridescence",
        "displacement", "specularColorF0",
    ]

    /// Adds the texture of a setting.
    ///
    /// - Returns: whether the material has it now.
    private mutating func addTexture(
        _ name: String, _ term: ShaderTerm, _ image: Int, to material: inout SceneMaterial, _ names: inout [String],
        _ reading: inout ShaderReading
    ) -> Bool {
        guard Self.slots.contains(name) else {
            lose(image, &reading)
            return false
        }
        guard case .text(_, let asset)? = input(image, "inputs:file") else { return false }
        var slot = TextureSlot(name, texture: texture(asset, image))
        addPlacement(image, to: &slot, &names, &reading)
        if term.width == 1 {
            if name != "occlusion" {
                slot.options.append(TextureOption("channel", [["r", "g", "b", "a"][min(max(term.channels[0], 0), 3)]]))
            }
        } else if term.channels.prefix(3) != [0, 1, 2], term.channels.prefix(3) != [0, 0, 0] {
            lose(image, &reading)
        }
        noteColorSpace(of: image, for: name, &reading)
        material.textures.append(slot)
        return true
    }

    /// Notes colours in an image that are linear: a scene's textures of colours are sRGB.
    private mutating func noteColorSpace(of image: Int, for name: String, _ reading: inout ShaderReading) {
        let space = colorSpace(image, "inputs:file") ?? input(image, "inputs:sourceColorSpace")?.word
        guard let space, ["baseColor", "emissive", "sheenColor", "specularColor"].contains(name) else { return }
        let isEncoded = ["srgb_texture", "sRGB", "srgb", "auto", "gamma22", "srgb_rec709_scene"].contains(space)
        if !isEncoded { lostInputs["colour space \(space) of images", default: 0] += 1 }
    }

    private mutating func addNormals(
        _ surface: MtlxSurface, _ shader: Int, to material: inout SceneMaterial, _ names: inout [String],
        _ reading: inout ShaderReading
    ) {
        let inputs: [(input: String, slot: String)] =
            switch surface.kind {
            case .standard: [("normal", "normal"), ("coat_normal", "clearcoatNormal")]
            case .openPBR: [("geometry_normal", "normal"), ("geometry_coat_normal", "clearcoatNormal")]
            case .gltf: [("normal", "normal"), ("clearcoat_normal", "clearcoatNormal")]
            case .preview: [("normal", "normal")]
            case .unlit: []
            }
        for (name, slot) in inputs {
            guard let term = term(shader, "inputs:\(name)", nil, &reading), let image = term.image else { continue }
            if slot == "clearcoatNormal", material["clearcoat"] == nil { continue }
            guard case .text(_, let asset)? = input(image, "inputs:file"), !asset.isEmpty else { continue }
            var use = TextureSlot(slot, texture: texture(asset, image))
            addPlacement(image, to: &use, &names, &reading)
            _ = value(image, "inputs:bias")
            // A texture of UsdPreviewSurface spreads its values itself.
            let spread = (term.numbers.first ?? 1) == 1 ? 1 : term.numbers[0] / 2
            let scale = term.normalScale ?? spread
            if term.normalScale == nil, surface.kind != .preview { lose(image, &reading) }
            if scale != 1 { material.add(slot == "normal" ? "normalScale" : "clearcoatNormalScale", scale) }
            material.textures.append(use)
        }
    }
}

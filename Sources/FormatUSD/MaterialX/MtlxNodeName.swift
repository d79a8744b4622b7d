/// The name of a node's definition, as `info:id` of a shader has it: `ND_image_color3`.
///
/// The names of the standard's definitions follow from a node's category and types, with few exceptions.
enum MtlxNodeName {
    /// The name of the definition of a node.
    ///
    /// - Parameters:
    ///   - category: the category: `image`.
    ///   - type: the type of its output.
    ///   - inputs: the types of its inputs by name.
    ///   - version: the document's version in hundredths.
    static func id(_ category: String, _ type: String, inputs: [String: String], version: Int) -> String {
        let name = "ND_\(category)"
        func of(_ input: String) -> String { inputs[input] ?? type }
        if plain.contains(category) || type == "multioutput" && !category.hasPrefix("separate") { return name }
        switch category {
        case "normalmap": return version < 139 ? name : "\(name)_\(inputs["scale"] ?? "float")"
        case "UsdUVTexture": return version < 138 ? name : "\(name)_23"
        case "gltf_image": return "\(name)_\(type)_\(type)_1_0"
        case "gltf_normalmap", "gltf_iridescence_thickness": return "\(name)_\(type)_1_0"
        case "extract", "separate2", "separate3", "separate4", "magnitude", "determinant": return "\(name)_\(of("in"))"
        case "distance", "dotproduct": return "\(name)_\(of("in1"))"
        case "swizzle", "convert": return "\(name)_\(of("in"))_\(type)"
        case "displacement": return "\(name)_\(inputs["displacement"] ?? "float")"
        case "mix": if inputs["mix"] == type, type != "float" { return "\(name)_\(type)_\(type)" }
        case "and", "or", "xor", "not": return "ND_logical_\(category)"
        case "ifgreater", "ifgreatereq", "ifequal", "switch":
            let condition = inputs[category == "switch" ? "which" : "value1"]
            return "\(name)_\(type)\(condition == "integer" ? "I" : condition == "boolean" ? "B" : "")"
        case "combine2":
            if type == "color4" { return "\(name)_color4CF" }
            if type == "vector4" { return of("in2") == "float" ? "\(name)_vector4VF" : "\(name)_vector4VV" }
        default: break
        }
        if ["BSDF", "EDF", "VDF"].contains(type) {
            // Closures: only nodes that are for several kinds name theirs.
            guard ["layer", "mix", "add", "multiply"].contains(category) else { return name }
            let factor = category == "multiply" ? (inputs["in2"] == "float" ? "F" : "C") : ""
            return "\(name)_\(type.lowercased())\(factor)"
        }
        guard let operand = second[category], type != "float", inputs[operand] == "float" else {
            return type.isEmpty ? name : "\(name)_\(type)"
        }
        return "\(name)_\(type)FA"
    }

    /// The nodes with one definition, which is named after them.
    private static let plain: Set<String> = [
        "gltf_colorimage", "gltf_anisotropy_image", "UsdTransform2d", "latlongimage", "ramp", "ramp_gradient",
        "surface", "surface_unlit", "volume", "light", "roughness_anisotropy", "roughness_dual",
        "glossiness_anisotropy", "blackbody", "open_pbr_anisotropy", "disney_principled",
        "deon_hair_absorption_from_melanin", "chiang_hair_absorption_from_color",
    ]

    /// The input that may be one number where the node works on several.
    private static let second: [String: String] = [
        "multiply": "in2", "divide": "in2", "add": "in2", "subtract": "in2", "power": "in2", "modulo": "in2",
        "min": "in2", "max": "in2", "safepower": "in2", "invert": "amount", "clamp": "low", "remap": "inlow",
        "range": "inlow", "contrast": "amount", "smoothstep": "low", "atan2": "in2", "noise2d": "amplitude",
        "noise3d": "amplitude", "fractal2d": "amplitude",
        "fractal3d": "amplitude",
    ]

    /// The category of a definition's name; nil: it is not one of the given ones.
    static func category(_ id: String, of known: Set<String>) -> String? {
        guard id.hasPrefix("ND_") else { return nil }
        var name = id.dropFirst(3)
        while !name.isEmpty {
            if known.contains(String(name)) { return String(name) }
            guard let cut = name.lastIndex(of: "_") else { return nil }
            name = name[..<cut]
        }
        return nil
    }
}

/// Which member of a glTF material is which setting of a scene's material. Reading and writing use the same table.
enum GLTFMaterialTable {
    /// The kind of a member's value.
    enum Kind: Sendable, Hashable {
        /// A number.
        case number
        /// An array of this many numbers.
        case numbers(Int)
        /// A Boolean; the setting is 1 or 0.
        case truth
        /// A texture.
        case texture
    }

    /// A member, by its path, and the setting's name.
    struct Entry: Sendable {
        var path: [String]
        var name: String
        var kind: Kind

        init(_ path: String, _ name: String, _ kind: Kind) {
            self.path = path.split(separator: "/").map(String.init)
            self.name = name
            self.kind = kind
        }
    }

    private static func entries(of name: String, _ members: [(String, String, Kind)]) -> [Entry] {
        members.map { Entry("extensions/KHR_materials_\(name)/\($0.0)", $0.1, $0.2) }
    }

    /// All settings that are one member each, in the order in which they are written. Missing are `baseColorFactor`,
    /// which is a colour and an alpha, `alphaMode`, which is a string, and `KHR_materials_unlit`, which has no members.
    static let entries: [Entry] =
        [
            Entry("pbrMetallicRoughness/baseColorTexture", "baseColor", .texture),
            Entry("pbrMetallicRoughness/metallicFactor", "metallic", .number),
            Entry("pbrMetallicRoughness/roughnessFactor", "roughness", .number),
            Entry("pbrMetallicRoughness/metallicRoughnessTexture", "metallicRoughness", .texture),
            Entry("normalTexture", "normal", .texture),
            Entry("normalTexture/scale", "normalScale", .number),
            Entry("occlusionTexture", "occlusion", .texture),
            Entry("occlusionTexture/strength", "occlusionStrength", .number),
            Entry("emissiveTexture", "emissive", .texture),
            Entry("emissiveFactor", "emissive", .numbers(3)),
            Entry("alphaCutoff", "alphaCutoff", .number),
            Entry("doubleSided", "doubleSided", .truth),
        ]
        + entries(of: "emissive_strength", [("emissiveStrength", "emissiveStrength", .number)])
        + entries(of: "ior", [("ior", "ior", .number)])
        + entries(of: "dispersion", [("dispersion", "dispersion", .number)])
        + entries(
            of: "clearcoat",
            [
                ("clearcoatFactor", "clearcoat", .number), ("clearcoatTexture", "clearcoat", .texture),
                ("clearcoatRoughnessFactor", "clearcoatRoughness", .number),
                ("clearcoatRoughnessTexture", "clearcoatRoughness", .texture),
                ("clearcoatNormalTexture", "clearcoatNormal", .texture),
                ("clearcoatNormalTexture/scale", "clearcoatNormalScale", .number),
            ])
        + entries(
            of: "transmission",
            [("transmissionFactor", "transmission", .number), ("transmissionTexture", "transmission", .texture)])
        + entries(
            of: "volume",
            [
                ("thicknessFactor", "thickness", .number), ("thicknessTexture", "thickness", .texture),
                ("attenuationDistance", "attenuationDistance", .number),
                ("attenuationColor", "attenuationColor", .numbers(3)),
            ])
        + entries(
            of: "specular",
            [
                ("specularFactor", "specular", .number), ("specularTexture", "specular", .texture),
                ("specularColorFactor", "specularColor", .numbers(3)),
                ("specularColorTexture", "specularColor", .texture),
            ])
        + entries(
            of: "sheen",
            [
                ("sheenColorFactor", "sheenColor", .numbers(3)), ("sheenColorTexture", "sheenColor", .texture),
                ("sheenRoughnessFactor", "sheenRoughness", .number),
                ("sheenRoughnessTexture", "sheenRoughness", .texture),
            ])
        + entries(
            of: "iridescence",
            [
                ("iridescenceFactor", "iridescence", .number), ("iridescenceTexture", "iridescence", .texture),
                ("iridescenceIor", "iridescenceIor", .number),
                ("iridescenceThicknessMinimum", "iridescenceThicknessMinimum", .number),
                ("iridescenceThicknessMaximum", "iridescenceThicknessMaximum", .number),
                ("iridescenceThicknessTexture", "iridescenceThickness", .texture),
            ])
        + entries(
            of: "anisotropy",
            [
                ("anisotropyStrength", "anisotropyStrength", .number),
                ("anisotropyRotation", "anisotropyRotation", .number), ("anisotropyTexture", "anisotropy", .texture),
            ])
        + entries(
            of: "diffuse_transmission",
            [
                ("diffuseTransmissionFactor", "diffuseTransmission", .number),
                ("diffuseTransmissionTexture", "diffuseTransmission", .texture),
                ("diffuseTransmissionColorFactor", "diffuseTransmissionColor", .numbers(3)),
                ("diffuseTransmissionColorTexture", "diffuseTransmissionColor", .texture),
            ])

    /// The extension of specular-glossiness materials, which is read and never written.
    static let oldShading = "KHR_materials_pbrSpecularGlossiness"
    /// The texture of a material of shaders, whose name the shaders choose.
    static let technique = Entry("extensions/\(GLTFExtensions.techniques)/values", "baseColor", .texture)
    static let oldTexture = Entry("extensions/\(oldShading)/diffuseTexture", "baseColor", .texture)

    /// The values of `alphaMode`. The setting of this name is the index in this list.
    static let alphaModes = ["OPAQUE", "MASK", "BLEND"]

    /// The members of a texture's sampler. Each slot that uses the texture has them as options.
    static let samplerWords = ["magFilter", "minFilter", "wrapS", "wrapT"]

    /// The pointer patterns of everything that is read.
    static var patterns: [String] {
        var patterns = [
            "materials/*/pbrMetallicRoughness/baseColorFactor", "materials/*/alphaMode",
            "materials/*/extensions/KHR_materials_unlit",
            "materials/*/extensions/\(oldShading)/diffuseFactor",
            "materials/*/extensions/\(oldShading)/glossinessFactor",
        ]
        for entry in entries + [oldTexture] {
            let path = "materials/*/" + entry.path.joined(separator: "/")
            guard entry.kind == .texture else {
                patterns.append(path)
                continue
            }
            patterns += [path + "/index", path + "/texCoord"]
            for member in ["offset", "rotation", "scale", "texCoord"] {
                patterns.append("\(path)/extensions/\(GLTFExtensions.transform)/\(member)")
            }
        }
        return patterns
    }
}

import MeshBytes
import MeshModel

/// The MTL statements for the parameters and slots of ``SceneMaterial``.
enum MTLSpelling {
    /// Parameters of three numbers: colours.
    static let colors: [String: String] = [
        "baseColor": "Kd", "Ka": "Ka", "Ks": "Ks", "emissive": "Ke", "Tf": "Tf",
    ]
    /// Parameters of one number, except those of `d`.
    static let numbers: [String: String] = [
        "Ns": "Ns", "Ni": "Ni", "illum": "illum", "sharpness": "sharpness",
        "roughness": "Pr", "metallic": "Pm", "sheen": "Ps", "clearcoat": "Pc", "clearcoatRoughness": "Pcr",
        "anisotropy": "aniso", "anisotropyRotation": "anisor",
    ]
    /// Parameters of the statement that is read with others.
    private static let alphas = ["alpha": "d", "haloAlpha": "d -halo"]
    /// Slots of textures.
    static let maps: [String: String] = [
        "baseColor": "map_Kd", "alpha": "map_d", "emissive": "map_Ke", "normal": "norm", "metallic": "map_Pm",
        "roughness": "map_Pr", "sheen": "map_Ps", "bump": "map_Bump", "displacement": "disp", "Ka": "map_Ka",
        "Ks": "map_Ks", "Ns": "map_Ns", "decal": "decal", "reflection": "refl", "clearcoat": "map_Pc",
        "clearcoatRoughness": "map_Pcr", "occlusion": "map_Po", "occlusionRoughnessMetallic": "map_ORM",
        "roughnessMetallicOcclusion": "map_RMA",
    ]

    /// Whether MTL can express a setting or texture slot. Names that only MTL has begin with a capital.
    static func isName(_ name: String) -> Bool {
        colors[name] != nil || numbers[name] != nil || alphas[name] != nil || maps[name] != nil
            || name.first?.isUppercase == true
    }

    /// The statement of a parameter; nil when MTL has none with this name and number of values.
    static func line(_ parameter: MaterialParameter) -> String? {
        guard parameter.values.allSatisfy(\.isFinite) else { return nil }
        let keyword: String? =
            switch parameter.values.count {
            case 1: numbers[parameter.name] ?? alphas[parameter.name]
            case 3: colors[parameter.name]
            default: nil
            }
        guard let keyword else { return nil }
        return ([keyword] + parameter.values.map(NumberPrinter.text)).joined(separator: " ")
    }

    /// The statement of a slot without the file name; nil when MTL has none.
    ///
    /// Options that are not MTL options are left out.
    static func keyword(_ slot: TextureSlot) -> String? {
        guard let keyword = maps[slot.slot] else { return nil }
        var words = [keyword]
        for option in slot.options where isOption(option) {
            guard let shape = MTLKeywords.options[option.name], !option.words.isEmpty,
                option.words.count <= shape.words,
                option.words.allSatisfy(shape.areNumbers ? isNumber : { OBJSpelling.word($0) == $0 })
            else { return nil }
            words += [option.name] + option.words
        }
        return words.joined(separator: " ")
    }

    /// Whether an option is an MTL option: these begin with a hyphen.
    static func isOption(_ option: TextureOption) -> Bool { option.name.hasPrefix("-") }

    private static func isNumber(_ word: String) -> Bool {
        TextCursor.over(Array(word.utf8)) { $0.readFloat64() != nil && $0.isAtEnd }
    }

    /// The spelling of a file name in a statement; unchanged if it is valid already.
    static func fileName(_ name: String) -> String {
        let name = OBJSpelling.name(name)
        // Readers would take a leading hyphen for an option.
        return name.hasPrefix("-") ? "_" + name.dropFirst() : name
    }
}

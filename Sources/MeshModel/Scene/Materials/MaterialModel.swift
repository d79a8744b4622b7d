/// The material model of a standard: what it means by the settings that a material leaves out.
///
/// A material with few settings looks different in each: without a colour glTF's is white and UsdPreviewSurface's dark
/// grey. So materials are compared, and written in another format, by their effective settings.
public enum MaterialModel: String, Sendable, Hashable, CaseIterable {
    /// MTL's, and that of files without materials: nothing is defined. A plain surface is assumed: white, neither
    /// metallic nor glossy (but for MTL's highlights), seen from both sides.
    case plain
    /// glTF's (glTF 2.0, 5.19 and 5.22; KHR_materials_clearcoat).
    case metallicRoughness
    /// UsdPreviewSurface's (its specification of inputs; `doubleSided` is UsdGeomGprim's).
    case previewSurface

    /// The settings that the model has a value for, in the order in which they are written.
    static let settings = [
        "baseColor", "metallic", "roughness", "emissive", "alphaMode", "alphaCutoff", "doubleSided",
        "clearcoatRoughness", "alpha",
    ]

    /// Settings whose value viewers guess, each in its own way, where a material leaves them out. Written whenever the
    /// material comes from another model.
    public var guessed: Set<String> { self == .plain ? ["baseColor", "metallic", "roughness"] : [] }

    /// The settings that files of this model never have: whatever the source says, they don't differ from it.
    var unsayable: Set<String> { self == .plain ? ["doubleSided"] : [] }

    /// The value of a setting that a material leaves out; nil: the model has none, or it has no effect.
    func assumed(_ name: String, of material: SceneMaterial) -> [Double]? {
        let hasTexture = material.texture(name) != nil
        switch (name, self) {
        case ("baseColor", .previewSurface) where !hasTexture: return [0.18, 0.18, 0.18]
        case ("baseColor", _): return [1, 1, 1]
        case ("metallic", .metallicRoughness): return [1]
        case ("metallic", _): return hasTexture ? [1] : [0]
        case ("roughness", .previewSurface) where !hasTexture: return [0.5]
        case ("roughness", .plain) where !hasTexture: return [material.roughnessOfHighlights]
        case ("roughness", _): return [1]
        // glTF multiplies a texture with this black; nobody else does.
        case ("emissive", .metallicRoughness): return [0, 0, 0]
        case ("emissive", _): return hasTexture ? [1, 1, 1] : [0, 0, 0]
        case ("alphaMode", .metallicRoughness): return [0]
        // Opacity alone decides.
        case ("alphaMode", _): return (material["alpha"]?.first ?? 1) < 1 ? [2] : [0]
        case ("alphaCutoff", _): return material.effective("alphaMode") == [1] ? [0.5] : nil
        case ("doubleSided", _): return self == .plain ? [1] : [0]
        case ("clearcoatRoughness", _):
            guard material["clearcoat"] != nil || material.texture("clearcoat") != nil else { return nil }
            return self == .previewSurface ? [0.01] : [0]
        case ("alpha", _): return [1]
        default: return nil
        }
    }
}

extension MeshScene {
    /// The model of elements without a material, where they look otherwise than in most formats; nil: all have one,
    /// or look plain.
    public var unusualBareModel: MaterialModel? {
        let isUsed = bareModel != .plain && meshes.contains { $0.primitives.contains { $0.bareElementCount > 0 } }
        return isUsed ? bareModel : nil
    }
}

extension MeshScene {
    /// Takes away the last materials, which were generated: elements that wear them have none.
    package mutating func removeMaterials(from first: Int) {
        materials.removeSubrange(first...)
        changePrimitives { primitive in
            primitive.changeMaterials { binding in
                switch binding {
                case .one(let material) where material >= first: return .none
                case .perElement(let column):
                    let kept = column.integers().map { $0 < first ? Int32(clamping: $0) : -1 }
                    return .perElement(Column(ContiguousArray(kept)))
                default: return binding
                }
            }
        }
    }
}

extension SceneMaterial {
    /// The numbers that count for a setting: those with this name, else the model's; nil: there are none.
    public func effective(_ name: String) -> [Double]? { self[name] ?? model.assumed(name, of: self) }

    /// The roughness of a surface with MTL's highlights, by the curve of Blender and assimp; 1 without highlights.
    fileprivate var roughnessOfHighlights: Double {
        guard let exponent = self["Ns"]?.first, exponent > 0, (self["Ks"] ?? []).contains(where: { $0 > 0 }),
            (self["illum"]?.first ?? 2) >= 2
        else { return 1 }
        return 1 - (min(exponent, 1000) / 1000).squareRoot()
    }

    /// The material with all settings that count except some, and without those that have no effect.
    func effective(except names: Set<String> = []) -> SceneMaterial {
        var material = self
        for name in MaterialModel.settings where self[name] == nil && !names.contains(name) {
            guard let values = model.assumed(name, of: self) else { continue }
            material.parameters.append(MaterialParameter(name, values))
        }
        if isOpaque {
            material.set("alpha", [1])
            material.set("alphaMode", [0])
        }
        if material["alphaMode"] != [1] { material.parameters.removeAll { $0.name == "alphaCutoff" } }
        return material
    }

    /// Whether alpha has no effect: it is ignored, or all of it passes the cutoff.
    package var isOpaque: Bool {
        switch effective("alphaMode") {
        case [0]: true
        case [1]: (effective("alphaCutoff")?.first ?? 0.5) <= 0
        default: false
        }
    }

    /// The material in the terms of another model: what that model would take for something else is spelled out.
    public func spelled(in other: MaterialModel) -> SceneMaterial {
        guard model != other else { return self }
        var material = self
        material.model = other
        for name in MaterialModel.settings where self[name] == nil {
            guard let values = model.assumed(name, of: self) else { continue }
            if other.guessed.contains(name) || other.assumed(name, of: material) != values {
                material.parameters.append(MaterialParameter(name, values))
            }
        }
        // An opacity that glTF ignores would count elsewhere, where no cutoff, or one of 0, is blending.
        if model == .metallicRoughness, isOpaque {
            material.parameters.removeAll { $0.name == "alpha" && $0.values != [1] || $0.name == "alphaCutoff" }
            material.set("alphaMode", [0])
        }
        return material
    }

    /// Whether all settings and textures are said in the same way.
    ///
    /// - Parameters:
    ///   - other: the other material.
    ///   - numbers: the texture of this material for each texture of the other one; nil: none.
    public func isSpelled(as other: SceneMaterial, textures numbers: [Int?]) -> Bool {
        parameters.count == other.parameters.count && textures.count == other.textures.count
            && parameters.allSatisfy { other[$0.name] == $0.values }
            && textures.allSatisfy { slot in
                guard let own = other.texture(slot.slot), own.texture < numbers.count else { return false }
                return numbers[own.texture] == slot.texture && own.options == slot.options
            }
    }

    private mutating func set(_ name: String, _ values: [Double]) {
        for index in parameters.indices where parameters[index].name == name { parameters[index].values = values }
    }
}

extension TextureSlot {
    /// The options that change something: others are as if they were left out.
    public var effectiveOptions: [TextureOption] { options.filter { !Self.idle.contains($0) && !Self.isIdle($0) } }

    /// Whether an option of MTL has its usual numbers, in any spelling.
    private static func isIdle(_ option: TextureOption) -> Bool {
        guard let usual = usualNumbers[option.name] else { return false }
        let numbers = option.words.compactMap(Double.init)
        return numbers.count == option.words.count && numbers == Array(usual.prefix(numbers.count))
    }

    private static let usualNumbers: [String: [Double]] = [
        "-o": [0, 0, 0], "-t": [0, 0, 0], "-s": [1, 1, 1], "-mm": [0, 1], "-bm": [1], "-boost": [0],
    ]

    private static let idle: Set<TextureOption> = [
        TextureOption("texCoord", ["0"]), TextureOption("wrapS", ["10497"]), TextureOption("wrapT", ["10497"]),
        TextureOption("offset", ["0", "0"]), TextureOption("rotation", ["0"]), TextureOption("scale", ["1", "1"]),
        TextureOption("-clamp", ["off"]), TextureOption("-cc", ["off"]), TextureOption("-blendu", ["on"]),
        TextureOption("-blendv", ["on"]),
    ]
}

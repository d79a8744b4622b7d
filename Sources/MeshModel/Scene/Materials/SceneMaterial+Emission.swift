// What a material emits. glTF has a colour of 0 to 1 and its strength (KHR_materials_emissive_strength), other formats
// have their product.

extension SceneMaterial {
    /// The settings that say what a material emits.
    package static let emission: Set<String> = ["emissive", "emissiveStrength"]

    /// The material with the product in place of colour and strength.
    package var withWholeEmission: SceneMaterial {
        guard let strength = self["emissiveStrength"], strength.count == 1, strength[0].isFinite,
            let color = self["emissive"], color.allSatisfy(\.isFinite)
        else { return self }
        var material = self
        material.parameters.removeAll { $0.name == "emissiveStrength" }
        for index in material.parameters.indices where material.parameters[index].name == "emissive" {
            material.parameters[index].values = color.map { $0 * strength[0] }
        }
        return material
    }

    /// The material with a colour of at most 1, and the rest of it as its strength: a power of two, so that no digit
    /// changes.
    package var withEmissionStrength: SceneMaterial {
        guard self["emissiveStrength"] == nil, let color = self["emissive"], color.allSatisfy(\.isFinite),
            let most = color.max(), most > 1
        else { return self }
        var strength = 2.0
        while strength < most { strength *= 2 }
        var material = self
        for index in material.parameters.indices where material.parameters[index].name == "emissive" {
            material.parameters[index].values = color.map { $0 / strength }
        }
        material.parameters.append(MaterialParameter("emissiveStrength", [strength]))
        return material
    }
}

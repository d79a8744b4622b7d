/// The numbers of missing, changed and added values of a material when it is read back, as the comparison counts them:
/// planners predict its result.
public struct MaterialChange: Sendable, Hashable {
    /// The names of missing settings and textures.
    public var missingNames: [String] = []
    /// The number of missing settings and textures.
    public var missing: Int { missingNames.count }
    /// The names of changed settings and textures.
    public var changedNames: [String] = []
    /// The number of changed settings and textures.
    public var changed: Int { changedNames.count }
    /// The names of settings that were only rounded to the 32-bit floats that USD holds.
    public var roundedNames: [String] = []
    /// The number of settings that were only rounded.
    public var rounded: Int { roundedNames.count }
    /// The number of settings and textures that the source did not have.
    public var generated = 0

    /// Compares a material with the one that a reader reads back, by what counts: a setting that is left out equals its
    /// model's.
    ///
    /// - Parameters:
    ///   - from: the source material.
    ///   - to: the material that is read back.
    ///   - textures: the scene's texture for each texture of the file; nil: none.
    public init(from: SceneMaterial, to: SceneMaterial, textures: [Int?]) {
        self.init(settingsOf: from, to)
        for slot in from.textures {
            guard let other = to.texture(slot.slot) else {
                missingNames.append(slot.slot)
                continue
            }
            let texture = other.texture < textures.count ? textures[other.texture] : nil
            if texture != slot.texture || other.effectiveOptions != slot.effectiveOptions {
                changedNames.append(slot.slot)
            }
        }
        generated += to.textures.count { from.texture($0.slot) == nil }
    }

    /// Compares the settings alone.
    public init(settingsOf from: SceneMaterial, _ to: SceneMaterial) {
        let own = from.effective().withWholeEmission
        let other = to.effective(except: to.model.unsayable).withWholeEmission
        for parameter in own.parameters {
            if let values = other[parameter.name] {
                if values == parameter.values { continue }
                if to.model == .previewSurface, values == parameter.values.map({ Double(Float($0)) }) {
                    roundedNames.append(parameter.name)
                } else {
                    changedNames.append(parameter.name)
                }
            } else if from[parameter.name] != nil, to.model.assumed(parameter.name, of: to) != parameter.values,
                from.model.assumed(parameter.name, of: from) != parameter.values
            {
                missingNames.append(parameter.name)
            }
        }
        generated = other.parameters.count { own[$0.name] == nil && to[$0.name] != nil }
    }

    /// Whether nothing changed.
    public var isNone: Bool { missing + changed + rounded + generated == 0 }
}

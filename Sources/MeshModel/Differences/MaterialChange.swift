/// The numbers of missing, changed and added values of a material when it is read back, as the comparison counts them:
/// planners predict its result.
public struct MaterialChange: Sendable, Hashable {
    /// The number of missing settings and textures.
    public var missing = 0
    /// The number of changed settings and textures.
    public var changed = 0
    /// The number of settings and textures that the source did not have.
    public var generated = 0

    /// Compares a material with the one that a reader reads back.
    ///
    /// - Parameters:
    ///   - from: the source material.
    ///   - to: the material that is read back.
    ///   - textures: the scene's texture for each texture of the file; nil: none.
    public init(from: SceneMaterial, to: SceneMaterial, textures: [Int?]) {
        for parameter in from.parameters {
            guard let values = to[parameter.name] else {
                missing += 1
                continue
            }
            if values != parameter.values { changed += 1 }
        }
        for slot in from.textures {
            guard let other = to.texture(slot.slot) else {
                missing += 1
                continue
            }
            let texture = other.texture < textures.count ? textures[other.texture] : nil
            if texture != slot.texture || other.options != slot.options { changed += 1 }
        }
        generated =
            to.parameters.filter { from[$0.name] == nil }.count
            + to.textures.filter { from.texture($0.slot) == nil }.count
    }

    /// Whether nothing changed.
    public var isNone: Bool { missing + changed + generated == 0 }
}

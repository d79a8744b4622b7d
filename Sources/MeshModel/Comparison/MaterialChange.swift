/// How many values of a material are missing, changed and made when it is read back, as the comparison counts them:
/// planners foretell what it will find.
public struct MaterialChange: Sendable, Hashable {
    /// Settings and textures that are not there any more.
    public var missing = 0
    /// Those that are others.
    public var changed = 0
    /// Those that the source did not have.
    public var generated = 0

    /// Holds a material against what a reader makes of it.
    ///
    /// - Parameters:
    ///   - from: the material of the scene.
    ///   - to: what is read.
    ///   - textures: the texture of the scene that each texture of the file is; nil: none.
    public init(from: Material, to: Material, textures: [Int?]) {
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

    /// Whether there is none.
    public var isNone: Bool { missing + changed + generated == 0 }
}

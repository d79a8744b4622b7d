/// A setting that remedies and messages name, by its name in words. The command line has an option for each.
public enum Setting: String, Hashable, Sendable {
    /// The variant to write: `ply.ascii`.
    case variant
    /// An option of a format: `paint=none`.
    case option
    /// The rule for merging vertices.
    case weld
    /// Whether normals are computed.
    case normals
    /// The unit of the input.
    case unit
    /// The up axis of the input.
    case upAxis = "up axis"
    /// The unit of the output.
    case targetUnit = "target unit"
    /// The up axis of the output.
    case targetUpAxis = "target up axis"
    /// The choice in a variant set of the input: see ``VariantChoices``.
    case variantChoice = "variant choice"
    /// A file to add to a package: `NAME=PATH`.
    case addition
    /// The moment of an animation.
    case time
    /// The animation.
    case clip
    /// What must not be lost.
    case strictness
    /// What the output is for.
    case purpose
    /// How a shape is made of depth frames: `tsdf`.
    case reconstruction
    /// A limit of reading: `names=N`.
    case limit
}

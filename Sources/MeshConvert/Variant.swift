/// The name of a variant to write, such as `ply.ascii`; a format's id means its first variant.
///
/// It can be written as a literal. ``StandardFormats`` lists all variants; those without a member here are written by
/// their id.
public struct Variant: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The id: `ply.ascii`.
    public let rawValue: String

    /// Creates a variant from its id, which is checked by the conversion.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a variant from its id, which is checked by the conversion.
    public init(_ id: String) { rawValue = id }

    /// Creates a variant from its id, which is checked by the conversion.
    public init(stringLiteral id: String) { rawValue = id }

    /// PLY: binary, little-endian.
    public static let plyBinary = Self("ply.binary")
    /// PLY: text.
    public static let plyASCII = Self("ply.ascii")
    /// PLY: binary, big-endian.
    public static let plyBinaryBigEndian = Self("ply.binary-big-endian")
    /// OBJ: text, with colours behind positions.
    public static let obj = Self("obj")
    /// OBJ: text without colours.
    public static let objPlain = Self("obj.plain")
    /// OFF: text, with colours of 8 bits.
    public static let off = Self("off")
    /// OFF: binary, big-endian.
    public static let offBinary = Self("off.binary")
    /// STL: binary, one solid.
    public static let stlBinary = Self("stl.binary")
    /// STL: text, with named solids.
    public static let stlASCII = Self("stl.ascii")
    /// STL: binary, with face colours of 5 bits.
    public static let stlColor = Self("stl.color")
    /// glTF: one binary file, with textures inside.
    public static let glb = Self("glb")
    /// glTF: JSON, with a `.bin` and textures beside it.
    public static let gltf = Self("gltf")
    /// USD: one package, with textures inside.
    public static let usdz = Self("usdz")
    /// USD: binary, with textures beside it.
    public static let usdc = Self("usdc")
    /// USD: text, with textures beside it.
    public static let usda = Self("usda")
    /// USD: one package of what Quick Look on iOS shows.
    public static let usdzQuickLook = Self("usdz.quicklook")
}

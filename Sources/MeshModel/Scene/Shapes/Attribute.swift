/// The meaning of an attribute's values: glTF's names for the known ones, the source's own name for any other.
public struct AttributeSemantic: Hashable, Sendable {
    /// `POSITION`, `NORMAL`, `TEXCOORD_0`, `COLOR_0`, `SMOOTHING_GROUP`, or a custom name such as `confidence`.
    public let name: String

    /// Creates the semantic with this name.
    public init(name: String) { self.name = name }

    /// Positions, in scene units.
    public static let position = Self(name: "POSITION")
    /// Normals; not necessarily of unit length.
    public static let normal = Self(name: "NORMAL")
    /// OBJ's smoothing groups, one whole number per face; 0 is "off".
    public static let smoothingGroup = Self(name: "SMOOTHING_GROUP")
    /// The rational weight of a position (`v x y z w` in OBJ).
    public static let weight = Self(name: "WEIGHT")
    /// The texture coordinates of a set.
    public static func texCoord(_ set: Int) -> Self { Self(name: "TEXCOORD_\(set)") }
    /// The colours of a set.
    public static func color(_ set: Int) -> Self { Self(name: "COLOR_\(set)") }

    /// Whether the values are colours.
    public var isColor: Bool { name.hasPrefix("COLOR_") }
    /// Whether the values are texture coordinates.
    public var isTexCoord: Bool { name.hasPrefix("TEXCOORD_") }
    /// Whether the name is the source's own, not one that formats agree on.
    public var isCustom: Bool {
        !(self == .position || self == .normal || self == .smoothingGroup || self == .weight || isColor || isTexCoord)
    }
}

/// How values map onto a primitive, named as in USD.
public enum Interpolation: String, Sendable, Hashable, CaseIterable {
    /// One value for the whole primitive.
    case constant
    /// One value per element (face, line, point).
    case uniform
    /// One value per vertex.
    case vertex
    /// One value per corner of each element.
    case faceVarying
}

/// The interpretation of stored numbers; converted only where the target's frame differs, never on reading.
public struct Frame: Hashable, Sendable {
    /// The transfer function of colours.
    public enum ColorSpace: String, Sendable, Hashable { case srgb, linear }
    /// The corner of the image where texture coordinates are (0, 0).
    public enum UVOrigin: String, Sendable, Hashable { case bottomLeft, topLeft }
    /// The function applied to a quantity before it is stored.
    public enum Encoding: String, Sendable, Hashable { case linear, log, logit }
    /// The order of a quaternion's components.
    public enum QuaternionOrder: String, Sendable, Hashable { case wxyz, xyzw }

    /// For colours; nil for other values.
    public var colorSpace: ColorSpace?
    /// For texture coordinates; nil for other values.
    public var uvOrigin: UVOrigin?
    /// For quantities such as a splat's scale (log) and opacity (logit).
    public var encoding: Encoding = .linear
    /// For rotations; nil for other values.
    public var quaternionOrder: QuaternionOrder?
    /// The stored float value of a full colour component: 1, or 255 when a file counts 0…255 in floats.
    public var scale: Double = 1

    /// The frame of plain numbers.
    public static let plain = Frame()
    /// sRGB-encoded colours, as in untagged PLY, OBJ, STL and scans.
    public static let srgb = Frame(colorSpace: .srgb)
    /// Linear colours, as in glTF and USD.
    public static let linear = Frame(colorSpace: .linear)
    /// Texture coordinates that count down from the top, as in glTF.
    public static let topLeftUV = Frame(uvOrigin: .topLeft)
    /// Texture coordinates that count up from the bottom, as in OBJ, PLY and USD.
    public static let bottomLeftUV = Frame(uvOrigin: .bottomLeft)

    /// Creates a frame.
    public init(
        colorSpace: ColorSpace? = nil, uvOrigin: UVOrigin? = nil, encoding: Encoding = .linear,
        quaternionOrder: QuaternionOrder? = nil, scale: Double = 1
    ) {
        self.colorSpace = colorSpace
        self.uvOrigin = uvOrigin
        self.encoding = encoding
        self.quaternionOrder = quaternionOrder
        self.scale = scale
    }
}

/// A named column of values with a meaning. What the values belong to depends on where the attribute is stored.
///
/// - Shape: `values.count` rows of `values.components` numbers, or, with `offsets`, ragged: element `e` has the single
///   values `offsets[e] ..< offsets[e + 1]`.
/// - Frame: `frame`; a stored integer of a `normalized` attribute means value ÷ `type.normalizedMaximum`.
public struct Attribute: Sendable {
    /// The meaning.
    public var semantic: AttributeSemantic
    /// The numbers.
    public var values: Column
    /// For ragged attributes, `count + 1` ascending starts into `values` (which then has one component); else nil.
    public var offsets: Column?
    /// Whether integers represent fractions of their largest value, as in glTF.
    public var normalized: Bool
    /// The interpretation of the numbers.
    public var frame: Frame

    /// Creates an attribute.
    public init(
        _ semantic: AttributeSemantic, _ values: Column, offsets: Column? = nil, normalized: Bool = false,
        frame: Frame = .plain
    ) {
        self.semantic = semantic
        self.values = values
        self.offsets = offsets
        self.normalized = normalized
        self.frame = frame
    }

    /// The number of elements that have a value.
    public var count: Int {
        if let offsets { max(offsets.count - 1, 0) } else { values.count }
    }
}

extension Attribute {
    /// Whether values become wrong when the scene is rotated and they are not: rotations, tangents, and the
    /// view-dependent colours of splats.
    ///
    /// Normals depend on direction too, but every operation that rotates a scene rotates them.
    public var dependsOnDirection: Bool {
        frame.quaternionOrder != nil || semantic.name == "TANGENT" || semantic.name.hasPrefix("f_rest_")
    }

    /// Whether values become wrong when the scene is scaled and they are not: sizes of splats.
    public var dependsOnSize: Bool { SplatNames.scales.contains(semantic.name) }
}

extension Sequence<Attribute> {
    /// The first attribute of each meaning.
    package var byMeaning: [AttributeSemantic: Attribute] {
        Dictionary(map { ($0.semantic, $0) }) { first, _ in first }
    }
}

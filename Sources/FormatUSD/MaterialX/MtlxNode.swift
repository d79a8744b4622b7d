/// A node of a network that is understood, by the name of its definition.
struct MtlxNode: Sendable {
    /// The ways in which nodes are read.
    enum Kind: Sendable {
        /// Numbers.
        case constant
        /// An image file.
        case image
        /// Normals of an image file.
        case normalMap
        /// Numbers of two inputs.
        case arithmetic
        /// Components of an input.
        case channels
        /// Components of several inputs.
        case combine
        /// Two inputs, blended.
        case mix
        /// The input as it is, perhaps with another number of components.
        case same
        /// A value of vertices.
        case vertexColor
        /// The input, changed in a way that materials can't hold unless it is a number.
        case change
    }

    /// The category: `tiledimage`.
    var category: String
    var kind: Kind
    /// The number of components of the output.
    var width: Int

    /// The node of a definition's name; nil: it is not understood.
    init?(_ id: String) {
        guard let category = MtlxNodeName.category(id, of: Self.categories), let kind = Self.kinds[category] else {
            return nil
        }
        self.category = category
        self.kind = kind
        // The last type in the name is that of the output, except where only the input's is there.
        let types = id.dropFirst(3 + category.utf8.count).split(separator: "_").compactMap { Self.widths[String($0)] }
        width = types.last ?? 3
        if category == "extract" || category.hasPrefix("separate") { width = 1 }
        if category == "UsdUVTexture" { width = 3 }
    }

    /// The name of a definition for people: `noise2d`.
    static func label(_ id: String) -> String {
        guard id.hasPrefix("ND_") else { return id.isEmpty ? "without a name" : id }
        var parts = id.dropFirst(3).split(separator: "_").map(String.init)
        while parts.count > 1, let last = parts.last,
            widths[last] != nil || ["surfaceshader", "1", "0", "23"].contains(last)
        {
            parts.removeLast()
        }
        return parts.joined(separator: "_")
    }

    /// The number of components by type, also of definitions whose second operand is one number.
    private static let widths: [String: Int] = [
        "float": 1, "integer": 1, "boolean": 1, "vector2": 2, "color3": 3, "vector3": 3, "color4": 4, "vector4": 4,
        "vector2FA": 2, "color3FA": 3, "vector3FA": 3, "color4FA": 4, "vector4FA": 4, "color4CF": 4, "vector4VF": 4,
        "vector4VV": 4, "string": 1, "filename": 1,
    ]

    private static let kinds: [String: Kind] = [
        "constant": .constant, "image": .image, "tiledimage": .image, "UsdUVTexture": .image, "gltf_image": .image,
        "gltf_colorimage": .image, "normalmap": .normalMap, "gltf_normalmap": .normalMap, "multiply": .arithmetic,
        "divide": .arithmetic, "add": .arithmetic, "subtract": .arithmetic, "min": .arithmetic, "max": .arithmetic,
        "power": .arithmetic, "extract": .channels, "swizzle": .channels, "separate2": .channels,
        "separate3": .channels, "separate4": .channels, "combine2": .combine, "combine3": .combine,
        "combine4": .combine, "mix": .mix, "dot": .same, "convert": .same, "geomcolor": .vertexColor,
        "geompropvalue": .vertexColor, "UsdPrimvarReader": .vertexColor, "invert": .change, "clamp": .change,
        "saturate": .change, "contrast": .change, "hsvadjust": .change, "colorcorrect": .change, "remap": .change,
        "range": .change, "luminance": .change, "absval": .change, "smoothstep": .change, "unpremult": .change,
        "premult": .change, "blur": .change, "rgbtohsv": .change, "hsvtorgb": .change, "normalize": .change,
    ]
    private static let categories = Set(kinds.keys)
}

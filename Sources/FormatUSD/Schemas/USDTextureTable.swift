/// Which slot of a scene's material feeds which inputs of UsdPreviewSurface, for writing.
enum USDTextureTable {
    /// A texture, as inputs that take channels of it.
    struct Slot: Sendable {
        /// The slot's name in the scene.
        var name: String
        /// The inputs, each with the channel (output of `UsdUVTexture`) that it takes.
        var inputs: [(input: String, channel: String)]
        /// Whether the texture has numbers, not colours.
        var isRaw: Bool
    }

    /// All textures, in the order in which they are written.
    static let slots = [
        Slot(name: "baseColor", inputs: [("diffuseColor", "rgb")], isRaw: false),
        Slot(name: "emissive", inputs: [("emissiveColor", "rgb")], isRaw: false),
        Slot(name: "metallicRoughness", inputs: [("metallic", "b"), ("roughness", "g")], isRaw: true),
        Slot(name: "metallic", inputs: [("metallic", "r")], isRaw: true),
        Slot(name: "roughness", inputs: [("roughness", "r")], isRaw: true),
        Slot(name: "clearcoat", inputs: [("clearcoat", "r")], isRaw: true),
        Slot(name: "clearcoatRoughness", inputs: [("clearcoatRoughness", "g")], isRaw: true),
        Slot(name: "normal", inputs: [("normal", "rgb")], isRaw: true),
        Slot(name: "occlusion", inputs: [("occlusion", "r")], isRaw: true),
        Slot(name: "alpha", inputs: [("opacity", "r")], isRaw: true),
        Slot(name: "displacement", inputs: [("displacement", "r")], isRaw: true),
    ]

    /// The type of an input.
    static func typeName(_ input: String) -> String {
        USDMaterialTable.inputs.first { $0.name == input }?.type ?? "float"
    }

    /// How a texture goes on beyond its edge: OpenGL's numbers, as scenes have them, and the words of `UsdUVTexture`.
    static let wraps = [(33071, "clamp"), (10497, "repeat"), (33648, "mirror")]
}

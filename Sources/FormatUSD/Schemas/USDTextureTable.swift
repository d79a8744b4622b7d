/// Mapping from the scene's texture slots to UsdPreviewSurface inputs, for writing.
enum USDTextureTable {
    /// A texture slot and the inputs that it feeds.
    struct Slot: Sendable {
        /// The slot's name in the scene.
        var name: String
        /// The inputs, each with the channel (output of `UsdUVTexture`) that feeds it.
        var inputs: [(input: String, channel: String)]
        /// Whether the texture holds data rather than colours.
        var isRaw: Bool
    }

    /// All slots, in writing order.
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

    /// Texture wrapping: OpenGL's constants, as in scenes, and the values of `UsdUVTexture`.
    static let wraps = [(33071, "clamp"), (10497, "repeat"), (33648, "mirror")]
}

/// Mapping between UsdPreviewSurface inputs and the scene's material parameters, for reading and writing.
enum USDMaterialTable {
    /// An input of the surface shader.
    struct Input: Sendable {
        /// The name without `inputs:`.
        var name: String
        /// The material parameter with its numbers. nil if only a texture is read.
        var parameter: String?
        /// The texture slot.
        var slot: String
        /// The number of components.
        var width: Int
        /// The default value of the schema.
        var fallback: [Double]
        /// The type name in layers.
        var type: String
        /// Whether a texture without a scale implies a factor of 1 instead of the default value.
        var countsAsFactor = false
    }

    /// All supported inputs, in the order of the specification.
    static let inputs: [Input] = [
        Input(
            name: "diffuseColor", parameter: "baseColor", slot: "baseColor", width: 3, fallback: [0.18, 0.18, 0.18],
            type: "color3f"),
        Input(
            name: "emissiveColor", parameter: "emissive", slot: "emissive", width: 3, fallback: [0, 0, 0],
            type: "color3f", countsAsFactor: true),
        Input(
            name: "metallic", parameter: "metallic", slot: "metallic", width: 1, fallback: [0], type: "float",
            countsAsFactor: true),
        Input(
            name: "roughness", parameter: "roughness", slot: "roughness", width: 1, fallback: [0.5], type: "float",
            countsAsFactor: true),
        Input(
            name: "clearcoat", parameter: "clearcoat", slot: "clearcoat", width: 1, fallback: [0], type: "float",
            countsAsFactor: true),
        Input(
            name: "clearcoatRoughness", parameter: "clearcoatRoughness", slot: "clearcoatRoughness", width: 1,
            fallback: [0.01], type: "float", countsAsFactor: true),
        Input(name: "opacity", parameter: "alpha", slot: "alpha", width: 1, fallback: [1], type: "float"),
        Input(name: "ior", parameter: "ior", slot: "ior", width: 1, fallback: [1.5], type: "float"),
        Input(name: "normal", parameter: nil, slot: "normal", width: 3, fallback: [0, 0, 1], type: "normal3f"),
        Input(name: "occlusion", parameter: nil, slot: "occlusion", width: 1, fallback: [1], type: "float"),
        Input(
            name: "displacement", parameter: "displacement", slot: "displacement", width: 1, fallback: [0],
            type: "float"),
        Input(
            name: "useSpecularWorkflow", parameter: "useSpecularWorkflow", slot: "useSpecularWorkflow", width: 1,
            fallback: [0], type: "int"),
        Input(
            name: "specularColor", parameter: "specularColorF0", slot: "specularColorF0", width: 3,
            fallback: [0, 0, 0], type: "color3f"),
    ]
}

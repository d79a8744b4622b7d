/// A generated material for elements without a material.
enum USDPlainMaterial: Hashable, Sendable, CaseIterable {
    /// White, neither metallic nor glossy.
    case white
    /// The prim's colours.
    case colors
    /// The prim's colours and opacities.
    case colorsAndOpacity

    /// The name of the material's prim.
    var name: String {
        switch self {
        case .white: "White"
        case .colors: "Colors"
        case .colorsAndOpacity: "ColorsAndOpacity"
        }
    }
}

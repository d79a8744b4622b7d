import MeshFormats
import MeshModel

/// A generated material for elements without a material.
enum USDPlainMaterial: Hashable, Sendable, CaseIterable {
    /// White, neither metallic nor glossy.
    case white
    /// The prim's colours.
    case colors
    /// The prim's colours and opacities.
    case colorsAndOpacity

    /// Whether a primitive has elements without a material.
    static func isNeeded(_ primitive: Primitive) -> Bool {
        switch primitive.material {
        case .none: true
        case .one: false
        case .perElement(let column): column.integers().contains { $0 < 0 }
        }
    }

    /// The name of the material's prim.
    var name: String {
        switch self {
        case .white: "White"
        case .colors: "Colors"
        case .colorsAndOpacity: "ColorsAndOpacity"
        }
    }
}

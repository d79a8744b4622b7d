import MeshFormats
import MeshModel

/// A material that is made for elements that have none: what they are seen as.
enum USDPlainMaterial: Hashable, Sendable, CaseIterable {
    /// White, neither metal nor glossy.
    case white
    /// The colours of the prim.
    case colors
    /// Its colours and opacities.
    case colorsAndOpacity

    /// Whether a primitive has elements without a material.
    static func isNeeded(_ primitive: Primitive) -> Bool {
        switch primitive.material {
        case .none: true
        case .one: false
        case .perElement(let column): column.integers().contains { $0 < 0 }
        }
    }

    /// The name of its prim.
    var name: String {
        switch self {
        case .white: "White"
        case .colors: "Colors"
        case .colorsAndOpacity: "ColorsAndOpacity"
        }
    }
}

import MeshFormats
import MeshModel

/// Plain names of the parts of a scene. Attributes have `AttributeSemantic.plainName`.
enum PlainNames {
    /// Returns `points`, `lines` or `faces`.
    static func name(of topology: Topology) -> String {
        switch topology {
        case .points: "points"
        case .lines: "lines"
        case .polygons: "faces"
        }
    }

    /// Returns `alpha` or `component 3 of NAME`.
    static func name(ofComponent component: Int, of semantic: AttributeSemantic) -> String {
        if semantic.isColor, component == 3 { return "alpha" }
        return "component \(component + 1) of \(semantic.plainName)"
    }
}

import MeshFormats
import MeshModel

/// What people call the parts of a scene that are no attributes; those have `AttributeSemantic.plainName`.
enum PlainNames {
    /// `points`, `lines`, `faces`.
    static func name(of topology: Topology) -> String {
        switch topology {
        case .points: "points"
        case .lines: "lines"
        case .polygons: "faces"
        }
    }

    /// `alpha`, or `component 3 of NAME`.
    static func name(ofComponent component: Int, of semantic: AttributeSemantic) -> String {
        if semantic.isColor, component == 3 { return "alpha" }
        return "component \(component + 1) of \(semantic.plainName)"
    }
}

import MeshModel

/// What people call the parts of a scene; one table for every text.
enum PlainNames {
    /// `positions`, `colours`, `texture coordinates 2`; a custom name as the source has it.
    static func name(of semantic: AttributeSemantic) -> String {
        switch semantic {
        case .position: return "positions"
        case .normal: return "normals"
        case .smoothingGroup: return "smoothing groups"
        case .weight: return "weights"
        default:
            if semantic.isColor { return numbered("colours", semantic.name) }
            if semantic.isTexCoord { return numbered("texture coordinates", semantic.name) }
            return semantic.name
        }
    }

    /// Sets after the first are counted from 2.
    private static func numbered(_ words: String, _ name: String) -> String {
        guard let set = Int(name.split(separator: "_").last ?? ""), set > 0, set < .max else { return words }
        return "\(words) \(set + 1)"
    }

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
        return "component \(component + 1) of \(name(of: semantic))"
    }
}

public import MeshModel

extension AttributeSemantic {
    /// What people call values of this meaning: `positions`, `colours`, `texture coordinates 2`; a custom name as the
    /// source has it. One table for every loss and every text.
    public var plainName: String {
        switch self {
        case .position: "positions"
        case .normal: "normals"
        case .weight: "weights"
        case .smoothingGroup: "smoothing groups"
        default:
            if isColor { numbered("colours") } else if isTexCoord { numbered("texture coordinates") } else { name }
        }
    }

    /// Sets after the first are counted from 2.
    private func numbered(_ words: String) -> String {
        guard let set = Int(name.split(separator: "_").last ?? ""), set > 0, set < .max else { return words }
        return "\(words) \(set + 1)"
    }
}

public import MeshModel

extension AttributeSemantic {
    /// The plain name of the values: `positions`, `colours`, `texture coordinates 2`; a custom name stays as in the
    /// source. All losses and texts use this table.
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

    /// Appends the set's number, counted from 1, to sets after the first.
    private func numbered(_ words: String) -> String {
        guard let set = Int(name.split(separator: "_").last ?? ""), set > 0, set < .max else { return words }
        return "\(words) \(set + 1)"
    }
}

public import MeshFormats
import MeshModel

extension PLYFormat {
    /// Up to four numbers and each list can be properties; there is one set of colours and texture coordinates, and vertices
    /// have normals.
    public func remedy(for feature: Feature) -> Remedy? {
        let isKept =
            switch feature {
            case .tables, .smallFaces: true
            // All colours have transparency or none.
            case .alpha(let ofAll): ofAll
            case .values(let values): keeps(values)
            default: false
            }
        return isKept ? .ending("ply") : nil
    }

    private func keeps(_ values: Feature.Values) -> Bool {
        // Only numbers that fit a smaller type are written.
        if values.form.type.isWideInteger { return false }
        switch values.semantic {
        case .smoothingGroup: return false
        case .normal: return !values.areOfElements && values.width >= 3
        case .texCoord(0): return !values.areOfElements && values.width == 2
        case .color(0):
            // Colours of vertices and elements share one property.
            let type = values.form.type
            let isFit = values.form.isNormalized ? type == .uint8 || type == .uint16 : !type.isInteger
            return values.width >= 3 && values.isOnlyForm && isFit
        case let other where other.isColor || other.isTexCoord: return false
        // Of vertices, more programs find several numbers in glTF.
        default: return values.areLists || values.width <= (values.areOfElements ? 4 : 1)
        }
    }
}

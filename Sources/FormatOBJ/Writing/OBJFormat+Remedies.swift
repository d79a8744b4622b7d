public import MeshFormats
import MeshModel

extension OBJFormat {
    /// There are groups and smoothing groups, and what MTL has a statement for.
    public func remedy(for feature: Feature) -> Remedy? {
        let isKept =
            switch feature {
            case .flatPolygons: true
            case .values(let values): values.semantic == .smoothingGroup && values.areOfElements
            case .subsets(let family, _): family == "groups"
            case .textureOptions(let names): names.contains { $0.hasPrefix("-") }
            case .material(let names): names.allSatisfy(MTLSpelling.isName)
            case .image(let slots, _): slots.contains(where: MTLSpelling.isName)
            default: false
            }
        return isKept ? .ending("obj") : nil
    }
}

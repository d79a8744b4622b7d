public import MeshFormats
import MeshModel

extension USDFormat {
    /// Transforms are any matrices, and there are sets of faces by any name.
    public func remedy(for feature: Feature) -> Remedy? {
        switch feature {
        case .matrices: .ending("usdc")
        case .polygons, .variants: .ending("usda")
        case .subsets(let family, .polygons) where !family.isEmpty && family != "materialBind": .ending("usda")
        default: nil
        }
    }
}

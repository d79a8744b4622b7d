import MeshRouting
import ScanPackages

extension RoutePackage {
    /// The layouts of scan packages that are read or written.
    static let scans =
        PackageKind.allCases.map { RoutePackage(kind: $0.rawValue, variants: $0.variants.map(\.rawValue)) }
}

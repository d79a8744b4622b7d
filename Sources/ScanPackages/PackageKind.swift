/// The kind of a package, by its layout: see *Kinds of packages* in the Scan packages article.
public enum PackageKind: String, Hashable, Sendable, CaseIterable {
    /// A Scan4D package: `scan4d_metadata.json`, `images/`, `cameras/`.
    case scan4D = "scan4d"
    /// The app's flat "Polycam" package: `images/`, `cameras/`, `mesh_info.json`.
    case polycamFlat = "polycam"
    /// Polycam's own raw data: `keyframes/images`, `keyframes/cameras` ….
    case polycamRaw = "polycam-raw"
    /// `transforms.json` with images: the app's "RAW" package, and what Nerfstudio reads; or `transforms_train.json` and
    /// those of other splits, as in NeRF's synthetic scenes.
    case nerfstudio
    /// 3D Scanner App: `frame_00000.json`, `depth_00000.png` and `conf_00000.png` in one folder.
    case scannerApp = "3dscannerapp"
    /// Stray Scanner: `odometry.csv`, `camera_matrix.csv`, `depth/`, `confidence/`, `rgb.mp4`.
    case strayScanner = "stray-scanner"
    /// COLMAP's sparse model, as text or in binary: `sparse/0/cameras`, `images` and `points3D`, and `images/`.
    case colmap
}

extension PackageKind {
    /// A one-line description.
    public var summary: String {
        switch self {
        case .scan4D: "scan4d_metadata.json with images/ and cameras/"
        case .polycamFlat: "images/ and cameras/, as the Scan4D app writes them"
        case .polycamRaw: "Polycam's own raw data below keyframes/"
        case .nerfstudio: "transforms.json with images, as Nerfstudio reads them"
        case .scannerApp: "3D Scanner App: frame_00000.json, depth_00000.png, conf_00000.png"
        case .strayScanner: "Stray Scanner: odometry.csv, camera_matrix.csv, depth/"
        case .colmap: "COLMAP's sparse model: sparse/0/cameras and images, .bin or .txt, with images/"
        }
    }

    /// The variants that write it; empty: it can only be read.
    public var variants: [PackageVariant] { PackageVariant.allCases.filter { $0.kind == self } }
}

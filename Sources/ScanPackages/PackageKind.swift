/// What a package is, by its layout.
public enum PackageKind: String, Hashable, Sendable, CaseIterable {
    /// A Scan4D package: `scan4d_metadata.json`, `images/`, `cameras/` (section 1.2 of the specification).
    case scan4D = "scan4d"
    /// The app's flat "Polycam" package: `images/`, `cameras/`, `mesh_info.json`.
    case polycamFlat = "polycam"
    /// Polycam's own raw data: `keyframes/images`, `keyframes/cameras` … (section 4.3).
    case polycamRaw = "polycam-raw"
    /// `transforms.json` with images: the app's "RAW" package, and what Nerfstudio reads (section 4.1).
    case nerfstudio
    /// 3D Scanner App: `frame_00000.json`, `depth_00000.png`, `conf_00000.png` beside each other.
    case scannerApp = "3dscannerapp"
    /// Stray Scanner: `odometry.csv`, `camera_matrix.csv`, `depth/`, `confidence/`, `rgb.mp4` (section 4.7).
    case strayScanner = "stray-scanner"
}

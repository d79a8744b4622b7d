/// A way of writing a package.
public enum PackageVariant: String, Hashable, Sendable, CaseIterable {
    /// Scan4D: `scan4d_metadata.json`, `images/`, `cameras/`, `depth/` and the rest of the scan.
    case scan4D = "scan4d"
    /// The app's flat "Polycam" package: `images/`, `cameras/`, `depth/`, `confidence/`, `mesh_info.json`.
    case polycam
    /// Polycam's own raw data, as polyform and `ns-process-data polycam` read it: `keyframes/…`.
    case polycamKeyframes = "polycam-keyframes"
    /// `transforms.json` with images: the app's "RAW" package, and what Nerfstudio reads.
    case raw
    /// COLMAP's text model: `images/`, `sparse/0/*.txt`.
    case colmap
    /// COLMAP's binary model: `images/`, `sparse/0/*.bin`.
    case colmapBinary = "colmap-binary"

    /// A one-line description.
    public var summary: String {
        switch self {
        case .scan4D: "all that belongs to a scan: metadata, images, cameras, depth, confidence, links"
        case .polycam: "images, cameras, depth and confidence in flat folders, as the Scan4D app writes them"
        case .polycamKeyframes: "Polycam's own layout below keyframes/, with whole numbers for names"
        case .raw: "transforms.json with images, depth and confidence, as Nerfstudio reads them"
        case .colmap: "COLMAP's model as text, with images"
        case .colmapBinary: "COLMAP's model in binary, with images"
        }
    }

    /// The kind that it is read back as.
    public var kind: PackageKind {
        switch self {
        case .scan4D: .scan4D
        case .polycam: .polycamFlat
        case .polycamKeyframes: .polycamRaw
        case .raw: .nerfstudio
        case .colmap, .colmapBinary: .colmap
        }
    }

    /// Whether each picture needs a pose: frames without one are left out.
    var needsPoses: Bool { self != .scan4D && self != .polycam }
    /// Whether it can hold depth.
    var holdsDepth: Bool { self != .colmap && self != .colmapBinary }
}

/// The conventions that a package is written with: see *Profiles of writing* in the Scan packages article.
public enum PackageProfile: String, Hashable, Sendable, CaseIterable {
    /// The corrected ones: depth in PNG's byte order, poses as rows, and a member `meshconv` that says so.
    case scan4D = "scan4d"
    /// Those of version 0.5 of the app: depth with the wrong byte order, poses of `transforms.json` as columns,
    /// confidence 0 to 2, `blur_score` 1.0.
    case scan4D05 = "scan4d-0.5"

    /// The profile of this name: `scan4d-1` is another one for ``scan4D``.
    public static func named(_ name: String) -> PackageProfile? {
        name == "scan4d-1" ? .scan4D : PackageProfile(rawValue: name)
    }

    var depthByteOrder: DepthByteOrder { self == .scan4D ? .big : .little }
    var poseLayout: PoseLayout { self == .scan4D ? .rows : .columns }
}

/// What happens to depth if some frames have none.
public enum FramesWithoutDepth: String, Hashable, Sendable, CaseIterable {
    /// Those frames get no depth path, as in the app's packages; Nerfstudio refuses such a mix.
    case omitPath = "omit-path"
    /// No frame has depth.
    case dropDepth = "drop-depth"
    /// Those frames are left out.
    case leaveOut = "leave-out"
    /// Those frames get all-zero depth: nothing was measured.
    case zeroDepth = "zero-depth"
}

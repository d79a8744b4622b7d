public import MeshBytes
public import MeshFormats
public import MeshModel

/// A capture as its app exported it: frames with cameras, depth and confidence, and what else belongs to it.
///
/// ```swift
/// let package = try ScanPackage.open("scan.zip")
/// for frame in package.frames where frame.hasUsablePose {
///     guard let depth = try package.depthMap(of: frame) else { continue }
/// }
/// ```
///
/// Opening reads the directory and the small text files; images, depth and confidence stay where they are until somebody
/// asks for one, and none is kept. Whatever its kind, a package is told in one way: paths exist, poses are camera-to-world
/// in the raw frame with the axes of ``ScanFrame/pose``, intrinsics belong to the frame's own picture.
public struct ScanPackage: Sendable {
    /// What it was read as.
    public var kind: PackageKind
    /// All files, with paths from the package's own root on: a folder that wraps everything is taken off.
    public var files: PackageFiles
    /// The folder that wrapped everything; empty: none.
    public var wrapper = ""
    /// The frames, by the bytes of their names: phone frames and faces of 360° stills.
    public var frames: [ScanFrame] = []
    /// How `transforms.json` writes poses; nil: there is none, or it does not count.
    public var poseLayout: PoseLayout?
    /// `scan4d_metadata.json`, or what else tells of the capture as a whole (3D Scanner App: `info.json`).
    public var metadata: ScanMetadata?
    /// `mesh_info.json`, all members.
    public var meshInfo: JSONValue?
    /// Members of `transforms.json` but `frames` and the intrinsics that hold for all, in the file's order.
    public var transformsMembers: [(String, JSONValue)] = []
    /// The links of `stitching.json`.
    public var links: [StitchLink] = []
    /// `graph.json`.
    public var graph: StitchGraph?
    /// `registration.json`; nil: raw and canonical frame are one.
    public var registration: ScanRegistration?
    /// `roomplan.json`, in the canonical frame.
    public var roomPlan: RoomPlan?
    /// 360° stills.
    public var stills: [EquirectStill] = []
    /// Pictures of the glasses' stream: no poses.
    public var proxyImagePaths: [String] = []
    /// Meshes that lie in the package, such as `mesh.obj` or `raw.glb`, in the canonical frame; by path.
    public var meshPaths: [String] = []
    /// `colors.bin`: per vertex of `mesh.obj` four little-endian float32, sRGB-encoded RGBA.
    public var meshColorsPath: String?
    /// `face_classes.bin`: per face of `mesh.obj` one byte, ARMeshClassification.
    public var faceClassesPath: String?
    /// Whether metadata that was replaced did not say that the privacy filter was off: what takes its place can't say so.
    var hidesPrivacy = false
    /// What its owner may want to know, in the order found.
    public var diagnostics: [PackageDiagnostic] = []

    /// A package of files and nothing known about them.
    public init(kind: PackageKind, files: PackageFiles) {
        self.kind = kind
        self.files = files
    }

    /// Opens a zip archive or a folder.
    ///
    /// - Throws: an error that names the entry where it is one's fault.
    public static func open(
        _ path: String, options: PackageOptions = PackageOptions(), work: Work? = nil
    ) throws(ReadError) -> ScanPackage {
        try read(try PackageFiles.open(path, limits: options.limits, work: work), options: options)
    }

    /// Reads a package from its files, and from others that take the place of those with their paths, or are new.
    ///
    /// - Parameters:
    ///   - files: the package.
    ///   - parts: with paths from the package's own root on: `scan4d_metadata.json`, `mesh.obj` … Flat frames of the app
    ///     with `scan4d_metadata.json` become a Scan4D capture, also pictures without cameras.
    ///   - options: how it is read.
    public static func read(
        _ files: PackageFiles, adding parts: [PackageEntry] = [], options: PackageOptions = PackageOptions()
    ) throws(ReadError) -> ScanPackage {
        try PackageReader.read(files, adding: parts, options: options)
    }

    /// Whether there are pictures: of frames, of 360° stills or of the glasses' stream.
    public var hasPictures: Bool {
        !proxyImagePaths.isEmpty || frames.contains { $0.imagePath != nil } || stills.contains { $0.imagePath != nil }
    }

    /// The frame with this name, looking through all.
    public func frame(named name: String) -> ScanFrame? { frames.first { $0.name == name } }

    /// The transform from the raw frame, which cameras are in, to the canonical one, which meshes and `roomplan.json` are in.
    public var rawToCanonical: Affine { registration?.rawToCanonical ?? .identity }

    /// Entries that no part of the model names: kept by name, such as `relocalization.worldmap`.
    public var otherPaths: [String] {
        var named: Set<String> = Set(proxyImagePaths).union(meshPaths)
        named.formUnion([meshColorsPath, faceClassesPath].compactMap { $0 })
        for frame in frames {
            let paths = [frame.imagePath, frame.depthPath, frame.confidencePath, frame.maskPath, frame.cameraPath]
            named.formUnion(paths.compactMap { $0 })
        }
        for still in stills { named.formUnion([still.imagePath, still.maskPath, still.sidecarPath].compactMap { $0 }) }
        named.formUnion(PackageReader.knownNames)
        // The oldest layout has them with the frames.
        named.formUnion(["raw_data/transforms.json", "raw_data/mesh_info.json"])
        return files.entries.map(\.path).filter { !named.contains($0) }
    }
}

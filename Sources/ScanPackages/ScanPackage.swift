public import MeshBytes
public import MeshFormats
public import MeshModel

/// A capture as its app exported it: frames with cameras, depth and confidence, and all that belongs to it.
///
/// ```swift
/// let package = try ScanPackage.open("scan.zip")
/// for frame in package.frames where frame.hasUsablePose {
///     guard let depth = try package.depthMap(of: frame) else { continue }
/// }
/// ```
///
/// Opening reads the directory and the small text files. Images, depth and confidence are read on request, and not
/// kept. All kinds are presented alike: paths exist, poses are camera-to-world in the raw frame with the axes of
/// ``ScanFrame/pose``, and intrinsics are for the frame's own picture.
public struct ScanPackage: Sendable {
    /// The kind that it was read as.
    public var kind: PackageKind
    /// All files, with paths relative to the package's own root: a folder that wraps everything is stripped.
    public var files: PackageFiles
    /// The folder that wrapped everything; empty: none.
    public var wrapper = ""
    /// The frames, sorted by the bytes of their names: phone frames and faces of 360° stills.
    public var frames: [ScanFrame] = []
    /// The layout of poses in `transforms.json`; nil: there is no such file, or it isn't used.
    public var poseLayout: PoseLayout?
    /// The axis of the poses' world that points up: +Y in captures of apps, +Z in Nerfstudio's files.
    package var upAxis = UpAxis.y
    /// `scan4d_metadata.json`, or another file about the whole capture (3D Scanner App: `info.json`).
    public var metadata: ScanMetadata?
    /// `mesh_info.json`, all members.
    public var meshInfo: JSONValue?
    /// Members of `transforms.json` except `frames` and the shared intrinsics, in the file's order.
    public var transformsMembers: [(String, JSONValue)] = []
    /// The links of `stitching.json`.
    public var links: [StitchLink] = []
    /// `graph.json`.
    public var graph: StitchGraph?
    /// `registration.json`; nil: the raw and canonical frames are the same.
    public var registration: ScanRegistration?
    /// `roomplan.json`, in the canonical frame.
    public var roomPlan: RoomPlan?
    /// COLMAP's model.
    package var sparseModel: SparseModel?
    /// 360° stills.
    public var stills: [EquirectStill] = []
    /// Pictures of the glasses' stream, which have no poses.
    public var proxyImagePaths: [String] = []
    /// Meshes in the package, such as `mesh.obj` or `raw.glb`, in the canonical frame; sorted by path.
    public var meshPaths: [String] = []
    /// The files that meshes name, by the path of the mesh: libraries, buffers, and pictures as textures.
    public var meshSidePaths: [String: [String]] = [:]
    /// `colors.bin`: per vertex of `mesh.obj` four little-endian float32, sRGB-encoded RGBA.
    public var meshColorsPath: String?
    /// `face_classes.bin`: per face of `mesh.obj` one byte, ARMeshClassification.
    public var faceClassesPath: String?
    /// Where ``metadata`` is, if it is a file of its own.
    var metadataPath: String?
    /// Whether replaced metadata had the privacy filter on, or was unreadable; the new metadata can't rule that out.
    var hidesPrivacy = false
    /// Findings that the owner may want to know, in the order found.
    public var diagnostics: [Diagnostic] = []

    /// Creates a package of files, with nothing else known.
    public init(kind: PackageKind, files: PackageFiles) {
        self.kind = kind
        self.files = files
    }

    /// Opens a zip archive or a folder.
    ///
    /// - Throws: an error that names the entry at fault, if there is one.
    public static func open(
        _ path: String, options: PackageOptions = PackageOptions(), work: Work? = nil
    ) throws(ReadError) -> ScanPackage {
        try read(try PackageFiles.open(path, limits: options.limits, work: work), options: options)
    }

    /// Reads a package with files added: each replaces the one with its path, or is new.
    ///
    /// - Parameters:
    ///   - files: the package.
    ///   - parts: with paths relative to the package's own root: `scan4d_metadata.json`, `mesh.obj` … Adding
    ///     `scan4d_metadata.json` to the app's flat frames, or to an `images/` folder without cameras, makes a Scan4D
    ///     capture.
    ///   - options: how it is read.
    public static func read(
        _ files: PackageFiles, adding parts: [PackageEntry] = [], options: PackageOptions = PackageOptions()
    ) throws(ReadError) -> ScanPackage {
        try PackageReader.read(files, adding: parts, options: options)
    }

    /// Whether files are those of a capture: otherwise they may be ordinary models.
    package static func isPackage(_ files: PackageFiles, options: PackageOptions) -> Bool {
        PackageReader.isPackage(files, options)
    }

    /// Whether there are pictures: of frames, of 360° stills, of the glasses' stream or on meshes.
    public var hasPictures: Bool {
        !proxyImagePaths.isEmpty || meshSidePaths.values.joined().contains(where: MeshSideFiles.isPicture)
            || frames.contains { $0.imagePath != nil } || stills.contains { $0.imagePath != nil }
    }

    /// Whether there are pictures and no camera for any of them; a panorama's is one.
    var hasPicturesAlone: Bool {
        let pictures = frames.filter { $0.imagePath != nil }
        return !pictures.isEmpty && !pictures.contains { $0.hasUsableCamera || $0.projection != nil }
    }

    /// The frame with this name, found by a linear search.
    public func frame(named name: String) -> ScanFrame? { frames.first { $0.name == name } }

    /// The transform from the raw frame (cameras) to the canonical frame (meshes and `roomplan.json`).
    public var rawToCanonical: Affine { registration?.rawToCanonical ?? .identity }

    /// Whether the frames are from a file for each split.
    private var isSplit: Bool {
        poseLayout != nil && files["transforms.json"] == nil && files["raw_data/transforms.json"] == nil
    }

    /// The files that say where the frames are, whose facts the package has.
    var describingPaths: Set<String> {
        // The device keeps some beside the frames.
        PackageReader.knownNames.union(sparseModel.map { SparseFiles.paths(in: $0.folder) } ?? [])
            .union(["transforms.json", "mesh_info.json", "scan4d_metadata.json"].map { "raw_data/\($0)" })
            .union(isSplit ? PackageReader.splits.map(\.path) : [])
            // A model has other poses than a file of Nerfstudio beside it.
            .subtracting(kind == .colmap ? ["transforms.json"] : [])
    }

    /// Entries that the model has no property for, such as `relocalization.worldmap`.
    public var otherPaths: [String] {
        var named: Set<String> = Set(proxyImagePaths).union(meshPaths).union(meshSidePaths.values.joined())
        named.formUnion([meshColorsPath, faceClassesPath].compactMap { $0 })
        for frame in frames { named.formUnion(frame.paths) }
        for still in stills { named.formUnion([still.imagePath, still.maskPath, still.sidecarPath].compactMap { $0 }) }
        named.formUnion(describingPaths)
        return files.entries.map(\.path).filter { !named.contains($0) }
    }
}

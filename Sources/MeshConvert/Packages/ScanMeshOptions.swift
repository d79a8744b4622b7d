public import MeshFormats
public import ScanPackages

/// Options for reading the mesh of a scan: that of a package, or the app's `mesh.obj` with the files beside it.
public struct ScanMeshOptions: Sendable, Hashable {
    /// The path of the mesh in the package, folder or archive, or the end of it after a slash; nil: the one with textures,
    /// else the one with the most surface.
    public var path: String?
    /// The frame of the output; meshes are stored in the canonical one. Raw undoes the registration, so it needs a
    /// package.
    public var space = ScanSpace.canonical
    /// The `colors.bin` to use; nil: that of the package, if it has one.
    public var colors: SideFile?
    /// The `face_classes.bin` to use; nil: that of the package, if it has one.
    public var classes: SideFile?
    /// The form of classes: numbers of faces, or named groups of them.
    public var classForm = ScanClassForm.numbers
    /// The source of the colours.
    public var colorSource = ScanColorSource.unknown
    /// How colours are rounded to bytes, if at all.
    public var colorRounding = ScanColorRounding.none
    /// Whether vertices that no face uses are kept. By default they are removed: they are the remains of removed people
    /// (*Meshes* in the Scan packages article).
    public var keepsUnreferenced = false
    /// The maximum distance of vertices to be welded at the seams of blocks, in metres; nil: none are.
    ///
    /// Only positions count: each vertex joins the nearest earlier vertex that was kept, which keeps its colour.
    public var seamTolerance: Double?
    /// The byte order of depth that a shape is made of; nil: detected for each image.
    public var depthByteOrder: DepthByteOrder?
    /// Metres per unit of that depth.
    public var depthScale = 0.001
    /// Whether to describe the origin in comments, if the format has them: the source, the source of its colours, frame
    /// and unit, and this tool's version.
    public var tellsSource = true

    /// Creates the defaults.
    public init() {}

    /// Whether side files are given for a file outside a package.
    var hasFiles: Bool { colors != nil || classes != nil }
}

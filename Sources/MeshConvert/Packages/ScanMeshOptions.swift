public import MeshFormats
public import ScanPackages

/// What is done to the mesh of a scan when it is read: that of a package, or the app's `mesh.obj` with the files beside it.
public struct ScanMeshOptions: Sendable {
    /// Which mesh of a package, by its path there; nil: `mesh.obj`, or the first that there is.
    public var path: String?
    /// The frame in which it is wanted; meshes lie in the canonical one. Raw needs a package, whose registration is undone.
    public var space = ScanSpace.canonical
    /// `colors.bin`; nil: that of the package, if it has one.
    public var colors: SideFile?
    /// `face_classes.bin`; nil: that of the package, if it has one.
    public var classes: SideFile?
    /// How classes are held: as numbers of faces, or as named groups of them.
    public var classForm = ScanClassForm.numbers
    /// What the colours are of.
    public var colorSource = ScanColorSource.unknown
    /// Whether colours become bytes.
    public var colorRounding = ScanColorRounding.none
    /// Whether vertices that no face uses stay: by default they go, since where a person was they are what is left (T12).
    public var keepsUnreferenced = false
    /// How far apart vertices at the seams of blocks may be to become one, in metres; nil: none does.
    ///
    /// Positions alone decide: each vertex joins the nearest before it that stayed, whose colour stays too.
    public var seamTolerance: Double?
    /// Whether the output says what it is made of, where its format has comments: the source, what its colours are of,
    /// frame and unit, and this tool's version.
    public var tellsSource = true

    /// The defaults.
    public init() {}

    /// Whether there is something to be done to a file that is in no package.
    var hasFiles: Bool { colors != nil || classes != nil }
}

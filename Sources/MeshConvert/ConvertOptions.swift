public import MeshBytes
public import MeshFormats
public import MeshModel
public import MeshRouting

/// How a conversion is to be done; the defaults are the common case.
public struct ConvertOptions: Sendable {
    /// What may not happen to anything.
    public enum Strictness: String, Sendable {
        /// Anything, as long as it is reported.
        case none
        /// Nothing may be dropped, approximated or narrowed.
        case lossless
        /// Nothing may be rounded either.
        case exact
    }

    /// The variant to write (`ply.ascii`) or a format's id; nil: what the output's extension means.
    public var variant: String?
    /// The format of the input by name; nil: found from its bytes and extension.
    public var from: String?
    /// What is refused.
    public var strictness = Strictness.none
    /// Loss codes that `strictness` lets pass.
    public var allowed: Set<String> = []
    /// Whether the result is read back and compared before it gets its name.
    public var verify = false
    /// Whether a refused output is kept as `NAME.rejected.EXT`.
    public var keepsRejected = false
    /// Whether an existing output is replaced.
    public var replacesExisting = true
    /// Whether side files with other content are replaced.
    public var replacesSideFiles = false
    /// Whether the report has the hashes of input and outputs.
    public var hashes = false
    /// Whether the way through the scene is taken even inside one family; for conformance.
    public var forceScene = false
    /// What the input is, where it does not say so.
    public var upAxis: UpAxis?
    /// Metres per unit of the input, where it does not say so.
    public var metersPerUnit: Double?
    /// What of the machine it may take.
    public var execution = Execution()
    /// Is told how far the conversion is, and may end it; see ``MeshBytes/Work``.
    public var work: Work?
    /// What the output is to be; needs an input that says its own, or ``upAxis`` and ``metersPerUnit``.
    public var target = SceneFrame()
    /// When vertices become one: by default those of soups of triangles, as STL has them.
    public var weld = WeldRule.auto
    /// How vertices that have no normals get some; nil: they get none.
    public var normals: Correspondence.MadeNormals.Weight?
    /// What the output is for.
    public var purpose: Purpose?
    /// What is done to the mesh of a scan, where the source is a package or files of the app's are named.
    public var scanMesh = ScanMeshOptions()
    /// How it is read; its threads are those of ``execution``.
    public var reading = ReadOptions()
    /// How it is written; its threads are those of ``execution``.
    public var writing = WriteOptions()
    /// Several targets of one file, read once; nil: each conversion reads for itself.
    public var sharedReading: SharedReading?

    /// The defaults: as many threads as the machine gives.
    public init() {}

    /// The unit and the up axis of the output: those that are asked for, else those of the purpose.
    public var frame: SceneFrame {
        SceneFrame(
            upAxis: target.upAxis ?? purpose?.frame.upAxis,
            metersPerUnit: target.metersPerUnit ?? purpose?.frame.metersPerUnit)
    }

    /// What is to be done to the scene beside what the target needs.
    public var wishes: RouteWishes {
        RouteWishes(
            frame: frame, weld: weld, normals: normals,
            samplesTextures: writing.options[FormatOption.paint.name] == "vertices")
    }

    /// What is refused, with what the purpose refuses.
    public var effectiveStrictness: Strictness {
        strictness == .none && purpose?.keepsEverything == true ? .lossless : strictness
    }

    /// Whether splats get the colours that targets show which know none: `splat-colors`.
    var makesSplatColors: Bool { reading.options[FormatOption.splatColors.name] == "true" }

    /// How it is read, with what the conversion as a whole may take.
    var effectiveReading: ReadOptions {
        var options = reading
        options.threads = execution.threads
        return options
    }

    /// How it is written, with what the conversion as a whole may take and what the purpose asks for.
    var effectiveWriting: WriteOptions {
        var options = writing
        options.threads = execution.threads
        options.options.merge(purpose?.settings ?? [:]) { own, _ in own }
        return options
    }
}

public import MeshBytes
public import MeshFormats
public import MeshModel
public import MeshRouting

/// Options of a conversion; the defaults are the common case.
public struct ConvertOptions: Sendable {
    /// The losses that are forbidden.
    public enum Strictness: String, Sendable {
        /// Every loss is allowed, as long as it is reported.
        case none
        /// Nothing may be dropped, approximated or narrowed.
        case lossless
        /// Nothing may be rounded either.
        case exact
    }

    /// Existing outputs that are not replaced by other bytes.
    package enum Protection: Sendable {
        case none
        /// Those of the input's format: two bare names on a command line may be files that a pattern found.
        case sameFormat
        /// All: nobody typed the output's name.
        case all
    }

    /// The variant to write; nil: the one for the output's extension.
    public var variant: Variant?
    /// The name of the input's format; nil: detected from its bytes and extension.
    public var from: String?
    /// The losses that are refused.
    public var strictness = Strictness.none
    /// Loss codes that are exempt from `strictness`.
    public var allowed: Set<Loss.Code> = []
    /// Whether the result is read back and compared before it gets its name.
    public var verify = false
    /// Whether a refused output is kept as `NAME.rejected.EXT`.
    public var keepsRejected = false
    /// Whether an existing output is replaced.
    public var replacesExisting = true
    /// The existing outputs that are not replaced by other bytes. An input never is.
    package var protection = Protection.none
    /// Whether an existing output that is not replaced is no error if it has the same bytes.
    var keepsEqual = false
    /// Whether side files with other content are replaced.
    public var replacesSideFiles = false
    /// The side files of an earlier run, by the bytes of their paths, with their digests: they are replaced in any case
    /// if nobody changed them.
    package var ownSideFiles: [[UInt8]: String] = [:]
    /// Whether the report includes the hashes of input and outputs.
    public var hashes = false
    /// Whether to convert through the scene even within one format; for conformance.
    package var forceScene = false
    /// The up axis and the unit of the input, if the file does not define them.
    public var input = SceneFrame()
    /// The up axis and the unit of the output; nil: those of the input. The input must define its own, or ``input``
    /// must.
    public var output = SceneFrame()
    /// The threads, priority and memory for the conversion.
    public var execution = Execution()
    /// Tracks progress and can cancel the conversion; see ``MeshBytes/Work``.
    public var work: Work?
    /// Which equal vertices are welded: by default those of unshared vertices, as in STL.
    public var weld = WeldRule.auto
    /// The weighting of normals computed for vertices without any; nil: none are computed.
    public var normals: Correspondence.MadeNormals.Weight?
    /// The animation to convert, and the moment at which it is frozen; nil: a target that can't move shows the pose at
    /// rest.
    public var moment: MomentChoice?
    /// The purpose of the output.
    public var purpose: Purpose?
    /// Options for the mesh of a scan, if the source is a package or the app's side files are given.
    public var scanMesh = ScanMeshOptions()
    /// How the shape is made of a package's depth frames; nil: it is that of a mesh in the package.
    public var reconstruction: ReconstructionOptions?
    /// What is made of the points and faces before they are converted.
    public var shaping = ShapingOptions()
    /// How the scene is divided into tiles; nil: it is one file.
    package var tileRule: TileRule?
    /// Options for reading.
    public var reading = ReadOptions()
    /// Options for writing.
    public var writing = WriteOptions()
    /// Shares one reading of a file between several targets; nil: each conversion reads for itself.
    public var sharedReading: SharedReading?
    /// The size from which an input's bytes are read when they are needed and not kept in memory, where a format can do
    /// so. The output is the same. Smaller files are read at once, by all threads, which takes two thirds of the time.
    package var lateFrom = 256 << 20

    /// Creates the defaults, with as many threads as the machine has.
    public init() {}

    /// The size from which bytes are read late: a file takes at most a quarter of the memory.
    var effectiveLateFrom: Int { min(lateFrom, execution.memory.map { $0 / 4 } ?? .max) }

    /// The unit and the up axis of the output: as requested, else those of the purpose.
    package var effectiveOutput: SceneFrame {
        SceneFrame(
            upAxis: output.upAxis ?? purpose?.frame.upAxis,
            metersPerUnit: output.metersPerUnit ?? purpose?.frame.metersPerUnit)
    }

    /// The requested operations, in addition to those that the target needs.
    package var wishes: RouteWishes {
        RouteWishes(
            frame: effectiveOutput, weld: weld, normals: normals, samplesTextures: writing.painting == .vertices)
    }

    /// The losses that are refused, including those that the purpose refuses.
    package var effectiveStrictness: Strictness {
        strictness == .none && purpose?.keepsEverything == true ? .lossless : strictness
    }

    /// Options for reading, with the threads of the conversion.
    var effectiveReading: ReadOptions {
        var options = reading
        options.threads = execution.threads
        options.lateLimit = Spilling.isOn ? nil : execution.memory
        return options
    }

    /// Options for writing, with the threads of the conversion and the settings of the purpose.
    var effectiveWriting: WriteOptions {
        var options = writing
        options.threads = execution.threads
        options.options.merge(purpose?.settings ?? [:]) { own, _ in own }
        return options
    }
}

public import MeshModel

/// Limits beyond which an input is refused. The caller can change each of them.
public struct Limits: Sendable, Hashable {
    /// The largest input, or buffer that a glTF file names, in bytes.
    public var fileByteCount = Int.max
    /// The largest text line or header that is read, in bytes.
    public var lineByteCount = 64 << 20
    /// The largest number of elements, properties or statement kinds that a header may declare.
    public var headerEntries = 100_000
    /// The largest number of vertices, or of faces, lines and points, in one part of a scene.
    public var elementCount = Int.max
    /// The largest number of copies of meshes that instances may show.
    public var copyCount = NodeInstances.most
    /// The deepest nesting of values; nil: what the format's reader takes, 256 in JSON, 128 in USD's text, 64 in crates.
    public var nesting: Int?
    /// The largest side file (MTL, image) that is read, in bytes.
    public var sideFileByteCount = 1 << 30
    /// The largest number of side files.
    public var sideFileCount = 10_000
    /// The largest number of files in an archive; nil: 100,000 in USDZ, 1,000,000 in a package.
    public var entryCount: Int?
    /// The most bytes that a compressed byte of an archive may become; nil: 1,000 in USDZ, 200 in a package.
    public var compressionRatio: Int?
    /// The most pixels of a picture or depth of a package; nil: 2²⁶.
    public var pixelCount: Int?

    /// Creates the defaults.
    public init() {}
}

/// Options for reading a file.
public struct ReadOptions: Sendable, Hashable {
    /// The limits for the input.
    public var limits = Limits()
    /// The number of threads. A conversion sets it from the threads in its options.
    public package(set) var threads: Int
    /// Whether recoverable defects are refused.
    public var strictInput = false
    /// Whether elements with defects are left out with a diagnostic where reading would otherwise stop.
    public var lenient = false
    /// Whether files that the input names may lie outside of its folder. Each is opened only if it is of the kind that it
    /// is used as: an image, a layer, a material file, a buffer.
    public var followsAllReferences = false
    /// The colour space of untagged colours; nil: sRGB, as usual.
    public var inputColor: Frame.ColorSpace?
    /// Whether equal unshared vertices will be welded later. If so, a reader may look for them while it reads and keep
    /// only distinct ones in memory. The scene that is read is the same.
    public var findsRepetitions = false
    /// Options of the format, by name, from its descriptor.
    public var options: [String: String] = [:]
    /// Side files that are not beside the input under their own names: bytes in memory, or files not yet renamed. Keyed
    /// by the name that the input uses.
    public var sideFiles: [String: SideFile] = [:]
    /// The archive or folder that the input lies in, and in which other files are looked for.
    package var archive: ArchiveFiles?

    /// The size from which a file's bytes are read when they are needed, and not kept in memory. The scene is then valid
    /// only if ``Input/lateFailure`` is nil in the end, so only who asks for that sets it.
    package var lateFrom = Int.max
    /// The most bytes of such a file that are loaded for work that needs all at once; nil: no limit.
    package var lateLimit: Int?

    /// Creates the defaults, for a number of threads.
    public init(threads: Int = 1) { self.threads = threads }
}

/// The location of a side file that is not beside the input.
public enum SideFile: Sendable, Hashable {
    /// A file at this path.
    case path(String)
    /// These bytes.
    case bytes([UInt8])
}

/// Options for writing a file.
public struct WriteOptions: Sendable {
    /// The number of threads. A conversion sets it from the threads in its options.
    public package(set) var threads: Int
    /// Options of the format, by name, from its descriptor.
    public var options: [String: String] = [:]

    /// Creates the defaults, for a number of threads.
    public init(threads: Int = 1) { self.threads = threads }
}

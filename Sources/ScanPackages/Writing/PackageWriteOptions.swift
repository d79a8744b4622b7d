public import MeshBytes
public import MeshFormats

/// How a package is written.
public struct PackageWriteOptions: Sendable {
    /// Returns a changed picture, such as one without faces; nil leaves out the frame, still or stream picture and
    /// everything that refers to it. The result may have another size, but must show the same view. Bytes are PNG or
    /// JPEG files.
    public typealias ImageRewriter = @Sendable (_ image: PackageImage, _ bytes: [UInt8]) throws -> [UInt8]?
    /// Returns changed depth of a frame, in millimetres; nil leaves out the frame and everything that refers to it.
    public typealias DepthRewriter = @Sendable (_ depth: PackageDepth, _ millimetres: DepthMap) throws -> DepthMap?

    /// What happens when a rewriter throws.
    public enum RewriterFailure: Hashable, Sendable {
        /// Nothing is written.
        case fails
        /// The frame is left out, as if the rewriter had returned nil.
        case leavesOut
    }

    /// How entries of an archive are stored.
    public enum Storage: Hashable, Sendable {
        /// Compressed kinds of files are stored, the rest are deflated.
        case byKind
        /// Everything is stored.
        case stored
        /// Everything is deflated.
        case deflated
    }

    /// The conventions.
    public var profile = PackageProfile.scan4D
    /// What happens if some frames have no depth; nil: zero depth where readers expect it for all frames, else no path.
    public var framesWithoutDepth: FramesWithoutDepth?
    /// Whether an archive has its files at the top, not in one folder named after the archive.
    public var isFlat = false
    /// How entries of an archive are stored.
    public var storage = Storage.byKind
    /// Whether faces of 360° stills become frames outside Scan4D; with the profile `scan4d-0.5` they never do.
    public var includesCubeFaces = true
    /// Whether meshes in the package are written, if the target can hold them.
    public var includesMeshes = true
    /// Whether pictures may be written unchanged although they may show persons: the capture was made with its privacy
    /// filter on, or that is unknown, and there is no ``rewriteImage``.
    public var consentsToImages = false
    /// Whether a package is written only if persons are hidden in it, as far as is known. Its privacy filter must
    /// have been on, or there must be a ``rewriteImage``. Depth on persons is refused, where masks of persons or
    /// positions of faces (`face_anchors`) reveal it. Depth is checked as it will be written.
    public var requiresPrivacy = false
    /// Rewrites pictures between reading and writing; called from several threads. ``PersonHiding`` is one that is ready.
    public var rewriteImage: ImageRewriter?
    /// Rewrites depth between reading and writing; called from several threads.
    public var rewriteDepth: DepthRewriter?
    /// What happens when a rewriter throws.
    public var rewriterFailure = RewriterFailure.fails
    /// The source's file that ``points`` are from; it isn't left out then.
    package var pointsPath: String?
    /// Additional entries, by their paths in the package.
    public var extras: [(path: String, contents: PackageContents)] = []
    /// Paths of the source's files that every variant keeps under their names. Files of frames, and files that a
    /// variant makes itself, are not affected.
    public var keptPaths: Set<String> = []
    /// The points in COLMAP's `points3D`, and in `sparse_pc.ply` beside Nerfstudio's `transforms.json`.
    public var points = StartPoints.measured
    /// How depth is read.
    public var reading = PackageOptions()
    /// The version of the program, for the member `meshconv`; nil: omitted.
    public var toolVersion: String?
    /// The number of frames processed at once, including rewriters; the output order doesn't depend on it.
    public var threads = Parallel.availableThreads
    /// Whether an existing archive is replaced. Folders are never replaced, unless they are empty.
    public var replacesExisting = true
    /// Called once everything is written, before the output gets its name; false discards the output.
    public var acceptsLosses: (@Sendable ([Loss]) -> Bool)?
    /// Counts the bytes written, and can cancel writing.
    public var work: Work?

    /// Creates the default options.
    public init() {}
}

/// The destination of a package.
public enum PackageDestination: Hashable, Sendable {
    /// A zip archive by its path; `-` is standard output.
    case zip(String)
    /// A folder by its path: it does not exist, or is empty.
    case folder(String)
    /// A zip archive in memory, with the name that it would have as a file.
    case memory(named: String)

    /// The path or name.
    public var path: String {
        switch self {
        case .zip(let path), .folder(let path), .memory(let path): path
        }
    }
}

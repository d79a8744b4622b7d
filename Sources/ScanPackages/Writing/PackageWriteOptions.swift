public import MeshBytes
public import MeshFormats

/// How a package is written.
public struct PackageWriteOptions: Sendable {
    /// Makes another picture of one, such as one without faces; nil leaves the frame, still or stream picture out with
    /// everything that refers to it. A picture of another size that shows the same is fine. Bytes are PNG or JPEG files.
    public typealias ImageRewriter = @Sendable (_ image: PackageImage, _ bytes: [UInt8]) throws -> [UInt8]?
    /// Makes other depth of a frame's, in millimetres; nil leaves the frame out with everything that refers to it.
    public typealias DepthRewriter = @Sendable (_ frame: ScanFrame, _ millimetres: DepthMap) throws -> DepthMap?

    /// What happens when a rewriter throws.
    public enum RewriterFailure: Hashable, Sendable {
        /// Nothing is written.
        case fails
        /// The frame is left out, as if the rewriter had returned nil.
        case leavesOut
    }

    /// How entries of an archive are stored.
    public enum Storage: Hashable, Sendable {
        /// What is compressed already as it is, the rest deflated.
        case byKind
        /// All as they are.
        case stored
        /// All deflated.
        case deflated
    }

    /// The conventions.
    public var profile = PackageProfile.scan4D
    /// What happens where some frames have no depth; nil: zero depth where readers want it for all frames, else no path.
    public var framesWithoutDepth: FramesWithoutDepth?
    /// Whether an archive has its files at the top, not in one folder that is named as the archive.
    public var isFlat = false
    /// How entries of an archive are stored.
    public var storage = Storage.byKind
    /// Whether faces of 360° stills become frames where the profile `scan4d` may write them; version 0.5 has them in Scan4D
    /// packages only.
    public var includesCubeFaces = true
    /// Whether meshes that lie in the package go along, where the target has a place for them.
    public var includesMeshes = true
    /// Whether pictures may be written as they are although persons may be seen in them: the capture was made with its
    /// privacy filter on, or nobody knows, and there is no ``rewriteImage``.
    public var consentsToImages = false
    /// Whether a package is written only if persons are hidden in it, as far as it tells (F24): its privacy filter was on, or
    /// there is a ``rewriteImage``; and no depth was measured on a person, where masks of persons and places of faces
    /// (`face_anchors`) say where one was. Depth is looked at as it is to be written.
    public var requiresPrivacy = false
    /// Rewrites pictures between reading and writing; called from several threads.
    public var rewriteImage: ImageRewriter?
    /// Rewrites depth between reading and writing; called from several threads.
    public var rewriteDepth: DepthRewriter?
    /// What happens when a rewriter throws.
    public var rewriterFailure = RewriterFailure.fails
    /// Other entries by their paths in the package.
    public var extras: [(path: String, contents: PackageContents)] = []
    /// Paths of the source's own files that go along under their names, whatever the variant; those of frames, and what a
    /// variant makes itself, go their own way all the same.
    public var keptPaths: Set<String> = []
    /// A cloud for COLMAP's `points3D`, and `sparse_pc.ply` beside `transforms.json`; taken when its turn comes.
    public var points: (@Sendable () throws -> [PackagePoint])?
    /// How depth is read.
    public var reading = PackageOptions()
    /// The version of the program, for the member `meshconv`; nil: not said.
    public var toolVersion: String?
    /// How many frames are worked on at once, rewriters included; they are written in order whatever the number.
    public var threads = Parallel.availableThreads
    /// Whether an existing archive is replaced. Folders are never replaced, unless they are empty.
    public var replacesExisting = true
    /// Asked once everything is written and before the output gets its name; false: it gets none.
    public var acceptsLosses: (@Sendable ([Loss]) -> Bool)?
    /// Counts what is written, and ends writing when it is cancelled.
    public var work: Work?

    /// The defaults.
    public init() {}
}

/// Where a package goes.
public enum PackageDestination: Hashable, Sendable {
    /// A zip archive by its path; `-` is standard output.
    case zip(String)
    /// A folder by its path: it does not exist, or is empty.
    case folder(String)
    /// A zip archive in memory; the name is what it would be called.
    case memory(named: String)

    /// The path or name.
    public var path: String {
        switch self {
        case .zip(let path), .folder(let path), .memory(let path): path
        }
    }
}

import MeshFormats
import Reconstruction
import ScanPackages

/// What there is to say about a shape that is made of depth frames: of how many, and what nobody measured.
struct ReconstructionFindings {
    /// The code of what says how the shape was made.
    static let code = "shape.reconstructed"

    /// The code of what says that depth is too far away.
    static let farCode = "depth.far"

    private let options: ReconstructionOptions
    private var diagnostics = PackageDiagnostics()
    /// The number of frames that gave shape.
    private(set) var frameCount = 0
    /// The number of those with a picture.
    private(set) var pictureCount = 0

    init(_ options: ReconstructionOptions) { self.options = options }

    /// All of it.
    var list: [Diagnostic] { diagnostics.list }

    /// The comment about the origin, for formats that have comments.
    var remark: String {
        "shape: reconstructed, \(options.method.rawValue), voxels of \(voxelSize), "
            + (options.depthEnlargement > 1 ? "depth enlarged \(options.depthEnlargement) times, " : "")
            + "\(Self.counted(frameCount, "depth frames")), \(Self.counted(pictureCount, "pictures"))"
    }

    private var voxelSize: String { "\(PlainNumbers.short(options.effectiveVoxelSize * 100)) cm" }

    static func counted(_ count: Int, _ nouns: String) -> String { "\(count) \(CountedNoun.text(count, nouns))" }

    /// Adds what is wrong with a frame.
    mutating func add(_ findings: [Diagnostic]) { for finding in findings { diagnostics.add(finding) } }

    /// Counts a frame by the pixels of it that were used.
    mutating func count(_ frame: DepthFrame, pixels: Int) {
        guard pixels > 0 else {
            let message = "frames left out: no pixel is near and certain enough"
            return tell("frame.unused", .warning, 1, message)
        }
        frameCount += 1
        if frame.picture != nil { pictureCount += 1 }
    }

    /// Says of how many frames the shape was made.
    mutating func tellSource(_ shape: String, _ way: String) {
        let (frames, photos) = (Self.counted(frameCount, "depth frames"), Self.counted(pictureCount, "photos"))
        let message = "\(shape) of \(frames), \(way) \(voxelSize), with the colours of \(photos)"
        diagnostics.add(Diagnostic(Self.code, .note, at: .whole, message))
    }

    /// Says how many elements have no colour of a picture.
    mutating func tellUnseen(_ count: Int, of total: Int, _ unit: String) {
        let reason = count < total ? " of their own, because no photo shows them" : ": no frame has a photo"
        tell("color.unseen", .warning, count, "\(unit) without a colour\(reason)")
    }

    /// Says how many pixels are beyond the limit of depth.
    mutating func tellFar(_ count: Int, of measured: Int) {
        tell(
            Self.farCode, count * 20 > measured ? .warning : .note, count,
            "depth pixels left out, because they are beyond \(PlainNumbers.short(options.depthLimit)) m (--depth-limit)"
        )
    }

    /// Says something that was counted; the message fits behind the count.
    mutating func tell(_ code: String, _ severity: Diagnostic.Severity, _ count: Int, _ message: String) {
        guard count > 0 else { return }
        diagnostics.add(Diagnostic(code, severity, count: count, at: .whole, message))
    }
}

extension Diagnostic {
    /// Whether it says of how many frames a shape was made.
    package var saysMaking: Bool { code == ReconstructionFindings.code }

    /// Whether it says how a shape was made of depth frames, or what was made without being measured: people have to
    /// know. The message fits behind the count.
    package var isAboutMaking: Bool {
        saysMaking || Self.lacksOfFrames.contains(code)
            || packageCode.map { Self.defectsOfFrames.contains($0) } == true
    }

    private static let lacksOfFrames: Set<String> = [
        "hole.closed", "color.unseen", "texture.painted", "frame.unused", "depth.beyond-limit", "depth.far",
        "depth.enlarged",
        "frame.still",
    ]
    private static let defectsOfFrames: Set<PackageCode> = [
        .poseMissing, .poseNotRigid, .intrinsicsMissing, .depthUnreadable, .depthZero, .confidenceUnreadable,
        .confidenceZero, .confidenceMissing, .imageUnreadable, .distortion,
    ]
}

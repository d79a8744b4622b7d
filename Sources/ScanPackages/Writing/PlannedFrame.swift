import MeshModel

/// A frame that is to be written, before anything of it is read.
struct PlannedFrame: Sendable {
    /// The frame of the source.
    var source: ScanFrame
    /// The name that its files share in the output.
    var name: String
    /// What is done about depth.
    var depth: Depth
    /// Whether the mask goes along.
    var mask: Mask
    /// Whether pose and intrinsics are told.
    var hasCamera: Bool

    enum Depth: Hashable, Sendable {
        case none
        case own
        case zero
    }

    enum Mask: Hashable, Sendable {
        case none
        case own
        /// All pixels count: made where other frames have masks.
        case full
    }
}

/// What is known of a frame once its files are written: enough for the files that tell of all frames.
struct WrittenFrame: Sendable {
    var source: ScanFrame
    var name: String
    /// For the picture as it was written.
    var intrinsics: PinholeIntrinsics?
    /// Nil: there is no usable one, or none is told.
    var pose: Affine?
    /// Paths from the package's root on.
    var imagePath: String
    var depthPath: String?
    var confidencePath: String?
    var maskPath: String?
    /// The size of the picture as it was written.
    var width: Int
    var height: Int

    /// Whether its picture is one of a phone, not a face of a 360° still.
    var isPhone: Bool { source.kind == .phone }
}

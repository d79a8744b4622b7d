import MeshModel

/// A frame to be written, before any of its files is read.
struct PlannedFrame: Sendable {
    var source: ScanFrame
    /// The name that its files share in the output.
    var name: String
    /// The folder of its picture in that of all pictures, with a slash at its end; empty: that itself.
    var folder = ""
    /// The name of the picture, if it isn't ``name``: names may repeat across folders.
    var pictureName: String?
    var depth: Depth
    var mask: Mask
    /// Whether the pose and intrinsics are written.
    var hasCamera: Bool
    /// Whether points are made of its depth, for ``StartPoints/measured``.
    var givesPoints = false
    /// The still that it is cut from; nil: the source has its picture.
    var face: PlannedFace?

    enum Depth: Hashable, Sendable {
        case none
        case own
        case zero
    }

    enum Mask: Hashable, Sendable {
        case none
        case own
        /// All pixels count; generated where other frames have masks.
        case full
    }
}

/// A frame whose files are written: enough for the files that cover all frames.
struct WrittenFrame: Sendable {
    var source: ScanFrame
    var name: String
    /// The intrinsics for the picture as written.
    var intrinsics: PinholeIntrinsics?
    /// Nil: not usable, or not written.
    var pose: Affine?
    /// Paths relative to the package's root.
    var imagePath: String
    var depthPath: String?
    var confidencePath: String?
    var maskPath: String?
    /// The size of the picture as it was written.
    var width: Int
    var height: Int

    /// Whether its picture is the phone's, not a face of a 360° still.
    var isPhone: Bool { source.kind == .phone }
}

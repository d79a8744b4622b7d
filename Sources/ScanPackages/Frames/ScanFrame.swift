public import MeshBytes
public import MeshModel

/// One picture of a scan with what belongs to it. Nothing is decoded: images, depth and confidence are paths of entries.
///
/// Paths are those of ``PackageFiles``; each leads to an entry that exists, so that a writer can rely on it. What a file
/// named and was not there is told by a diagnostic with the code ``PackageDiagnostic/Code/pathDangling``.
public struct ScanFrame: Sendable {
    /// What took the picture.
    public enum Kind: Hashable, Sendable {
        /// The phone's camera.
        case phone
        /// A face cut from a 360° still: `front`, `right`, `back`, `left`, `up` or `down`.
        case cubeFace(String)
    }

    /// The name that all files of the frame share: `frame_00012`. Unique in a package; frames are in the order of paths.
    public var name: String
    /// What took it.
    public var kind = Kind.phone
    /// The picture; nil: there is none (3D Scanner App keeps one of three, Stray Scanner a video).
    public var imagePath: String?
    /// Depth: 16-bit grey PNG, millimetres, 0 = none. See ``ScanPackage/depthMap(of:options:majority:)``.
    public var depthPath: String?
    /// Confidence: 8-bit PNG. See ``ScanPackage/confidenceMap(of:options:)``.
    public var confidencePath: String?
    /// Which pixels of the picture count: 255 = keep, 0 = ignore.
    public var maskPath: String?
    /// The JSON file that tells of this frame alone; nil where one file tells of all.
    public var cameraPath: String?
    /// The camera, for this picture's own size; nil: unknown.
    public var intrinsics: PinholeIntrinsics?
    /// Where the camera is, camera-to-world in the scan's raw frame: metres, right-handed, +Y up; the camera has +X right,
    /// +Y up, and looks along −Z. As in the file, unrounded; nil: unknown. It may be broken: see ``hasUsablePose``.
    public var pose: Affine?
    /// Whether it is one of the large, sharp pictures that the app takes now and then.
    public var isKeyframe = false
    /// The variance of the Laplacian of the picture's luma; higher is sharper.
    public var sharpness: Double?
    /// Polycam's measure of the same; the app writes 1.0 always.
    public var blurScore: Double?
    /// Seconds of exposure.
    public var exposureDuration: Double?
    /// Seconds on a clock of the capture's own.
    public var timestamp: Double?
    /// Members of the frame's JSON that nothing above holds, in the file's order.
    public var otherMembers: [(String, JSONValue)] = []

    /// A frame with nothing but a name.
    public init(name: String) { self.name = name }

    /// Whether there is a pose and it is a rotation and a translation.
    public var hasUsablePose: Bool { pose?.isRigid ?? false }
}

extension ScanFrame: Equatable {
    /// Whether all is equal, the order of other members included.
    public static func == (a: ScanFrame, b: ScanFrame) -> Bool {
        a.name == b.name && a.kind == b.kind && a.imagePath == b.imagePath && a.depthPath == b.depthPath
            && a.confidencePath == b.confidencePath && a.maskPath == b.maskPath && a.cameraPath == b.cameraPath
            && a.intrinsics == b.intrinsics && a.pose == b.pose && a.isKeyframe == b.isKeyframe
            && a.sharpness == b.sharpness && a.blurScore == b.blurScore
            && a.exposureDuration == b.exposureDuration && a.timestamp == b.timestamp
            && JSONValue.object(a.otherMembers) == .object(b.otherMembers)
    }
}

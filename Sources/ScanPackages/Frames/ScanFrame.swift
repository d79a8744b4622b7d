public import MeshBytes
public import MeshModel

/// One picture of a scan and its data. Nothing is decoded: images, depth and confidence are paths of entries.
///
/// Paths are those of ``PackageFiles``. Each leads to an existing entry, so a writer can rely on it. Files that are
/// named but missing are reported as ``PackageCode/pathDangling``.
public struct ScanFrame: Sendable {
    /// The source of the picture.
    public enum Kind: Hashable, Sendable {
        /// The phone's camera.
        case phone
        /// A face cut from a 360° still: `front`, `right`, `back`, `left`, `up` or `down`.
        case cubeFace(String)
    }

    /// The name shared by all files of the frame: `frame_00012`. Unique in a package; frames are sorted by it.
    public var name: String
    /// The source of the picture.
    public var kind = Kind.phone
    /// The picture; nil for frames with depth only (3D Scanner App keeps one in three, Stray Scanner a video).
    public var imagePath: String?
    /// The picture's path as a model of COLMAP names it, if it isn't there: poses need none.
    package var missingPicture: String?
    /// The numbers that a model of COLMAP gives the picture and its camera, by which its database knows them.
    package var modelNumbers: (image: Int, camera: Int)?
    /// Depth: 16-bit grey PNG, millimetres, 0 = none. See ``ScanPackage/depthMap(of:options:majority:)``.
    public var depthPath: String?
    /// Confidence: 8-bit PNG. See ``ScanPackage/confidenceMap(of:options:)``.
    public var confidencePath: String?
    /// The mask of the picture's pixels: 255 = keep, 0 = ignore. That of a phone frame in Scan4D's `masks/`, which never
    /// leaves the device, shows persons instead: 255 = person.
    public var maskPath: String?
    /// The JSON file of this frame alone; nil if one file covers all frames.
    public var cameraPath: String?
    /// The intrinsics for this picture's own size; nil: unknown.
    public var intrinsics: PinholeIntrinsics?
    /// The lens of the picture, if it is told and isn't a plain pinhole. Its distortion is not undone.
    public var lens: ScanLens?
    /// The name of the picture's projection if it isn't that of a lens on a plane, as `transforms.json` has it:
    /// `EQUIRECTANGULAR`, `FISHEYE624` … Its ``intrinsics`` mean something else.
    public var projection: String?
    /// Whether the lens bends by more than ``lens`` says, so that depth can't be placed.
    package var hasUnreadDistortion = false
    /// Where the camera is, camera-to-world in the scan's raw frame: metres, right-handed, +Y up; the camera has +X
    /// right, +Y up, and looks along −Z. As in the file, unrounded; nil: unknown. It may be broken: see
    /// ``hasUsablePose``. Of COLMAP's models neither the unit is known nor which way is up.
    public var pose: Affine?
    /// Whether it is one of the large, sharp pictures that the app takes now and then.
    public var isKeyframe = false
    /// The variance of the Laplacian of the picture's luma; higher is sharper.
    public var sharpness: Double?
    /// Polycam's measure of sharpness; the app always writes 1.0.
    public var blurScore: Double?
    /// Seconds of exposure.
    public var exposureDuration: Double?
    /// Seconds on the capture's own clock.
    public var timestamp: Double?
    /// Members of the frame's JSON without a property of their own, in the file's order.
    public var otherMembers: [(String, JSONValue)] = []

    /// Creates a frame with only a name.
    public init(name: String) { self.name = name }

    /// The paths of all its own files.
    var paths: [String] {
        [imagePath, depthPath, confidencePath, maskPath, cameraPath].compactMap(\.self)
    }

    /// Whether the pose exists and is a rotation and a translation.
    public var hasUsablePose: Bool { pose?.isRigid ?? false }
    /// Whether pose and intrinsics can be used.
    var hasUsableCamera: Bool { hasUsablePose && intrinsics?.isUsable == true && projection == nil }
}

extension ScanFrame: Equatable {
    /// Whether all properties are equal, including the order of other members.
    public static func == (a: ScanFrame, b: ScanFrame) -> Bool {
        a.name == b.name && a.kind == b.kind && a.imagePath == b.imagePath && a.depthPath == b.depthPath
            && a.confidencePath == b.confidencePath && a.maskPath == b.maskPath && a.cameraPath == b.cameraPath
            && a.intrinsics == b.intrinsics && a.lens == b.lens && a.projection == b.projection && a.pose == b.pose
            && a.isKeyframe == b.isKeyframe
            && a.sharpness == b.sharpness && a.blurScore == b.blurScore
            && a.exposureDuration == b.exposureDuration && a.timestamp == b.timestamp
            && JSONValue.object(a.otherMembers) == .object(b.otherMembers)
    }
}

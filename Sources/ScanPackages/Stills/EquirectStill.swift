public import MeshBytes
public import MeshModel

/// A 360° still with its sidecar `equirect_stills/still_NNNN.json`.
public struct EquirectStill: Sendable, Equatable {
    /// The name that its files share: `still_0001`.
    public var name: String
    /// The picture; nil: missing, for example because its privacy could not be verified.
    public var imagePath: String?
    /// The mask of its pixels: 255 = keep, 0 = ignore.
    public var maskPath: String?
    /// The sidecar, if the still has one.
    public var sidecarPath: String?
    /// The still's number in the session, from 1.
    public var sequence: Int64?
    /// Where the 360° camera is, camera-to-world in the raw frame; nil: unknown.
    public var cameraPose: Affine?
    /// Where the phone was, camera-to-world in the raw frame; nil: unknown.
    public var phonePose: Affine?
    /// The width and height that the sidecar states.
    public var size: SIMD2<Int>?
    /// The angle of the horizon below the middle of the picture, in degrees.
    public var elevationOffset = 0.0
    /// All members of the sidecar in order; all of them are written back.
    public var members: [(String, JSONValue)] = []

    /// Creates a still with only a name.
    public init(name: String) { self.name = name }

    mutating func read(_ value: JSONValue) -> Bool {
        guard let members = value.object else { return false }
        self.members = members
        sequence = value["sequence"]?.int
        cameraPose = value["cam_transform"]?.numbers.flatMap { Affine(columnMajor: $0) }
        phonePose = value["phone_transform"]?.numbers.flatMap { Affine(columnMajor: $0) }
        if let width = value["width"]?.pixelCount, let height = value["height"]?.pixelCount {
            size = SIMD2(width, height)
        }
        elevationOffset = value["elevation_offset_deg"]?.number ?? 0
        return true
    }

    /// Where the 360° camera is, camera-to-world in the raw frame, and what that is known from, in the app's words; nil:
    /// its pictures may be tilted, or nothing is known.
    ///
    /// A sidecar without ``cameraPose`` leaves the usual way of mounting it: level, looking where the phone looks, three
    /// quarters of a metre along the phone's −x, which points up when it is held upright.
    var levelPose: (pose: Affine, source: String)? {
        let words = (self["still_source"]?.string?.uppercased() ?? "").split(separator: " ")
        // Models whose pictures were found to be level. Beyond a pole there is no horizon.
        guard words.contains("THETA"), words.contains("X") || words.contains("Z1"), abs(elevationOffset) <= 90 else {
            return nil
        }
        if let cameraPose {
            let isSolved = self["rig_calibration_source"]?.string?.hasPrefix("solved") ?? false
            return cameraPose.isRigid ? (cameraPose, isSolved ? "rig_calibrated" : "rig_prior") : nil
        }
        guard let phonePose, phonePose.isRigid else { return nil }
        return (Self.mounted(on: phonePose), "rig_prior")
    }

    private static func mounted(on phone: Affine) -> Affine {
        // Forward along the ground; of a phone that lies flat, where its top points.
        var forward = SIMD3(-phone.x.z, 0, -phone.z.z)
        if length(forward) < 1e-3 { forward = SIMD3(phone.x.y, 0, phone.z.y) }
        let size = length(forward)
        forward = size < 1e-3 ? SIMD3(0, 0, -1) : forward / size
        var pose = Affine.identity
        (pose.x, pose.z) = (SIMD3(-forward.z, 0, -forward.x), SIMD3(forward.x, 0, -forward.z))
        pose.translation = phone.applied(to: SIMD3(-0.75, 0, 0))
        return pose
    }

    private static func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

    /// The member of the sidecar with this name.
    subscript(key: String) -> JSONValue? { members.first { $0.0 == key }?.1 }

    /// Whether the name, paths and members are equal.
    public static func == (a: EquirectStill, b: EquirectStill) -> Bool {
        a.name == b.name && a.imagePath == b.imagePath && a.maskPath == b.maskPath && a.sidecarPath == b.sidecarPath
            && JSONValue.object(a.members) == .object(b.members)
    }
}

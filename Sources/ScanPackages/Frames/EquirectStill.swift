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

    /// Whether the name, paths and members are equal.
    public static func == (a: EquirectStill, b: EquirectStill) -> Bool {
        a.name == b.name && a.imagePath == b.imagePath && a.maskPath == b.maskPath && a.sidecarPath == b.sidecarPath
            && JSONValue.object(a.members) == .object(b.members)
    }
}

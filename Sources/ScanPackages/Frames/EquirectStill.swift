public import MeshBytes
public import MeshModel

/// A 360° still with its sidecar `equirect_stills/still_NNNN.json` (section 1.4.7).
public struct EquirectStill: Sendable, Equatable {
    /// The name that its files share: `still_0001`.
    public var name: String
    /// The picture; nil: it is missing, as when its privacy could not be verified.
    public var imagePath: String?
    /// Which pixels count: 255 = keep, 0 = ignore.
    public var maskPath: String?
    /// The sidecar; nil: there is none.
    public var sidecarPath: String?
    /// The still's place in the session, from 1.
    public var sequence: Int64?
    /// Where the 360° camera is, camera-to-world in the raw frame; nil: unknown.
    public var cameraPose: Affine?
    /// Where the phone was, camera-to-world in the raw frame; nil: unknown.
    public var phonePose: Affine?
    /// The width and height that the sidecar says.
    public var size: SIMD2<Int>?
    /// How far the horizon lies below the middle of the picture, in degrees.
    public var elevationOffset = 0.0
    /// All members of the sidecar in order; a writer gives all of them back.
    public var members: [(String, JSONValue)] = []

    /// A still with nothing but a name.
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

    /// Whether all is equal.
    public static func == (a: EquirectStill, b: EquirectStill) -> Bool {
        a.name == b.name && a.imagePath == b.imagePath && a.maskPath == b.maskPath && a.sidecarPath == b.sidecarPath
            && JSONValue.object(a.members) == .object(b.members)
    }
}

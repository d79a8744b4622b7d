public import MeshModel

/// One depth image with its camera, and if there are any, its confidence and its picture.
///
/// - Units: metres.
/// - Frame: world and camera are right-handed. The camera has +X right, +Y up, and looks along −Z, as in ARKit. Depth
///   is the distance from the camera's plane, not along the ray.
/// - Order: rows from the top.
/// - Ownership: a frame owns its values; memory that was handed in isn't used later.
/// - Edge: pixels that are zero, negative or not finite are unmeasured. What can't be used at all is thrown as a
///   ``FrameDefect`` by the initialisers.
public struct DepthFrame: Sendable {
    /// The largest width or height of an image.
    public static let sideLimit = 1 << 15

    /// How sure the sensor is of a pixel.
    public enum Confidence: UInt8, Sendable, Hashable, CaseIterable, Comparable {
        case low, medium, high

        /// Whether one level is lower.
        public static func < (a: Confidence, b: Confidence) -> Bool { a.rawValue < b.rawValue }
    }

    /// The pixels of a row of depth.
    public let width: Int
    /// The number of rows of depth.
    public let height: Int
    /// Metres from the camera's plane; 0: not measured.
    let depth: ContiguousArray<Float>
    /// 0 low, 1 medium, 2 high for each pixel of depth; nil: unknown, so all pixels count.
    let levels: ContiguousArray<UInt8>?
    /// The picture; nil: the frame counts for the shape only.
    public let picture: FramePicture?
    /// The camera, at the size of the depth image.
    let camera: PinholeIntrinsics
    /// The pose: from the camera's frame to the world.
    public let cameraToWorld: Affine

    /// How many times larger than measured the depth image is along each side; 1: as measured. Of an image that
    /// ``enlarged(_:workers:shouldStop:)`` made, most pixels are made, not measured.
    public let enlargement: Int

    /// The number of pixels with depth.
    public var depthPixelCount: Int { depth.count { $0 > 0 } }

    /// Whether nothing is known about the confidence of the pixels: there was no image of it, or it was 0 everywhere.
    public var isConfidenceUnknown: Bool { levels == nil }

    /// Creates a frame from metres.
    ///
    /// - Parameters:
    ///   - meters: `height` rows of `width` distances.
    ///   - width: the pixels of a row.
    ///   - height: the number of rows.
    ///   - confidence: a level (0, 1, 2; above counts as 2) for each pixel of depth; nil: unknown.
    ///   - picture: the picture of the same view.
    ///   - intrinsics: the camera, at any size with the same view.
    ///   - cameraToWorld: a rotation and a translation.
    public init(
        meters: [Float], width: Int, height: Int, confidence: [UInt8]? = nil, picture: FramePicture? = nil,
        intrinsics: PinholeIntrinsics, cameraToWorld: Affine
    ) throws(FrameDefect) {
        try Self.check(width, height, meters.count, .depth)
        if let confidence { try Self.check(width, height, confidence.count, .confidence) }
        try self.init(
            ContiguousArray(meters), width, height, confidence.map { ContiguousArray($0) }, picture, intrinsics,
            cameraToWorld)
    }

    /// Creates a frame from whole numbers of a unit, as in 16-bit images.
    ///
    /// - Parameters:
    ///   - samples: `height` rows of `width` distances; 0: not measured.
    ///   - scale: metres per unit: 0.001 for millimetres.
    ///   - width: the pixels of a row.
    ///   - height: the number of rows.
    ///   - confidence: a level (0, 1, 2; above counts as 2) for each pixel of depth; nil: unknown.
    ///   - picture: the picture of the same view.
    ///   - intrinsics: the camera, at any size with the same view.
    ///   - cameraToWorld: a rotation and a translation.
    public init(
        samples: [UInt16], scale: Double = 0.001, width: Int, height: Int, confidence: [UInt8]? = nil,
        picture: FramePicture? = nil, intrinsics: PinholeIntrinsics, cameraToWorld: Affine
    ) throws(FrameDefect) {
        try Self.check(width, height, samples.count, .depth)
        if let confidence { try Self.check(width, height, confidence.count, .confidence) }
        try self.init(
            ContiguousArray(samples.lazy.map { Float(Double($0) * scale) }), width, height,
            confidence.map { ContiguousArray($0) }, picture, intrinsics, cameraToWorld)
    }

    init(
        _ meters: ContiguousArray<Float>, _ width: Int, _ height: Int, _ confidence: ContiguousArray<UInt8>?,
        _ picture: FramePicture?, _ intrinsics: PinholeIntrinsics, _ cameraToWorld: Affine
    ) throws(FrameDefect) {
        try intrinsics.check()
        guard let camera = intrinsics.scaled(toWidth: width, height: height) else {
            throw FrameDefect(.depth, "an image can't have the size \(width) × \(height)")
        }
        guard RigidPose.isRigid(cameraToWorld) else {
            throw FrameDefect(
                .pose, "the pose does more than turn and move, or is not finite")
        }
        var (meters, isMeasured) = (meters, false)
        for index in meters.indices {
            if meters[index] > 0, meters[index] < .infinity { isMeasured = true } else { meters[index] = 0 }
        }
        guard isMeasured else { throw FrameDefect(.depth, "nothing was measured") }
        self.width = width
        self.height = height
        depth = meters
        if let confidence, confidence.contains(where: { $0 != 0 }) { levels = confidence } else { levels = nil }
        self.picture = picture
        self.camera = camera
        self.cameraToWorld = cameraToWorld
        enlargement = 1
    }

    /// The frame with another depth image of the same view.
    init(
        _ frame: DepthFrame, depth: ContiguousArray<Float>, levels: ContiguousArray<UInt8>?, camera: PinholeIntrinsics,
        enlargement: Int
    ) {
        (width, height, self.depth, self.levels, self.camera) = (camera.width, camera.height, depth, levels, camera)
        (picture, cameraToWorld, self.enlargement) = (frame.picture, frame.cameraToWorld, enlargement)
    }

    private static func check(
        _ width: Int, _ height: Int, _ count: Int, _ part: FrameDefect.Part
    ) throws(FrameDefect) {
        guard (1...sideLimit).contains(width), (1...sideLimit).contains(height), count == width * height else {
            throw FrameDefect(part, "expected a value for each of \(width) × \(height) pixels, found \(count)")
        }
    }
}

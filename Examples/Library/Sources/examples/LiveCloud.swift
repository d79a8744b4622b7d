import MeshConvert
import MeshModel
import Reconstruction

/// What a scanning app does with its sensor's frames: a cloud that grows, can be looked at at any time, and becomes a
/// file. It belongs to the queue on which frames arrive.
struct LiveCloud {
    private var points = CloudAccumulation(CloudOptions(voxelSize: 0.01))

    /// Takes a frame from the sensor's memory, which is read before this returns.
    ///
    /// With ARKit it is one call: `DepthFrame(arFrame)` of MeshConvertApple.
    mutating func add(_ frame: SensorFrame, pose: Affine, lens: PinholeIntrinsics) throws {
        let frame = try DepthFrame(
            depth: .meters(frame.depth), confidence: frame.confidence,
            picture: FramePicture(luma: frame.luma, chroma: frame.chroma), intrinsics: lens, cameraToWorld: pose)
        let report = points.add(frame)
        if report.isConfidenceUnknown { print("frame \(points.frameCount) has no confidence: all its pixels count") }
    }

    /// The cloud so far, for a view on any thread: it shares nothing with what goes on.
    var snapshot: PointCloud { points.cloud() }

    /// Writes the cloud.
    func save(_ path: String) throws -> Report { try convert(.scene(snapshot.scene()), to: path) }
}

/// One frame in a sensor's memory; its images may have different sizes.
struct SensorFrame {
    /// Float32 metres from the camera's plane.
    var depth: ImageMemory
    /// A byte each: 0, 1 or 2.
    var confidence: ImageMemory?
    /// Brightness, a byte each.
    var luma: ImageMemory
    /// Cb and Cr, two bytes for each 2 × 2 pixels.
    var chroma: ImageMemory
}

/// From frames to a file: here a wall two metres away, seen from ten places beside each other.
func liveCloud(_ output: String) throws {
    let (width, height) = (64, 48)
    let depth = [Float](repeating: 2, count: width * height)
    let sure = [UInt8](repeating: 2, count: width * height)
    let bright = (0..<width * height).map { UInt8($0 % width * 3 + 32) }
    let gray = [UInt8](repeating: 128, count: width * height / 2)
    let lens = PinholeIntrinsics(
        fx: 60, fy: 60, cx: Double(width) / 2, cy: Double(height) / 2, width: width, height: height)
    var cloud = LiveCloud()
    for step in 0..<10 {
        var pose = Affine()
        pose.translation.x = Double(step) * 0.1
        try depth.withUnsafeBytes { depth in
            try sure.withUnsafeBytes { sure in
                try bright.withUnsafeBytes { bright in
                    try gray.withUnsafeBytes { gray in
                        let frame = SensorFrame(
                            depth: ImageMemory(depth, width: width, height: height, bytesPerPixel: 4),
                            confidence: ImageMemory(sure, width: width, height: height),
                            luma: ImageMemory(bright, width: width, height: height),
                            chroma: ImageMemory(gray, width: width / 2, height: height / 2, bytesPerPixel: 2))
                        try cloud.add(frame, pose: pose, lens: lens)
                    }
                }
            }
        }
        print("\(cloud.snapshot.count) points")
    }
    print(try cloud.save(output).summary)
}

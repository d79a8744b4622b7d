import MeshFormats
import Reconstruction

/// The points that COLMAP and Nerfstudio start from: `points3D`, or the cloud that `ply_file_path` names.
public enum StartPoints: Sendable {
    /// Those of the package's own COLMAP model, else those that the frames' depth measured, with the colours of their
    /// pictures; none with the profile `scan4d-0.5`, without either, or where the package names a cloud of its own.
    case measured
    /// None.
    case none
    /// The caller's, computed when they are written.
    case given(@Sendable () throws -> [PackagePoint])
}

/// Collects the points that frames measured, while the frames are written.
struct MeasuredPoints {
    /// The edge of the voxels that give one point each, in metres: some 100,000 points for a room.
    static let voxelSize = 0.02
    /// The most frames that give points: of more, every second, third and so on. The pictures of all others need not be
    /// decoded.
    static let mostFrames = 200

    private var cloud = CloudAccumulation(CloudOptions(voxelSize: voxelSize))

    /// Marks the frames that give points, evenly.
    static func choose(_ plans: inout [PlannedFrame]) {
        let measured = plans.indices.filter { plans[$0].hasCamera && plans[$0].source.depthPath != nil }
        let step = (measured.count - 1) / mostFrames + 1
        for place in stride(from: 0, to: measured.count, by: step) { plans[measured[place]].givesPoints = true }
    }

    mutating func add(_ frame: DepthFrame) { cloud.add(frame) }

    /// The points, in the order in which they were first seen.
    var points: [PackagePoint] {
        let cloud = cloud.cloud()
        return (0..<cloud.count).map { point in
            let first = point * 3
            func row<Number>(_ list: ContiguousArray<Number>) -> SIMD3<Number> where Number: SIMDScalar {
                SIMD3(list[first], list[first + 1], list[first + 2])
            }
            // In hundredths of a millimetre, which text holds in few digits.
            let position = (SIMD3<Double>(row(cloud.positions)) * 1e5).rounded(.toNearestOrAwayFromZero) / 1e5
            return PackagePoint(position: position, color: row(cloud.colors))
        }
    }

    /// What the report says of points.
    func tell(_ count: Int, _ losses: inout [Loss]) {
        let frames = "\(cloud.frameCount) \(cloud.frameCount == 1 ? "frame" : "frames")"
        losses.add(
            .attributeFilled, .generated, "/points", "points", count: count, unit: "points",
            cause: "made from the depth of \(frames), one in \(Int(Self.voxelSize * 100)) cm up to "
                + "\(Int(cloud.options.range.upperBound)) m, as a start for training",
            remedy: .option("points", "none"))
    }
}

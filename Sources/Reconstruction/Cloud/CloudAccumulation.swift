internal import MeshModel

/// Collects the points of depth frames, one frame at a time, in voxels.
///
/// - Units and frame: metres, in the world of the frames' poses.
/// - Memory: follows the number of occupied voxels; no frame is kept.
/// - Order: points are in the order in which their voxels were first seen, so the same frames give the same cloud.
/// - Ownership: a value; a copy is a snapshot. ``cloud()`` may be called at any time, for a live view.
public struct CloudAccumulation: Sendable {
    /// What became of a frame.
    public struct FrameReport: Hashable, Sendable {
        /// The number of pixels that became part of a point.
        public var usedPixels = 0
        /// The number of pixels left out beside a jump of depth.
        public var edgePixels = 0
        /// The number of pixels left out because there are too many voxels, or they lie too far away.
        public var leftOutPixels = 0
        /// The number of pixels left out because they are beyond the range.
        public var farPixels = 0
        /// Whether the frame had colours.
        public var isColored = false
        /// Whether all pixels counted because nothing is known about their confidence.
        public var isConfidenceUnknown = false
    }

    /// The options.
    public let options: CloudOptions
    /// The number of frames that gave at least one pixel.
    public private(set) var frameCount = 0
    private var table = KeyTable()
    private var sums: ContiguousArray<VoxelSums> = []

    /// Creates an empty cloud.
    public init(_ options: CloudOptions = CloudOptions()) { self.options = options }

    /// The number of occupied voxels.
    public var voxelCount: Int { table.count }

    /// Adds the points of a frame.
    ///
    /// - Returns: what became of its pixels.
    @discardableResult
    public mutating func add(_ frame: DepthFrame) -> FrameReport {
        let view = FrameView(frame, range: options.range, weights: options.weights, blendLimit: 0)
        var report = FrameReport(
            farPixels: view.farPixels, isColored: !view.colors.isEmpty, isConfidenceUnknown: frame.isConfidenceUnknown)
        let pose = RigidPose(frame.cameraToWorld)
        let edges = options.rejectsEdges ? EdgePixels(view).isEdge : []
        let scale = 1 / options.voxelSize
        for y in 0..<view.height {
            for x in 0..<view.width {
                let at = y * view.width + x
                let z = Double(view.depth[at])
                if z == 0 { continue }
                if !edges.isEmpty, edges[at] {
                    report.edgePixels += 1
                    continue
                }
                let ray = SIMD3(
                    (Double(x) + 0.5 - Double(view.cx)) / Double(view.fx),
                    (Double(y) + 0.5 - Double(view.cy)) / Double(view.fy), 1)
                let direction = pose.right * ray.x + pose.down * ray.y + pose.forward
                let point = (pose.eye + direction * z) * scale
                let eye = direction * (-1 / ray.length)
                if add(point, eye, view.colors, at * 3) { report.usedPixels += 1 } else { report.leftOutPixels += 1 }
            }
        }
        if report.usedPixels > 0 { frameCount += 1 }
        return report
    }

    /// Adds a point, in voxels; returns whether there was room for it.
    @inline(__always)
    private mutating func add(
        _ point: SIMD3<Double>, _ eye: SIMD3<Double>, _ colors: ContiguousArray<UInt8>, _ at: Int
    ) -> Bool {
        let corner = point.rounded(.down)
        guard abs(corner.x) < 1e6, abs(corner.y) < 1e6, abs(corner.z) < 1e6,
            let key = BlockKey(Int(corner.x), Int(corner.y), Int(corner.z)),
            let number = table.insert(key.word, limit: options.voxelLimit)
        else { return false }
        if number == sums.count { sums.append(VoxelSums()) }
        if options.rule == .first, sums[number].pixels > 0 { return true }
        guard sums[number].add(SIMD3<Float>(point - corner), SIMD3<Float>(eye)), !colors.isEmpty else { return true }
        sums[number].add(red: colors[at], green: colors[at + 1], blue: colors[at + 2])
        return true
    }

    /// Returns the points so far: one for each voxel with enough pixels.
    public func cloud() -> PointCloud {
        var cloud = PointCloud()
        for number in 0..<table.count {
            let sum = sums[number]
            guard Int(sum.pixels) >= options.leastPixels else { continue }
            cloud.append(sum, of: BlockKey(word: table.keys[number]).corner, voxelSize: options.voxelSize)
            cloud.pixelCounts.append(sum.pixels)
        }
        return cloud
    }
}

/// How frames become a cloud of points.
public struct CloudOptions: Hashable, Sendable {
    /// The point that stands for all points of a voxel.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
        /// The mean of positions, colours and directions.
        case mean
        /// The first point that fell into the voxel.
        case first
    }

    /// The edge of the voxels, each of which gives one point, in metres.
    public let voxelSize: Double
    /// The point that stands for a voxel.
    public var rule = Rule.mean
    /// The depths that are used, in metres.
    public var range: ClosedRange<Double> = 0.1...5
    /// The least confidence; pixels of unknown confidence all count.
    public var leastConfidence = DepthFrame.Confidence.high
    /// Whether pixels beside a jump of depth are left out: there the sensor mixes what is in front with what is behind.
    /// A jump is a difference of more than 5 % of the depth, and of 3 cm, to one of the eight neighbours.
    public var rejectsEdges = true
    /// The fewest pixels that a point must stand for.
    public var leastPixels = 1
    /// The most voxels, about 80 bytes each; beyond it, pixels are left out and counted.
    public var voxelLimit = 1 << 24

    /// Creates options.
    ///
    /// - Parameter voxelSize: metres; numbers outside of 0.0005 … 10 count as 0.01.
    public init(voxelSize: Double = 0.01) {
        self.voxelSize = voxelSize >= 0.0005 && voxelSize <= 10 ? voxelSize : 0.01
    }

    /// Weights that leave out what is not confident enough.
    var weights: ConfidenceWeights {
        ConfidenceWeights(
            low: leastConfidence <= .low ? 1 : 0, medium: leastConfidence <= .medium ? 1 : 0, high: 1)
    }
}

/// How frames are fused into a volume.
///
/// The defaults were measured on synthetic scans with the noise of a phone's sensor.
public struct FusionOptions: Hashable, Sendable {
    /// The distance between voxels in metres.
    public let voxelSize: Double
    /// How far in front of and behind a surface distances are kept, in voxels; walls thinner than this blur.
    public var truncation: Double = 3 {
        didSet { truncation = truncation >= 1.5 && truncation <= 64 ? truncation : 3 }
    }
    /// The depths that are used, in metres.
    public var range: ClosedRange<Double> = 0.1...5
    /// What pixels count by their confidence. Medium and high count the same: where an edge is seen with medium
    /// confidence only, a smaller weight changes nothing, and elsewhere its noise is no larger.
    public var weights = ConfidenceWeights(low: 0, medium: 1, high: 1)
    /// The most blocks of 8 × 8 × 8 voxels, 8 KiB each, at most 262,144; beyond it, surface is left out and
    /// counted.
    public var blockLimit = 1 << 16
    /// How strongly ``DepthFusion/beginRefinement()`` keeps recorded poses: 0.15 lets them move by a few millimetres. More
    /// keeps them closer; less follows the surface more freely, which drifts where frames see little of it.
    public var poseStiffness = 0.15

    /// Creates options.
    ///
    /// - Parameter voxelSize: metres; numbers outside of 0.0005 … 10 count as 0.01.
    public init(voxelSize: Double = 0.02) {
        self.voxelSize = voxelSize >= 0.0005 && voxelSize <= 10 ? voxelSize : 0.01
    }

    /// The largest difference of neighbouring pixels' depths over which depth is interpolated, in metres.
    var blendLimit: Float { Float(voxelSize * 1.5) }
}

import Reconstruction

/// How a shape is made: of a package's depth frames, instead of a mesh that the package has, or of a cloud's points.
///
/// It is never chosen by itself, since what is made depends on it.
public struct ReconstructionOptions: Sendable, Hashable {
    /// A way from frames to a shape.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Depth frames are fused into a truncated signed distance field, whose surface is taken: a mesh.
        case tsdf
        /// The measured points, one for each voxel: a cloud.
        case points
        /// The measured points, or those of any cloud, become a mesh by screened Poisson reconstruction.
        case poisson
    }

    /// What goes of a Poisson surface, which closes itself where there are no points.
    public enum Trim: Sendable, Hashable {
        /// Nothing: the surface stays closed.
        case nothing
        /// What is further than this from all points, in edges of the surface's voxels.
        case voxels(Double)
        /// What lies where points are sparser than this share of them have it: 0 … 1.
        case quantile(Double)
        /// What has less density: the depth that the number of points there is good for.
        case density(Double)
    }

    /// A distance or an angle.
    public struct Movement: Sendable, Hashable {
        /// Metres.
        public var distance: Double
        /// Degrees, up to 180.
        public var degrees: Double

        /// Creates a movement.
        public init(distance: Double, degrees: Double) { (self.distance, self.degrees) = (distance, degrees) }

        /// The text that the command line reads.
        var word: String { "\(PlainNumbers.short(distance))m:\(PlainNumbers.short(degrees))deg" }
    }

    /// The way.
    public var method: Method
    /// The edge of voxels in metres, within ``voxelSizes``; nil: 2 cm for fusion, 1 cm for points.
    public var voxelSize: Double?
    /// The depth of a Poisson surface: 2^depth voxels along its cube, within ``depths``; nil: as the voxels' edge or the
    /// number of points says.
    public var depth: Int?
    /// What goes of a Poisson surface.
    public var trim = Trim.voxels(3)
    /// Whether poses are refined against the surface of all frames, which reads all frames twice; for a mesh.
    public var refinesPoses = true

    /// Whether a mesh gets a texture of the pictures instead of vertex colours, which reads all frames twice more.
    public var paintsTexture = false

    /// How many times larger each frame's depth becomes along each side before it is used, along the edges that its
    /// picture shows: 2, 3 or 4; below 2 it is used as it is.
    public var depthEnlargement = 1

    /// How far the camera has to move or turn until a frame counts again; nil: all frames count.
    public var leastMovement: Movement?

    /// The largest depth that is used, in metres, within ``depthLimits``: the noise of sensors grows with it.
    public var depthLimit = usualDepthLimit

    /// The usual limit of depth, in metres: that of phones.
    public static let usualDepthLimit = FusionOptions().range.upperBound

    /// The limits that depth may have, in metres.
    public static let depthLimits = 0.2...100.0

    /// The sizes that voxels may have, in metres.
    public static let voxelSizes = 0.0005...10.0

    /// The factors by which depth may be enlarged.
    public static let depthEnlargements = 2...4

    /// The depths that a Poisson surface may have.
    public static let depths = 3...12

    /// Creates the defaults of a way.
    public init(_ method: Method) { self.method = method }

    /// Whether something is asked for that only depth frames have.
    var needsFrames: Bool {
        method != .poisson || paintsTexture || depthEnlargement > 1 || leastMovement != nil
            || depthLimit != Self.usualDepthLimit
    }

    /// The depths that are used, in metres.
    var depthRange: ClosedRange<Double> {
        FusionOptions().range.lowerBound...(Self.depthLimits.contains(depthLimit) ? depthLimit : Self.usualDepthLimit)
    }

    /// The edge of voxels that is used, in metres.
    public var effectiveVoxelSize: Double {
        let usual = method == .tsdf ? 0.02 : 0.01
        return voxelSize.map { Self.voxelSizes.contains($0) ? $0 : usual } ?? usual
    }
}

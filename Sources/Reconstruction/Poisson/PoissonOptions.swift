/// How oriented points become a surface by screened Poisson reconstruction.
public struct PoissonOptions: Hashable, Sendable {
    /// The finest lattice has 2^depth voxels along each edge of the cube around the points; 3 … 12, others count as
    /// the nearest. Where points are sparse, less deep lattices do; if they are so everywhere, the surface has fewer
    /// triangles, too.
    public var depth = 8
    /// The size of the finest voxels, in the units of the points; takes the place of `depth`, which it is rounded up to.
    public var voxelSize: Double?
    /// The depth up to which the whole cube is solved; 3 … 7.
    public var fullDepth = 5
    /// The number of points for each voxel that a surface crosses; more for noisy points. Above 0.
    public var samplesPerVoxel: Float = 1.5
    /// How strongly the surface is drawn to the points; 0: it follows the normals only. Less for noisy points.
    public var pointWeight: Float = 4
    /// The edge of the cube, as a multiple of the largest extent of the points; 1 … 4.
    public var scale = 1.1
    /// Surface that reaches a face of the cube is closed along it, as a print needs it; else it ends there.
    public var isClosed = true
    /// Surface of less density is removed. Density is the depth that the number of points there is good for.
    public var leastDensity: Float?
    /// Surface is removed where the density is below that at this share of the points: 0 … 1. (Not of the vertices: how
    /// many there are where the surface was invented says nothing.)
    public var densityQuantile: Double = 0
    /// Surface farther than this from all points is removed; in voxels of the surface's depth.
    public var farthestPoint: Double?
    /// Pieces of fewer triangles are removed.
    public var leastTriangles = 0
    /// Holes of at most this many edges, which trimming has left, are closed; 0: none.
    public var longestHole = 0
    /// The most blocks of 8 × 8 × 8 voxels of one depth, 27 … 262,144: about 10 KiB each at the finest depth. Of few
    /// points, fewer are made: 4,096 and one for each two points.
    public var blockLimit = 1 << 17

    /// Creates the default options: a closed surface.
    public init() {}

    static let depths = 3...12

    /// The depth for a cube of the given edge.
    func depth(_ edge: Double) -> Int {
        var result = min(max(depth, Self.depths.lowerBound), Self.depths.upperBound)
        guard let voxelSize, voxelSize > 0 else { return result }
        result = Self.depths.lowerBound
        while result < Self.depths.upperBound, edge / Double(1 << result) > voxelSize { result += 1 }
        return result
    }

    /// The most blocks of one depth for a number of points.
    func blockLimit(points: Int) -> Int { min(max(blockLimit, 27), 1 << 18, 4096 + points / 2) }
}

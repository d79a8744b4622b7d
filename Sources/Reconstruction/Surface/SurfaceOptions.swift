/// What is removed from a surface, and what is closed.
public struct SurfaceOptions: Hashable, Sendable {
    /// Pieces of fewer triangles are removed: they are mostly noise in the air.
    public var leastTriangles = 10
    /// Holes of at most this many edges are closed; 0: none. What closes them was not measured.
    public var longestHole = 16
    /// The least weight of voxels between which surface is made: trims what few frames saw. A frame with high
    /// confidence adds 1 at a distance of 1 m, ½ at 2 m.
    public var minimumWeight: Float = 0

    /// Creates the default options.
    public init() {}
}

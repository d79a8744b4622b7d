/// What is made of a source's points and faces before it is converted, because somebody asks for it, in the order of the
/// properties.
///
/// - Units: lengths are metres, coordinates those of the source. A source without a unit is taken for metres.
/// - Frame: that of what is shown: nodes' places are put into the positions first, except for ``faces``.
public struct ShapingOptions: Sendable, Hashable {
    /// A box along the axes, its sides included.
    public struct Box: Sendable, Hashable {
        /// The smallest coordinates.
        public var least: SIMD3<Double>
        /// The largest coordinates.
        public var most: SIMD3<Double>

        /// Creates a box.
        public init(from least: SIMD3<Double>, to most: SIMD3<Double>) { (self.least, self.most) = (least, most) }
    }

    /// A rule by which points of clouds are outliers.
    public enum Outliers: Sendable, Hashable {
        /// Points further from their nearest ones than `ratio` standard deviations more than usual.
        case statistical(neighbors: Int = 20, ratio: Double = 2)
        /// Points with at most `neighbors` points, themselves included, closer than a radius.
        case radius(neighbors: Int = 16, meters: Double)
    }

    /// Points on the surface of meshes.
    public struct Sampling: Sendable, Hashable {
        /// The number of points.
        public var count: Int
        /// Another seed gives other points.
        public var seed: UInt64 = 0

        /// Creates a sampling.
        public init(count: Int) { self.count = count }
    }

    /// The neighbours that a normal is made of.
    public struct Neighbors: Sendable, Hashable {
        /// The most, the point itself included.
        public var count = 30
        /// How near they are; nil: however far.
        public var meters: Double?

        /// Creates the defaults.
        public init() {}
    }

    /// What lies outside goes: vertices, and elements with a vertex outside.
    public var box: Box?
    /// Meshes become clouds.
    public var sampling: Sampling?
    /// Which points go as outliers.
    public var outliers: Outliers?
    /// The edge of voxels: all points in a voxel become one.
    public var voxelSize: Double?
    /// Points without a normal get one of these neighbours.
    public var normals: Neighbors?

    /// The number of triangles that faces are reduced to. It is a target: hard edges stay.
    public var faces: Int?
    /// The largest error of faces that are made simpler, in metres.
    public var faceError: Double?

    /// Creates options that change nothing.
    public init() {}

    /// Whether nothing is asked for.
    public var isEmpty: Bool { self == ShapingOptions() }
}

/// The triangles of a scene while edges collapse: points, which are distinct positions, and corners on them.
///
/// Positions are relative to the middle of a group and divided by the scene's size, so that no square overflows.
/// Memory: 168 bytes for a point, 20 for a corner, 8 for a triangle, 12 for an edge in the queue, of which about eight
/// for each vertex are there at once, and 8 for a row and 16 for each value that it carries.
struct CollapseSurface {
    /// Where a point may go. A hard edge is one that must stay: it has not two triangles that traverse it in opposite
    /// directions, or these differ in primitive, material, subsets or, at one of its ends, in texture coordinates.
    enum Kind: UInt8 {
        /// No hard edge ends here: anywhere.
        case free
        /// Two hard edges meet: along them.
        case line
        /// Nowhere.
        case fixed
    }

    /// A distinct position.
    struct Point {
        var x: Double
        var y: Double
        var z: Double
        var quadric = Quadric()
        /// One of the corners at the point; −1: none.
        var firstCorner: Int32 = -1
        /// The number of corners at the point.
        var cornerCount: Int32 = 0
        /// The point that this one was merged into; −1: none.
        var target: Int32 = -1
        var mark: Int32 = 0
        var kind = Kind.free
        /// Whether an edge collapsed into the point.
        var isChanged = false

        init(_ position: SIMD3<Double>) { (x, y, z) = (position.x, position.y, position.z) }

        var position: SIMD3<Double> {
            get { SIMD3(x, y, z) }
            set { (x, y, z) = (newValue.x, newValue.y, newValue.z) }
        }
    }

    /// A corner of a triangle, and the edge from there to the triangle's next corner.
    struct Corner {
        /// −1: the triangle is gone.
        var point: Int32
        /// The next corner at the same point, −1 after the last; corners of triangles that are gone may be among them.
        var next: Int32 = -1
        /// Counts changes of the edge, so that the queue knows when its cost is out of date.
        var stamp: Int32 = 0
        /// Whether the edge is hard.
        var isHard = false
    }

    /// The triangles of a primitive that take part.
    struct Part {
        var mesh: Int
        var primitive: Int
        var set: Int
        /// How often the mesh is shown.
        var uses: Int
        var triangles: Range<Int>
    }

    /// The most corners at a point whose edges may collapse. A collapse looks at all of them, so time stays linear.
    static let mostCorners = 128

    var points = ContiguousArray<Point>()
    /// The positions of all points before edges collapsed.
    var originals = ContiguousArray<SIMD3<Double>>()
    /// For each original point the next one that the same point stands for, in a ring; empty without a largest error.
    var nextMembers = ContiguousArray<Int32>()
    var lastMark: Int32 = 0
    /// The outer edges of the triangles at a point; kept to be used again.
    var ring = ContiguousArray<(SIMD3<Double>, SIMD3<Double>)>()
    /// Three for each triangle.
    var corners = ContiguousArray<Corner>()
    /// The rows of the corners: those of vertices, then of each corner attribute; −1: none.
    var layers: [ContiguousArray<Int32>] = []

    /// The values of rows at new points.
    var models = AttributeModels(count: 0, width: 0)
    /// The row in the source that a row has all other values from.
    var origins = ContiguousArray<Int32>()

    /// The source element of each triangle.
    var elements = ContiguousArray<Int32>()
    var parts: [Part] = []
    /// The size by which positions are divided.
    var size = 1.0

    /// The triangle's next corner.
    @inline(__always)
    func after(_ corner: Int) -> Int { corner % 3 == 2 ? corner - 2 : corner + 1 }

    /// The triangle's corner before.
    @inline(__always)
    func before(_ corner: Int) -> Int { corner % 3 == 0 ? corner + 2 : corner - 1 }

    /// Calls `body` with the corners at a point, until it returns false.
    @inline(__always)
    func forEachCorner(at point: Int, _ body: (Int) -> Bool) {
        var corner = Int(points[point].firstCorner)
        while corner >= 0 {
            if corners[corner].point >= 0, !body(corner) { return }
            corner = Int(corners[corner].next)
        }
    }

    /// A vector perpendicular to a triangle, twice as long as its area.
    @inline(__always)
    func normal(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> SIMD3<Double> { cross(b - a, c - a) }

    /// The part that a triangle belongs to.
    func part(ofTriangle triangle: Int) -> Int {
        var low = 0
        var high = parts.count - 1
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].triangles.upperBound <= triangle { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

internal import MeshModel

/// A camera outside of a box, so that the box fills the picture.
struct ViewCamera: Sendable {
    /// A point of the box in the picture.
    struct Place {
        /// To the right and down from the corner, in samples.
        var x: Double
        var y: Double
        /// Greater is nearer; linear between points of the picture. In perspective it is one over the distance.
        var depth: Double
    }

    /// The unit vectors to the right, up and to the viewer.
    let right: SIMD3<Double>
    let up: SIMD3<Double>
    let toViewer: SIMD3<Double>
    let isPerspective: Bool
    private let center: SIMD3<Double>
    private let radius: Double
    private var scale = 1.0
    private var origin = SIMD2<Double>()

    /// The distance of the eye from the middle of the box, in radii of the box: no point is behind the eye.
    private static let eyeDistance = 3.0
    /// The share of the picture that the box takes at most.
    private static let filling = 0.94

    /// The depth of the middle of the box.
    var middleDepth: Double { isPerspective ? 1 / Self.eyeDistance : 0 }

    /// Creates a camera for pictures of `size` samples.
    init(_ box: SceneBounds, _ upAxis: UpAxis, _ options: ViewOptions, size: SIMD2<Double>) throws(RenderError) {
        let direction = options.direction
        let (above, front) = upAxis == .z ? (SIMD3(0.0, 0, 1), SIMD3(0.0, -1, 0)) : (SIMD3(0.0, 1, 0), SIMD3(0.0, 0, 1))
        let sum = SIMD3(direction.right, 0, 0) + above * direction.up + front * direction.front
        guard sum.length > 0, sum.length.isFinite else {
            throw RenderError(
                "expected a direction to the viewer, found \(direction.right), \(direction.up), \(direction.front)")
        }
        toViewer = sum / sum.length
        let height = dot(toViewer, above)
        let across = cross(abs(height) > 0.999 ? front * (height > 0 ? -1 : 1) : above, toViewer)
        right = across / across.length
        up = cross(toViewer, right)
        isPerspective = options.projection == .perspective
        center = (box.lowest + box.highest) / 2
        let length = ((box.highest - box.lowest) / 2).length
        radius = length > 0 ? length : 1
        var (lowest, highest) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        for corner in 0..<8 {
            let point = SIMD3(
                corner & 1 == 0 ? box.lowest.x : box.highest.x, corner & 2 == 0 ? box.lowest.y : box.highest.y,
                corner & 4 == 0 ? box.lowest.z : box.highest.z)
            let place = place(relative(point))
            lowest = pointwiseMin(lowest, SIMD2(place.x, place.y))
            highest = pointwiseMax(highest, SIMD2(place.x, place.y))
        }
        // A box that looks like a point has some extent, too: rounding errors aren't enlarged to fill the picture.
        let extent = pointwiseMax(highest - lowest, SIMD2(repeating: 1e-6))
        scale = min(size.x / extent.x, size.y / extent.y) * Self.filling
        origin = size / 2 - (lowest + highest) / 2 * scale
    }

    /// A point relative to the middle of the box, in its radii.
    func relative(_ point: SIMD3<Double>) -> SIMD3<Double> { (point - center) / radius }

    /// The place of a relative point in the picture.
    @inline(__always)
    func place(_ point: SIMD3<Double>) -> Place {
        let nearness = dot(point, toViewer)
        let depth = isPerspective ? 1 / (Self.eyeDistance - nearness) : nearness
        let factor = isPerspective ? depth * scale : scale
        return Place(
            x: origin.x + dot(point, right) * factor, y: origin.y - dot(point, up) * factor, depth: depth)
    }
}

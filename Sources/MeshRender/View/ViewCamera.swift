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
    /// The sides from which a round frame is looked at.
    private static let turns = 24
    /// The share of the picture that the box takes at most.
    private static let filling = 0.94

    /// The depth of the middle of the box.
    var middleDepth: Double { isPerspective ? 1 / Self.eyeDistance : 0 }

    /// Creates a camera for pictures of `size` samples.
    init(_ frame: ViewFrame, _ upAxis: UpAxis, _ options: ViewOptions, size: SIMD2<Double>)
        throws(RenderError)
    {
        let direction = options.direction
        let (above, front) =
            upAxis == .z ? (SIMD3(0.0, 0, 1), SIMD3(0.0, -1, 0)) : (SIMD3(0.0, 1, 0), SIMD3(0.0, 0, 1))
        let sum = SIMD3(direction.right, 0, 0) + above * direction.up + front * direction.front
        guard sum.length > 0, sum.length.isFinite else {
            throw RenderError(
                "expected a direction to the viewer, found \(direction.right), \(direction.up), \(direction.front)"
            )
        }
        toViewer = sum / sum.length
        let height = dot(toViewer, above)
        let across = cross(abs(height) > 0.999 ? front * (height > 0 ? -1 : 1) : above, toViewer)
        right = across / across.length
        up = cross(toViewer, right)
        isPerspective = options.projection == .perspective
        center = (frame.lowest + frame.highest) / 2
        let length = ((frame.highest - frame.lowest) / 2).length
        guard length.isFinite, frame.lowest.x <= frame.highest.x else {
            throw RenderError(
                "expected a frame with finite corners, found \(frame.lowest) and \(frame.highest)")
        }
        radius = length > 0 ? length : 1
        var flat = FlatBox()
        for point in frame.corners {
            // Seen from other sides, it is the box that turns.
            for turn in 0..<(frame.isRound ? Self.turns : 1) {
                let turned = relative(point).turned(Double(turn) * 360 / Double(Self.turns), upAxis)
                flat.add(place(turned))
            }
        }
        // The axis stays in the middle.
        if frame.isRound { flat = flat.aroundMiddle }
        fit(flat, size)
    }

    /// Fits a box in the plane of the picture, which was measured with a scale of 1, into the picture.
    private mutating func fit(_ flat: FlatBox, _ size: SIMD2<Double>) {
        // A box that looks like a point has some extent, too: rounding errors aren't enlarged to fill the picture.
        let extent = pointwiseMax(flat.highest - flat.lowest, SIMD2(repeating: 1e-6))
        scale = min(size.x / extent.x, size.y / extent.y) * Self.filling
        origin = size / 2 - (flat.lowest + flat.highest) / 2 * scale
    }

    /// The camera, nearer or aside, so that what the scene shows fills the picture rather than its box.
    func fitted(to scene: ShownScene, _ size: SIMD2<Double>, _ workers: some Workers) -> ViewCamera {
        var result = self
        (result.scale, result.origin) = (1, SIMD2())
        let plain = result
        let boxes = workers.map(scene.pieces.count) { index in
            var box = FlatBox()
            for point in scene.corners(scene.pieces[index])?.points ?? [] where !point.x.isNaN {
                box.add(plain.place(plain.relative(point)))
            }
            return box
        }
        result.fit(boxes.reduce(FlatBox()) { $0.union($1) }, size)
        return result
    }

    /// Whether a point in world space has a place in front of the eye.
    @inline(__always)
    func sees(_ point: SIMD3<Double>) -> Bool {
        // Points of the scene are; but who gives a frame may leave some out. NaN is nowhere.
        !isPerspective
            ? !point.x.isNaN : dot(relative(point), toViewer) < Self.eyeDistance - 0.1
    }

    /// A way of relative space in the space before a transform, which it is multiplied with.
    func turned(_ way: SIMD3<Double>, _ transform: Affine) -> SIMD3<Double> {
        (transform.x * way.x + transform.y * way.y + transform.z * way.z) / radius
    }

    /// How space becomes flat near a relative point: how its place changes to the right and down, in samples.
    func slope(_ point: SIMD3<Double>) -> (across: SIMD3<Double>, down: SIMD3<Double>) {
        guard isPerspective else { return (right * scale, up * -scale) }
        let depth = 1 / (Self.eyeDistance - dot(point, toViewer))
        return (
            (right + toViewer * (dot(point, right) * depth)) * (depth * scale),
            (up + toViewer * (dot(point, up) * depth)) * (-depth * scale)
        )
    }

    /// The point behind a place in the picture, along `right`, `up` and `toViewer`, in radii.
    @inline(__always)
    func point(_ x: Float, _ y: Float, _ depth: Float) -> SIMD3<Float> {
        let (across, upwards) = (
            (x - Float(origin.x)) / Float(scale), (Float(origin.y) - y) / Float(scale)
        )
        guard isPerspective else { return SIMD3(across, upwards, depth) }
        return SIMD3(across / depth, upwards / depth, Float(Self.eyeDistance) - 1 / depth)
    }

    /// The samples that a length of one radius takes at a depth.
    @inline(__always)
    func samples(_ depth: Float) -> Float { isPerspective ? Float(scale) * depth : Float(scale) }

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

/// A box in the plane of the picture.
private struct FlatBox: Sendable {
    var lowest = SIMD2(repeating: Double.infinity)
    var highest = SIMD2(repeating: -Double.infinity)

    @inline(__always)
    mutating func add(_ place: ViewCamera.Place) {
        lowest = pointwiseMin(lowest, SIMD2(place.x, place.y))
        highest = pointwiseMax(highest, SIMD2(place.x, place.y))
    }

    func union(_ other: Self) -> Self {
        FlatBox(
            lowest: pointwiseMin(lowest, other.lowest), highest: pointwiseMax(highest, other.highest))
    }

    /// The box that holds this one, with the origin in its middle.
    var aroundMiddle: Self {
        let reach = pointwiseMax(highest, -lowest)
        return FlatBox(lowest: -reach, highest: reach)
    }
}

extension ViewFrame {
    /// The eight corners of the box.
    fileprivate var corners: [SIMD3<Double>] {
        (0..<8).map { corner in
            SIMD3(
                corner & 1 == 0 ? lowest.x : highest.x, corner & 2 == 0 ? lowest.y : highest.y,
                corner & 4 == 0 ? lowest.z : highest.z)
        }
    }
}

extension SIMD3<Double> {
    /// The point, turned around the upright axis.
    fileprivate func turned(_ degrees: Double, _ upAxis: UpAxis) -> Self {
        guard degrees != 0 else { return self }
        let turn = ViewDirection(azimuth: degrees, elevation: 0)
        let (sine, cosine) = (turn.right, turn.front)
        return upAxis == .z
            ? SIMD3(x * cosine - y * sine, x * sine + y * cosine, z)
            : SIMD3(x * cosine + z * sine, y, z * cosine - x * sine)
    }
}

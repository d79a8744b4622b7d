/// The pattern of a triangle's cell: the texels of its corners, and how each texel mixes them.
struct TriangleCell {
    /// The side in texels.
    let side: Int
    /// The texels of the corners: `(x, y)` from the upper left, counter-clockwise seen with y up.
    let corners: [(x: Int, y: Int)]
    /// The weight of each corner in a texel, row after row; outside the triangle the mix is extrapolated.
    let weights: [SIMD3<Float>]

    /// Creates the pattern of a grain. Corners at (0, 0), (1, 2), (2, 1) have their centre at (1, 1): all are centres
    /// of texels, and filtering touches only nine texels.
    init(scale: Int, gutter: Int) {
        let side = 2 * scale + 1 + 2 * gutter
        self.side = side
        corners = [(gutter, gutter), (gutter + scale, gutter + 2 * scale), (gutter + 2 * scale, gutter + scale)]
        weights = (0..<side * side).map { texel in
            let (x, y) = (texel % side - gutter, texel / side - gutter)
            let (second, third) = (2 * y - x, 2 * x - y)
            return SIMD3(Float(3 * scale - second - third), Float(second), Float(third)) / Float(3 * scale)
        }
    }
}

/// The pattern of a polygon's cell: corners on a ring of texels around its centre.
struct PolygonCell {
    struct Texel {
        /// The previous corner on the ring.
        var corner: Int
        /// The position between that corner, 0, and the next, 1.
        var fraction: Float
        /// The position between the centre, 0, and the ring, 1.
        var distance: Float
    }

    /// The side in texels.
    let side: Int
    /// The texels of the corners, counter-clockwise seen with y up.
    let corners: [(x: Int, y: Int)]
    /// All texels, row after row.
    let texels: [Texel]

    /// Creates the pattern for polygons of `count` corners. The mean of four corners is the ring's centre; for other
    /// counts it is within a texel of it, so the centre's colour fills nine texels.
    init(count: Int, ring: Int, gutter: Int) {
        let length = 8 * ring
        let side = 2 * ring + 1 + 2 * gutter
        let core = count == 4 ? 0 : 1
        let places = (0..<count).map { $0 * length / count }
        self.side = side
        corners = places.map { place in
            let (x, y) = Self.onRing(place, ring)
            return (x + gutter, y + gutter)
        }
        texels = (0..<side * side).map { texel in
            let (x, y) = (texel % side - gutter - ring, texel / side - gutter - ring)
            let distance = max(abs(x), abs(y))
            guard distance > core else { return Texel(corner: 0, fraction: 0, distance: 0) }
            // Projected straight onto the ring.
            let (outX, outY) = (Self.scaled(x, ring, distance), Self.scaled(y, ring, distance))
            let place = Self.place(outX + ring, outY + ring, ring)
            let corner = (places.lastIndex { $0 <= place }) ?? 0
            let next = corner + 1 < count ? places[corner + 1] : length
            return Texel(
                corner: corner, fraction: Float(place - places[corner]) / Float(max(1, next - places[corner])),
                distance: min(1, Float(distance - core) / Float(ring - core)))
        }
    }

    /// `value` × `numerator` ÷ `denominator`, rounded to the nearest integer, halves away from 0.
    private static func scaled(_ value: Int, _ numerator: Int, _ denominator: Int) -> Int {
        let result = (2 * abs(value) * numerator + denominator) / (2 * denominator)
        return value < 0 ? -result : result
    }

    /// The texel at a position on the ring: from the upper left down, right, up and left.
    private static func onRing(_ place: Int, _ ring: Int) -> (x: Int, y: Int) {
        let (edge, step) = place.quotientAndRemainder(dividingBy: 2 * ring)
        return switch edge {
        case 0: (0, step)
        case 1: (step, 2 * ring)
        case 2: (2 * ring, 2 * ring - step)
        default: (2 * ring - step, 0)
        }
    }

    /// The position of a texel on the ring.
    private static func place(_ x: Int, _ y: Int, _ ring: Int) -> Int {
        if x == 0 { return y }
        if y == 2 * ring { return 2 * ring + x }
        if x == 2 * ring { return 6 * ring - y }
        return 8 * ring - x
    }
}

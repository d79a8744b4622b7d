/// Unit vectors as points of an unfolded octahedron, on a grid of 2 to the power of `bits`, minus one, points per side.
struct OctahedronGrid {
    let largest: Int32
    let center: Int32
    private let modulus: Int32
    private let scale: Float

    /// Nil unless 2 ≤ bits ≤ 30.
    init?(bits: Int) {
        guard (2...30).contains(bits) else { return nil }
        modulus = Int32(1) << Int32(bits) &- 1
        largest = modulus - 1
        center = largest / 2
        scale = 2 / Float(largest)
    }

    // MARK: Vectors

    /// The unit vector of a point of the grid. The operations are the reference's, to give the same bits.
    func vector(_ s: Int32, _ t: Int32) -> (Float, Float, Float) {
        var y = Float(s) * scale - 1
        var z = Float(t) * scale - 1
        let x = 1 - abs(y) - abs(z)
        let fold = -x < 0 ? 0 : -x
        y += y < 0 ? fold : -fold
        z += z < 0 ? fold : -fold
        let square = x * x + y * y + z * z
        if Double(square) < 1e-6 { return (0, 0, 0) }
        let inverse = 1 / square.squareRoot()
        return (x * inverse, y * inverse, z * inverse)
    }

    /// The point of the grid for a direction, given as integers.
    func point(of x: Int32, _ y: Int32, _ z: Int32, isTurned: Bool) -> (s: Int32, t: Int32) {
        let sum = Int64(x.magnitude) + Int64(y.magnitude) + Int64(z.magnitude)
        var (a, b, c) = (center, Int32(0), Int32(0))
        if sum > 0 {
            a = Int32(truncatingIfNeeded: Int64(x) * Int64(center) / sum)
            b = Int32(truncatingIfNeeded: Int64(y) * Int64(center) / sum)
            c = center - abs(a) - abs(b)
            if z < 0 { c = -c }
        }
        if isTurned { (a, b, c) = (-a, -b, -c) }
        var (s, t) = (b + center, c + center)
        if a < 0 {
            s = b < 0 ? abs(c) : largest - abs(c)
            t = c < 0 ? abs(b) : largest - abs(b)
        }
        return canonical(s, t)
    }

    /// The point that is used for a vector: on the border several points mean the same one.
    private func canonical(_ s: Int32, _ t: Int32) -> (s: Int32, t: Int32) {
        if s == 0 && t == 0 || s == 0 && t == largest || s == largest && t == 0 { return (largest, largest) }
        if s == 0 && t > center { return (s, 2 * center - t) }
        if s == largest && t < center { return (s, 2 * center - t) }
        if t == largest && s < center { return (2 * center - s, t) }
        if t == 0 && s > center { return (2 * center - s, t) }
        return (s, t)
    }

    // MARK: Steps, with the origin in the centre. They wrap: only a damaged bitstream leaves the grid.

    /// Whether the point lies on the front half, which is the diamond in the middle.
    @inline(__always)
    func isInside(_ s: Int32, _ t: Int32) -> Bool {
        s.magnitude &+ t.magnitude <= UInt32(center)
    }

    /// Exchanges the front half and the four triangles around it.
    func flipped(_ s: Int32, _ t: Int32) -> (s: Int32, t: Int32) {
        let signS: Int32
        let signT: Int32
        if s >= 0 && t >= 0 {
            (signS, signT) = (1, 1)
        } else if s <= 0 && t <= 0 {
            (signS, signT) = (-1, -1)
        } else {
            (signS, signT) = (s > 0 ? 1 : -1, t > 0 ? 1 : -1)
        }
        let cornerS = signS &* center
        let cornerT = signT &* center
        let fromS = s &+ s &- cornerS
        let fromT = t &+ t &- cornerT
        let (turnedS, turnedT) = signS == signT ? (0 &- fromT, 0 &- fromS) : (fromT, fromS)
        return ((turnedS &+ cornerS) / 2, (turnedT &+ cornerT) / 2)
    }

    /// Wraps the sum of two points back onto the grid.
    @inline(__always)
    func wrapped(_ value: Int32) -> Int32 {
        if value > center { return value &- modulus }
        if value < -center { return value &+ modulus }
        return value
    }
}

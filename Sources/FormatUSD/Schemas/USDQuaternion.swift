import MeshModel

/// Quaternions x y z w, in plain IEEE arithmetic.
enum USDQuaternion {
    /// The rotation a part of the way from `a` to `b`, along the shorter arc.
    ///
    /// USD takes the angle between quaternions of other lengths than 1 for that whose cosine is their product.
    static func between(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ part: Double) -> SIMD4<Double> {
        let dot = (a * b).sum()
        let end = dot < 0 ? -b : b
        let (difference, sum) = (a - end, a + end)
        var (chord, rest) = ((difference * difference).sum().squareRoot(), (sum * sum).sum().squareRoot())
        if stretches(a) || stretches(b) {
            guard dot.magnitude < 1 - 1e-5 else { return a + (end - a) * part }
            (chord, rest) = ((1 - dot.magnitude).squareRoot(), (1 + dot.magnitude).squareRoot())
        }
        guard rest > 0, chord > 1e-6 * rest else { return a + (end - a) * part }
        // Half of the angle between them has this tangent.
        let degrees = Angles.arcTangent(chord / rest) * 2 * (180 / Double.pi)
        let whole = Angles.sinCos(degrees: degrees).sin
        guard whole > 0 else { return a + (end - a) * part }
        let first = Angles.sinCos(degrees: degrees * (1 - part)).sin / whole
        let second = Angles.sinCos(degrees: degrees * part).sin / whole
        return a * first + end * second
    }

    /// By how much float32 rounding makes lengths differ from 1, at most.
    static let unitTolerance = 1e-6

    /// Whether the length is not 1 up to float32 rounding.
    static func stretches(_ q: SIMD4<Double>) -> Bool { stretching(q) > unitTolerance }

    /// By how much the length differs from 1.
    static func stretching(_ q: SIMD4<Double>) -> Double { abs((q * q).sum().squareRoot() - 1) }

    /// The rotation that USD shows of a quaternion in `xformOp:orient`: about its axis by twice the angle whose cosine is
    /// its real part.
    ///
    /// It is unchanged if its length is 1 up to float32 rounding. Without an axis it turns nothing.
    static func shown(_ turn: SIMD4<Double>) -> SIMD4<Double> {
        guard stretches(turn) else { return turn }
        let axis = SIMD3(turn.x, turn.y, turn.z)
        let length = (axis * axis).sum().squareRoot()
        guard length > 1e-10, length.isFinite else { return SIMD4(0, 0, 0, 1) }
        let cosine = min(max(turn.w, -1), 1)
        let shown = SIMD4(axis / length * (1 - cosine * cosine).squareRoot(), cosine)
        // Numbers of float32 stay such: further digits would be a loss elsewhere that no one sees.
        return SIMD4<Double>(SIMD4<Float>(turn)) == turn ? SIMD4<Double>(SIMD4<Float>(shown)) : shown
    }

    /// The rotation about a coordinate axis (0 is x).
    static func about(_ axis: Int, degrees: Double) -> SIMD4<Double> {
        let (s, c) = Angles.sinCos(degrees: degrees / 2)
        var turn = SIMD4<Double>(0, 0, 0, c)
        turn[axis] = s
        return turn
    }

    /// The rotation of an orthonormal matrix for row vectors, given as its three rows.
    static func of(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) -> SIMD4<Double> {
        // Four times the squares of the components; the largest of them gives the others.
        let squares = SIMD4(1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z, 1 + x.x + y.y + z.z)
        let turn: SIMD4<Double>
        if squares.w >= squares.x, squares.w >= squares.y, squares.w >= squares.z {
            turn = SIMD4(y.z - z.y, z.x - x.z, x.y - y.x, squares.w)
        } else if squares.x >= squares.y, squares.x >= squares.z {
            turn = SIMD4(squares.x, x.y + y.x, z.x + x.z, y.z - z.y)
        } else if squares.y >= squares.z {
            turn = SIMD4(x.y + y.x, squares.y, y.z + z.y, z.x - x.z)
        } else {
            turn = SIMD4(z.x + x.z, y.z + z.y, squares.z, x.y - y.x)
        }
        let length = (turn * turn).sum().squareRoot()
        return length > 0 && length.isFinite ? turn / length : SIMD4(0, 0, 0, 1)
    }
}

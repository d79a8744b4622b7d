extension Triangulator {
    /// Whether four corners are cut from the first to the third.
    static func isCutFromFirst(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ d: SIMD3<Double>) -> Bool {
        let ac = c - a
        let bd = d - b
        let normal = cross(ac, bd)
        let ab = b - a
        let ad = d - a
        let bc = c - b
        let first = min(side(ab, ac, normal), side(ac, ad, normal))
        let second = min(side(bc, bd, normal), side(bd, a - b, normal))
        if first != second { return first > second }
        return !(dot(bd, bd) < dot(ac, ac))
    }

    /// The sign of the turn from u to v around the normal; 0 within the rounding error.
    @inline(__always)
    private static func side(_ u: SIMD3<Double>, _ v: SIMD3<Double>, _ normal: SIMD3<Double>) -> Int {
        let area = cross(u, v)
        let value = dot(area, normal)
        let sizes = (abs(u.x) + abs(u.y) + abs(u.z)) * (abs(v.x) + abs(v.y) + abs(v.z))
        let bound = 1e-15 * sizes * (abs(normal.x) + abs(normal.y) + abs(normal.z))
        return value > bound ? 1 : value < -bound ? -1 : 0
    }
}

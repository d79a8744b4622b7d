/// The normal of a facet: what the file says beside what its corners say.
///
/// A stored normal that the corners give back is no information of its own: readers compute it. It is such when it
/// differs from the computed one by no more than printed digits and the rounding of coordinates explain.
enum STLFacetNormal {
    /// What a stored normal is.
    enum Verdict {
        /// Zero or no number: the corners decide.
        case unstated
        /// What the corners say.
        case derived
        /// Something else.
        case own
    }

    /// How far a unit normal may be off by the digits it was printed with.
    private static let digits = 1e-3
    /// How far coordinates may be off, as a part of the largest: a float32 and six printed digits.
    private static let rounding = 1e-6

    /// The normal of a triangle by the right-hand rule, of unit length; zero when it has no area or is not finite.
    static func computed(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> SIMD3<Double> {
        let normal = cross(b - a, c - a)
        let length = length(normal)
        return length > 0 && length.isFinite ? normal / length : .zero
    }

    /// What a stored normal is beside three corners.
    static func verdict(
        _ normal: SIMD3<Double>, _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>
    ) -> Verdict {
        if normal == .zero || !(normal.x + normal.y + normal.z).isFinite { return .unstated }
        let (u, v) = (b - a, c - a)
        let computed = cross(u, v)
        let length = length(computed)
        // A facet without area has any normal.
        guard length > 0, length.isFinite else { return .derived }
        let distance = self.length(normal * length - computed)
        if distance <= digits * length { return .derived }
        let largest = max(magnitude(a), magnitude(b), magnitude(c))
        let noise = rounding * largest * (self.length(u) + self.length(v) + self.length(v - u))
        return distance <= digits * length + noise ? .derived : .own
    }

    @inline(__always) private static func cross(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
    }

    @inline(__always) private static func length(_ v: SIMD3<Double>) -> Double {
        (v.x * v.x + v.y * v.y + v.z * v.z).squareRoot()
    }

    @inline(__always) private static func magnitude(_ v: SIMD3<Double>) -> Double {
        max(abs(v.x), abs(v.y), abs(v.z))
    }
}

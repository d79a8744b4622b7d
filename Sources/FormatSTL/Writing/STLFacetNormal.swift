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

    /// Three corners and what they say of the normal.
    struct Corners {
        private let a: SIMD3<Double>
        private let b: SIMD3<Double>
        private let c: SIMD3<Double>
        /// Twice the area long.
        private let cross: SIMD3<Double>
        private let length: Double

        @inline(__always) init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
            (self.a, self.b, self.c) = (a, b, c)
            cross = STLFacetNormal.cross(b - a, c - a)
            length = STLFacetNormal.length(cross)
        }

        /// The normal by the right-hand rule, of unit length; zero when there is no area or it is not finite.
        @inline(__always) var normal: SIMD3<Double> { length > 0 && length.isFinite ? cross / length : .zero }

        /// What a stored normal is beside these corners.
        @inline(__always) func verdict(_ normal: SIMD3<Double>) -> Verdict {
            if normal == .zero || !(normal.x + normal.y + normal.z).isFinite { return .unstated }
            // A facet without area has any normal.
            guard length > 0, length.isFinite else { return .derived }
            let distance = STLFacetNormal.length(normal * length - cross)
            return distance <= digits * length || distance <= digits * length + noise ? .derived : .own
        }

        /// How far rounded coordinates may move the cross product.
        private var noise: Double {
            let (u, v) = (b - a, c - a)
            let largest = max(magnitude(a), magnitude(b), magnitude(c))
            return rounding * largest
                * (STLFacetNormal.length(u) + STLFacetNormal.length(v) + STLFacetNormal.length(v - u))
        }
    }

    /// The normal of a triangle by the right-hand rule, of unit length; zero when it has no area or is not finite.
    static func computed(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> SIMD3<Double> {
        Corners(a, b, c).normal
    }

    /// What a stored normal is beside three corners.
    static func verdict(
        _ normal: SIMD3<Double>, _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>
    ) -> Verdict {
        Corners(a, b, c).verdict(normal)
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

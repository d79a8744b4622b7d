/// Compares the stored normal of a facet with the one computed from its corners.
///
/// A stored normal that can be computed from the corners carries no information. It counts as such if it differs from
/// the computed one by no more than printed digits and the rounding of coordinates explain.
enum STLFacetNormal {
    /// The result of the comparison.
    enum Verdict {
        /// Zero, NaN or infinite: the corners decide.
        case unstated
        /// The same as the computed one.
        case derived
        /// Different from the computed one.
        case own
    }

    /// The tolerance of a unit normal, for the digits it was printed with.
    private static let digits = 1e-3
    /// The tolerance of coordinates, relative to the largest: a float32 and six printed digits.
    private static let rounding = 1e-6

    /// Three corners and the normal computed from them.
    struct Corners {
        private let a: SIMD3<Double>
        private let b: SIMD3<Double>
        private let c: SIMD3<Double>
        /// The normal, with twice the area as its length.
        private let cross: SIMD3<Double>
        private let length: Double

        @inline(__always) init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
            (self.a, self.b, self.c) = (a, b, c)
            cross = STLFacetNormal.cross(b - a, c - a)
            length = STLFacetNormal.length(cross)
        }

        /// The unit normal by the right-hand rule; zero if the area is zero or not finite.
        @inline(__always) var normal: SIMD3<Double> { length > 0 && length.isFinite ? cross / length : .zero }

        /// Compares a stored normal with these corners.
        @inline(__always) func verdict(_ normal: SIMD3<Double>) -> Verdict {
            if normal == .zero || !(normal.x + normal.y + normal.z).isFinite { return .unstated }
            // Any normal fits a facet without area.
            guard length > 0, length.isFinite else { return .derived }
            let distance = STLFacetNormal.length(normal * length - cross)
            return distance <= digits * length || distance <= digits * length + noise ? .derived : .own
        }

        /// The largest error of the cross product due to rounded coordinates.
        private var noise: Double {
            let (u, v) = (b - a, c - a)
            let largest = max(magnitude(a), magnitude(b), magnitude(c))
            return rounding * largest
                * (STLFacetNormal.length(u) + STLFacetNormal.length(v) + STLFacetNormal.length(v - u))
        }
    }

    /// The unit normal of a triangle by the right-hand rule; zero if the area is zero or not finite.
    static func computed(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> SIMD3<Double> {
        Corners(a, b, c).normal
    }

    /// Compares a stored normal with three corners.
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

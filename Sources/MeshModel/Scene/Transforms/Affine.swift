/// A transform of points: three rows of a 3 × 3 matrix and a translation, float64.
public struct Affine: Hashable, Sendable {
    /// The row that gives the new x.
    public var x = SIMD3<Double>(1, 0, 0)
    /// The row that gives the new y.
    public var y = SIMD3<Double>(0, 1, 0)
    /// The row that gives the new z.
    public var z = SIMD3<Double>(0, 0, 1)
    /// The translation, added last.
    public var translation = SIMD3<Double>()

    /// The transform that leaves each point where it is.
    public static let identity = Affine()

    /// Creates the identity.
    public init() {}

    /// Returns a transformed point. Products are summed from left to right, then the translation is added; the order is
    /// guaranteed, so that a check gets the very same bits.
    @inlinable
    public func applied(to p: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            x.x * p.x + x.y * p.y + x.z * p.z + translation.x, y.x * p.x + y.y * p.y + y.z * p.z + translation.y,
            z.x * p.x + z.y * p.y + z.z * p.z + translation.z)
    }

    /// The determinant of the matrix: negative for a mirror.
    ///
    /// Any column times its cofactors gives it. The column with the smallest products is used: for a nearly flat
    /// matrix, rounding errors of large products would exceed the result.
    public var determinant: Double {
        let cofactors = cofactors
        let terms = [x * cofactors.x, y * cofactors.y, z * cofactors.z]
        let sums = terms[0] + terms[1] + terms[2]
        let sizes = (0..<3).map { abs(terms[0][$0]) + abs(terms[1][$0]) + abs(terms[2][$0]) }
        var best = 0
        for column in 1..<3 where sizes[column] < sizes[best] { best = column }
        return sums[best]
    }

    /// The matrix of cofactors: the transpose of the inverse, times the determinant.
    ///
    /// For a nearly flat matrix each cofactor is the difference of two almost equal products. If these were rounded one
    /// by one, nothing correct would be left.
    var cofactors: Affine {
        var cofactors = Affine()
        cofactors.x = preciseCross(y, z)
        cofactors.y = preciseCross(z, x)
        cofactors.z = preciseCross(x, y)
        return cofactors
    }
}

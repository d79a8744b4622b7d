/// A transform of points: three rows of a 3 × 3 matrix and a translation, float64.
public struct Affine: Hashable, Sendable {
    /// What the new x is made of.
    public var x = SIMD3<Double>(1, 0, 0)
    /// What the new y is made of.
    public var y = SIMD3<Double>(0, 1, 0)
    /// What the new z is made of.
    public var z = SIMD3<Double>(0, 0, 1)
    /// What is added at the end.
    public var translation = SIMD3<Double>()

    /// Each point stays where it is.
    public static let identity = Affine()

    /// The identity.
    public init() {}

    /// The place of a point: products from left to right, then the translation; the order is part of the meaning, so that
    /// whoever looks at the result finds the very same bits.
    @inlinable
    public func applied(to p: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            x.x * p.x + x.y * p.y + x.z * p.z + translation.x, y.x * p.x + y.y * p.y + y.z * p.z + translation.y,
            z.x * p.x + z.y * p.y + z.z * p.z + translation.z)
    }

    /// The determinant of the matrix: negative for a mirror.
    ///
    /// Each column times its cofactors gives it. The column whose products are the smallest is taken: of a matrix that is
    /// nearly flat, rounding of the large ones would be more than what is left.
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
    /// Of a matrix that is nearly flat they are what is left of products that are almost the same. Rounded one by one,
    /// these leave nothing that is true.
    var cofactors: Affine {
        var cofactors = Affine()
        cofactors.x = preciseCross(y, z)
        cofactors.y = preciseCross(z, x)
        cofactors.z = preciseCross(x, y)
        return cofactors
    }
}

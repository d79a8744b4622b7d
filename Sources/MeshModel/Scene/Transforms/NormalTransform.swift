/// The effect of a transform on normals: they stay perpendicular to the surface, and as long as they were. Those whose length
/// is 1 but for rounding get exactly that.
///
/// The arithmetic is fixed, like that of ``Affine/applied(to:)``: a length of one is exact in no type, so a check of a
/// rotated normal can only compare bits.
public struct NormalTransform: Sendable {
    /// The inverse transpose of the transform's matrix; for a singular matrix the cofactors, which keep the direction.
    public let matrix: Affine
    @usableFromInline let unitTolerance: Double

    /// Creates the effect of a transform on normals that are stored as `type`.
    public init(_ transform: Affine, storedAs type: ScalarType) {
        var inverse = transform.cofactors
        let determinant = transform.determinant
        let factor = determinant != 0 && (1 / determinant).isFinite ? 1 / determinant : 1
        inverse.x *= factor
        inverse.y *= factor
        inverse.z *= factor
        matrix = inverse
        // Normals in text have four digits or more; in 8 bits they are up to 1 % too long.
        unitTolerance = type.isInteger ? 0.02 : 0.001
    }

    /// Returns the normal after the transform.
    @inlinable
    public func applied(to normal: SIMD3<Double>) -> SIMD3<Double> {
        let turned = matrix.applied(to: normal)
        let length = (turned * turned).sum().squareRoot()
        guard length > 0, length.isFinite else { return turned }
        let square = (normal * normal).sum()
        return abs(square - 1) <= unitTolerance ? turned / length : turned / length * square.squareRoot()
    }
}

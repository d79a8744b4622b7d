public import MeshModel

// Poses of cameras, anchors and items are `Affine`s: three rows and a translation, float64, nothing rounded.

extension Affine {
    /// Creates a transform from the 16 numbers of a 4 × 4 matrix, column by column; the last row is `0 0 0 1`.
    ///
    /// - Returns: nil unless there are 16 numbers; the last row is ignored.
    public init?(columnMajor m: [Double]) {
        guard m.count == 16 else { return nil }
        self.init()
        x = SIMD3(m[0], m[4], m[8])
        y = SIMD3(m[1], m[5], m[9])
        z = SIMD3(m[2], m[6], m[10])
        translation = SIMD3(m[12], m[13], m[14])
    }

    /// Creates a transform from 12 or 16 numbers, row by row: 3 × 4, or 4 × 4 with the last row `0 0 0 1`.
    ///
    /// - Returns: nil for another count; a fourth row is ignored.
    public init?(rowMajor m: [Double]) {
        guard m.count == 12 || m.count == 16 else { return nil }
        self.init()
        x = SIMD3(m[0], m[1], m[2])
        y = SIMD3(m[4], m[5], m[6])
        z = SIMD3(m[8], m[9], m[10])
        translation = SIMD3(m[3], m[7], m[11])
    }

    /// The 16 numbers of the 4 × 4 matrix, row by row.
    public var rowMajor: [Double] {
        [
            x.x, x.y, x.z, translation.x, y.x, y.y, y.z, translation.y, z.x, z.y, z.z, translation.z, 0, 0, 0, 1,
        ]
    }

    /// The 16 numbers of the 4 × 4 matrix, column by column.
    public var columnMajor: [Double] {
        [
            x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0, translation.x, translation.y, translation.z, 1,
        ]
    }

    /// Creates a rotation from a quaternion of any length but zero, with a translation.
    public init(quaternion q: (x: Double, y: Double, z: Double, w: Double), translation: SIMD3<Double>) {
        self.init()
        self.translation = translation
        let n = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w
        let s = n > 0 ? 2 / n : 0
        x = SIMD3(1 - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y - q.z * q.w), s * (q.x * q.z + q.y * q.w))
        y = SIMD3(s * (q.x * q.y + q.z * q.w), 1 - s * (q.x * q.x + q.z * q.z), s * (q.y * q.z - q.x * q.w))
        z = SIMD3(s * (q.x * q.z - q.y * q.w), s * (q.y * q.z + q.x * q.w), 1 - s * (q.x * q.x + q.y * q.y))
    }

    /// The transform that applies `second` first, then `first`.
    public static func * (first: Affine, second: Affine) -> Affine {
        var result = Affine()
        let columns = (
            SIMD3(second.x.x, second.y.x, second.z.x), SIMD3(second.x.y, second.y.y, second.z.y),
            SIMD3(second.x.z, second.y.z, second.z.z)
        )
        func row(_ r: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3((r * columns.0).sum(), (r * columns.1).sum(), (r * columns.2).sum())
        }
        result.x = row(first.x)
        result.y = row(first.y)
        result.z = row(first.z)
        result.translation = first.applied(to: second.translation)
        return result
    }

    /// The inverse of a rotation and translation: the transposed matrix. Meaningful only if ``isRigid``.
    public var rigidInverse: Affine {
        var result = Affine()
        result.x = SIMD3(x.x, y.x, z.x)
        result.y = SIMD3(x.y, y.y, z.y)
        result.z = SIMD3(x.z, y.z, z.z)
        let t = SIMD3(
            (result.x * translation).sum(), (result.y * translation).sum(), (result.z * translation).sum())
        result.translation = -t
        return result
    }

    /// The largest difference between the matrix times its transpose and the identity; NaN if any number is not finite.
    public var rigidityError: Double {
        let products = [
            (x * x).sum() - 1, (y * y).sum() - 1, (z * z).sum() - 1, (x * y).sum(), (x * z).sum(), (y * z).sum(),
        ]
        var largest = 0.0
        for product in products + [translation.x * 0, translation.y * 0, translation.z * 0] {
            guard product.isFinite else { return .nan }
            largest = max(largest, product.magnitude)
        }
        return largest
    }

    /// Whether it is a rotation and a translation: orthonormal within 0.001 and not mirrored. A broken pose,
    /// which the app writes as zeros, is not.
    public var isRigid: Bool {
        let error = rigidityError
        return error < 1e-3 && determinant > 0
    }
}

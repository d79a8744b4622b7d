extension Affine {
    /// Creates the transform of a node; nil for a matrix without sixteen numbers. A perspective is left out.
    package init?(_ transform: NodeTransform) {
        self.init()
        switch transform {
        case .identity: break
        case .trs(let translation, let q, let scale):
            let xx = q.x * q.x
            let yy = q.y * q.y
            let zz = q.z * q.z
            let xy = q.x * q.y
            let xz = q.x * q.z
            let yz = q.y * q.z
            let xw = q.x * q.w
            let yw = q.y * q.w
            let zw = q.z * q.w
            x = SIMD3(1 - 2 * (yy + zz), 2 * (xy - zw), 2 * (xz + yw)) * scale
            y = SIMD3(2 * (xy + zw), 1 - 2 * (xx + zz), 2 * (yz - xw)) * scale
            z = SIMD3(2 * (xz - yw), 2 * (yz + xw), 1 - 2 * (xx + yy)) * scale
            self.translation = translation
        case .matrix(let m):
            guard m.count == 16 else { return nil }
            x = SIMD3(m[0], m[4], m[8])
            y = SIMD3(m[1], m[5], m[9])
            z = SIMD3(m[2], m[6], m[10])
            translation = SIMD3(m[12], m[13], m[14])
            // Homogeneous coordinates with m[15] other than 1.
            guard m[15] != 1, !transform.hasPerspective else { return }
            (x, y, z, translation) = (x / m[15], y / m[15], z / m[15], translation / m[15])
        }
    }

    /// Creates the transform of an inverse bind matrix of a ``Skin``: 16 numbers, column-major. Its last row is ignored,
    /// since it must be 0 0 0 1.
    package init?(inverseBind m: [Double]) {
        guard m.count == 16 else { return nil }
        self.init()
        x = SIMD3(m[0], m[4], m[8])
        y = SIMD3(m[1], m[5], m[9])
        z = SIMD3(m[2], m[6], m[10])
        translation = SIMD3(m[12], m[13], m[14])
    }

    /// Returns the product: first `inner`, then this transform.
    package func after(_ inner: Affine) -> Affine {
        if self == .identity { return inner }
        if inner == .identity { return self }
        var result = Affine()
        result.x = inner.x * x.x + inner.y * x.y + inner.z * x.z
        result.y = inner.x * y.x + inner.y * y.y + inner.z * y.z
        result.z = inner.x * z.x + inner.y * z.y + inner.z * z.z
        result.translation = applied(to: inner.translation)
        return result
    }
}

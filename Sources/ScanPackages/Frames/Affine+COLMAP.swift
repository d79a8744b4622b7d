import MeshModel

extension Affine {
    /// A camera's pose in COLMAP's form: world-to-camera, the camera's x to the right, y down, z forward.
    ///
    /// - Returns: a unit quaternion with w ≥ 0, and the translation −R · centre. Meaningful only if ``isRigid``.
    var worldToCamera: (quaternion: (w: Double, x: Double, y: Double, z: Double), translation: SIMD3<Double>) {
        var inverse = Affine()
        // diag(1, −1, −1) · Rᵀ
        inverse.x = SIMD3(x.x, y.x, z.x)
        inverse.y = -SIMD3(x.y, y.y, z.y)
        inverse.z = -SIMD3(x.z, y.z, z.z)
        let t = SIMD3(
            (inverse.x * translation).sum(), (inverse.y * translation).sum(), (inverse.z * translation).sum())
        return (inverse.quaternion, -t)
    }

    /// Creates a pose from COLMAP's form: the inverse of ``worldToCamera``. The quaternion may have any length but zero.
    ///
    /// - Returns: a pose that is not rigid for a quaternion that is no turn, such as zeros.
    init(worldToCamera q: (w: Double, x: Double, y: Double, z: Double), translation t: SIMD3<Double>) {
        let length = (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z).squareRoot()
        guard length.isNormal else {
            self.init()
            (x, y, z, translation) = (SIMD3(), SIMD3(), SIMD3(), t)
            return
        }
        self = Affine(quaternion: (x: q.x, y: q.y, z: q.z, w: q.w), translation: t).rigidInverse
        for row in [\Affine.x, \Affine.y, \Affine.z] { self[keyPath: row] *= SIMD3(1, -1, -1) }
    }

    /// The unit quaternion of a rotation matrix, w ≥ 0: computed from its largest component, which is never near zero.
    var quaternion: (w: Double, x: Double, y: Double, z: Double) {
        let (a, b, c) = (x.x, y.y, z.z)
        var q: (w: Double, x: Double, y: Double, z: Double)
        if a + b + c > 0 {
            q = (1 + a + b + c, z.y - y.z, x.z - z.x, y.x - x.y)
        } else if a >= b, a >= c {
            q = (z.y - y.z, 1 + a - b - c, x.y + y.x, x.z + z.x)
        } else if b >= c {
            q = (x.z - z.x, x.y + y.x, 1 + b - a - c, y.z + z.y)
        } else {
            q = (y.x - x.y, x.z + z.x, y.z + z.y, 1 + c - a - b)
        }
        let length = (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z).squareRoot()
        let sign = q.w < 0 ? -1 / length : 1 / length
        return (q.w * sign, q.x * sign, q.y * sign, q.z * sign)
    }
}

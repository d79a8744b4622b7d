/// The sum of squared distances from planes, weighted: the error of a point (Garland and Heckbert, 1997).
///
/// Ten float64: p·A·p + 2 b·p + c with a symmetric A, and the sum of the weights.
struct Quadric {
    private var xx = 0.0
    private var yy = 0.0
    private var zz = 0.0
    private var yz = 0.0
    private var xz = 0.0
    private var xy = 0.0
    private var x = 0.0
    private var y = 0.0
    private var z = 0.0
    private var constant = 0.0
    /// The sum of weights that mean errors are divided by.
    var weight = 0.0

    /// Creates a quadric that is 0 everywhere.
    init() {}

    /// Creates the squared distance from a plane, given by its unit normal and a point on it, times a weight.
    init(normal: SIMD3<Double>, through point: SIMD3<Double>, weight: Double) {
        let scaled = normal * weight
        let distance = -dot(normal, point)
        (xx, yy, zz) = (normal.x * scaled.x, normal.y * scaled.y, normal.z * scaled.z)
        (yz, xz, xy) = (normal.y * scaled.z, normal.x * scaled.z, normal.x * scaled.y)
        (x, y, z) = (scaled.x * distance, scaled.y * distance, scaled.z * distance)
        constant = weight * distance * distance
        self.weight = weight
    }

    static func += (sum: inout Quadric, other: Quadric) {
        sum.xx += other.xx
        sum.yy += other.yy
        sum.zz += other.zz
        sum.yz += other.yz
        sum.xz += other.xz
        sum.xy += other.xy
        sum.x += other.x
        sum.y += other.y
        sum.z += other.z
        sum.constant += other.constant
        sum.weight += other.weight
    }

    private func product(_ p: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(xx * p.x + xy * p.y + xz * p.z, xy * p.x + yy * p.y + yz * p.z, xz * p.x + yz * p.y + zz * p.z)
    }

    /// The weighted sum of squared distances of a point; rounding may not make it negative.
    func error(at p: SIMD3<Double>) -> Double {
        let value = dot(product(p) + SIMD3(x, y, z) * 2, p) + constant
        return value < 0 ? 0 : value
    }

    /// The point of least error plus `stiffness` times its squared distance from `origin`.
    ///
    /// The matrix is factored as L·D·Lᵀ. With a stiffness above 0 it has a single solution, also for flat and straight
    /// surfaces; not finite if numbers are.
    func optimum(near origin: SIMD3<Double>, stiffness: Double) -> SIMD3<Double> {
        let right = -(product(origin) + SIMD3(x, y, z))
        let dx = xx + stiffness
        let lyx = xy / dx
        let lzx = xz / dx
        let dy = yy + stiffness - lyx * xy
        let lzy = (yz - lyx * xz) / dy
        let dz = zz + stiffness - lzx * xz - lzy * lzy * dy
        let rightY = right.y - lyx * right.x
        let moveZ = (right.z - lzx * right.x - lzy * rightY) / dz
        let moveY = rightY / dy - lzy * moveZ
        return origin + SIMD3(right.x / dx - lyx * moveY - lzx * moveZ, moveY, moveZ)
    }
}

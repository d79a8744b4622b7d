internal import MeshModel

/// The covariance of points around their mean.
struct Covariance {
    private var xx = 0.0
    private var xy = 0.0
    private var xz = 0.0
    private var yy = 0.0
    private var yz = 0.0
    private var zz = 0.0

    /// The covariance of the neighbours that a query found, in sums around one point: what cancels out then is no
    /// larger than what remains.
    init(_ query: borrowing NeighborQuery, around rank: Int) {
        let center = query.tree.position(rank)
        var sum = SIMD3<Double>()
        for neighbor in query.neighbors {
            let offset = SIMD3<Double>(query.tree.position(neighbor.rank) - center)
            sum += offset
            xx += offset.x * offset.x
            xy += offset.x * offset.y
            xz += offset.x * offset.z
            yy += offset.y * offset.y
            yz += offset.y * offset.z
            zz += offset.z * offset.z
        }
        let mean = sum / Double(max(query.neighbors.count, 1))
        xx -= sum.x * mean.x
        xy -= sum.x * mean.y
        xz -= sum.x * mean.z
        yy -= sum.y * mean.y
        yz -= sum.y * mean.z
        zz -= sum.z * mean.z
    }

    /// The direction in which points spread least, of unit length; 0 if two directions are alike to 12 digits: points on
    /// a line, or all equal.
    var normal: SIMD3<Float> {
        let scale = xx + yy + zz
        guard scale > 0, scale.isFinite else { return SIMD3() }
        let (a, b, c) = (xx / scale, yy / scale, zz / scale)
        let (d, e, f) = (xy / scale, xz / scale, yz / scale)
        // The least root of λ³ − λ² + q λ − r. Newton's method comes up to it from 0 and never passes it, since all
        // roots are real and none is below 0.
        let q = a * b + a * c + b * c - d * d - e * e - f * f
        let r = a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e)
        var root = 0.0
        for _ in 0..<50 {
            let step = (((root - 1) * root + q) * root - r) / ((3 * root - 2) * root + q)
            // Also ends at NaN.
            guard step < -1e-15 else { break }
            root -= step
        }
        // All rows of the matrix less the root lie in the plane.
        let rows = (SIMD3(a - root, d, e), SIMD3(d, b - root, f), SIMD3(e, f, c - root))
        var best = SIMD3<Double>()
        for normal in [cross(rows.0, rows.1), cross(rows.0, rows.2), cross(rows.1, rows.2)]
        where dot(normal, normal) > dot(best, best) { best = normal }
        let length = best.length
        return length > 1e-12 ? SIMD3(best / length) : SIMD3()
    }
}

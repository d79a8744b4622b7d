extension Correspondence.Triangulation {
    /// Whether triangles overlap: the signed area of one is negative by more than a billionth of the face's area. True
    /// for a face that crosses itself, or for a blind fan over a dent.
    ///
    /// - Parameters:
    ///   - ring: the positions of the face's corners.
    ///   - corners: three indices into `ring` for each triangle.
    package static func isFolded(
        _ ring: ContiguousArray<SIMD3<Double>>, _ corners: ContiguousArray<Int32>
    ) -> Bool {
        guard let origin = ring.first, var previous = ring.last else { return false }
        previous -= origin
        var normal = SIMD3<Double>()
        for point in ring {
            let next = point - origin
            normal += cross(previous, next)
            previous = next
        }
        let limit = -0x1p-30 * dot(normal, normal)
        var triangle: (first: SIMD3<Double>, second: SIMD3<Double>) = (origin, origin)
        var step = 0
        for corner in corners {
            guard ring.indices.contains(Int(corner)) else { return false }
            let point = ring[Int(corner)]
            switch step % 3 {
            case 0: triangle.first = point
            case 1: triangle.second = point
            default:
                let area = cross(triangle.second - triangle.first, point - triangle.first)
                if dot(area, normal) < limit { return true }
            }
            step += 1
        }
        return false
    }
}

internal import MeshModel

/// A mesh drawn by a camera. Each pixel has one over the depth of the nearest face, or 0 if it shows no face.
struct MeshDepth: Sendable {
    let width: Int
    let height: Int
    /// The greatest of the pixels up to two away: a point that is not behind any of them is seen for sure, although
    /// poses and shapes are off by a little.
    let nearest: ContiguousArray<Float>

    /// - Parameters:
    ///   - points: the mesh's vertices in pixels, each with one over its depth, or 0 if it isn't before the camera.
    ///   - workers: the threads; each draws some rows.
    ///   - shouldStop: asked every few faces; true leaves the rest out.
    init(
        _ mesh: PaintedMesh, _ points: ContiguousArray<SIMD3<Float>>, _ width: Int, _ height: Int,
        _ workers: some Workers, _ shouldStop: @Sendable () -> Bool
    ) {
        (self.width, self.height) = (width, height)
        let bandHeight = 64
        let bands = workers.map((height + bandHeight - 1) / bandHeight) { band in
            Self.band(mesh, points, width, band * bandHeight..<min((band + 1) * bandHeight, height), shouldStop)
        }
        var depth = ContiguousArray<Float>()
        depth.reserveCapacity(width * height)
        for band in bands { depth.append(contentsOf: band) }
        nearest = Self.widened(Self.widened(depth, width, height, step: 1), width, height, step: width)
    }

    private static func band(
        _ mesh: PaintedMesh, _ points: ContiguousArray<SIMD3<Float>>, _ width: Int, _ rows: Range<Int>,
        _ shouldStop: () -> Bool
    ) -> ContiguousArray<Float> {
        var depth = ContiguousArray<Float>(repeating: 0, count: width * rows.count)
        let (top, bottom) = (Float(rows.lowerBound), Float(rows.upperBound))
        for face in 0..<mesh.faceCount where mesh.isUsable(face) {
            if face & 255 == 0, shouldStop() { break }
            let (i, j, k) = mesh.corners(face)
            let (a, b, c) = (points[i], points[j], points[k])
            // A face with a corner behind the camera or close to it is left out.
            guard a.z > 0, b.z > 0, c.z > 0, max(a.y, max(b.y, c.y)) >= top, min(a.y, min(b.y, c.y)) < bottom else {
                continue
            }
            let shift = SIMD2<Float>(0, top)
            let triangle = TexelTriangle(
                SIMD2(a.x, a.y) - shift, SIMD2(b.x, b.y) - shift, SIMD2(c.x, c.y) - shift)
            triangle.forEach(width: width, height: rows.count, margin: 0.01) { x, y in
                let (s, t) = triangle.shares(x, y)
                let value = a.z + (b.z - a.z) * s + (c.z - a.z) * t
                let at = y * width + x
                if value > depth[at] { depth[at] = value }
            }
        }
        return depth
    }

    /// The greatest of five values along an axis.
    private static func widened(
        _ values: ContiguousArray<Float>, _ width: Int, _ height: Int, step: Int
    ) -> ContiguousArray<Float> {
        var result = values
        for y in 0..<height {
            for x in 0..<width {
                let (at, place, end) = (y * width + x, step == 1 ? x : y, step == 1 ? width : height)
                for distance in max(-2, -place)...min(2, end - 1 - place) where distance != 0 {
                    result[at] = max(result[at], values[at + distance * step])
                }
            }
        }
        return result
    }
}

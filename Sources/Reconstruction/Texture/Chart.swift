internal import MeshModel

/// Faces that lie side by side on a page, seen along one direction.
struct Chart: Sendable {
    /// The faces, the first one first.
    var faces: ContiguousArray<Int32>
    /// The directions on the surface that become right and down on the page; of unit length.
    private(set) var right = SIMD3<Float>()
    private(set) var down = SIMD3<Float>()
    /// The least place along both, and the extent, in metres.
    private(set) var origin = SIMD2<Float>()
    private(set) var extent = SIMD2<Float>()

    /// Creates a chart of faces seen against `axis`, a direction of unit length; turned so that its box is small.
    init(_ faces: ContiguousArray<Int32>, along axis: SIMD3<Float>, _ mesh: PaintedMesh) {
        self.faces = faces
        let n = SIMD3<Double>(axis)
        let other: SIMD3<Double> = abs(n.y) < 0.9 ? SIMD3(0, 1, 0) : SIMD3(1, 0, 0)
        let side = cross(other, n)
        let (x, y) = (side / side.length, cross(side / side.length, n))
        var least = Float.infinity
        // Rotations by whole steps of about 5.6°, as points of the circle, without a sine.
        for step in 0..<(faces.count < 3 ? 1 : 16) {
            let t = Double(step) / 16 * 0.98
            let (cosine, sine) = ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))
            var turned = self
            turned.right = SIMD3<Float>(x * cosine + y * sine)
            turned.down = SIMD3<Float>(y * cosine - x * sine)
            turned.measure(mesh)
            let area = turned.extent.x * turned.extent.y
            if area < least {
                least = area
                self = turned
            }
        }
        if least == .infinity {
            (right, down) = (SIMD3<Float>(x), SIMD3<Float>(y))
            measure(mesh)
        }
    }

    private mutating func measure(_ mesh: PaintedMesh) {
        var (low, high) = (SIMD2<Float>(repeating: .infinity), SIMD2<Float>(repeating: -.infinity))
        for face in faces {
            for corner in 0..<3 {
                let p = mesh.positions[Int(mesh.triangles[Int(face) * 3 + corner])]
                let q = SIMD2((p * right).sum(), (p * down).sum())
                low = pointwiseMin(low, q)
                high = pointwiseMax(high, q)
            }
        }
        (origin, extent) = (low, high - low)
    }

    /// The place of a point in the chart's box, in metres.
    @inline(__always) func place(_ p: SIMD3<Float>) -> SIMD2<Float> {
        SIMD2((p * right).sum(), (p * down).sum()) - origin
    }
}

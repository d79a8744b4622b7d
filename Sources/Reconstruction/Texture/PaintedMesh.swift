internal import MeshModel

/// The triangles that are painted, with what is needed of their shape.
///
/// - Edge: a face whose vertices don't exist, aren't finite or span no area is not ``isUsable(_:)``; it hides nothing,
///   gets no chart, and its corners get the first texel.
struct PaintedMesh: Sendable {
    let positions: ContiguousArray<SIMD3<Float>>
    let triangles: ContiguousArray<UInt32>
    /// The colours that the caller has for what no picture saw; nil: grey.
    let colors: ContiguousArray<UInt8>?
    /// Of unit length; zero for faces that are not usable.
    let normals: ContiguousArray<SIMD3<Float>>
    /// Twice the area in square metres; 0 for faces that are not usable.
    let areas: ContiguousArray<Float>
    /// For each vertex the mean normal of its faces, weighed by area; zero for a vertex without a usable face.
    let vertexNormals: ContiguousArray<SIMD3<Float>>

    var faceCount: Int { normals.count }

    /// Creates a mesh; numbers that make no whole vertex or triangle are left out.
    init(_ positions: ContiguousArray<Float>, _ triangles: ContiguousArray<UInt32>, _ colors: ContiguousArray<UInt8>?) {
        let count = positions.count / 3
        self.positions = ContiguousArray(
            (0..<count).map { SIMD3(positions[$0 * 3], positions[$0 * 3 + 1], positions[$0 * 3 + 2]) })
        self.triangles = triangles
        self.colors = colors.flatMap { $0.count >= count * 3 ? $0 : nil }
        let faces = triangles.count / 3
        var normals = ContiguousArray<SIMD3<Float>>(repeating: SIMD3(), count: faces)
        var areas = ContiguousArray<Float>(repeating: 0, count: faces)
        var sums = ContiguousArray<SIMD3<Float>>(repeating: SIMD3(), count: count)
        for face in 0..<faces {
            let corners = SIMD3(Int(triangles[face * 3]), Int(triangles[face * 3 + 1]), Int(triangles[face * 3 + 2]))
            guard corners.max() < count else { continue }
            let (a, b, c) = (self.positions[corners.x], self.positions[corners.y], self.positions[corners.z])
            let product = cross(SIMD3<Double>(b - a), SIMD3<Double>(c - a))
            let length = product.length
            // False for NaN, too. A micrometre squared is no face, a square kilometre no scan.
            guard length > 1e-12, length < 1e12, a.largest < 1e6, b.largest < 1e6, c.largest < 1e6 else { continue }
            normals[face] = SIMD3<Float>(product / length)
            areas[face] = Float(length)
            for corner in 0..<3 { sums[corners[corner]] += SIMD3<Float>(product) }
        }
        for vertex in sums.indices {
            let length = (sums[vertex] * sums[vertex]).sum().squareRoot()
            sums[vertex] = length > 0 ? sums[vertex] / length : SIMD3()
        }
        self.normals = normals
        self.areas = areas
        vertexNormals = sums
    }

    @inline(__always) func isUsable(_ face: Int) -> Bool { areas[face] > 0 }

    /// The vertices of a usable face.
    @inline(__always) func corners(_ face: Int) -> (Int, Int, Int) {
        (Int(triangles[face * 3]), Int(triangles[face * 3 + 1]), Int(triangles[face * 3 + 2]))
    }

    /// The colour of a vertex before any picture.
    func color(_ vertex: Int) -> SIMD3<Float> {
        guard let colors else { return SIMD3(repeating: Float(SurfaceMesh.unseenColor)) }
        return SIMD3(Float(colors[vertex * 3]), Float(colors[vertex * 3 + 1]), Float(colors[vertex * 3 + 2]))
    }

    /// For each half-edge the face behind it, −1 without one. Of more than two faces at an edge, pairs are neighbours.
    func neighbors() -> ContiguousArray<Int32> {
        var edges = ContiguousArray<(key: UInt64, half: Int32)>()
        edges.reserveCapacity(faceCount * 3)
        for face in 0..<faceCount where isUsable(face) {
            for corner in 0..<3 {
                let (a, b) = (triangles[face * 3 + corner], triangles[face * 3 + (corner + 1) % 3])
                edges.append((UInt64(min(a, b)) << 32 | UInt64(max(a, b)), Int32(face * 3 + corner)))
            }
        }
        edges.sort { ($0.key, $0.half) < ($1.key, $1.half) }
        var neighbors = ContiguousArray<Int32>(repeating: -1, count: faceCount * 3)
        var at = 1
        while at < edges.count {
            let (a, b) = (edges[at - 1], edges[at])
            if a.key == b.key {
                neighbors[Int(a.half)] = b.half / 3
                neighbors[Int(b.half)] = a.half / 3
                at += 1
            }
            at += 1
        }
        return neighbors
    }
}

extension SIMD3<Float> {
    /// The largest magnitude of a component.
    var largest: Float { pointwiseMax(self, -self).max() }
}

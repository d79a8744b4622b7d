extension SurfaceMesh {
    /// Closes holes of at most `longest` edges, each by triangles around a new vertex in its middle.
    ///
    /// Only new edges end at the new vertex, so no edge gets a third triangle. A hole whose border meets itself in a
    /// vertex is left open.
    ///
    /// - Returns: the number of holes that were closed.
    mutating func fillHoles(upTo longest: Int) -> Int {
        guard longest >= 3, triangleCount > 0 else { return 0 }
        let edges = HalfEdges(self)
        // The open half-edge that ends at each vertex: −1 none, −2 several.
        var arriving = ContiguousArray<Int32>(repeating: -1, count: vertexCount)
        for half in triangles.indices where edges.twins[half] < 0 {
            let end = Int(triangles[HalfEdges.next(half)])
            arriving[end] = arriving[end] == -1 ? Int32(half) : -2
        }
        var isDone = ContiguousArray<Bool>(repeating: false, count: triangles.count)
        var filled = 0
        for first in edges.twins.indices where edges.twins[first] < 0 && !isDone[first] {
            var loop: [Int] = []
            var at = first
            // Against the triangles' direction: the border's own.
            repeat {
                isDone[at] = true
                loop.append(at)
                let before = arriving[Int(triangles[at])]
                guard before >= 0, loop.count <= longest else {
                    loop = []
                    break
                }
                at = Int(before)
            } while at != first && !isDone[at]
            guard loop.count >= 3, at == first else { continue }
            fill(loop)
            filled += 1
        }
        return filled
    }

    /// Adds a vertex in the middle of a border, and a triangle from each of its half-edges.
    private mutating func fill(_ loop: [Int]) {
        var (middle, normal) = (SIMD3<Float>(), SIMD3<Float>())
        var color = SIMD3<Float>()
        var density: Float = 0
        for half in loop {
            let vertex = Int(triangles[half])
            middle += position(vertex)
            if !densities.isEmpty { density += densities[vertex] }
            for axis in 0..<3 {
                normal[axis] += normals[vertex * 3 + axis]
                color[axis] += Float(colors[vertex * 3 + axis])
            }
        }
        let count = Float(loop.count)
        let length = (normal * normal).sum().squareRoot()
        let added = UInt32(vertexCount)
        let bytes = SIMD3<UInt8>(color / count + 0.5, rounding: .down)
        let isSeen = loop.contains { isColored[Int(triangles[$0])] == 1 }
        appendVertex(
            middle / count, normal: length > 0 ? normal / length : SIMD3(0, 1, 0), color: bytes, isColored: isSeen)
        if !densities.isEmpty { densities.append(density / count) }
        for half in loop {
            let (from, to) = (triangles[half], triangles[HalfEdges.next(half)])
            triangles += [to, from, added]
        }
    }
}

/// The neighbours of triangles: half-edge h = 3 × triangle + k runs from corner k to the next.
struct HalfEdges {
    /// The opposite half-edge of the neighbour; −1: an open edge.
    private(set) var twins: ContiguousArray<Int32>

    init(_ mesh: SurfaceMesh) {
        let triangles = mesh.triangles
        twins = ContiguousArray(repeating: -1, count: triangles.count)
        var starts = ContiguousArray<Int32>(repeating: 0, count: mesh.vertexCount + 1)
        for vertex in triangles { starts[Int(vertex) + 1] += 1 }
        for vertex in 0..<mesh.vertexCount { starts[vertex + 1] += starts[vertex] }
        var next = starts
        var leaving = ContiguousArray<Int32>(repeating: 0, count: triangles.count)
        for half in triangles.indices {
            let vertex = Int(triangles[half])
            leaving[Int(next[vertex])] = Int32(half)
            next[vertex] += 1
        }
        for half in triangles.indices where twins[half] < 0 {
            let from = triangles[half]
            let to = Int(triangles[Self.next(half)])
            for slot in Int(starts[to])..<Int(starts[to + 1]) {
                let other = Int(leaving[slot])
                if triangles[Self.next(other)] == from, twins[other] < 0 {
                    twins[half] = Int32(other)
                    twins[other] = Int32(half)
                    break
                }
            }
        }
    }

    /// The next half-edge of the same triangle.
    @inline(__always) static func next(_ half: Int) -> Int { half % 3 == 2 ? half - 2 : half + 1 }
}

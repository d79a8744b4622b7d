extension SurfaceMesh {
    /// The piece of each triangle, by the lowest triangle of the piece; pieces hang together across edges.
    func pieces(_ edges: HalfEdges) -> ContiguousArray<Int32> {
        var parents = ContiguousArray<Int32>(0..<Int32(triangleCount))
        func root(_ triangle: Int, _ parents: inout ContiguousArray<Int32>) -> Int {
            var at = triangle
            while Int(parents[at]) != at {
                parents[at] = parents[Int(parents[at])]
                at = Int(parents[at])
            }
            return at
        }
        for half in triangles.indices {
            let twin = Int(edges.twins[half])
            guard twin > half else { continue }
            let (a, b) = (root(half / 3, &parents), root(twin / 3, &parents))
            if a != b { parents[max(a, b)] = Int32(min(a, b)) }
        }
        for triangle in 0..<triangleCount { parents[triangle] = Int32(root(triangle, &parents)) }
        return parents
    }

    /// Removes pieces of fewer than `least` triangles; returns the number of triangles that are gone.
    mutating func removePieces(smallerThan least: Int) -> Int {
        guard least > 1, triangleCount > 0 else { return 0 }
        let roots = pieces(HalfEdges(self))
        var sizes = ContiguousArray<Int32>(repeating: 0, count: triangleCount)
        for root in roots { sizes[Int(root)] += 1 }
        let before = triangleCount
        filter { sizes[Int(roots[$0])] >= least }
        return before - triangleCount
    }
}

import MeshModel

/// The seven modes of primitives (section 3.7.2.1 of the specification).
enum GLTFModes {
    enum Mode: Int {
        case points, lines, lineLoop, lineStrip, triangles, triangleStrip, triangleFan
    }

    /// Makes a primitive of vertices, or of indices that were checked.
    ///
    /// Triangle strips and fans become triangles that face the same way. Line strips and loops become one polyline.
    static func primitive(_ mode: Mode, vertexSet: Int, vertexCount: Int, indices: Column?) -> Primitive {
        let corners = indices?.count ?? vertexCount
        func plain(_ topology: Topology, _ arity: Int) -> Primitive {
            let count = corners / arity
            return Primitive(
                topology: topology, vertexSet: vertexSet, elementCount: count, arity: .uniform(arity),
                vertices: indices?.rows(0..<count * arity)
                    ?? (count * arity == vertexCount ? nil : listed(0..<Int32(clamping: count * arity))))
        }
        func made(_ topology: Topology, _ arity: Int, _ list: ContiguousArray<Int32>) -> Primitive {
            Primitive(
                topology: topology, vertexSet: vertexSet, elementCount: list.count / max(arity, 1),
                arity: .uniform(arity),
                vertices: Column(list))
        }
        switch mode {
        case .points: return plain(.points, 1)
        case .lines: return plain(.lines, 2)
        case .triangles: return plain(.polygons, 3)
        case .lineStrip, .lineLoop:
            guard corners >= 2 else { return made(.lines, 2, []) }
            var list = all(indices, corners)
            if mode == .lineLoop, let first = list.first { list.append(first) }
            return made(.lines, list.count, list)
        case .triangleStrip, .triangleFan:
            let list = all(indices, corners)
            var triangles = ContiguousArray<Int32>()
            triangles.reserveCapacity(max(corners - 2, 0) * 3)
            for start in 0..<max(corners - 2, 0) {
                let (a, b, c) = (list[start], list[start + 1], list[start + 2])
                if mode == .triangleFan {
                    triangles.append(contentsOf: [b, c, list[0]])
                } else if start % 2 == 0 {
                    triangles.append(contentsOf: [a, b, c])
                } else {
                    triangles.append(contentsOf: [a, c, b])
                }
            }
            return made(.polygons, 3, triangles)
        }
    }

    /// The number of corners that a primitive uses; `Int.max` for polylines of more than three corners.
    static func usedCorners(_ primitive: Primitive) -> Int {
        guard case .uniform(let arity) = primitive.arity, arity <= 3 else { return .max }
        return primitive.cornerCount
    }

    private static func listed(_ range: Range<Int32>) -> Column { Column(ContiguousArray(range)) }

    private static func all(_ indices: Column?, _ count: Int) -> ContiguousArray<Int32> {
        guard let indices else { return ContiguousArray(0..<Int32(clamping: count)) }
        var list = ContiguousArray<Int32>()
        indices.read(0..<indices.count, into: &list)
        return list
    }
}

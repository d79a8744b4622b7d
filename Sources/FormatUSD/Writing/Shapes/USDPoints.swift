import MeshFormats
import MeshModel

/// The points of each shape's prim, and the vertices that they come from. Prims don't share points.
struct USDPoints {
    /// The vertex of each point of each shape, or nil for all in order.
    private(set) var rows: [ContiguousArray<Int32>?]
    /// The number of points of each shape.
    private(set) var counts: [Int]

    /// Chooses the points, and reports how vertices and elements are split, reordered and dropped.
    init(_ tree: USDPrimTree, _ draft: inout USDDraft) {
        rows = Array(repeating: nil, count: tree.shapes.count)
        counts = tree.shapes.map { draft.scene.vertexSets[$0.set].count }
        for users in Dictionary(grouping: tree.shapes, by: \.set).values { choose(users) }
        linkVertices(tree.shapes, &draft)
        draft.linkElements(tree.shapes)
    }

    /// Chooses the points of the shapes that use a set, in reading order of shapes.
    private mutating func choose(_ users: [USDPlannedShape]) {
        let count = counts[users[0].number]
        let meshes = users.filter { $0.kind == .mesh }
        var isUsed = ContiguousArray(repeating: false, count: 0)
        if meshes.count > 1 {
            // Vertices that no corner uses stay with the first mesh.
            isUsed = ContiguousArray(repeating: false, count: count)
            for user in users { for vertex in user.vertices() { isUsed[Int(vertex)] = true } }
        }
        var numbers = USDRowNumbers(count: meshes.count > 1 ? count : 0)
        for user in users {
            switch user.kind {
            case .mesh:
                guard meshes.count > 1 else { break }
                var rows = numbers.distinct(user.vertices())
                if user.number == meshes[0].number {
                    for vertex in isUsed.indices where !isUsed[vertex] { rows.append(Int32(clamping: vertex)) }
                    rows.sort()
                }
                if rows.count < count { self.rows[user.number] = rows }
            case .points, .curves, .splats:
                let vertices = user.vertices()
                let isPlain = vertices.count == count && vertices.indices.allSatisfy { Int(vertices[$0]) == $0 }
                if !isPlain { rows[user.number] = vertices }
            }
            counts[user.number] = rows[user.number]?.count ?? count
        }
    }

    // MARK: Correspondence

    private func linkVertices(_ shapes: [USDPlannedShape], _ draft: inout USDDraft) {
        let bases = draft.scene.vertexBases
        let total = bases[bases.count - 1]
        var isIdentity = true
        var next = 0
        for shape in shapes {
            if bases[shape.set] != next || rows[shape.number] != nil { isIdentity = false }
            next += counts[shape.number]
        }
        guard !isIdentity || next != total else { return }
        var mapping = ContiguousArray<Int32>()
        mapping.reserveCapacity(next)
        for shape in shapes {
            let base = Int32(clamping: bases[shape.set])
            if let rows = rows[shape.number] {
                for row in rows { mapping.append(base &+ row) }
            } else {
                for row in 0..<counts[shape.number] { mapping.append(base &+ Int32(clamping: row)) }
            }
        }
        draft.links.vertices = .gather(mapping)
        // The number of times that each vertex of the scene is written.
        var images = ContiguousArray<Int32>(repeating: 0, count: total)
        for vertex in mapping { images[Int(vertex)] += 1 }
        for (set, vertexSet) in draft.scene.vertexSets.enumerated() {
            let path = ScenePath.vertexSet(set)
            let own = images[bases[set]..<bases[set + 1]]
            draft.lose(
                .valuesUnreferenced, .dropped, path, "vertices", own.count { $0 == 0 }, "vertices",
                vertexSet.count > 0 && own.allSatisfy { $0 == 0 }
                    ? "no mesh, point cloud or curve in the output uses them" : "no face, line or point uses them",
                remedy: .ending("ply"))
            draft.lose(
                .interpolationSplit, .generated, path, "vertices", own.reduce(0) { $0 + max(Int($1) - 1, 0) },
                "vertices", "vertices shared by several objects were repeated, as USD needs")
        }
        if !Self.isOrdered(mapping, count: total) {
            draft.lose(
                .vertexReordered, .generated, "/vertexSets", "vertices", 1, "lists",
                "reordered by the objects that use them")
        }
    }

    /// Whether the first copies of vertices are in source order.
    private static func isOrdered(_ mapping: ContiguousArray<Int32>, count: Int) -> Bool {
        var seen = ContiguousArray(repeating: false, count: count)
        var last = Int32(-1)
        for origin in mapping where !seen[Int(origin)] {
            seen[Int(origin)] = true
            if origin < last { return false }
            last = origin
        }
        return true
    }

}

extension USDDraft {
    fileprivate mutating func linkElements(_ shapes: [USDPlannedShape]) {
        for topology in Topology.allCases {
            var bases: [String: Int] = [:]
            var total = 0
            for (mesh, index, primitive) in scene.placedPrimitives where primitive.topology == topology {
                bases[ScenePath.primitive(mesh: mesh, index)] = total
                total += primitive.elementCount
            }
            var isIdentity = true
            var isOrdered = true
            var next = 0
            let own = shapes.filter { $0.place.primitive.topology == topology }
            for shape in own {
                let base = bases[shape.place.path] ?? 0
                if base < next { isOrdered = false }
                if base != next || shape.elements != nil { isIdentity = false }
                next = base + shape.place.primitive.elementCount
            }
            guard !isIdentity || next != total else { continue }
            var mapping = ContiguousArray<Int32>()
            for shape in own {
                let base = Int32(clamping: bases[shape.place.path] ?? 0)
                if let elements = shape.elements {
                    for element in elements { mapping.append(base &+ element) }
                } else {
                    for element in 0..<shape.elementCount { mapping.append(base &+ Int32(clamping: element)) }
                }
            }
            links.elements[topology] = .gather(mapping)
            guard !isOrdered else { continue }
            lose(
                .elementReordered, .generated, "/elements/\(topology.rawValue)", topology.rawValue, 1, "lists",
                "reordered by the nodes that show them")
        }
    }
}

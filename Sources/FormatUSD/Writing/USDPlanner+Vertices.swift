import MeshFormats
import MeshModel

// The points of each prim, and the vertices that they come from. Prims don't share points.

extension USDPlanner {
    /// Plans the points of each shape, in reading order of shapes.
    mutating func planVertices() {
        var users: [Int: [Int]] = [:]
        for (index, shape) in shapes.enumerated() { users[shape.set, default: []].append(index) }
        for (set, own) in users.sorted(by: { $0.key < $1.key }) { planVertices(set, own) }
        linkVertices()
        linkElements()
    }

    private mutating func planVertices(_ set: Int, _ users: [Int]) {
        let count = scene.vertexSets[set].count
        let meshes = users.filter { shapes[$0].kind == .mesh }
        var isUsed = ContiguousArray(repeating: false, count: 0)
        if meshes.count > 1 {
            // Vertices that no corner uses stay with the first mesh.
            isUsed = ContiguousArray(repeating: false, count: count)
            for user in users { for vertex in shapes[user].vertices() { isUsed[Int(vertex)] = true } }
        }
        var numbers = USDRowNumbers(count: meshes.count > 1 ? count : 0)
        for user in users {
            switch shapes[user].kind {
            case .mesh:
                guard meshes.count > 1 else { break }
                var rows = numbers.distinct(shapes[user].vertices())
                if user == meshes[0] {
                    for vertex in isUsed.indices where !isUsed[vertex] { rows.append(Int32(clamping: vertex)) }
                    rows.sort()
                }
                if rows.count < count { shapes[user].rows = rows }
            case .points, .curves:
                let vertices = shapes[user].vertices()
                let isPlain = vertices.count == count && vertices.indices.allSatisfy { Int(vertices[$0]) == $0 }
                if !isPlain { shapes[user].rows = vertices }
            }
            shapes[user].vertexCount = shapes[user].rows?.count ?? count
        }
    }

    // MARK: Correspondence

    private mutating func linkVertices() {
        let bases = scene.vertexBases
        var isIdentity = true
        var next = 0
        for shape in shapes {
            if bases[shape.set] != next || shape.rows != nil { isIdentity = false }
            next += shape.vertexCount
        }
        let images = countImages(bases)
        for (set, vertexSet) in scene.vertexSets.enumerated() {
            let path = ScenePath.vertexSet(set)
            let own = images[bases[set]..<bases[set + 1]]
            lose(
                .valuesUnreferenced, .dropped, path, "vertices", own.reduce(0) { $0 + ($1 == 0 ? 1 : 0) }, "vertices",
                vertexSet.count > 0 && own.allSatisfy { $0 == 0 }
                    ? "USD has points of meshes, clouds and curves only" : "no element uses them",
                remedy: .ending("ply"))
            lose(
                .interpolationSplit, .generated, path, "vertices",
                own.reduce(0) { $0 + max(Int($1) - 1, 0) }, "vertices",
                "in USD each prim has points of its own: vertices that several use are repeated")
        }
        guard !isIdentity || next != bases[bases.count - 1] else { return }
        var mapping = ContiguousArray<Int32>()
        mapping.reserveCapacity(next)
        for shape in shapes {
            let base = Int32(clamping: bases[shape.set])
            if let rows = shape.rows {
                for row in rows { mapping.append(base &+ row) }
            } else {
                for row in 0..<shape.vertexCount { mapping.append(base &+ Int32(clamping: row)) }
            }
        }
        links.vertices = .gather(mapping)
        if !Self.isOrdered(mapping, count: bases[bases.count - 1]) {
            lose(
                .vertexReordered, .generated, "/vertexSets", "vertices", 1, "lists",
                "in USD vertices come in the order of the prims that use them")
        }
    }

    /// The number of times that each vertex of the scene is written.
    private func countImages(_ bases: [Int]) -> ContiguousArray<Int32> {
        var images = ContiguousArray<Int32>(repeating: 0, count: bases[bases.count - 1])
        for shape in shapes {
            let base = bases[shape.set]
            if let rows = shape.rows {
                for row in rows { images[base + Int(row)] += 1 }
            } else {
                for row in base..<base + shape.vertexCount { images[row] += 1 }
            }
        }
        return images
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

    private mutating func linkElements() {
        for topology in Topology.allCases {
            var bases: [String: Int] = [:]
            var total = 0
            for (mesh, value) in scene.meshes.enumerated() {
                for (index, primitive) in value.primitives.enumerated() where primitive.topology == topology {
                    bases[ScenePath.primitive(mesh: mesh, index)] = total
                    total += primitive.elementCount
                }
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
                "in USD elements come in the order of the nodes that show them")
        }
    }
}

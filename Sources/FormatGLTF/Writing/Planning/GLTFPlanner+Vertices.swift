import MeshFormats
import MeshModel

/// The vertices of the file, and its primitives as they use them.
struct GLTFVertexSets {
    /// The primitives, whose corners have vertices of the file.
    fileprivate(set) var elements: GLTFElements
    /// The written vertices of each set of the scene; nil: no written primitive uses them.
    fileprivate(set) var sets: [GLTFVertices?]
    /// The sets in the order in which a reader finds them.
    fileprivate(set) var order: [Int] = []
    /// The primitives of each set, by mesh and index: scenes may have as many sets as meshes.
    private var users: [[(mesh: Int, index: Int)]]

    /// Creates vertices of no set.
    init(_ elements: GLTFElements, setCount: Int) {
        self.elements = elements
        sets = Array(repeating: nil, count: setCount)
        users = Array(repeating: [], count: setCount)
        for (mesh, parts) in elements.parts.enumerated() {
            for (index, part) in parts.enumerated() {
                let set = part.place.primitive.vertexSet
                if users[set].isEmpty { order.append(set) }
                users[set].append((mesh, index))
            }
        }
    }

    /// The file's primitives of a set, in order.
    func parts(over set: Int) -> some Sequence<GLTFFilePrimitive> {
        users[set].lazy.map { elements.parts[$0.mesh][$0.index] }
    }

    /// Gives the corners of a set's primitives vertices of the file. May add copies.
    fileprivate mutating func number(_ vertices: consuming GLTFVertices) {
        let set = vertices.set
        if vertices.isRenumbered {
            for (mesh, index) in users[set] {
                elements.parts[mesh][index].vertices = vertices.vertices(of: elements.parts[mesh][index])
            }
        }
        vertices.finish()
        sets[set] = vertices
    }
}

// Plans the vertices of each set of the file, and where each comes from.

extension GLTFPlanner {
    mutating func planVertices(_ elements: GLTFElements) -> GLTFVertexSets {
        var sets = GLTFVertexSets(elements, setCount: scene.vertexSets.count)
        for (number, set) in sets.order.enumerated() {
            // Pools that corners of written elements use.
            let used = Set(sets.parts(over: set).flatMap { $0.place.primitive.cornerAttributes.map(\.pool) })
            let pools = choosePools(set, used)
            var vertices = GLTFVertices(
                set: set, count: scene.vertexSets[set].count, bad: elements.badVertices[set], pools: pools,
                elementPools: elementPools(set, pools: pools, sets))
            vertices.number = number
            sets.number(vertices)
        }
        linkVertices(sets)
        reportVertices(sets)
        return sets
    }

    /// The pools whose values become vertex values: the first of each semantic that vertices don't have.
    private func choosePools(_ set: Int, _ used: Set<Int>) -> [Int] {
        let vertexSet = scene.vertexSets[set]
        var taken = Set(vertexSet.attributes.map(\.semantic))
        return vertexSet.pools.indices.filter { pool in
            let attribute = vertexSet.pools[pool]
            guard used.contains(pool), taken.insert(attribute.semantic).inserted else { return false }
            return attribute.offsets == nil && attribute.count < Int(Int32.max)
                && GLTFComponents.name(attribute.values.components) != nil
        }
    }

    private mutating func linkVertices(_ sets: GLTFVertexSets) {
        // The index of each set's first vertex in the source; the last entry is the number of all vertices.
        let bases = scene.vertexBases
        var isIdentity = true
        var next = 0
        for vertices in sets.order.compactMap({ sets.sets[$0] }) {
            if bases[vertices.set] != next || vertices.rows != nil { isIdentity = false }
            next += vertices.count
        }
        // A mapping that leaves out vertices is not the identity, even if they are the last.
        guard !isIdentity || next != bases[bases.count - 1] else { return }
        var mapping = ContiguousArray<Int32>()
        mapping.reserveCapacity(next)
        for vertices in sets.order.compactMap({ sets.sets[$0] }) {
            let base = Int32(clamping: bases[vertices.set])
            if let rows = vertices.rows {
                for row in rows { mapping.append(base &+ row) }
            } else {
                for row in 0..<vertices.count { mapping.append(base &+ Int32(clamping: row)) }
            }
        }
        links.vertices = .gather(mapping)
    }

    private mutating func reportVertices(_ sets: GLTFVertexSets) {
        for (set, vertexSet) in scene.vertexSets.enumerated() {
            let path = ScenePath.vertexSet(set)
            guard let vertices = sets.sets[set] else {
                lose(
                    .valuesUnreferenced, .dropped, path, "vertices", vertexSet.count, "vertices",
                    "no face, line or point in the output uses them")
                continue
            }
            lose(
                .valuesUnreferenced, .dropped, path, "vertices", vertices.missingCount, "vertices",
                "left out: their positions are NaN or infinite", remedy: .ending("ply"))
            lose(
                .interpolationSplit, .generated, path, "vertices", vertices.copyCount, "vertices",
                "vertices with several values (as on texture seams) were repeated, as glTF needs")
        }
        let filled = sets.order.filter { (sets.sets[$0]?.count ?? 0) > 0 }
        if filled != filled.sorted() {
            lose(
                .vertexReordered, .generated, "/vertexSets", "vertices", 1, "lists",
                "reordered by the meshes that use them")
        }
    }
}

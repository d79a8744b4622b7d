import MeshFormats
import MeshModel

// Plans the vertices of each set of the file, and where each comes from.

extension GLTFPlanner {
    mutating func planVertices() {
        sets = Array(repeating: nil, count: scene.vertexSets.count)
        runsOfSets = Array(repeating: [], count: scene.vertexSets.count)
        for mesh in runs.indices {
            for index in runs[mesh].indices {
                runsOfSets[runs[mesh][index].place.primitive.vertexSet].append((mesh, index))
            }
        }
        // Pools that corners of written elements use, by set.
        var poolsOf: [Int: [Int]] = [:]
        for run in runs.joined() {
            let set = run.place.primitive.vertexSet
            if poolsOf[set] == nil { setOrder.append(set) }
            poolsOf[set, default: []] += run.place.primitive.cornerAttributes.map(\.pool)
        }
        for (number, set) in setOrder.enumerated() {
            let used = Set(poolsOf[set] ?? [])
            let pools = choosePools(set, used)
            var vertices = GLTFVertices(
                set: set, count: scene.vertexSets[set].count, bad: badVertices[set], pools: pools,
                elementPools: elementPools(set, pools: pools))
            vertices.number = number
            sets[set] = vertices
        }
        for mesh in runs.indices {
            for index in runs[mesh].indices {
                let set = runs[mesh][index].place.primitive.vertexSet
                guard sets[set]?.isRenumbered == true else { continue }
                runs[mesh][index].vertices = sets[set]?.vertices(of: runs[mesh][index])
            }
        }
        for set in sets.indices { sets[set]?.finish() }
        linkVertices()
        reportVertices()
        for set in scene.vertexSets.indices { planAttributes(set) }
    }

    /// The file's primitives of a set, in order.
    func runs(over set: Int) -> some Sequence<GLTFFilePrimitive> {
        runsOfSets[set].lazy.map { runs[$0.mesh][$0.index] }
    }

    /// The pools whose values become vertex values: the first of each semantic that vertices don't have.
    private func choosePools(_ set: Int, _ used: Set<Int>) -> [Int] {
        let vertexSet = scene.vertexSets[set]
        return vertexSet.pools.indices.filter { pool in
            let attribute = vertexSet.pools[pool]
            return used.contains(pool) && attribute.offsets == nil && attribute.count < Int(Int32.max)
                && vertexSet.attribute(attribute.semantic) == nil
                && vertexSet.pools[..<pool].indices.allSatisfy {
                    !used.contains($0) || vertexSet.pools[$0].semantic != attribute.semantic
                }
                && GLTFComponents.name(attribute.values.components) != nil
        }
    }

    private mutating func linkVertices() {
        var isIdentity = true
        var next = 0
        for set in setOrder {
            if vertexBases[set] != next || sets[set]?.rows != nil { isIdentity = false }
            next += sets[set]?.count ?? 0
        }
        // A mapping that leaves out vertices is not the identity, even if they are the last.
        guard !isIdentity || next != vertexBases[vertexBases.count - 1] else { return }
        var mapping = ContiguousArray<Int32>()
        mapping.reserveCapacity(next)
        for set in setOrder {
            guard let vertices = sets[set] else { continue }
            let base = Int32(clamping: vertexBases[set])
            if let rows = vertices.rows {
                for row in rows { mapping.append(base &+ row) }
            } else {
                for row in 0..<vertices.count { mapping.append(base &+ Int32(clamping: row)) }
            }
        }
        links.vertices = .gather(mapping)
    }

    private mutating func reportVertices() {
        for (set, vertexSet) in scene.vertexSets.enumerated() {
            let path = ScenePath.vertexSet(set)
            guard let vertices = sets[set] else {
                lose(
                    .valuesUnreferenced, .dropped, path, "vertices", vertexSet.count, "vertices",
                    "glTF has vertices of points, lines and triangles only")
                continue
            }
            lose(
                .valuesUnreferenced, .dropped, path, "vertices", vertices.missingCount, "vertices",
                "glTF has positions that are numbers only", remedy: .ending("ply"))
            lose(
                .interpolationSplit, .generated, path, "vertices", vertices.copyCount, "vertices",
                "glTF has one value per vertex: vertices with several are repeated")
        }
        let filled = setOrder.filter { (sets[$0]?.count ?? 0) > 0 }
        if filled != filled.sorted() {
            lose(
                .vertexReordered, .generated, "/vertexSets", "vertices", 1, "lists",
                "in glTF vertices come in the order of the meshes that use them")
        }
    }
}

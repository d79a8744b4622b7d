import MeshModel

// Reports target values that the source doesn't have.

extension Comparison {
    /// Reports values of a target attribute that the source doesn't have: all of it, or those of other sets or
    /// primitives.
    mutating func reportFilled(_ path: String, _ home: Home, _ linkedFrom: [Home]) {
        guard !linkedFrom.isEmpty else {
            if case .pool(let set, let pool, _) = home, !isUsed(set: set, pool: pool) { return }
            add(.generated, path, count: home.attribute.count)
            return
        }
        switch home {
        case .vertex(let set, _) where linkedFrom.contains(where: { $0.primitive != nil }):
            add(.generated, path, count: bareVertices(set, linkedFrom))
        case .vertex(let set, let attribute): reportFilled(vertices: set, attribute, linkedFrom)
        case .element(let mesh, let primitive, let attribute):
            reportFilled(elements: mesh, primitive, attribute, linkedFrom)
        case .pool(let set, let pool, _):
            // Corners over other sets that got a row, though their set has no such attribute.
            let own = Set(linkedFrom.compactMap(\.set))
            guard own.count < source.scene.vertexSets.count else { return }
            add(.generated, ScenePath.pool(set: set, pool), count: cornersOfOthers(home, set, own))
        default: return
        }
    }

    private mutating func reportFilled(vertices set: Int, _ attribute: Attribute, _ linkedFrom: [Home]) {
        guard source.scene.vertexSets.count > 1 else { return }
        // One pass over the target's vertices: there may be thousands of sets on both sides.
        var counts: [Int: Int] = [:]
        let count = target.scene.vertexSets[set].count
        var isTold = RowMarks(of: source.vertexCount, expected: count)
        for vertex in 0..<count {
            let origin = vertexSource(of: target.vertexBases[set] + vertex)
            guard let sourceSet = source.set(ofVertex: origin), !isTold.contains(origin) else { continue }
            isTold.insert(origin)
            counts[sourceSet, default: 0] += 1
        }
        let own = Set(linkedFrom.compactMap(\.set))
        for (sourceSet, count) in counts.inKeyOrder where !own.contains(sourceSet) {
            add(.generated, ScenePath.vertexAttribute(set: sourceSet, attribute.semantic), count: count)
        }
    }

    private mutating func reportFilled(
        elements mesh: Int, _ primitive: Int, _ attribute: Attribute, _ linkedFrom: [Home]
    ) {
        let topology = target.scene.meshes[mesh].primitives[primitive].topology
        guard let place = target[topology].place(mesh: mesh, primitive: primitive) else { return }
        let from = source[topology]
        let mapping = links.elements[topology] ?? .identity
        var counts: [Int: Int] = [:]
        for run in originRuns(of: topology).ofTarget(place) {
            var last = -1
            for element in run.rows {
                let origin = mapping.source(of: element, count: from.count)
                if origin != last { counts[run.source, default: 0] += 1 }
                last = origin
            }
        }
        let own = Set(linkedFrom.compactMap { $0.place(in: from) })
        for (index, count) in counts.inKeyOrder where !own.contains(index) {
            let from = from.places[index]
            add(
                .generated,
                ScenePath.elementAttribute(mesh: from.mesh, primitive: from.primitive, attribute.semantic),
                count: count)
        }
    }

    /// The number of corners that use a target pool's rows and come from source sets other than `own`.
    private func cornersOfOthers(_ home: Home, _ set: Int, _ own: Set<Int>) -> Int {
        var count = 0
        var buffer = ContiguousArray<Int64>()
        for topology in Topology.allCases {
            guard let origins = cornerSources[topology], !origins.isEmpty else { continue }
            let vertices = source[topology].vertices
            for place in target[topology].placesOfSet[set, default: []] {
                let corners = target[topology].places[place].corners
                Self.readRows(home, target, topology, place, corners, into: &buffer)
                for (corner, row) in zip(corners, buffer) where origins[corner] >= 0 && row >= 0 {
                    let vertex = Int(vertices[Int(origins[corner])])
                    if let from = source.set(ofVertex: vertex), !own.contains(from) { count += 1 }
                }
            }
        }
        return count
    }

    /// The number of vertices of a target set without a corner of the source primitives that have the values.
    private mutating func bareVertices(_ set: Int, _ linkedFrom: [Home]) -> Int {
        let rows = target.vertexBases[set]..<target.vertexBases[set + 1]
        var has = ContiguousArray(repeating: false, count: rows.count)
        for topology in Topology.allCases {
            guard let sources = cornerSources[topology], !sources.isEmpty else { continue }
            let to = target[topology]
            let linked = Set(linkedFrom.compactMap { $0.place(in: source[topology]) })
            let runs = originRuns(of: topology)
            for place in to.placesOfSet[set, default: []] {
                for run in runs.ofTarget(place) where linked.contains(run.source) {
                    for corner in to.starts[run.rows.lowerBound]..<to.starts[run.rows.upperBound]
                    where sources[corner] >= 0 {
                        let vertex = Int(to.vertices[corner])
                        if rows.contains(vertex) { has[vertex - rows.lowerBound] = true }
                    }
                }
            }
        }
        return has.count { !$0 }
    }

    private func isUsed(set: Int, pool: Int) -> Bool {
        Topology.allCases.contains { topology in
            target[topology].placesOfSet[set, default: []].contains { place in
                target.primitive(target[topology].places[place]).cornerAttributes.contains { $0.pool == pool }
            }
        }
    }
}

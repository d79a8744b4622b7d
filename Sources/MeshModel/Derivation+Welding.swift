extension Derivation {
    /// The scene in which vertices are one that the weld claims to be: values that differ from those they became are told.
    mutating func weld(_ weld: Correspondence.Weld) {
        var isDone: Set<Int> = []
        for merge in weld.merges {
            let path = ScenePath.vertexSet(merge.set)
            guard isDone.insert(merge.set).inserted, scene.vertexSets.indices.contains(merge.set),
                scene.vertexSets[merge.set].count == merge.places.count, let firsts = Self.firsts(merge.places)
            else {
                add(.value, path, count: 1, valueClass: .approximated)
                continue
            }
            add(.sharing, path, count: merge.places.count - firsts.count)
            var pairs = ContiguousArray<(Int32, Int32)>()
            for (vertex, place) in merge.places.enumerated() where Int(firsts[Int(place)]) != vertex {
                pairs.append((Int32(clamping: vertex), firsts[Int(place)]))
            }
            let set = scene.vertexSets[merge.set]
            for attribute in set.attributes {
                let result = ValueComparison.compare(attribute, attribute, pairs, .identity)
                add(
                    .value, ScenePath.vertexAttribute(set: merge.set, attribute.semantic), count: result.count,
                    valueClass: result.isRounding ? .rounded : .approximated, largestError: result.largestError)
            }
            scene.vertexSets[merge.set].count = firsts.count
            scene.vertexSets[merge.set].attributes = set.attributes.map { $0.picking(firsts) }
            for mesh in scene.meshes.indices {
                for index in scene.meshes[mesh].primitives.indices
                where scene.meshes[mesh].primitives[index].vertexSet == merge.set {
                    scene.meshes[mesh].primitives[index].weld(merge.places)
                }
            }
        }
    }

    /// For each vertex afterwards the first that became it; nil if the numbers don't follow first use.
    private static func firsts(_ places: ContiguousArray<Int32>) -> ContiguousArray<Int32>? {
        var firsts = ContiguousArray<Int32>()
        for (vertex, place) in places.enumerated() {
            guard place >= 0, Int(place) <= firsts.count else { return nil }
            if Int(place) == firsts.count { firsts.append(Int32(clamping: vertex)) }
        }
        return firsts
    }
}

extension Primitive {
    fileprivate mutating func weld(_ places: ContiguousArray<Int32>) {
        var rows = ContiguousArray<Int64>()
        readVertices(of: 0..<cornerCount, into: &rows)
        vertices = Column(
            ContiguousArray(
                rows.map { places.indices.contains(Int(clamping: $0)) ? places[Int(clamping: $0)] : -1 }))
    }
}

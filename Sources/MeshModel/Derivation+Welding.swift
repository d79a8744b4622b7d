extension Derivation {
    /// The scene in which vertices are one that the weld claims to be: values that differ from those they became are told.
    mutating func weld(_ weld: Correspondence.Weld) {
        var isDone: Set<Int> = []
        for merge in weld.merges {
            let path = ScenePath.vertexSet(merge.set)
            guard isDone.insert(merge.set).inserted, scene.vertexSets.indices.contains(merge.set),
                scene.vertexSets[merge.set].count == merge.places.count, merge.places.components == 1,
                let firsts = merge.firsts
            else {
                add(.value, path, count: 1, valueClass: .approximated)
                continue
            }
            add(.sharing, path, count: merge.places.count - firsts.count)
            var pairs = ContiguousArray<(Int32, Int32)>()
            var places = ContiguousArray<Int32>()
            merge.places.read(0..<merge.places.count, into: &places)
            for (vertex, place) in places.enumerated() where Int(firsts[Int(place)]) != vertex {
                pairs.append((Int32(clamping: vertex), firsts[Int(place)]))
            }
            let set = scene.vertexSets[merge.set]
            for attribute in set.attributes {
                let result = ValueComparison.compare(attribute, attribute, pairs, .identity)
                add(
                    .value, ScenePath.vertexAttribute(set: merge.set, attribute.semantic), count: result.count,
                    valueClass: result.isRounding ? .rounded : .approximated, largestError: result.largestError)
            }
            for attribute in set.attributes {
                let path = ScenePath.vertexAttribute(set: merge.set, attribute.semantic)
                exactPositions[path] = exactPositions[path]?.picking(firsts)
            }
            scene.vertexSets[merge.set].count = firsts.count
            scene.vertexSets[merge.set].attributes = set.attributes.map { $0.picking(firsts) }
            for mesh in scene.meshes.indices {
                for index in scene.meshes[mesh].primitives.indices
                where scene.meshes[mesh].primitives[index].vertexSet == merge.set {
                    scene.meshes[mesh].primitives[index].weld(places)
                }
            }
        }
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

import MeshModel

extension Derivation {
    /// Applies the claimed weld; merged vertices with different values are reported.
    mutating func weld(_ weld: Correspondence.Weld) {
        var isDone: Set<Int> = []
        let users = scene.usersOfSets
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
            // A mesh of unshared vertices has six times as many vertices as remain, so the pairs aren't stored.
            let places = NumberList(merge.places)
            let set = scene.vertexSets[merge.set]
            for attribute in set.attributes {
                var walk = PairWalk(attribute, attribute, .identity, largest: nil)
                for vertex in 0..<places.count {
                    let first = firsts[Int(places[vertex])]
                    if Int(first) != vertex { walk.add(Int32(clamping: vertex), first) }
                }
                let result = walk.result()
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
            for (mesh, index) in users[merge.set] ?? [] {
                scene.meshes[mesh].primitives[index].weld(places, merge.places)
            }
        }
    }
}

extension Primitive {
    fileprivate mutating func weld(_ places: NumberList, _ column: Column) {
        // Without indices, the merged vertex indices become the corners' vertex indices.
        if vertices == nil, column.count == cornerCount {
            vertices = column
            return
        }
        var rows = ContiguousArray<Int32>()
        readVertices(of: 0..<cornerCount, into: &rows)
        for index in rows.indices {
            let row = Int(rows[index])
            rows[index] = row >= 0 && row < places.count ? places[row] : -1
        }
        vertices = Column(rows)
    }
}

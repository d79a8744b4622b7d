internal import MeshModel

/// A vertex set in a pose.
struct PosedVertices {
    /// The vertices afterwards.
    var set: VertexSet
    /// For each vertex 1, or −1 where its matrix mirrors, or 0 where that is flat; empty: no joint moved it.
    var signs = ContiguousArray<Int8>()
    /// The influences that were left out.
    var ignored = 0
    /// The attributes that would have to be turned.
    var untouched: [AttributeSemantic] = []
}

extension VertexSet {
    /// Returns the vertices after morph targets and joints; attributes for either are left out.
    ///
    /// - Parameters:
    ///   - weights: the weights of the targets.
    ///   - joints: the joint matrices; nil: no skin moves the vertices.
    func posed(_ weights: [Double], _ joints: [Affine]?) -> PosedVertices {
        var blend = joints.flatMap { JointBlend(self, $0) }
        let hasJoints = blend != nil
        var changes = attributes.indices.compactMap {
            PosedAttribute($0, of: self, weights: weights, hasJoints: hasJoints)
        }
        var posed = PosedVertices(set: self)
        if !changes.isEmpty || hasJoints {
            var matrices = ContiguousArray<Affine>()
            var turns = ContiguousArray<JointTurn>()
            if hasJoints { posed.signs.reserveCapacity(count) }
            for rows in (0..<count).blocks(of: 1024) {
                if hasJoints {
                    blend?.read(rows, into: &matrices)
                    turns.removeAll(keepingCapacity: true)
                    for matrix in matrices {
                        let turn = JointTurn(matrix)
                        turns.append(turn)
                        posed.signs.append(turn.determinant < 0 ? -1 : turn.determinant > 0 ? 1 : 0)
                    }
                }
                for index in changes.indices { changes[index].add(rows, turns) }
            }
            for change in changes { posed.set.attributes[change.index] = change.result }
        }
        posed.ignored = blend?.ignored ?? 0
        if hasJoints {
            let changed = Set(changes.map(\.index))
            posed.untouched = attributes.indices.filter { index in
                let own = attributes[index]
                return !changed.contains(index) && (own.dependsOnDirection || own.dependsOnSize)
                    && own.semantic.ofTarget == nil
            }.map { attributes[$0].semantic }
        }
        posed.set.attributes.removeAll { $0.semantic.ofTarget != nil || hasJoints && $0.semantic.isOfSkin }
        return posed
    }
}

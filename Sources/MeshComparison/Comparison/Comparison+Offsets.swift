import MeshModel

// Positions that the target stores relative to an offset, and the nodes that add the offset again.

extension Comparison {
    /// Returns target positions with their offset added, if their codec is an offset and they are stored relative to
    /// it.
    func recentered(
        _ to: Attribute, like from: Attribute, set: Int, by codec: Correspondence.Codec
    ) -> Attribute {
        guard case .offset(let offset, let rest) = codec, Self.isElsewhere(from, to), to.offsets == nil,
            to.values.components == 3
        else { return to }
        var places = to.values.doubles()
        if let rest = rest.flatMap({ target.scene.vertexSets[set].attribute($0)?.values }),
            rest.components == 3, rest.count == to.values.count
        {
            for (index, value) in rest.doubles().enumerated() { places[index] += value }
        }
        for index in places.indices { places[index] += offset[index % 3] }
        return Attribute(to.semantic, Column(places, components: 3), frame: to.frame)
    }

    /// Whether positions are stored relative to an offset: those restored to the source's type are not.
    private static func isElsewhere(_ from: Attribute, _ to: Attribute) -> Bool {
        from.values.type != to.values.type
    }

    /// Finds the offset of the nodes that show each source mesh; NaN for a mesh whose vertices were moved by different
    /// offsets.
    mutating func findOffsets() {
        var targets: [String: Int] = [:]
        for index in target.scene.vertexSets.indices {
            targets[ScenePath.vertexAttribute(set: index, .position)] = index
        }
        var sources: [String: Int] = [:]
        for index in source.scene.vertexSets.indices {
            sources[ScenePath.vertexAttribute(set: index, .position)] = index
        }
        var offsetOfSet: [Int: SIMD3<Double>] = [:]
        for link in links.attributes {
            guard let index = sources[link.source], let other = targets[link.target],
                let from = source.scene.vertexSets[index].attribute(.position),
                let to = target.scene.vertexSets[other].attribute(.position)
            else { continue }
            var offset = SIMD3<Double>.zero
            if case .offset(let own, _) = link.codec { offset = own }
            offsetOfSet[index] = Self.isElsewhere(from, to) ? offset : .zero
        }
        guard offsetOfSet.contains(where: { $0.value != .zero }) else { return }
        // A mesh that didn't arrive was not moved, even if vertices that it shares were.
        let arrived = Set(links.meshes.compactMap { $0 })
        for (index, mesh) in source.scene.meshes.enumerated() where arrived.contains(index) {
            let offsets = mesh.primitives.filter { $0.elementCount > 0 }.compactMap { offsetOfSet[$0.vertexSet] }
            guard let first = offsets.first else { continue }
            meshOffsets[index] = offsets.allSatisfy { $0 == first } ? first : SIMD3(repeating: .nan)
        }
    }

    /// Compares the transforms of a node; an offset for its mesh is reported as another form.
    ///
    /// A report that a file can't hold a transform has no error, so it covers nothing but the valid form of that
    /// transform: any other one has an error.
    mutating func compareTransform(_ from: Node, _ index: Int, _ to: Node) {
        let path = ScenePath.node(index)
        if let offset = from.mesh.flatMap({ meshOffsets[$0] }), offset != .zero {
            if NodePlacements.stands(to.transform, further: offset, than: from.transform) {
                return add(.type, path, count: 1)
            }
        } else if from.transform == to.transform || NodePlacements.areNothing(from.transform, to.transform) {
            return
        } else if from.skin != nil, to.skin != nil, from.children.isEmpty, to.children.isEmpty,
            to.transform == .identity
        {
            // It moves nothing.
            return add(.value, path, count: 1)
        } else if NodePlacements.isValidForm(to.transform, of: from.transform) {
            return add(.value, path, count: 1)
        }
        add(.value, path, count: 1, largestError: NodePlacements.distance(from.transform, to.transform))
    }
}

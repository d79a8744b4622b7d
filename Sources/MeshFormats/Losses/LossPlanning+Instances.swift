package import MeshModel

extension LossPlanning {
    /// Reports an attribute of a node's instances that is written in another type.
    ///
    /// - Parameter isRestored: whether the origin record gives the type back, and whole numbers and fractions with it.
    package mutating func loseForm(
        of from: Attribute, as to: Attribute, ofInstancesOf index: Int, isRestored: Bool = false
    ) {
        guard to.values.type != from.values.type || to.normalized != from.normalized else { return }
        var walk = ValueChange.Walk(from: from, to: to, codec: .identity)
        walk.add(from.values, to.values)
        let change = walk.change
        let path = ScenePath.instances(node: index, from.semantic)
        let name = "\(from.semantic.name) of instances of \(scene.nodes[index].name ?? "node \(index + 1)")"
        let cause = "stored as \(to.values.type.name), as \(Self.formatName) needs"
        let isExact = isRestored && from.values.type.isInteger
        lose(
            .precisionReduced, isExact ? .reencoded : change.isRounding ? .rounded : .narrowed, path, name,
            change.count,
            "copies", error: change.largestError, cause)
        lose(.attributeReencoded, isRestored ? .reencoded : .narrowed, path, name, from.count, "copies", cause)
    }
}

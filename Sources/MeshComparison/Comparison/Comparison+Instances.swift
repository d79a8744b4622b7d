import MeshModel

// Compares the copies that nodes show, row by row.

extension Comparison {
    mutating func compareInstances(_ from: NodeInstances?, _ to: NodeInstances?, node: Int) {
        let path = ScenePath.instances(node: node)
        guard let from, let to else {
            add(.presence, path, count: from?.count ?? 0)
            add(.generated, path, count: to?.count ?? 0)
            return
        }
        guard from.count == to.count else {
            add(.presence, path, count: max(from.count - to.count, 0))
            add(.generated, path, count: max(to.count - from.count, 0))
            return
        }
        for (semantic, number, width) in [
            (AttributeSemantic.translation, Float(0), 3), (.rotation, 0, 4), (.scale, 1, 3),
        ] where from.attribute(semantic) != nil || to.attribute(semantic) != nil {
            // A missing column means the same for each copy.
            var values = [Float](repeating: number, count: from.count * width)
            if width == 4 { for row in 0..<from.count { values[row * 4 + 3] = 1 } }
            let standard = Attribute(semantic, Column(values, components: width))
            compareRows(from.attribute(semantic) ?? standard, to.attribute(semantic) ?? standard, node)
        }
        for attribute in from.attributes where attribute.semantic.widthOfInstances == nil {
            guard let other = to.attribute(attribute.semantic) else {
                add(.presence, ScenePath.instances(node: node, attribute.semantic), count: from.count)
                continue
            }
            compareRows(attribute, other, node)
        }
        for attribute in to.attributes
        where attribute.semantic.widthOfInstances == nil && from.attribute(attribute.semantic) == nil {
            add(.generated, ScenePath.instances(node: node, attribute.semantic), count: to.count)
        }
    }

    /// The copies that a node or an added one below it shows of the mesh of a source's node.
    func instances(of node: Node, _ from: Node) -> NodeInstances? {
        guard from.instances != nil else { return node.instances }
        func shows(_ node: Node) -> Bool {
            node.mesh.map { $0 < links.meshes.count && links.meshes[$0] == from.mesh } ?? false
        }
        if node.mesh != nil { return shows(node) ? node.instances : nil }
        var open = Array(node.children.reversed())
        while let index = open.popLast() {
            guard target.scene.nodes.indices.contains(index), index >= links.nodes.count || links.nodes[index] == nil
            else { continue }
            let child = target.scene.nodes[index]
            if shows(child), let instances = child.instances { return instances }
            open += child.children.reversed()
        }
        return nil
    }

    private mutating func compareRows(_ from: Attribute, _ to: Attribute, _ node: Int) {
        let path = ScenePath.instances(node: node, from.semantic)
        guard from.values.components == to.values.components else {
            add(.value, path, count: from.count, valueClass: .approximated)
            return
        }
        if from.values.type != to.values.type || from.normalized != to.normalized {
            add(.type, path, count: from.count)
        }
        report(
            path,
            ValueComparison.compareAligned(
                from, to, targetStart: 0, count: from.count, .identity, workers: workers))
    }
}

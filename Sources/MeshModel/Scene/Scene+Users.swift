extension Scene {
    /// The primitives over each vertex set, in the order of the meshes: scenes may have thousands of both.
    public var primitivesOfSets: [Int: [Primitive]] {
        var primitives: [Int: [Primitive]] = [:]
        for mesh in meshes {
            for primitive in mesh.primitives { primitives[primitive.vertexSet, default: []].append(primitive) }
        }
        return primitives
    }
}

extension Scene {
    /// The nodes in the order of the meshes that they show, as formats list them that have elements in one order; a node
    /// without a mesh stands before the one that it stood before.
    public var nodesByMesh: [Int] {
        var runs: [(mesh: Int, nodes: [Int])] = []
        var waiting: [Int] = []
        for (index, node) in nodes.enumerated() {
            waiting.append(index)
            guard let mesh = node.mesh else { continue }
            runs.append((mesh, waiting))
            waiting = []
        }
        let order = runs.indices.sorted { (runs[$0].mesh, $0) < (runs[$1].mesh, $1) }
        return order.flatMap { runs[$0].nodes } + waiting
    }
}

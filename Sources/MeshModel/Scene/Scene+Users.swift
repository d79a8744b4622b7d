extension Scene {
    /// The primitives that use each vertex set, in the order of the meshes; one pass, as scenes may have thousands of
    /// both.
    public var primitivesOfSets: [Int: [Primitive]] {
        var primitives: [Int: [Primitive]] = [:]
        for mesh in meshes {
            for primitive in mesh.primitives { primitives[primitive.vertexSet, default: []].append(primitive) }
        }
        return primitives
    }
}

extension Scene {
    /// The nodes in the order of their meshes, for formats that store all elements in one list. A node without a mesh
    /// stays in front of the node that follows it.
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

// Plain indexing of a scene. The comparison and the operations it judges may both use it: neither has a rule here.

extension MeshScene {
    /// The index of each vertex set's first vertex among all vertices, followed by the number of all.
    public var vertexBases: [Int] {
        vertexSets.reduce(into: [0]) { bases, set in bases.append(bases[bases.count - 1] + set.count) }
    }

    /// The number of vertices of all sets.
    public var vertexCount: Int { vertexSets.reduce(0) { $0 + $1.count } }

    /// All primitives with their places, in the order of the meshes.
    package var placedPrimitives: PlacedPrimitives { PlacedPrimitives(self) }

    /// The primitive with elements; nil: there are several, or none.
    package var onlyPrimitive: Primitive? {
        var only: Primitive?
        for (_, _, primitive) in placedPrimitives where primitive.elementCount > 0 {
            if only != nil { return nil }
            only = primitive
        }
        return only
    }

    /// Changes each primitive in place, in that order.
    package mutating func changePrimitives(_ change: (inout Primitive) -> Void) {
        for mesh in meshes.indices {
            for index in meshes[mesh].primitives.indices { change(&meshes[mesh].primitives[index]) }
        }
    }

    /// The places of the primitives that use each vertex set, in the order of the meshes; one pass, as scenes may have
    /// thousands of both.
    package var usersOfSets: [Int: [(mesh: Int, index: Int)]] {
        var users: [Int: [(mesh: Int, index: Int)]] = [:]
        for mesh in meshes.indices {
            for index in meshes[mesh].primitives.indices {
                users[meshes[mesh].primitives[index].vertexSet, default: []].append((mesh, index))
            }
        }
        return users
    }

    /// The primitives that use each vertex set, in the order of the meshes.
    public var primitivesOfSets: [Int: [Primitive]] {
        usersOfSets.mapValues { $0.map { meshes[$0.mesh].primitives[$0.index] } }
    }
}

/// The primitives of a scene with their places, in the order of the meshes.
///
/// One after the other: a list would hold a copy of each, and scenes may have a hundred thousand small ones.
package struct PlacedPrimitives: Sequence, IteratorProtocol {
    private let meshes: [Mesh]
    private var mesh = 0
    private var index = 0

    init(_ scene: MeshScene) { meshes = scene.meshes }

    package mutating func next() -> (mesh: Int, index: Int, primitive: Primitive)? {
        while mesh < meshes.count {
            if index < meshes[mesh].primitives.count {
                defer { index += 1 }
                return (mesh, index, meshes[mesh].primitives[index])
            }
            (mesh, index) = (mesh + 1, 0)
        }
        return nil
    }
}

extension MeshScene {
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

extension MeshScene {
    /// Whether the hierarchy is trivial: one unnamed scene with one unnamed root that shows the only mesh, or nothing.
    public var hasImplicitHierarchy: Bool {
        if nodes.isEmpty { return meshes.isEmpty }
        guard nodes.count == 1, scenes.count <= 1, scenes.first?.name == nil else { return false }
        let node = nodes[0]
        return node.name == nil && node.transform == .identity && node.children.isEmpty
            && node.camera == nil && node.light == nil && node.skin == nil && node.weights == nil
            && node.instances == nil && node.isVisible
            && clips.isEmpty
            && (node.mesh == nil || meshes.count == 1)
    }
}

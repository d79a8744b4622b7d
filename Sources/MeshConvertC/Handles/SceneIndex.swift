import MeshConvert
import MeshModel

/// Where primitives and nodes of a scene are.
struct SceneIndex: Sendable {
    /// For each mesh the number of its first primitive, and the number of all primitives.
    let starts: [Int]
    /// For each node its parent, −1 for none.
    let parents: [Int]

    init(_ scene: MeshScene) {
        var starts = [0]
        for mesh in scene.meshes { starts.append((starts.last ?? 0) + mesh.primitives.count) }
        self.starts = starts
        var parents = Array(repeating: -1, count: scene.nodes.count)
        for (index, node) in scene.nodes.enumerated() {
            for child in node.children where parents.indices.contains(child) { parents[child] = index }
        }
        self.parents = parents
    }

    var primitiveCount: Int { starts.last ?? 0 }

    /// Returns the place of a primitive, counted over all meshes.
    func place(of primitive: Int) throws(Failure) -> (mesh: Int, primitive: Int) {
        guard (0..<primitiveCount).contains(primitive) else {
            throw .beyond(primitive, primitiveCount, "primitives")
        }
        var (low, high) = (0, starts.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= primitive { low = middle } else { high = middle }
        }
        return (low, primitive - starts[low])
    }
}

extension SceneHandle {
    /// Returns a primitive, counted over all meshes, and its mesh.
    func primitive(_ index: Int, of scene: MeshScene) throws(Failure) -> (mesh: Int, primitive: Primitive) {
        let place = try sceneIndex.place(of: index)
        return (place.mesh, scene.meshes[place.mesh].primitives[place.primitive])
    }
}

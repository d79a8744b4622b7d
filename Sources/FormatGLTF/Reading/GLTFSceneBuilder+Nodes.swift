import MeshBytes
import MeshFormats
import MeshModel

// Reads nodes one to one, in the tree's order.

extension GLTFSceneBuilder {
    mutating func buildNodes() throws(ReadError) {
        let entries = tree.objects("nodes")
        var parents = [Int](repeating: -1, count: entries.count)
        var copyCount = 0
        for (index, entry) in entries.enumerated() {
            let pointer = "/nodes/\(index)"
            var node = Node(name: tree.string(entry, "name", pointer))
            node.transform = try transform(entry, pointer)
            node.mesh = try reference(entry["mesh"], scene.meshes.count, "/nodes/*/mesh", "\(pointer)/mesh")
            node.camera = tree.index(entry, "camera", of: scene.cameras.count, pointer)
            if entry["camera"] != nil, node.camera == nil { leftOut["/nodes/*/camera", default: 0] += 1 }
            if let light = entry["extensions"]?[GLTFExtensions.lights] {
                let place = "extensions/\(GLTFExtensions.lights)/light"
                node.light = try reference(
                    light["light"], scene.lights.count, "/nodes/*/\(place)", "\(pointer)/\(place)")
            }
            if let own = entry["extensions"]?[GLTFExtensions.visibility] {
                node.isVisible =
                    tree.bool(own, "visible", "\(pointer)/extensions/\(GLTFExtensions.visibility)") ?? true
            }
            node.skin = try skin(entry, of: node, pointer)
            node.weights = weights(entry, node, pointer)
            node.children = try children(entry, index, &parents, pointer)
            if node.mesh != nil, let instancing = entry["extensions"]?[GLTFExtensions.instancing] {
                let place = "\(pointer)/extensions/\(GLTFExtensions.instancing)"
                do throws(ReadError) { node.instances = try instances(instancing, &copyCount, place) } catch {
                    try refuse(error, "gltf.instances-left-out", "/nodes/*/extensions/\(GLTFExtensions.instancing)")
                    // What is shown only as copies isn't shown without them.
                    (node.mesh, node.weights) = (nil, nil)
                }
            }
            scene.nodes.append(node)
        }
        try cutCycles(parents)
    }

    /// The weights of morph targets that are a node's own.
    private mutating func weights(_ entry: JSONValue, _ node: Node, _ pointer: String) -> [Double]? {
        guard entry["weights"] != nil else { return nil }
        let count = node.mesh.map { scene.meshes[$0].targets.count } ?? 0
        if count > 0, let weights = tree.numbers(entry, "weights", count: count, pointer) { return weights }
        leftOut["/nodes/*/weights", default: 0] += 1
        if count == 0 {
            tree.warn(
                "gltf.node-weights", "\(pointer)/weights", "the node has weights, but its mesh has no morph targets")
        }
        return nil
    }

    private mutating func children(
        _ entry: JSONValue, _ index: Int, _ parents: inout [Int], _ pointer: String
    ) throws(ReadError) -> [Int] {
        guard let values = entry["children"]?.array else { return [] }
        if values.isEmpty {
            tree.warn("gltf.empty-entity", "\(pointer)/children", "an empty array is not allowed; leave it out")
        }
        var children: [Int] = []
        for (place, value) in values.enumerated() {
            let position = "\(pointer)/children/\(place)"
            guard let child = try reference(value, parents.count, "/nodes/*/children", position) else { continue }
            if parents[child] == index {
                tree.warn("gltf.duplicate-elements", position, "node \(child) is listed twice")
                continue
            }
            guard parents[child] < 0 else {
                try refuse(
                    .expected(
                        "a node without a parent", position,
                        found: "node \(child), which is a child of node \(parents[child])",
                        .invalidIndex),
                    "gltf.node-parent-override", "/nodes/*/children")
                continue
            }
            parents[child] = index
            children.append(child)
        }
        return children
    }

    /// Refuses circles; with `lenient`, a node that is below itself is removed from the children of its parent.
    private mutating func cutCycles(_ parents: [Int]) throws(ReadError) {
        var seen = [Int](repeating: -1, count: parents.count)
        var parents = parents
        for start in parents.indices {
            var node = start
            while node >= 0, seen[node] < 0 {
                seen[node] = start
                node = parents[node]
            }
            guard node >= 0, seen[node] == start, parents[node] >= 0 else { continue }
            try refuse(
                .expected("nodes without cycles", "/nodes/\(node)", found: "node \(node) inside itself", .invalidIndex),
                "gltf.node-loop", "/nodes/*/children")
            scene.nodes[parents[node]].children.removeAll { $0 == node }
            parents[node] = -1
        }
    }

    // MARK: Transforms

    private mutating func transform(_ entry: JSONValue, _ pointer: String) throws(ReadError) -> NodeTransform {
        if let numbers = try singles(entry, "matrix", 16, pointer) {
            for part in ["translation", "rotation", "scale"] where entry[part] != nil {
                leaveOut(
                    "/nodes/*/\(part)", "gltf.node-matrix-trs", "\(pointer)/\(part)",
                    "the node has both a matrix and its parts; the matrix is used")
            }
            return .matrix(numbers)
        }
        guard entry["translation"] != nil || entry["rotation"] != nil || entry["scale"] != nil else {
            return .identity
        }
        let move = try singles(entry, "translation", 3, pointer) ?? [0, 0, 0]
        let turn = try singles(entry, "rotation", 4, pointer) ?? [0, 0, 0, 1]
        let scale = try singles(entry, "scale", 3, pointer) ?? [1, 1, 1]
        return .trs(
            translation: SIMD3(move[0], move[1], move[2]), rotation: SIMD4(turn[0], turn[1], turn[2], turn[3]),
            scale: SIMD3(scale[0], scale[1], scale[2]))
    }

    /// Numbers of a transform. Values beyond float32's range are rejected: their products would overflow.
    private mutating func singles(
        _ entry: JSONValue, _ name: String, _ count: Int, _ pointer: String
    ) throws(ReadError) -> [Double]? {
        let numbers = tree.numbers(entry, name, count: count, pointer)
        if let wrong = numbers?.first(where: { $0.magnitude > Double(Float.greatestFiniteMagnitude) }) {
            throw .expected("numbers in the range of 32-bit floats", "\(pointer)/\(name)", found: "\(wrong)")
        }
        return numbers
    }
}

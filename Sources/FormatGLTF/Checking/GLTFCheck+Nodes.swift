import MeshBytes
import MeshFormats

// The tree of nodes, scenes and skins.

extension GLTFCheck {
    mutating func checkNodes() {
        parents = [Int](repeating: -1, count: root.list("nodes").count)
        for (index, node, pointer) in each("nodes") {
            _ = find("cameras", node["camera"], "\(pointer)/camera")
            let skin = find("skins", node["skin"], "\(pointer)/skin")
            let mesh = find("meshes", node["mesh"], "\(pointer)/mesh")
            if let light = extended(node, GLTFExtensions.lights) { checkLight(light, pointer) }
            if let mesh { checkMesh(of: node, mesh, skin, pointer) }
            for (place, child) in node.list("children").enumerated() {
                let position = "\(pointer)/children/\(place)"
                guard find("nodes", child, position) != nil, let child = child.index else { continue }
                if parents[child] >= 0 {
                    add("node-parent-override", position, "node \(child) is also a child of node \(parents[child])")
                }
                parents[child] = index
            }
        }
        for index in nodesInCircles() { add("node-loop", "/nodes/\(index)", "node \(index) is inside itself") }
        _ = find("scenes", root["scene"], "/scene")
        for (_, scene, pointer) in each("scenes") {
            for (place, node) in scene.list("nodes").enumerated() {
                let position = "\(pointer)/nodes/\(place)"
                guard find("nodes", node, position) != nil, let index = node.index, parents[index] >= 0 else {
                    continue
                }
                add(
                    "scene-non-root-node", position, "node \(index) is not a root but a child of node \(parents[index])"
                )
            }
        }
    }

    private mutating func checkLight(_ light: JSONValue, _ pointer: String) {
        let place = "\(pointer)/extensions/\(GLTFExtensions.lights)"
        guard let lights = root["extensions"]?[GLTFExtensions.lights] else {
            return add("unsatisfied-dependency", place, "the file lists no lights")
        }
        let count = lights.list("lights").count
        guard let index = light["light"]?.index, index >= count else { return }
        addUnresolved("\(place)/light", index, of: count, "lights")
    }

    private mutating func checkMesh(of node: JSONValue, _ mesh: JSONValue, _ skin: JSONValue?, _ pointer: String) {
        let primitives = mesh.list("primitives")
        guard let first = primitives.first else { return }
        let targets = first.list("targets").count
        if let weights = node["weights"]?.array, weights.count != targets {
            add("node-weights-invalid", "\(pointer)/weights", "expected \(targets) weights, found \(weights.count)")
        }
        guard let skin else { return }
        guard primitives.contains(where: { $0["attributes"]?["JOINTS_0"] != nil }) else {
            return add("node-skin-with-non-skinned-mesh", pointer, "the mesh has no joints for its skin")
        }
        let joints = skin.list("joints").count
        for (place, primitive) in primitives.enumerated() {
            let position = "/meshes/\(node["mesh"]?.index ?? 0)/primitives/\(place)/attributes"
            guard joints > 0, seen.insert("influences \(position) \(joints)").inserted else { continue }
            checkInfluences(primitive["attributes"] ?? .null, joints: joints, position)
        }
    }

    // MARK: Ancestors

    /// Calls `visit` for a node and all above it, until there are none or it meets a loop. A hostile file can't make
    /// this take long: see ``steps``.
    private mutating func walkUp(_ node: Int, _ visit: (Int) -> Void) {
        var (node, count) = (node, 0)
        while node >= 0, count <= parents.count, steps > 0 {
            visit(node)
            (node, count, steps) = (parents[node], count + 1, steps - 1)
        }
    }

    /// The nodes that are below themselves. Each node is visited twice at most.
    private func nodesInCircles() -> [Int] {
        var seen = [Int](repeating: -1, count: parents.count)
        var found: [Int] = []
        for start in parents.indices {
            var node = start
            while node >= 0, seen[node] < 0 {
                seen[node] = start
                node = parents[node]
            }
            guard node >= 0, seen[node] == start else { continue }
            let first = node
            repeat {
                found.append(node)
                seen[node] = parents.count
                node = parents[node]
            } while node >= 0 && node != first
        }
        return found.sorted()
    }

    // MARK: Skins

    mutating func checkSkins() {
        let scenes = scenesOfRoots()
        var topOfSkin: [Int: Int] = [:]
        for (index, skin, pointer) in each("skins") {
            var common: [Int]?
            for (place, joint) in skin.list("joints").enumerated() {
                guard find("nodes", joint, "\(pointer)/joints/\(place)") != nil, let joint = joint.index else {
                    continue
                }
                var above: [Int] = []
                let limit = Set(common ?? [])
                walkUp(joint) { node in if common == nil || limit.contains(node) { above.append(node) } }
                common = above
            }
            guard steps > 0 else { return }
            if skin["joints"] != nil, common?.isEmpty != false {
                add("skin-no-common-root", "\(pointer)/joints", "the joints have no common root")
            }
            if find("nodes", skin["skeleton"], "\(pointer)/skeleton") != nil, let skeleton = skin["skeleton"]?.index,
                common?.contains(skeleton) != true
            {
                add("skin-skeleton-invalid", "\(pointer)/skeleton", "node \(skeleton) is not an ancestor of all joints")
            }
            topOfSkin[index] = common?.last
            checkMatrices(skin, pointer)
        }
        for (index, node, pointer) in each("nodes") {
            guard let skin = node["skin"]?.index, let top = topOfSkin[skin] else { continue }
            var own = index
            walkUp(index) { own = $0 }
            if !(scenes[own] ?? []).isSubset(of: scenes[top] ?? []) {
                add("node-skin-no-scene", pointer, "the node is shown in a scene without its joints")
            }
        }
    }

    /// The scenes that show each root.
    private func scenesOfRoots() -> [Int: Set<Int>] {
        var scenes: [Int: Set<Int>] = [:]
        for (index, scene, _) in each("scenes") {
            for node in scene.list("nodes").compactMap(\.index) { scenes[node, default: []].insert(index) }
        }
        return scenes
    }

    private mutating func checkMatrices(_ skin: JSONValue, _ pointer: String) {
        let place = "\(pointer)/inverseBindMatrices"
        guard let matrices = find("accessors", skin["inverseBindMatrices"], place) else { return }
        useWithoutStride(matrices, for: "matrices", "matrices", "skin-ibm-accessor-with-bytestride", place)
        if matrices["type"]?.string != "MAT4" || matrices["componentType"]?.int != 5126 {
            add("skin-ibm-invalid-format", place, "expected matrices of 4 × 4 float32")
        }
        let joints = skin.list("joints").count
        if let count = matrices["count"]?.int, count < Int64(joints) {
            add("invalid-ibm-accessor-count", place, "expected \(joints) matrices, found \(count)")
        }
        let last = [(3, 0.0), (7, 0), (11, 0), (15, 1)]
        if firstRow(
            skin["inverseBindMatrices"], "matrices", width: 16,
            { row, _ in last.contains { row[row.startIndex + $0.0] != $0.1 } }) != nil
        {
            add("accessor-invalid-ibm", place, "expected 0, 0, 0, 1 as the last row of each matrix")
        }
    }
}

import MeshBytes
import MeshFormats
import MeshModel

// Restoring the original scene, where the file matches the record.

extension USDOrigin {
    /// Turns the scene of a file into the scene that it was written from. Parts that don't match stay and are reported.
    func restore(_ scene: inout MeshScene) -> [Diagnostic] {
        var misfits: [String] = []
        // Attributes first: the record has the indices of sets and meshes in the file.
        let read = scene
        for form in forms where !restore(form, asRead: read, &scene) { misfits.append(form.attribute.name) }
        for set in pointless where !takeAwayPoints(set, &scene) { misfits.append("positions") }
        for form in materials where !form.restore(in: &scene) { misfits.append("material \(form.index)") }
        for index in namelessMaterials {
            guard scene.materials.indices.contains(index) else { continue }
            scene.materials[index].name = nil
        }
        if let painting, !painting.takeAway(from: &scene) { misfits.append("painting") }
        if !takeAwayMaterials(&scene) { misfits.append("materials") }
        if !restoreCameras(&scene) { misfits.append("cameras") }
        if !restoreLights(&scene) { misfits.append("lights") }
        if !restoreMeshes(&scene) { misfits.append("meshes") }
        if !restoreNodes(&scene) {
            misfits.append("nodes")
        } else if !takeBackOffsets(&scene) {
            misfits.append("positions")
        }
        if !scene.orderMetadata(metadata) { misfits.append("metadata") }
        if !hasUpAxis { scene.upAxis = nil }
        if !hasUnit { scene.metersPerUnit = nil }
        return Diagnostic.misfits(misfits)
    }

    // MARK: Nodes and meshes

    /// Joins the prims of a mesh into one mesh with several primitives again.
    private func restoreMeshes(_ scene: inout MeshScene) -> Bool {
        guard !meshes.isEmpty else { return true }
        var total = 0
        for form in meshes {
            let (sum, overflow) = total.addingReportingOverflow(form.count)
            guard !overflow else { return false }
            total = sum
        }
        guard total == scene.meshes.count else { return false }
        var restored: [Mesh] = []
        var numbers: [Int] = []
        for form in meshes {
            let parts = scene.meshes[numbers.count..<numbers.count + form.count]
            numbers += [Int](repeating: restored.count, count: form.count)
            restored.append(Mesh(name: form.name, primitives: parts.flatMap(\.primitives)))
        }
        scene.meshes = restored
        for index in scene.nodes.indices {
            if let mesh = scene.nodes[index].mesh { scene.nodes[index].mesh = numbers[mesh] }
        }
        return true
    }

    /// Removes added nodes. Their meshes go to the original nodes.
    private func restoreNodes(_ scene: inout MeshScene) -> Bool {
        guard nodeCount > 0 else { return !isRooted && restoreScenes(&scene) }
        let count = scene.nodes.count
        let all = generated + nameless + showing.map(\.node)
        guard nodeCount == count, all.allSatisfy({ $0 >= 0 && $0 < count }),
            showing.allSatisfy({ scene.meshes.indices.contains($0.mesh) })
        else { return false }
        var isGenerated = [Bool](repeating: false, count: count)
        for node in generated {
            guard scene.nodes[node].transform == (isRooted && node == 0 ? Self.turn : .identity) else { return false }
            isGenerated[node] = true
        }
        for node in nameless { scene.nodes[node].name = nil }
        for show in showing { scene.nodes[show.node].mesh = show.mesh }
        var numbers = [Int](repeating: -1, count: count)
        var nodes: [Node] = []
        for index in 0..<count where !isGenerated[index] {
            numbers[index] = nodes.count
            nodes.append(scene.nodes[index])
        }
        for index in nodes.indices {
            nodes[index].children = nodes[index].children.compactMap { numbers[$0] < 0 ? nil : numbers[$0] }
        }
        // The children of an added root become roots.
        for index in scene.scenes.indices {
            scene.scenes[index].roots = scene.scenes[index].roots.flatMap { root in
                isGenerated[root] ? scene.nodes[root].children : [root]
            }.compactMap { numbers[$0] < 0 ? nil : numbers[$0] }
        }
        scene.nodes = nodes
        if isRooted { scene.upAxis = .z }
        return restoreScenes(&scene)
    }

    private func restoreScenes(_ scene: inout MeshScene) -> Bool {
        guard !scenes.isEmpty else { return true }
        guard scenes.allSatisfy({ $0.roots.allSatisfy(scene.nodes.indices.contains) }),
            defaultScene.map(scenes.indices.contains) ?? true
        else { return false }
        scene.scenes = scenes
        scene.defaultScene = defaultScene
        return true
    }

    // MARK: Materials

    private func takeAwayMaterials(_ scene: inout MeshScene) -> Bool {
        guard plainMaterials > 0 else { return true }
        let first = scene.materials.count - plainMaterials
        guard first >= 0, scene.materials[first...].allSatisfy({ $0.textures.isEmpty }) else { return false }
        scene.removeMaterials(from: first)
        scene.bareModel = bareModel
        return true
    }

    // MARK: Attributes

    private func takeAwayPoints(_ set: Int, _ scene: inout MeshScene) -> Bool {
        guard scene.vertexSets.indices.contains(set),
            let index = scene.vertexSets[set].attributes.firstIndex(where: { $0.semantic == .position })
        else { return false }
        let facts = Content(MeshScene()).facts(of: scene.vertexSets[set].attributes[index].values)
        guard facts.nonFiniteCount == 0, !(facts.minimum < 0), !(facts.maximum > 0) else { return false }
        scene.vertexSets[set].attributes.remove(at: index)
        return true
    }

    /// Restores one attribute, looked up by its name in the scene as read: two attributes may have swapped names.
    private func restore(_ form: Form, asRead read: MeshScene, _ scene: inout MeshScene) -> Bool {
        let list: WritableKeyPath<MeshScene, [Attribute]>
        if form.isElement {
            guard read.meshes.indices.contains(form.owner), !read.meshes[form.owner].primitives.isEmpty else {
                return false
            }
            list = \.meshes[form.owner].primitives[0].elementAttributes
        } else {
            guard read.vertexSets.indices.contains(form.owner) else { return false }
            list = form.pool == nil ? \.vertexSets[form.owner].attributes : \.vertexSets[form.owner].pools
        }
        let attributes = read[keyPath: list]
        let place = attributes.indices.first {
            attributes[$0].semantic.name == form.attribute.stored && $0 == form.pool ?? $0
        }
        guard let place, let restored = form.attribute.restored(attributes[place]) else { return false }
        scene[keyPath: list][place] = restored
        return true
    }
}

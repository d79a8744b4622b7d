import MeshFormats
import MeshModel

// Restoring the original scene, where the file matches the record.

extension USDOrigin {
    /// Turns the scene of a file into the scene that it was written from. Parts that don't match stay and are reported.
    func restore(_ scene: inout MeshScene) -> [Diagnostic] {
        var misfits: [String] = []
        scene.nestsSkins = nestsSkins
        // Attributes first: the record has the indices of sets and meshes in the file.
        let splats = Set(scene.vertexSets.indices.filter { scene.vertexSets[$0].splatDegree != nil })
        let forms = takeAwaySplats(&scene, &misfits)
        let read = scene
        for form in forms where !restore(form, asRead: read, splats, &scene) { misfits.append(form.attribute.name) }
        for set in pointless where !takeAwayPoints(set, &scene) { misfits.append("positions") }
        for mesh in unshared where !takeAwayIndices(mesh, &scene) { misfits.append("indices") }
        for form in materials where !form.restore(in: &scene) { misfits.append("material \(form.index)") }
        for index in namelessMaterials {
            guard scene.materials.indices.contains(index) else { continue }
            scene.materials[index].name = nil
        }
        if let painting, !painting.takeAway(from: &scene) { misfits.append("painting") }
        if !takeAwayMaterials(&scene) { misfits.append("materials") }
        if !restoreCameras(&scene) { misfits.append("cameras") }
        if !restoreLights(&scene) { misfits.append("lights") }
        if !restoreVariants(&scene) { misfits.append("variants") }
        if !restoreMeshes(&scene) { misfits.append("meshes") }
        if !restoreNodes(&scene, &misfits) {
            misfits.append("nodes")
        } else if !restoreInstances(&scene) {
            misfits.append("instances")
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
            restored.append(
                Mesh(
                    name: form.name, primitives: parts.flatMap(\.primitives), targets: parts.first?.targets ?? []))
        }
        scene.meshes = restored
        for index in scene.nodes.indices {
            if let mesh = scene.nodes[index].mesh { scene.nodes[index].mesh = numbers[mesh] }
        }
        return true
    }

    /// Removes added nodes. Their meshes go to the original nodes.
    private func restoreNodes(_ scene: inout MeshScene, _ misfits: inout [String]) -> Bool {
        guard nodeCount > 0 else {
            let isWhole = restoreMotion(&scene, numbers: Array(scene.nodes.indices), &misfits)
            return !isRooted && restoreScenes(&scene) && isWhole
        }
        let count = scene.nodes.count
        let all = generated + nameless + showing.map(\.node) + copies.flatMap { [$0.node, $0.original] }
        guard nodeCount == count, all.allSatisfy({ $0 >= 0 && $0 < count }),
            showing.allSatisfy({ scene.meshes.indices.contains($0.mesh) })
        else { return false }
        var isGenerated = [Bool](repeating: false, count: count)
        let moving = Set(copies.map(\.node))
        for node in generated {
            guard
                moving.contains(node)
                    || scene.nodes[node].transform.isSame(as: isRooted && node == 0 ? Self.turn : .identity)
            else { return false }
            isGenerated[node] = true
        }
        guard copies.allSatisfy({ isGenerated[$0.node] && !isGenerated[$0.original] }), restoreJoints(&scene) else {
            return false
        }
        for node in nameless { scene.nodes[node].name = nil }
        for show in showing {
            scene.nodes[show.node].mesh = show.mesh
            takeInstances(show, isGenerated, &scene)
        }
        let standIns = standIns(scene, isGenerated: isGenerated)
        let own = scene.nodes.map(\.children)
        func kept(_ children: [Int]) -> [Int] { Self.kept(children, of: own, isGenerated: isGenerated) }
        var numbers = [Int](repeating: -1, count: count)
        var nodes: [Node] = []
        for index in 0..<count where !isGenerated[index] {
            numbers[index] = nodes.count
            nodes.append(scene.nodes[index])
        }
        for index in nodes.indices { nodes[index].children = kept(nodes[index].children).map { numbers[$0] } }
        // The children of an added root become roots.
        for index in scene.scenes.indices {
            scene.scenes[index].roots = kept(scene.scenes[index].roots).map { numbers[$0] }
        }
        guard families.allSatisfy({ ([$0.node] + $0.children).allSatisfy(nodes.indices.contains) }) else {
            return false
        }
        for family in families { nodes[family.node].children = family.children }
        guard Self.isForest(nodes) else { return false }
        scene.nodes = nodes
        if isRooted { scene.upAxis = .z }
        let isWhole = restoreMotion(&scene, numbers: standIns.map { $0 < 0 ? -1 : numbers[$0] }, &misfits)
        return restoreScenes(&scene) && isWhole
    }

    /// Nodes that are not added, in place of the added ones above them.
    static func kept(_ children: [Int], of all: [[Int]], isGenerated: [Bool]) -> [Int] {
        var result: [Int] = []
        var waiting = Array(children.reversed())
        while let node = waiting.popLast() {
            if isGenerated[node] { waiting += all[node].reversed() } else { result.append(node) }
        }
        return result
    }

    /// Whether each node has one parent at most and none is above itself.
    private static func isForest(_ nodes: [Node]) -> Bool {
        var isChild = [Bool](repeating: false, count: nodes.count)
        for node in nodes {
            for child in node.children {
                if isChild[child] { return false }
                isChild[child] = true
            }
        }
        var waiting = nodes.indices.filter { !isChild[$0] }
        var count = 0
        while let node = waiting.popLast() {
            count += 1
            waiting += nodes[node].children
        }
        return count == nodes.count
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

    /// Takes away indices that only count.
    private func takeAwayIndices(_ mesh: Int, _ scene: inout MeshScene) -> Bool {
        guard scene.meshes.indices.contains(mesh), let own = scene.meshes[mesh].primitives.first else { return false }
        var vertices = ContiguousArray<Int32>()
        own.readVertices(of: 0..<own.cornerCount, into: &vertices)
        guard vertices.indices.allSatisfy({ Int(vertices[$0]) == $0 }) else { return false }
        scene.meshes[mesh].primitives[0].vertices = nil
        return true
    }

    /// Restores one attribute, looked up by its name in the scene as read: two attributes may have swapped names.
    ///
    /// - Parameter splats: the vertex sets that the file has as splats.
    private func restore(
        _ form: Form, asRead read: MeshScene, _ splats: Set<Int>, _ scene: inout MeshScene
    ) -> Bool {
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
        guard let place else { return false }
        var stored = attributes[place]
        if !form.isElement, splats.contains(form.owner) { form.attribute.encodeSplat(&stored) }
        guard var restored = form.attribute.restored(stored) else { return false }
        var isWhole = true
        if let residuals = form.residuals {
            let original = original(restored.values, stored: stored.values, residuals)
            if let original { restored.values = original } else { isWhole = false }
        }
        scene[keyPath: list][place] = restored
        return isWhole
    }
}

extension NodeTransform {
    /// Whether it is the same transform, in any form.
    fileprivate func isSame(as other: NodeTransform) -> Bool {
        self == other || USDSceneBuilder.matrix(self) == USDSceneBuilder.matrix(other)
    }
}

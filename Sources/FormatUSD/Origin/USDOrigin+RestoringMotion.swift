import MeshFormats
import MeshModel

// Restoring what moves.

extension USDOrigin {
    /// For each added node the node that it stands for: the one that it copies, or else its nearest ancestor that was
    /// not added.
    func standIns(_ scene: MeshScene, isGenerated: [Bool]) -> [Int] {
        var parents = [Int](repeating: -1, count: scene.nodes.count)
        for (index, node) in scene.nodes.enumerated() { for child in node.children { parents[child] = index } }
        var original: [Int: Int] = [:]
        for copy in copies { original[copy.node] = copy.original }
        return scene.nodes.indices.map { index in
            var node = index
            while node >= 0, isGenerated[node] {
                if let own = original[node] { return own }
                node = parents[node]
            }
            return node
        }
    }

    /// Gives joints their original transforms, if the file has what was made of them.
    func restoreJoints(_ scene: inout MeshScene) -> Bool {
        for joint in joints {
            guard scene.nodes.indices.contains(joint.index) else { return false }
            let read = USDSceneBuilder.matrix(scene.nodes[joint.index].transform).rows
            func isNear(_ transform: NodeTransform) -> Bool {
                let own = USDSceneBuilder.matrix(transform).rows
                // Half floats have eleven bits.
                let size = own.reduce(0) { max($0, abs($1)) }
                return zip(read, own).allSatisfy { abs($0 - $1) <= 0x1p-10 * size }
            }
            // Scales that an animation can't hold became others.
            guard isNear(joint.transform) || isNear(USDRestParts(joint.transform).inAnimation) else { return false }
        }
        for joint in joints { scene.nodes[joint.index].transform = joint.transform }
        // Only the prim beside a joint can hide.
        for copy in copies where scene.nodes.indices.contains(copy.node) && !scene.nodes[copy.node].isVisible {
            if scene.nodes.indices.contains(copy.original) { scene.nodes[copy.original].isVisible = false }
        }
        return true
    }

    /// Restores skins, weights and clips after added nodes were removed.
    ///
    /// - Parameter numbers: the number of each node as read, or that of the node that it stands for; −1 for none.
    /// - Parameter misfits: gets the clips that were changed after they were written.
    func restoreMotion(_ scene: inout MeshScene, numbers: [Int], _ misfits: inout [String]) -> Bool {
        func number(_ node: Int) -> Int? { numbers.indices.contains(node) && numbers[node] >= 0 ? numbers[node] : nil }
        for index in scene.skins.indices {
            scene.skins[index].joints = scene.skins[index].joints.compactMap { number($0) }
            scene.skins[index].skeleton = scene.skins[index].skeleton.flatMap { number($0) }
        }
        for index in scene.clips.indices {
            var seen: Set<USDMovedProperty> = []
            scene.clips[index].channels = scene.clips[index].channels.compactMap { channel in
                guard let node = number(channel.node) else { return nil }
                // Primitives of a mesh have the same weights.
                guard seen.insert(USDMovedProperty(node: node, property: channel.property)).inserted else { return nil }
                return AnimationChannel(node: node, property: channel.property, sampler: channel.sampler)
            }
        }
        let isWhole = restoreSkins(&scene) && restoreWeights(&scene)
        return restoreClips(&scene, &misfits) && isWhole
    }

    private func restoreSkins(_ scene: inout MeshScene) -> Bool {
        guard !skins.isEmpty else { return true }
        let nodes = scene.nodes.indices
        guard
            skins.allSatisfy({ form in
                scene.skins.indices.contains(form.index) && form.nodes.allSatisfy(nodes.contains)
                    && form.skeleton.map(nodes.contains) ?? true
            })
        else { return false }
        var restored: [Skin] = []
        for index in nodes { scene.nodes[index].skin = nil }
        for form in skins {
            var skin = scene.skins[form.index]
            (skin.name, skin.skeleton) = (form.name, form.skeleton)
            if !form.hasMatrices {
                skin.inverseBindMatrices = nil
            } else if let start = form.matrices, let read = skin.inverseBindMatrices,
                let own = column(start, count: read.count, components: 16), own.isNear(read)
            {
                skin.inverseBindMatrices = own
            }
            for node in form.nodes where scene.nodes[node].mesh != nil { scene.nodes[node].skin = restored.count }
            restored.append(skin)
        }
        scene.skins = restored
        return true
    }

    private func restoreWeights(_ scene: inout MeshScene) -> Bool {
        guard !targets.isEmpty else { return true }
        guard
            targets.allSatisfy({ form in
                scene.meshes.indices.contains(form.mesh) && scene.meshes[form.mesh].targets.count == form.names.count
            }),
            weights.allSatisfy({ form in
                scene.nodes.indices.contains(form.node)
                    && scene.nodes[form.node].mesh.map { scene.meshes[$0].targets.count } == form.weights.count
            })
        else { return false }
        for form in targets {
            scene.meshes[form.mesh].targets = zip(form.names, form.weights).map { MorphTarget(name: $0, weight: $1) }
        }
        for index in scene.nodes.indices { scene.nodes[index].weights = nil }
        for form in weights { scene.nodes[form.node].weights = form.weights }
        return true
    }
}

extension Column {
    /// Whether matrices are the same but for rounding, and for their last column, which moves nothing. One of zeros is
    /// written as one of very small numbers.
    fileprivate func isNear(_ other: Column) -> Bool {
        guard count == other.count, components == other.components else { return false }
        let (own, others) = (doubles(), other.doubles())
        for start in Swift.stride(from: 0, to: own.count, by: components) {
            let size = own[start..<start + components].reduce(0) { max($0, abs($1)) }
            let room = 1e-6 * (size > 0 ? size : 1)
            for index in start..<start + components where index % 4 != 3 {
                guard abs(own[index] - others[index]) <= room else { return false }
            }
        }
        return true
    }
}

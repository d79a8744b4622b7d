// Checks that the parts of a scene that move fit together.

extension MeshScene {
    func checkMotion() throws(SceneDefect) {
        for (index, skin) in skins.enumerated() { try check(skin, ScenePath.skin(index)) }
        for (index, node) in nodes.enumerated() { try checkMotion(node, ScenePath.node(index)) }
        for (index, clip) in clips.enumerated() { try check(clip, ScenePath.clip(index)) }
    }

    private func check(_ skin: Skin, _ path: String) throws(SceneDefect) {
        guard !skin.joints.isEmpty else { throw SceneDefect(path, "expected joints, found none") }
        var seen: Set<Int> = []
        for joint in skin.joints {
            guard nodes.indices.contains(joint) else {
                throw SceneDefect(path, "expected joints below \(nodes.count), found \(joint)")
            }
            guard seen.insert(joint).inserted else {
                throw SceneDefect(path, "expected each joint once, found node \(joint) twice")
            }
        }
        if let root = skin.skeleton, !nodes.indices.contains(root) {
            throw SceneDefect(path, "expected a node below \(nodes.count) as skeleton, found \(root)")
        }
        if let matrices = skin.inverseBindMatrices {
            guard matrices.components == 16, matrices.count >= skin.joints.count else {
                throw SceneDefect(
                    path,
                    "expected \(skin.joints.count) matrices of 16 numbers, "
                        + "found \(matrices.count) of \(matrices.components)")
            }
        }
    }

    private func checkMotion(_ node: Node, _ path: String) throws(SceneDefect) {
        if let skin = node.skin {
            guard skins.indices.contains(skin) else {
                throw SceneDefect(path, "expected a skin below \(skins.count), found \(skin)")
            }
            guard node.mesh != nil else { throw SceneDefect(path, "expected a mesh beside the skin, found none") }
        }
        if let weights = node.weights {
            let count = node.mesh.map { meshes[$0].targets.count } ?? 0
            guard weights.count == count else {
                throw SceneDefect(path, "expected \(count) weights of morph targets, found \(weights.count)")
            }
        }
    }

    private func check(_ clip: AnimationClip, _ path: String) throws(SceneDefect) {
        for (index, sampler) in clip.samplers.enumerated() {
            let rows = sampler.interpolation == .cubicSpline ? 3 : 1
            guard sampler.times.components == 1,
                sampler.times.count.multipliedReportingOverflow(by: rows) == (sampler.values.count, false)
            else {
                throw SceneDefect(
                    "\(path)/samplers/\(index)",
                    "expected \(rows) rows of values for each of \(sampler.times.count) keys, "
                        + "found \(sampler.values.count)")
            }
        }
        try checkSettings(clip, path)
        var seen: Set<AnimationChannel> = []
        for (index, channel) in clip.channels.enumerated() {
            let place = "\(path)/channels/\(index)"
            guard nodes.indices.contains(channel.node) else {
                throw SceneDefect(place, "expected a node below \(nodes.count), found \(channel.node)")
            }
            guard clip.samplers.indices.contains(channel.sampler) else {
                throw SceneDefect(place, "expected a sampler below \(clip.samplers.count), found \(channel.sampler)")
            }
            let width = width(of: channel)
            let found = clip.samplers[channel.sampler].values.components
            guard found == width else {
                throw SceneDefect(
                    place, "expected \(width) numbers a key for \(channel.property.rawValue), found \(found)")
            }
            if channel.property == .visibility {
                let sampler = clip.samplers[channel.sampler]
                guard sampler.interpolation == .step, sampler.values.type == .uint8 else {
                    throw SceneDefect(
                        place,
                        "expected steps of uint8 for visibility, found \(sampler.interpolation.rawValue) of "
                            + sampler.values.type.name)
                }
            }
            let target = AnimationChannel(node: channel.node, property: channel.property, sampler: 0)
            guard seen.insert(target).inserted else {
                throw SceneDefect(
                    place,
                    "expected each property once, found the \(channel.property.rawValue) of node \(channel.node) twice")
            }
        }
    }

    private func checkSettings(_ clip: AnimationClip, _ path: String) throws(SceneDefect) {
        var seen: Set<SettingChannel> = []
        for (index, channel) in clip.settings.enumerated() {
            let place = "\(path)/settings/\(index)"
            let count = count(like: channel.part)
            guard channel.part.index >= 0, channel.part.index < count else {
                throw SceneDefect(
                    place, "expected a \(channel.part.word) below \(count), found \(channel.part.index)")
            }
            guard clip.samplers.indices.contains(channel.sampler) else {
                throw SceneDefect(place, "expected a sampler below \(clip.samplers.count), found \(channel.sampler)")
            }
            let found = clip.samplers[channel.sampler].values.components
            if let width = setting(channel.name, of: channel.part)?.count, found != width {
                throw SceneDefect(place, "expected \(width) numbers a key for \(channel.name), found \(found)")
            }
            guard seen.insert(SettingChannel(part: channel.part, name: channel.name, sampler: 0)).inserted else {
                throw SceneDefect(place, "expected each setting once, found \(channel.name) twice")
            }
        }
    }

    /// The numbers of a key of a channel.
    private func width(of channel: AnimationChannel) -> Int {
        switch channel.property {
        case .translation, .scale: 3
        case .rotation: 4
        case .visibility: 1
        case .weights: nodes[channel.node].mesh.map { meshes[$0].targets.count } ?? 0
        }
    }
}

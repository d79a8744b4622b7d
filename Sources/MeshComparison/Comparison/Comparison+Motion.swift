import MeshModel

// Compares what moves: skins, morph targets as meshes list them, clips. Differences of targets are attributes.

extension Comparison {
    mutating func compareMotion() {
        if let tolerance = links.motionTolerance { return compareShownMotion(tolerance) }
        compareSkins()
        compareTargets()
        compareClips()
    }

    /// The source of each target part, if it has one.
    func origin(_ origins: [Int?], _ index: Int, _ count: Int) -> Int? {
        guard index < origins.count, let origin = origins[index], origin >= 0, origin < count else { return nil }
        return origin
    }

    // MARK: Skins

    private mutating func compareSkins() {
        let (from, to) = (source.scene.skins, target.scene.skins)
        var isThere = [Bool](repeating: false, count: from.count)
        var parents: [Int: Int] = [:]
        for (index, node) in target.scene.nodes.enumerated() where node.children.count == 1 {
            if parents[node.children[0]] == nil { parents[node.children[0]] = index }
        }
        for (index, skin) in to.enumerated() {
            guard let origin = origin(links.skins, index, from.count), !isThere[origin] else {
                add(.generated, ScenePath.skin(index), count: 1)
                continue
            }
            isThere[origin] = true
            compare(from[origin], skin, parents, ScenePath.skin(origin))
        }
        for index in from.indices where !isThere[index] { add(.presence, ScenePath.skin(index), count: 1) }
    }

    private mutating func compare(_ from: Skin, _ to: Skin, _ parents: [Int: Int], _ path: String) {
        if !ExactText.areSame(from.name, to.name) { add(.names, path, count: 1) }
        let joints = to.joints.map { sourceJoint(of: $0, parents) }
        let wrong = zip(from.joints, joints).count { $0 != $1 } + abs(from.joints.count - joints.count)
        add(.value, path, count: wrong, valueClass: .approximated)
        guard wrong == 0 else { return }
        let count = from.joints.count
        let matrices = [from, to].map { $0.inverseBindMatrices ?? Self.identities(count) }
        guard matrices.allSatisfy({ $0.count >= count && $0.components == 16 }) else {
            return add(.value, path, count: count, valueClass: .approximated)
        }
        report(path, compare(matrices[0].rows(0..<count), matrices[1].rows(0..<count)))
    }

    /// The source node of a joint. An inner node of a split matrix stands for the node above it.
    ///
    /// - Parameter parents: the nodes with one child, by it.
    private func sourceJoint(of node: Int, _ parents: [Int: Int]) -> Int? {
        if let origin = origin(links.nodes, node, source.scene.nodes.count) { return origin }
        guard let parent = parents[node] else { return nil }
        return origin(links.nodes, parent, source.scene.nodes.count)
    }

    private static func identities(_ count: Int) -> Column {
        let identity: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
        return Column(ContiguousArray((0..<count).flatMap { _ in identity }), components: 16)
    }

    private func compare(_ from: Column, _ to: Column) -> ValueComparison.Result {
        let name = AttributeSemantic(name: "")
        return ValueComparison.compareAligned(
            Attribute(name, from), Attribute(name, to), targetStart: 0, count: from.count, .identity, workers: workers)
    }

    // MARK: Morph targets

    private mutating func compareTargets() {
        for (index, mesh) in target.scene.meshes.enumerated() {
            guard let origin = origin(links.meshes, index, source.scene.meshes.count) else {
                add(.generated, ScenePath.targets(mesh: index), count: mesh.targets.count)
                continue
            }
            let from = source.scene.meshes[origin].targets
            let path = ScenePath.targets(mesh: origin)
            add(.presence, path, count: max(from.count - mesh.targets.count, 0))
            add(.generated, ScenePath.targets(mesh: index), count: max(mesh.targets.count - from.count, 0))
            let pairs = zip(from, mesh.targets)
            add(.names, path, count: pairs.count { !ExactText.areSame($0.name, $1.name) })
            add(.value, path, count: pairs.count { $0.weight != $1.weight }, valueClass: .approximated)
        }
    }

    // MARK: Clips

    private mutating func compareClips() {
        let (from, to) = (source.scene.clips, target.scene.clips)
        var isThere = [Bool](repeating: false, count: from.count)
        for (index, clip) in to.enumerated() {
            guard let origin = origin(links.clips, index, from.count), !isThere[origin] else {
                add(.generated, ScenePath.clip(index), count: 1)
                continue
            }
            isThere[origin] = true
            compare(from[origin], clip, origin, index)
        }
        for index in from.indices where !isThere[index] { add(.presence, ScenePath.clip(index), count: 1) }
    }

    /// What a channel moves.
    private struct Place: Hashable {
        var node: Int
        var property: AnimationChannel.Property
    }

    private mutating func compare(_ from: AnimationClip, _ to: AnimationClip, _ origin: Int, _ index: Int) {
        if !ExactText.areSame(from.name, to.name) { add(.names, ScenePath.clip(origin), count: 1) }
        var arrived: [Place: Int] = [:]
        for (number, channel) in to.channels.enumerated() {
            let node = self.origin(links.nodes, channel.node, source.scene.nodes.count)
            if let node { arrived[Place(node: node, property: channel.property)] = number }
            let isKnown = from.channels.contains { $0.node == node && $0.property == channel.property }
            if !isKnown { add(.generated, ScenePath.channel(clip: index, number), count: 1) }
        }
        for (number, channel) in from.channels.enumerated() {
            let path = ScenePath.channel(clip: origin, number)
            guard let image = arrived[Place(node: channel.node, property: channel.property)] else {
                add(.presence, path, count: 1)
                continue
            }
            let (a, b) = (from.samplers[channel.sampler], to.samplers[to.channels[image].sampler])
            compareKeys(a, b, path)
        }
        compareSettings(from, to, origin, index)
    }

    mutating func compareKeys(_ a: AnimationSampler, _ b: AnimationSampler, _ path: String) {
        guard a.interpolation == b.interpolation, a.times.count == b.times.count,
            a.values.count == b.values.count, a.values.components == b.values.components
        else { return add(.value, path, count: a.times.count, valueClass: .approximated) }
        report(path, compare(a.times, b.times))
        report(path, compare(a.values, b.values))
    }
}

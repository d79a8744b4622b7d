internal import MeshModel

/// What the nodes of a scene do at a moment: the values of a clip's channels.
struct SceneMotion {
    /// The transforms of the nodes that move.
    private(set) var transforms: [Int: NodeTransform] = [:]
    /// The channels without a value, and those of nodes with a matrix, which has no parts to replace.
    private(set) var ignoredChannels = 0
    private var weights: [Int: [Double]] = [:]
    private var isShown: [Int: Bool] = [:]
    /// The numbers of the clip's settings, by their place in its list.
    private(set) var settings: [Int: [Double]] = [:]
    private let scene: MeshScene
    private let restWeights: [[Double]]

    init(_ scene: MeshScene, at moment: Moment) {
        self.scene = scene
        restWeights = scene.meshes.map { $0.targets.map(\.weight) }
        guard let index = moment.clip, scene.clips.indices.contains(index) else { return }
        let clip = scene.clips[index]
        for channel in clip.channels {
            guard scene.nodes.indices.contains(channel.node), clip.samplers.indices.contains(channel.sampler),
                let value = clip.samplers[channel.sampler].value(
                    at: moment.seconds, isRotation: channel.property == .rotation)
            else {
                ignoredChannels += 1
                continue
            }
            if channel.property == .weights {
                weights[channel.node] = value
            } else if channel.property == .visibility {
                isShown[channel.node] = value.first != 0
            } else if !set(channel.property, of: channel.node, to: value) {
                ignoredChannels += 1
            }
        }
        for (place, channel) in clip.settings.enumerated() {
            guard clip.samplers.indices.contains(channel.sampler),
                let value = clip.samplers[channel.sampler].value(at: moment.seconds, isRotation: false),
                value.count == scene.setting(channel.name, of: channel.part)?.count
            else {
                ignoredChannels += 1
                continue
            }
            settings[place] = value
        }
    }

    /// Replaces a part of a node's transform; false if it has none.
    private mutating func set(_ property: AnimationChannel.Property, of node: Int, to value: [Double]) -> Bool {
        var translation = SIMD3<Double>()
        var rotation = SIMD4<Double>(0, 0, 0, 1)
        var scale = SIMD3<Double>(1, 1, 1)
        switch transforms[node] ?? scene.nodes[node].transform {
        case .identity: break
        case .trs(let own, let turn, let size): (translation, rotation, scale) = (own, turn, size)
        case .matrix: return false
        }
        guard value.count == (property == .rotation ? 4 : 3) else { return false }
        switch property {
        case .translation: translation = SIMD3(value[0], value[1], value[2])
        case .rotation: rotation = SIMD4(value[0], value[1], value[2], value[3])
        case .scale: scale = SIMD3(value[0], value[1], value[2])
        case .weights, .visibility: return false
        }
        transforms[node] = .trs(translation: translation, rotation: rotation, scale: scale)
        return true
    }

    /// Returns whether a node is shown, as far as it is up to it.
    func isVisible(_ node: Int) -> Bool { isShown[node] ?? scene.nodes[node].isVisible }

    /// Returns a node's own weights of the targets of its mesh; nil: those of the mesh apply.
    func ownWeights(of mesh: Int, at node: Int) -> [Double]? {
        guard let own = weights[node] ?? scene.nodes[node].weights, own.count == restWeights[mesh].count else {
            return nil
        }
        return own
    }

    /// Returns the weights of the targets of a mesh.
    func weights(of mesh: Int) -> [Double] { restWeights[mesh] }

    /// Returns the joint matrices of a skin, given the world transforms of all nodes.
    func joints(of skin: Skin, _ worlds: [Affine]) -> [Affine] {
        var numbers = ContiguousArray<Double>()
        if let matrices = skin.inverseBindMatrices, matrices.components == 16 {
            matrices.read(0..<min(matrices.count, skin.joints.count), into: &numbers)
        }
        return skin.joints.enumerated().map { index, joint in
            let world = worlds.indices.contains(joint) ? worlds[joint] : .identity
            guard numbers.count >= 16 * (index + 1) else { return world }
            return world.after(Affine(inverseBind: Array(numbers[16 * index..<16 * index + 16])) ?? .identity)
        }
    }

    /// The world transform of each node, whether a scene shows it or not.
    func worlds() -> [Affine] {
        var worlds = [Affine](repeating: .identity, count: scene.nodes.count)
        var isDone = [Bool](repeating: false, count: scene.nodes.count)
        var isChild = isDone
        for node in scene.nodes {
            for child in node.children where isChild.indices.contains(child) { isChild[child] = true }
        }
        for root in scene.nodes.indices where !isChild[root] {
            var open = [(node: root, parent: Affine.identity)]
            while let (index, parent) = open.popLast() {
                guard isDone.indices.contains(index), !isDone[index] else { continue }
                isDone[index] = true
                let node = scene.nodes[index]
                worlds[index] = parent.after(Affine(transforms[index] ?? node.transform) ?? .identity)
                for child in node.children { open.append((child, worlds[index])) }
            }
        }
        return worlds
    }
}

import MeshModel

// Faults of what moves: skins, morph targets, clips.

extension Mutant {
    /// The formats that hold what moves.
    private static let moving: Set<String> = ["glb", "gltf"]

    static let motions: [Mutant] = skins + targets + clips + visibility

    private static func moving(_ name: String, _ change: @escaping @Sendable (inout MeshScene) -> Bool) -> Mutant {
        Mutant(name, formats: moving, scene: change)
    }

    private static let skins: [Mutant] = [
        moving("a skin is lost") { scene in
            for index in scene.nodes.indices { scene.nodes[index].skin = nil }
            return scene.skins.loseLast()
        },
        moving("a mesh no longer follows its joints") { scene in
            scene.nodes.alterFirst(where: { $0.skin != nil }) { $0.skin = nil }
        },
        moving("a mesh that joints move leaves its place") { scene in
            for parent in scene.nodes.indices {
                guard let place = scene.nodes[parent].children.firstIndex(where: { scene.nodes[$0].skin != nil }),
                    !scene.scenes.isEmpty
                else { continue }
                scene.scenes[0].roots.append(scene.nodes[parent].children.remove(at: place))
                return true
            }
            return false
        },
        moving("a mesh that joints move is in no scene") { scene in
            guard let root = scene.scenes.first?.roots.first(where: { scene.nodes[$0].skin != nil }) else {
                return false
            }
            for index in scene.scenes.indices { scene.scenes[index].roots.removeAll { $0 == root } }
            return true
        },
        moving("two joints are exchanged") { scene in
            scene.skins.alterFirst(where: { $0.joints.count > 1 }) { $0.joints.swapAt(0, 1) }
        },
        moving("the last joint is lost") { scene in
            scene.skins.alterFirst(where: { $0.joints.count > 1 }) { $0.joints.removeLast() }
        },
        moving("inverse bind matrices are transposed") { scene in
            scene.skins.alterFirst(where: { $0.inverseBindMatrices != nil }) { skin in
                let numbers = skin.inverseBindMatrices?.doubles() ?? []
                skin.inverseBindMatrices = skin.inverseBindMatrices?.changed { index, _ in
                    numbers[index / 16 * 16 + index % 4 * 4 + index % 16 / 4]
                }
            }
        },
        moving("inverse bind matrices are forgotten") { scene in
            scene.skins.alterFirst(where: { $0.inverseBindMatrices != nil }) { $0.inverseBindMatrices = nil }
        },
        .numbers("joints count from 1", .joints(0), formats: moving) { $1 + 1 },
        .attribute("the first of four weights takes all", .weights(0), formats: moving) { attribute in
            let most = attribute.values.type.normalizedMaximum ?? 1
            attribute.values = attribute.values.changed { index, _ in index % 4 == 0 ? most : 0 }
        },
        moving("joints beyond four are lost") { scene in
            var isChanged = false
            for set in scene.vertexSets.indices {
                let isLost = scene.vertexSets[set].attributes.lose { [.joints(1), .weights(1)].contains($0.semantic) }
                isChanged = isChanged || isLost
            }
            return isChanged
        },
    ]

    // MARK: Morph targets

    private static let targets: [Mutant] = [
        moving("the differences of a target are lost") { scene in
            scene.vertexSets.alterAny { set in
                guard let index = set.attributes.firstIndex(where: { $0.semantic.ofTarget != nil }), set.count > 0
                else {
                    return false
                }
                set.attributes.remove(at: index)
                return true
            }
        },
        .numbers(
            "differences are added the wrong way round", formats: moving, where: { $0.semantic.ofTarget != nil },
            { -$1 }),
        moving("a target is lost") { scene in
            guard let mesh = scene.meshes.firstIndex(where: { !$0.targets.isEmpty }) else { return false }
            scene.meshes[mesh].targets.removeLast()
            for node in scene.nodes.indices where scene.nodes[node].mesh == mesh { scene.nodes[node].weights = nil }
            return true
        },
        moving("a target's weight at rest is lost") { scene in
            scene.meshes.alterFirst(where: { $0.targets.contains { $0.weight != 0 } }) { mesh in
                for target in mesh.targets.indices { mesh.targets[target].weight = 0 }
            }
        },
        moving("a node's own weights are lost") { scene in
            let usual = scene.meshes.map { $0.targets.map(\.weight) }
            return scene.nodes.alterFirst(where: { node in
                node.weights != nil && node.mesh.map { node.weights != usual[$0] } == true
            }) { $0.weights = nil }
        },
        moving("the name of a target is lost") { scene in
            scene.meshes.alterFirst(where: { $0.targets.contains { $0.name != nil } }) { mesh in
                for target in mesh.targets.indices { mesh.targets[target].name = nil }
            }
        },
    ]

    // MARK: Clips

    private static let clips: [Mutant] = [
        moving("a clip is lost") { $0.clips.loseLast() },
        moving("the name of a clip is lost") { $0.clips.alterFirst(where: { $0.name != nil }) { $0.name = nil } },
        moving("a channel is lost") { !$0.clips.isEmpty && $0.clips[0].channels.loseFirst() },
        moving("a channel moves another node") { scene in
            guard scene.clips.first?.channels.isEmpty == false, scene.nodes.count > 1 else { return false }
            let node = scene.clips[0].channels[0].node
            scene.clips[0].channels[0].node = node == 0 ? 1 : 0
            return true
        },
        moving("translations scale") { scene in
            guard
                let (clip, channel) = scene.firstChannel({ channel, channels in
                    channel.property == .translation
                        && !channels.contains { $0.node == channel.node && $0.property == .scale }
                })
            else { return false }
            scene.clips[clip].channels[channel].property = .scale
            return true
        },
        moving("the last key is lost") { scene in
            scene.changeSampler(where: { $0.times.count > 1 && $0.interpolation != .cubicSpline }) { sampler in
                sampler.times = sampler.times.rows(0..<sampler.times.count - 1)
                sampler.values = sampler.values.rows(0..<sampler.values.count - 1)
            }
        },
        moving("the first key's time is subtracted") { scene in
            scene.changeSampler(where: { $0.times.doubles()[0] != 0 }) { sampler in
                let first = sampler.times.doubles()[0]
                sampler.times = sampler.times.changed { _, time in time - first }
            }
        },
        moving("quaternions begin with w") { scene in
            scene.changeSampler(where: { $0.values.components == 4 }) { sampler in
                let before = sampler.values.doubles()
                sampler.values = sampler.values.changed { index, _ in before[index / 4 * 4 + (index + 3) % 4] }
            }
        },
        moving("steps become straight lines") { scene in
            scene.changeSampler(where: { $0.interpolation == .step && $0.times.count > 1 }) {
                $0.interpolation = .linear
            }
        },
        moving("the tangents of splines are exchanged") { scene in
            scene.changeSampler(where: { $0.interpolation == .cubicSpline }) { sampler in
                let before = sampler.values.doubles()
                let width = sampler.values.components
                sampler.values = sampler.values.changed { index, value in
                    switch index / width % 3 {
                    case 0: before[index + 2 * width]
                    case 2: before[index - 2 * width]
                    default: value
                    }
                }
            }
        },
        moving("a spline keeps only its values") { scene in
            scene.changeSampler(where: { $0.interpolation == .cubicSpline }) { sampler in
                let width = sampler.values.components
                let values = sampler.values.doubles().enumerated().filter { $0.offset / width % 3 == 1 }
                sampler.values = Column(values.map { Float($0.element) }, components: width)
                sampler.interpolation = .linear
            }
        },
        moving("times count frames") { scene in
            scene.changeSampler(where: { $0.times.doubles().contains { $0 != 0 } }) {
                $0.times = $0.times.changed { _, time in time * 24 }
            }
        },
        .certificate("the certificate exchanges two clips", formats: moving) { $0.clips.exchangeFirst() },
        .certificate("the certificate forgets a skin", formats: moving) { $0.skins.loseLast() },
    ]
}

extension MeshScene {
    /// The first channel that `isWanted` selects among the channels of its clip.
    func firstChannel(
        _ isWanted: (AnimationChannel, [AnimationChannel]) -> Bool
    ) -> (clip: Int, channel: Int)? {
        for (number, clip) in clips.enumerated() {
            if let channel = clip.channels.firstIndex(where: { isWanted($0, clip.channels) }) {
                return (number, channel)
            }
        }
        return nil
    }

    /// Changes the first sampler that `isWanted` selects, if that makes a difference.
    fileprivate mutating func changeSampler(
        where isWanted: (AnimationSampler) -> Bool, _ change: (inout AnimationSampler) -> Void
    ) -> Bool {
        for clip in clips.indices {
            for index in clips[clip].samplers.indices {
                let before = clips[clip].samplers[index]
                guard clips[clip].channels.contains(where: { $0.sampler == index }), before.times.count > 0,
                    isWanted(before)
                else { continue }
                change(&clips[clip].samplers[index])
                let after = clips[clip].samplers[index]
                if before.interpolation != after.interpolation || before.times.differs(from: after.times)
                    || before.values.differs(from: after.values)
                {
                    return true
                }
            }
        }
        return false
    }
}

import MeshModel

extension Derivation {
    /// Makes the nodes that the instances of nodes claim to have become.
    mutating func expand(_ claim: Correspondence.ExpandedInstances) {
        let claims = Dictionary(claim.nodes.map { ($0.node, $0.copies) }, uniquingKeysWith: { first, _ in first })
        var next = scene.nodes.count
        var isSound = claims.count == claim.nodes.count
        for (index, node) in scene.nodes.enumerated() {
            let rows = node.instances?.count ?? 0
            if node.instances == nil ? claims[index] != nil : claims[index] != next..<next + rows { isSound = false }
            next += rows
        }
        guard isSound else {
            add(.value, ScenePath.nodes, count: max(scene.nodes.count, 1), valueClass: .approximated)
            return
        }
        var nodes = scene.nodes
        for (index, node) in scene.nodes.enumerated() {
            guard let instances = node.instances, let copies = claims[index] else { continue }
            nodes[index].instances = nil
            nodes[index].mesh = nil
            nodes[index].weights = nil
            nodes[index].children.append(contentsOf: copies)
            nodes += Self.places(of: instances).map { place in
                var copy = Node(mesh: node.mesh)
                copy.transform = place
                copy.weights = node.weights
                return copy
            }
            add(.sharing, ScenePath.instances(node: index), count: copies.count)
            for attribute in instances.attributes
            where ![AttributeSemantic.translation, .rotation, .scale].contains(attribute.semantic) {
                add(.presence, ScenePath.instances(node: index, attribute.semantic), count: copies.count)
            }
        }
        scene.nodes = nodes
        for clip in scene.clips.indices {
            var channels: [AnimationChannel] = []
            for channel in scene.clips[clip].channels {
                if channel.property == .weights, let copies = claims[channel.node] {
                    for node in copies {
                        channels.append(AnimationChannel(node: node, property: .weights, sampler: channel.sampler))
                    }
                } else {
                    channels.append(channel)
                }
            }
            scene.clips[clip].channels = channels
        }
    }

    /// The transform of each row. Columns that are missing say nothing.
    private static func places(of instances: NodeInstances) -> [NodeTransform] {
        func rows(_ semantic: AttributeSemantic, _ standard: [Double]) -> (Int) -> [Double] {
            guard let attribute = instances.attributes.first(where: { $0.semantic == semantic }) else {
                return { _ in standard }
            }
            let numbers = attribute.values.doubles()
            let divisor = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
            return { row in
                numbers[row * standard.count..<(row + 1) * standard.count].map {
                    attribute.normalized ? max(-1, $0 / divisor) : $0
                }
            }
        }
        let translation = rows(.translation, [0, 0, 0])
        let rotation = rows(.rotation, [0, 0, 0, 1])
        let scale = rows(.scale, [1, 1, 1])
        return (0..<instances.count).map { row in
            let (t, r, s) = (translation(row), rotation(row), scale(row))
            return .trs(
                translation: SIMD3(t[0], t[1], t[2]), rotation: SIMD4(r[0], r[1], r[2], r[3]),
                scale: SIMD3(s[0], s[1], s[2]))
        }
    }
}

public import MeshModel

/// Makes a node of each instance: below the node that had them, behind its children, in the order of the rows.
///
/// - Keeps: the appearance; weights of morph targets and the clips that move them, for each copy.
/// - Changes: nodes with instances show nothing themselves. Attributes that only describe copies are left out.
/// - Returns: the scene; a correspondence with the nodes of the copies.
public func expandInstances(_ scene: MeshScene) -> (scene: MeshScene, correspondence: Correspondence) {
    var result = scene
    var record = Correspondence.ExpandedInstances(nodes: [])
    for (index, node) in scene.nodes.enumerated() {
        guard let instances = node.instances else { continue }
        let first = result.nodes.count
        result.nodes += instances.transforms.map { Node(transform: $0, mesh: node.mesh, weights: node.weights) }
        let copies = first..<result.nodes.count
        result.nodes[index].mesh = nil
        result.nodes[index].weights = nil
        result.nodes[index].instances = nil
        result.nodes[index].children += copies
        record.nodes.append(Correspondence.ExpandedInstances.Copies(node: index, copies: copies))
    }
    let copies = Dictionary(uniqueKeysWithValues: record.nodes.map { ($0.node, $0.copies) })
    for index in result.clips.indices {
        result.clips[index].channels = result.clips[index].channels.flatMap { channel in
            guard channel.property == .weights, let own = copies[channel.node] else { return [channel] }
            return own.map { AnimationChannel(node: $0, property: .weights, sampler: channel.sampler) }
        }
    }
    return (result, Correspondence.identity(of: result).following([.expanded(record)]))
}

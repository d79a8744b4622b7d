public import MeshModel

/// Leaves out hidden nodes and what hangs below them, for formats that can't hide anything.
///
/// - Keeps: the appearance, the order of the rest, and all materials, cameras and lights.
/// - Changes: meshes that only hidden nodes show are left out, and so are vertex sets that only such meshes use.
/// - Returns: the scene; the record; the topmost hidden nodes, each with the number of meshes and lights at and below
///   it, at least 1. Nil if nothing is hidden, or if clips or skins need the nodes.
public func leaveOutHidden(
    _ scene: MeshScene
) -> (scene: MeshScene, rest: Correspondence.Unhidden, hidden: [(node: Int, count: Int)])? {
    let isHidden = scene.hiddenNodes
    let withoutNode = scene.meshesWithoutNode
    guard isHidden.contains(true) || !withoutNode.isEmpty, scene.skins.isEmpty, scene.clips.isEmpty else { return nil }
    var isUnseen = [Bool](repeating: false, count: scene.meshes.count)
    var isKept = [Bool](repeating: false, count: scene.meshes.count)
    for (index, node) in scene.nodes.enumerated() {
        guard let mesh = node.mesh, isKept.indices.contains(mesh) else { continue }
        if isHidden[index] { isUnseen[mesh] = true } else { isKept[mesh] = true }
    }
    for mesh in withoutNode { isUnseen[mesh] = true }
    let meshes = scene.meshes.indices.filter { isKept[$0] || !isUnseen[$0] }
    let kept = Set(meshes)
    var isUsedByHidden = [Bool](repeating: false, count: scene.vertexSets.count)
    var isUsed = isUsedByHidden
    for (index, mesh) in scene.meshes.enumerated() {
        for set in mesh.primitives.map(\.vertexSet) where isUsed.indices.contains(set) {
            if kept.contains(index) { isUsed[set] = true } else { isUsedByHidden[set] = true }
        }
    }
    let rest = Correspondence.Unhidden(
        nodes: scene.nodes.indices.filter { !isHidden[$0] }, meshes: meshes,
        vertexSets: scene.vertexSets.indices.filter { isUsed[$0] || !isUsedByHidden[$0] })
    return (scene.with(rest), rest, scene.topmostHidden(isHidden))
}

extension MeshScene {
    /// The scene with only these parts.
    fileprivate func with(_ rest: Correspondence.Unhidden) -> MeshScene {
        func numbers(_ kept: [Int]) -> [Int: Int] {
            Dictionary(kept.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
        }
        let (nodeOf, meshOf, setOf) = (numbers(rest.nodes), numbers(rest.meshes), numbers(rest.vertexSets))
        var result = self
        result.nodes = rest.nodes.map { index in
            var node = nodes[index]
            node.children = node.children.compactMap { nodeOf[$0] }
            node.mesh = node.mesh.flatMap { meshOf[$0] }
            return node
        }
        for index in scenes.indices { result.scenes[index].roots = scenes[index].roots.compactMap { nodeOf[$0] } }
        result.meshes = rest.meshes.map { index in
            var mesh = meshes[index]
            for place in mesh.primitives.indices {
                mesh.primitives[place].vertexSet = setOf[mesh.primitives[place].vertexSet] ?? 0
            }
            return mesh
        }
        result.vertexSets = rest.vertexSets.map { vertexSets[$0] }
        return result
    }

    /// The hidden nodes that are not below other ones.
    fileprivate func topmostHidden(_ isHidden: [Bool]) -> [(node: Int, count: Int)] {
        var isBelow = [Bool](repeating: false, count: nodes.count)
        for (index, node) in nodes.enumerated() where isHidden[index] {
            for child in node.children where isBelow.indices.contains(child) { isBelow[child] = true }
        }
        var isDone = [Bool](repeating: false, count: nodes.count)
        return nodes.indices.filter { isHidden[$0] && !isBelow[$0] }.map { top in
            var (count, open) = (0, [top])
            while let node = open.popLast() {
                guard isDone.indices.contains(node), !isDone[node] else { continue }
                isDone[node] = true
                if nodes[node].mesh != nil || nodes[node].light != nil { count += 1 }
                open += nodes[node].children
            }
            return (top, max(count, 1))
        }
    }
}

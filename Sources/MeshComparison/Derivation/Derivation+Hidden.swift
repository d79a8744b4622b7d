import MeshModel

extension Derivation {
    /// Leaves out what nodes hide, if the claim is right about what that is.
    mutating func leaveOutHidden(_ rest: Correspondence.Unhidden) {
        let isHidden = scene.hiddenNodes
        let showers = scene.nodes.indices.filter { scene.nodes[$0].mesh != nil }
        let shown = Set(showers.filter { !isHidden[$0] }.compactMap { scene.nodes[$0].mesh })
        let alone =
            showers.isEmpty ? [] : Set(scene.meshes.indices).subtracting(showers.compactMap { scene.nodes[$0].mesh })
        let dark = Set(showers.filter { isHidden[$0] }.compactMap { scene.nodes[$0].mesh }).subtracting(shown).union(
            alone)
        let lit = scene.meshes.indices.filter { !dark.contains($0) }
        func sets(_ meshes: some Sequence<Int>) -> Set<Int> {
            Set(meshes.flatMap { scene.meshes[$0].primitives.map(\.vertexSet) })
        }
        let unused = sets(dark).subtracting(sets(lit))
        let nodes = scene.nodes.indices.filter { !isHidden[$0] }
        let vertexSets = scene.vertexSets.indices.filter { !unused.contains($0) }
        guard scene.skins.isEmpty, scene.clips.isEmpty, rest.nodes == nodes, rest.meshes == lit,
            rest.vertexSets == vertexSets
        else {
            add(.value, ScenePath.nodes, count: max(scene.nodes.count, 1), valueClass: .approximated)
            return
        }
        addHidden(isHidden)
        for mesh in alone.sorted() { add(.presence, ScenePath.mesh(mesh), count: 1) }
        var seen = scene
        let (nodeOf, meshOf, setOf) = (Self.numbers(nodes), Self.numbers(lit), Self.numbers(vertexSets))
        seen.nodes = nodes.map { index in
            var node = scene.nodes[index]
            node.children = node.children.compactMap { nodeOf[$0] }
            node.mesh = node.mesh.flatMap { meshOf[$0] }
            return node
        }
        for index in seen.scenes.indices {
            seen.scenes[index].roots = scene.scenes[index].roots.compactMap { nodeOf[$0] }
        }
        seen.meshes = lit.map { index in
            var mesh = scene.meshes[index]
            for place in mesh.primitives.indices {
                mesh.primitives[place].vertexSet = setOf[mesh.primitives[place].vertexSet] ?? 0
            }
            return mesh
        }
        seen.vertexSets = vertexSets.map { scene.vertexSets[$0] }
        scene = seen
    }

    /// Adds the topmost hidden nodes, each with the number of nodes with a mesh or light from there on.
    private mutating func addHidden(_ isHidden: [Bool]) {
        var parents = [Int](repeating: -1, count: scene.nodes.count)
        for (index, node) in scene.nodes.enumerated() { for child in node.children { parents[child] = index } }
        var counts: [Int: Int] = [:]
        for index in scene.nodes.indices where isHidden[index] {
            var top = index
            while parents[top] >= 0, isHidden[parents[top]] { top = parents[top] }
            let shows = scene.nodes[index].mesh != nil || scene.nodes[index].light != nil
            counts[top, default: 0] += shows ? 1 : 0
        }
        for (top, count) in counts.inKeyOrder {
            add(.presence, ScenePath.node(top), count: max(count, 1))
        }
    }

    private static func numbers(_ kept: [Int]) -> [Int: Int] {
        Dictionary(kept.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }
}

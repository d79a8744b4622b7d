extension MeshScene {
    /// For each node whether it or a node above it is hidden, or the scene that viewers show doesn't have it.
    package var hiddenNodes: [Bool] { hiddenNodes { nodes[$0].isVisible } }

    /// The same, if `isVisible` says which nodes are not hidden.
    package func hiddenNodes(_ isVisible: (Int) -> Bool) -> [Bool] {
        var isHidden = [Bool](repeating: false, count: nodes.count)
        let isThere = nodesOfShownScene
        var open: [Int] = nodes.indices.filter { !isThere[$0] || !isVisible($0) }
        while let node = open.popLast() {
            guard isHidden.indices.contains(node), !isHidden[node] else { continue }
            isHidden[node] = true
            open += nodes[node].children
        }
        return isHidden
    }

    /// The meshes that no node has, where nodes have others: no viewer shows them. Ascending.
    package var meshesWithoutNode: [Int] {
        let had = Set(nodes.compactMap(\.mesh))
        return had.isEmpty ? [] : meshes.indices.filter { !had.contains($0) }
    }

    /// The scene that viewers show: the default one, else the first. Nil if the file has no scenes.
    package var shownScene: SceneRoot? {
        let index = defaultScene ?? 0
        return scenes.indices.contains(index) ? scenes[index] : scenes.first
    }

    /// For each node whether the scene that viewers show has it; without scenes, all are had.
    package var nodesOfShownScene: [Bool] {
        var isThere = [Bool](repeating: scenes.isEmpty, count: nodes.count)
        var open = shownScene?.roots ?? []
        while let node = open.popLast() {
            guard isThere.indices.contains(node), !isThere[node] else { continue }
            isThere[node] = true
            open += nodes[node].children
        }
        return isThere
    }
}

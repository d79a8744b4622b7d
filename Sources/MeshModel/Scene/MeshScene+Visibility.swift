extension MeshScene {
    /// For each node whether it or a node above it is hidden.
    package var hiddenNodes: [Bool] { hiddenNodes { nodes[$0].isVisible } }

    /// For each node whether it or a node above it is hidden, if `isVisible` says which are.
    package func hiddenNodes(_ isVisible: (Int) -> Bool) -> [Bool] {
        var isHidden = [Bool](repeating: false, count: nodes.count)
        var open: [Int] = nodes.indices.filter { !isVisible($0) }
        while let node = open.popLast() {
            guard isHidden.indices.contains(node), !isHidden[node] else { continue }
            isHidden[node] = true
            open += nodes[node].children
        }
        return isHidden
    }

    /// For each node whether one of the scenes has it; without scenes, all are had.
    package var nodesInScenes: [Bool] {
        var isThere = [Bool](repeating: scenes.isEmpty, count: nodes.count)
        var open = scenes.flatMap(\.roots)
        while let node = open.popLast() {
            guard isThere.indices.contains(node), !isThere[node] else { continue }
            isThere[node] = true
            open += nodes[node].children
        }
        return isThere
    }
}

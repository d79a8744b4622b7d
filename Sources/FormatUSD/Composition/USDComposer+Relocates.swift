import MeshFormats
import MeshModel

// Prims that layers move to other places: a prim there has what its old place gets from other layers.

extension USDComposer {
    /// The moves of a stack of layers. Invalid ones are reported and left out.
    func relocates(of stack: USDLayerStack) -> USDRelocates {
        var moves: [[USDPair]] = []
        for member in stack.members {
            guard case .relocates(let pairs)? = layers.layers[member.layer].layer.specs[0]["layerRelocates"] else {
                continue
            }
            consume(member.layer, 0, "layerRelocates")
            moves.append(pairs)
        }
        guard !moves.isEmpty else { return USDRelocates() }
        let (relocates, refusals) = USDRelocates.collected(moves, &paths)
        for (move, why) in refusals { note("usd.relocates", "the move of \(move) is left out: \(why)") }
        return relocates
    }

    /// Whether the layers of a node move prims.
    func hasRelocates(_ node: USDSiteTree.Node) -> Bool { !stacks[node.stack].relocates.isEmpty }

    /// A mapping onto the path of a node, with the moves of the node's layers at and below it.
    func relocated(_ mapping: USDNamespaceMapping, onto node: USDSiteTree.Node) -> USDNamespaceMapping {
        guard hasRelocates(node) else { return mapping }
        // The trees of all prims that are moved contain the arcs of the prims above them.
        let key = RelocatedArc(stack: node.stack, path: paths.stripped(node.path), mapping: mapping)
        if let known = relocatedArcs[key] { return known }
        let result = stacks[node.stack].relocates.mapping(below: key.path, &paths).after(mapping, &paths)
        relocatedArcs[key] = result
        return result
    }

    /// What ``relocated(_:onto:)`` depends on.
    struct RelocatedArc: Hashable {
        let stack: Int
        let path: Int
        let mapping: USDNamespaceMapping
    }

    /// Adds the old place of a prim that the node's layers move to its path.
    func followRelocates(_ index: Int, _ tree: inout USDTree) throws(ReadError) {
        let node = tree.graph.nodes[index]
        guard !node.isInert || tree.graph.depthBelowArc(index) > 0,
            let source = stacks[node.stack].relocates.sources[node.path]
        else { return }
        // What else lies there, in layers further away, is hidden.
        for child in node.children where tree.graph.nodes[child].arc != .variant { tree.graph.leaveOut(child) }
        let added = try add(
            NewArc(
                arc: .relocate, parent: index, origin: index, stack: node.stack, path: source, mapping: .identity,
                sibling: 0, contributes: false, hasAncestors: true), &tree)
        guard let added else { return }
        if hasSpecs(source, in: node.stack) {
            note(
                "usd.relocates",
                "\(paths.text(source)) is moved to \(paths.text(node.path)): what its own layers say there is ignored")
        }
        leaveOutMoved(below: added, &tree.graph)
    }

    /// Propagates a moved prim to the layers that refer to the moving ones.
    func implyRelocates(_ index: Int, _ tree: inout USDTree) throws(ReadError) {
        let node = tree.graph.nodes[index]
        guard node.arc == .relocate, !node.isAncestral, node.parent > 0 else { return }
        let parent = tree.graph.nodes[node.parent]
        guard parent.parent >= 0, let source = mappings[parent.toParent].map(node.path, &paths) else { return }
        let isThere = tree.graph.nodes[parent.parent].children.contains {
            tree.graph.nodes[$0].path == source && tree.graph.nodes[$0].arc == .relocate
        }
        guard !isThere else { return }
        _ = try add(
            NewArc(
                arc: .relocate, parent: parent.parent, origin: index, stack: tree.graph.nodes[parent.parent].stack,
                path: source, mapping: .identity, sibling: 0, contributes: false), &tree)
    }

    /// Leaves out the nodes below a moved one that other moves lead elsewhere.
    private func leaveOutMoved(below start: Int, _ graph: inout USDSiteTree) {
        var open = graph.nodes[start].children
        while let index = open.popLast() {
            let node = graph.nodes[index]
            guard node.arc != .relocate else { continue }
            if !node.isInert, stacks[node.stack].relocates.targets[node.path] != nil {
                graph.leaveOut(index)
            } else {
                open += node.children
            }
        }
    }

    /// Leaves out a whole tree if layers move its prim away: nothing may be where a moved prim was.
    ///
    /// - Returns: whether that is so.
    func leaveOutIfMoved(_ graph: inout USDSiteTree) -> Bool {
        let isMoved = graph.nodes.contains { !$0.isInert && stacks[$0.stack].relocates.targets[$0.path] != nil }
        if isMoved { graph.leaveOut(0) }
        return isMoved
    }

    /// Applies the moves of a node's layers to the names of children that weaker nodes have.
    func relocateNames(
        _ node: USDSiteTree.Node, _ names: inout [String], _ seen: inout Set<ExactText>, _ gone: inout Set<ExactText>
    ) {
        let relocates = stacks[node.stack].relocates
        guard !relocates.isEmpty else { return }
        let sources = relocates.sourcesBelow[node.path] ?? []
        var places: [ExactText: Int] = [:]
        if !sources.isEmpty {
            places = Dictionary(zip(names.map { ExactText($0) }, names.indices)) { first, _ in first }
        }
        var removed: Set<Int> = []
        for source in sources {
            let name = ExactText(paths.name(of: source))
            gone.insert(name)
            guard let target = relocates.targets[source], seen.contains(name), let place = places[name] else {
                continue
            }
            seen.remove(name)
            places[name] = nil
            let renamed = target > 0 && paths.parent(of: target) == node.path ? paths.name(of: target) : ""
            if !renamed.isEmpty, seen.insert(ExactText(renamed)).inserted {
                names[place] = renamed
                places[ExactText(renamed)] = place
            } else {
                removed.insert(place)
            }
        }
        if !removed.isEmpty { names = names.indices.filter { !removed.contains($0) }.map { names[$0] } }
        let added = (relocates.targetsBelow[node.path] ?? []).filter { target in
            relocates.sources[target].map { paths.parent(of: $0) } != node.path
        }.map { paths.name(of: $0) }
        for name in added.sorted() where seen.insert(ExactText(name)).inserted { names.append(name) }
    }
}

extension USDSiteTree {
    /// Ignores the opinions of a node and of all below it, for this prim and all below.
    mutating func leaveOut(_ start: Int) {
        var open = [start]
        while let node = open.popLast() {
            nodes[node].isInert = true
            nodes[node].restriction = 1
            open += nodes[node].children
        }
    }
}

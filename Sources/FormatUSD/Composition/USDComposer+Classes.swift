import MeshFormats

extension USDComposer {
    /// Follows the inherits or specializes of a site.
    func followClasses(_ field: String, _ arc: USDSiteTree.Arc, _ index: Int, _ tree: inout USDTree)
        throws(ReadError)
    {
        let node = tree.graph.nodes[index]
        guard node.contributes else { return }
        for (place, item) in items(field, node.path, node.stack).enumerated() {
            guard case .text(let text) = item.item, let path = paths.path(text), path > 0 else {
                note("usd.prim-missing", "what \(paths.text(node.path)) \(arc)s is not a valid prim path")
                continue
            }
            let direct = USDNamespaceMapping(path, onto: paths.stripped(node.path), isOpen: true, &paths)
            let mapping = relocated(direct, onto: node)
            _ = try addClass(arc, index, origin: index, mapping, place, ignoring: nil, &tree)
        }
    }

    /// Adds a class to a node, or finds it there. Returns nil if the class has no path in the node's namespace.
    private func addClass(
        _ arc: USDSiteTree.Arc, _ parent: Int, origin: Int, _ mapping: USDNamespaceMapping, _ sibling: Int,
        ignoring: (stack: Int, path: Int)?, _ tree: inout USDTree
    ) throws(ReadError) -> Int? {
        let node = tree.graph.nodes[parent]
        // Class paths have no variant selections. Variants above the class are chosen later.
        guard let path = mapping.unmap(paths.stripped(node.path), &paths) else { return nil }
        let isMoved = node.arc == .relocate || node.parent < 0 && frames.last?.arc == .relocate
        for child in node.children {
            let other = tree.graph.nodes[child]
            // Placeholders below a moved prim may all have its path.
            let isSame =
                isMoved ? other.arc == arc && mappings[other.toParent] == mapping : other.path == path
            if isSame, other.stack == node.stack { return child }
        }
        // If the class is the site itself, or the class being repeated, the node is only a placeholder for nodes
        // further up.
        let contributes = path != node.path && ignoring.map { $0 != (node.stack, path) } ?? true
        return try add(
            NewArc(
                arc: arc, parent: parent, origin: origin, stack: node.stack, path: path, mapping: mapping,
                sibling: sibling, contributes: contributes,
                hasAncestors: contributes && paths.depth(of: path) != 1, skipsDuplicates: contributes),
            &tree)
    }

    /// Whether a node was brought in by a class arc.
    private func isClass(_ graph: USDSiteTree, _ node: Int) -> Bool { graph.nodes[node].arc.isClass }

    /// The node from which classes must be propagated upwards so that a class node is among them.
    func startOfClasses(_ graph: USDSiteTree, _ node: Int) -> Int {
        var start = node
        while isClass(graph, start) {
            // Go up through the chain of classes of one prim.
            let depth = graph.depthBelowArc(start)
            var (instance, last) = (start, start)
            while isClass(graph, instance), graph.depthBelowArc(instance) == depth {
                (last, instance) = (instance, graph.nodes[instance].parent)
            }
            start = instance
            // A class nested inside the class that brought it in is not propagated beyond it.
            if isClass(graph, instance),
                paths.has(graph.nodes[last].path, prefix: graph.pathAtArc(instance, paths))
            {
                break
            }
        }
        return start
    }

    /// Propagates the classes of a node to its parent: a prim that references another inherits its classes too.
    func implyClasses(_ node: Int, _ tree: inout USDTree) throws(ReadError) {
        let parent = tree.graph.nodes[node].parent
        guard parent >= 0, tree.graph.hasClassChild(node) else { return }
        var open: [(target: Int, source: Int, transfer: USDNamespaceMapping, isStart: Bool)] = [
            (parent, node, mappings[tree.graph.nodes[node].toParent].opened(&paths), true)
        ]
        while let (target, source, transfer, isStart) = open.popLast() {
            let place = tree.graph.nodes[target]
            if place.arc == .relocate, place.parent >= 0 {
                // Classes of a moved prim belong to the prim at the new place.
                let moved = mappings[place.toParent].opened(&paths).after(transfer, &paths)
                open.append((place.parent, source, moved, isStart))
                tree.tasks.add(.impliedClasses, USDTasks.Task(node: target))
                continue
            }
            for child in tree.graph.nodes[source].children where isClass(tree.graph, child) {
                // The classes of a class belong to it, not to the prims that inherit it.
                if isStart, isClass(tree.graph, source),
                    tree.graph.depthBelowArc(source) == tree.graph.depthBelowArc(child)
                {
                    continue
                }
                let own = tree.graph.nodes[child]
                // Skip a class without a path there: another prim occupies it.
                guard transfer.map(paths.stripped(own.path), &paths) != nil else { continue }
                let mapping = implied(transfer, mappings[own.toParent])
                let number = number(of: mapping)
                var found = tree.graph.nodes[target].children.first {
                    tree.graph.nodes[$0].origin == child && tree.graph.nodes[$0].toParent == number
                }
                if found == nil {
                    found = try addClass(
                        own.arc, target, origin: child, mapping, own.sibling, ignoring: (own.stack, own.path),
                        &tree)
                }
                guard let found, tree.graph.hasClassChild(child) else { continue }
                let inner = mapping.inverse(&paths).after(
                    transfer.after(mappings[own.toParent], &paths), &paths)
                open.append((found, child, inner, false))
            }
        }
    }

    /// The mapping of a class, in the namespace that `transfer` maps to.
    private func implied(_ transfer: USDNamespaceMapping, _ mapping: USDNamespaceMapping) -> USDNamespaceMapping {
        guard transfer != .identity else { return mapping }
        return transfer.after(mapping.after(transfer.inverse(&paths), &paths), &paths).opened(&paths)
    }
}

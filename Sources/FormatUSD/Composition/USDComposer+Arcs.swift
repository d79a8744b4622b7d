import MeshFormats

extension USDComposer {
    /// An arc to add to a tree.
    struct NewArc {
        var arc: USDSiteTree.Arc
        var parent: Int
        var origin: Int
        var stack: Int
        var path: Int
        var mapping: USDNamespaceMapping
        var sibling: Int
        /// The number of prims in the parent's path when the arc was named. nil means the current number.
        var depth: Int?
        /// Whether the site's opinions count. If not, the node is only a placeholder.
        var contributes = true
        /// Whether the arcs of the site's ancestors apply too.
        var hasAncestors = false
        /// Whether the arc is left out if the tree already has the site.
        var skipsDuplicates = false
    }

    /// A spec that names an item of a list edit.
    typealias Source = (layer: Int, spec: Int, offset: USDOffset)

    /// Adds an arc and its whole subtree. Returns the index of the node, or nil if the arc is left out.
    func add(_ new: NewArc, _ tree: inout USDTree) throws(ReadError) -> Int? {
        guard new.arc == .variant || !isCycle(new, tree.graph) else {
            let from = tree.graph.nodes[new.parent]
            note(
                "usd.cycle",
                """
                the \(new.arc) of \(paths.text(from.path)) in \(stackName(from.stack)) leads back to \
                \(paths.text(new.path))
                """)
            return nil
        }
        let skipsDuplicates = new.skipsDuplicates || frames.last?.skipsDuplicates == true
        if skipsDuplicates, isDuplicate(new, tree.graph) { return nil }
        guard tree.graph.nodes.count < Self.sitesPerPrim, paths.depth(of: new.path) < Self.depthLimit
        else {
            note(
                "usd.not-composed",
                """
                too many references at \(paths.text(tree.graph.nodes[0].path)) (over \(Self.sitesPerPrim) sites or \
                \(Self.depthLimit) levels): the rest is left out
                """)
            return nil
        }
        var node = USDSiteTree.Node(
            stack: new.stack, path: new.path, primDepth: paths.primDepth(of: new.path))
        let index: Int
        if new.hasAncestors {
            guard frames.count < Self.nestingLimit else {
                note(
                    "usd.not-composed",
                    "references are nested more than \(Self.nestingLimit) deep: the rest is left out")
                return nil
            }
            frames.append(
                Frame(
                    requested: new.path, graph: tree.graph, parent: new.parent, arc: new.arc,
                    skipsDuplicates: skipsDuplicates))
            defer { frames.removeLast() }
            var nested = try self.tree(new.path, in: new.stack, contributes: new.contributes)
            nested.nodes[0] = arranged(nested.nodes[0], new, tree.graph)
            frames[frames.count - 1].graph = USDSiteTree(node)
            index = tree.graph.insert(nested, below: new.parent)
            try count(nested.nodes.count)
            let toRoot = mappings[tree.graph.nodes[index].toRoot]
            for inner in index..<tree.graph.nodes.count {
                tree.graph.nodes[inner].rootDepth = paths.primDepth(of: tree.graph.nodes[0].path)
                guard inner > index else { continue }
                let own = mappings[tree.graph.nodes[inner].toRoot]
                tree.graph.nodes[inner].toRoot = number(of: toRoot.after(own, &paths))
            }
        } else {
            node.hasSpecs = hasSpecs(new.path, in: new.stack)
            if !new.contributes {
                node.isInert = true
                node.restriction = 1
            }
            index = tree.graph.insert(arranged(node, new, tree.graph), below: new.parent)
            try count(1)
        }
        addTasks(&tree, from: index, skipsArcs: new.hasAncestors, isAncestral: new.hasAncestors)
        return index
    }

    private func arranged(_ node: USDSiteTree.Node, _ new: NewArc, _ graph: USDSiteTree) -> USDSiteTree.Node {
        var node = node
        node.arc = new.arc
        node.parent = new.parent
        node.origin = new.origin
        node.toParent = number(of: new.mapping)
        node.toRoot = number(of: mappings[graph.nodes[new.parent].toRoot].after(new.mapping, &paths))
        node.depth = new.depth ?? paths.primDepth(of: graph.nodes[new.parent].path)
        node.rootDepth = paths.primDepth(of: graph.nodes[0].path)
        node.sibling = new.sibling
        return node
    }

    /// The name of a stack's root layer, for messages.
    private func stackName(_ stack: Int) -> String {
        let name = layers.layers[stacks[stack].root].path
        return name.isEmpty ? "the layer" : name
    }

    /// Whether an arc leads back to a prim that it comes from, or to one above or below that.
    private func isCycle(_ new: NewArc, _ graph: USDSiteTree) -> Bool {
        // Placeholders of classes below a moved prim may seem to lead back.
        if new.arc.isClass, new.parent != new.origin, isBelowRelocate(new.parent, graph) { return false }
        var path = new.path
        var (graph, node) = (graph, new.parent)
        for frame in frames.reversed() {
            if leadsBack(path, new.stack, graph, node) { return true }
            // For the outer tree, extend the path down to the requested prim.
            path = moved(path, from: graph.nodes[0].path, to: frame.requested)
            (graph, node) = (frame.graph, frame.parent)
        }
        return leadsBack(path, new.stack, graph, node)
    }

    /// Whether a node, or the one that its classes belong to, was brought in by a move.
    private func isBelowRelocate(_ start: Int, _ graph: USDSiteTree) -> Bool {
        var (graph, node, level) = (graph, start, frames.count)
        while true {
            var arc = graph.nodes[node].arc
            let isTop = graph.nodes[node].parent < 0
            if isTop, level > 0 { arc = frames[level - 1].arc }
            guard arc.isClass else { return arc == .relocate }
            if !isTop {
                node = graph.nodes[node].parent
            } else {
                guard level > 0 else { return false }
                level -= 1
                (graph, node) = (frames[level].graph, frames[level].parent)
            }
        }
    }

    private func leadsBack(_ path: Int, _ stack: Int, _ graph: USDSiteTree, _ start: Int) -> Bool {
        var current = start
        while current >= 0 {
            let node = graph.nodes[current]
            if node.stack == stack,
                paths.has(node.path, prefix: path) || paths.has(path, prefix: node.path)
            {
                return true
            }
            current = node.parent
        }
        return false
    }

    private func isDuplicate(_ new: NewArc, _ graph: USDSiteTree) -> Bool {
        var path = new.path
        var graph = graph
        for frame in frames.reversed() {
            if has(new.stack, path, graph) { return true }
            path = moved(path, from: graph.nodes[0].path, to: frame.requested)
            graph = frame.graph
        }
        return has(new.stack, path, graph)
    }

    private func has(_ stack: Int, _ path: Int, _ graph: USDSiteTree) -> Bool {
        graph.nodes.contains { $0.path == path && $0.stack == stack && !$0.isInert }
    }

    /// Extends a path of a nested tree by the steps from its current prim down to the requested one.
    private func moved(_ path: Int, from current: Int, to requested: Int) -> Int {
        if path == current { return requested }
        guard paths.has(requested, prefix: current) else { return path }
        return paths.replacing(requested, current, with: path)
    }

    // MARK: References and payloads

    /// Follows the references or payloads of a site.
    func follow(_ field: String, _ arc: USDSiteTree.Arc, _ index: Int, _ tree: inout USDTree)
        throws(ReadError)
    {
        let node = tree.graph.nodes[index]
        guard node.contributes else { return }
        for (place, item) in items(field, node.path, node.stack).enumerated() {
            guard case .reference(let reference) = item.item else { continue }
            let source = item.context
            var offset = reference.offset
            if !offset.isUsable {
                note("usd.offset", "the time offset of a \(arc) of \(paths.text(node.path)) is invalid and is ignored")
                offset = USDOffset()
            }
            var stack = node.stack
            if !reference.asset.isEmpty {
                guard let layer = try layers.layer(reference.asset, from: source.layer) else {
                    consume(source.layer, source.spec, field, .diagnostic)
                    continue
                }
                stack = try self.stack(of: layer, from: node.stack)
                let (times, ownTimes) = (layers.layers[source.layer].timeCodes, layers.layers[layer].timeCodes)
                // Only for other files: an internal reference already uses the times of this layer stack.
                offset = source.offset.after(offset)
                if times != ownTimes { offset.scale *= times / ownTimes }
            }
            let root = layers.layers[stacks[stack].root]
            guard let text = reference.path.isEmpty ? root.defaultPrim : reference.path else {
                note(
                    "usd.prim-missing",
                    "a \(arc) of \(paths.text(node.path)) names no prim, and \(stackName(stack)) has no default prim"
                )
                consume(source.layer, source.spec, field, .diagnostic)
                continue
            }
            guard let path = paths.path(text), path > 0 else {
                note(
                    "usd.prim-missing", "\(text), a \(arc) of \(paths.text(node.path)), is not a valid prim path")
                consume(source.layer, source.spec, field, .diagnostic)
                continue
            }
            let direct = USDNamespaceMapping(
                path, onto: paths.stripped(node.path), isOpen: reference.asset.isEmpty, offset: offset,
                &paths)
            let mapping = relocated(direct, onto: node)
            let added = try add(
                NewArc(
                    arc: arc, parent: index, origin: index, stack: stack, path: path, mapping: mapping,
                    sibling: place, hasAncestors: paths.primDepth(of: path) > 1), &tree)
            if added.map({ tree.graph.says($0) }) == true { continue }
            consume(source.layer, source.spec, field, .diagnostic)
            guard added != nil else { continue }
            note(
                "usd.prim-missing",
                "\(text), a \(arc) of \(paths.text(node.path)), is missing in \(stackName(stack))")
        }
    }

    /// The items of a list after the edits of a site's layers, each with the spec that names it.
    func items(_ field: String, _ path: Int, _ stack: Int) -> [USDItemList<Source>.Item] {
        var list = USDItemList<Source>()
        for source in specs(path, in: stack).reversed() {
            guard case .list(let edit)? = layers.layers[source.layer].layer.specs[source.spec][field] else { continue }
            consume(source.layer, source.spec, field)
            list.apply(edit) { item in
                guard case .reference(var reference) = item else { return (item.key, item, source) }
                if !reference.asset.isEmpty {
                    guard let asset = layers.evaluated(reference.asset, in: source.layer, stacks[stack].variables)
                    else { return nil }
                    reference.asset = asset
                }
                // Different spellings may name the same file.
                let place = layers.location(reference.asset, from: source.layer)
                return (reference.key(place), .reference(reference), source)
            }
        }
        return list.items
    }
}

extension USDSiteTree {
    /// Whether a node or any node below it has specs.
    fileprivate func says(_ start: Int) -> Bool {
        var open = [start]
        while let node = open.popLast() {
            if nodes[node].hasSpecs { return true }
            open += nodes[node].children
        }
        return false
    }
}

extension USDReference {
    /// The identity of a reference: the location of its file (or its spelling if unknown), its prim and its offset.
    fileprivate func key(_ place: USDLayerLibrary.Location?) -> String {
        let file = place.map { "\($0.package) \($0.path)" } ?? asset
        return "\(asset.isEmpty ? "" : file)|\(path)|\(offset.offset)|\(offset.scale)"
    }
}

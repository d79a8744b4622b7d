import MeshFormats

extension USDComposer {
    /// Adds a task for each variant set of a site.
    func addVariants(_ tree: inout USDTree, _ node: Int, _ path: Int, _ kind: USDTasks.Kind) {
        for (place, item) in items("variantSetNames", path, tree.graph.nodes[node].stack).enumerated() {
            guard case .text(let set) = item.item else { continue }
            tree.tasks.add(kind, USDTasks.Task(node: node, set: set, path: path, place: place))
        }
    }

    /// Adds tasks for the variant sets of a site's ancestors, postponed since the site was brought in.
    func addAncestralVariants(_ tree: inout USDTree, _ index: Int) {
        let node = tree.graph.nodes[index]
        var path = node.path
        while paths.parent(of: path) > 0 {
            path = paths.parent(of: path)
            guard canContribute(node, path) else { continue }
            if arcs(path, in: node.stack).contains(.variants) {
                addVariants(&tree, index, path, .ancestralVariants)
            }
            if paths.isVariant(path) { break }
        }
    }

    private func canContribute(_ node: USDSiteTree.Node, _ path: Int) -> Bool {
        node.restriction == 0 || node.restriction > paths.depth(of: path)
    }

    /// Adds the chosen variant of a set, or lets the set wait if there is no choice.
    func chooseVariant(_ kind: USDTasks.Kind, _ task: USDTasks.Task, _ tree: inout USDTree)
        throws(ReadError)
    {
        let node = tree.graph.nodes[task.node]
        guard kind == .ancestralVariants ? canContribute(node, task.path) : node.contributes else {
            return
        }
        guard let choice = choice(task, tree.graph), !choice.isEmpty else {
            tree.tasks.wait(kind, task)
            return
        }
        let variant = paths.path(.variant(set: task.set, name: choice), below: task.path)
        var new = NewArc(
            arc: .variant, parent: task.node, origin: task.node, stack: node.stack, path: variant,
            mapping: .identity, sibling: task.place)
        if kind == .ancestralVariants {
            new.path = paths.replacing(node.path, task.path, with: variant)
            new.depth = paths.primDepth(of: task.path)
            new.hasAncestors = true
            // Below a class arc of the prim itself, a variant must not bring in sites that the tree already has.
            var current = task.node
            while current > 0, !new.skipsDuplicates {
                let above = tree.graph.nodes[current]
                new.skipsDuplicates =
                    above.arc.isClass && tree.graph.depthBelowArc(current) == 0 && !above.isInert
                current = above.parent
            }
        }
        if try add(new, &tree) != nil { tree.tasks.retry() }
    }

    /// The chosen variant of a set: the caller's choice, one already made for the same prim, or the strongest selection
    /// in a layer. nil if there is none.
    private func choice(_ task: USDTasks.Task, _ graph: USDSiteTree) -> String? {
        let node = graph.nodes[task.node]
        if let choice = choices[task.set] {
            let variant = paths.path(.variant(set: task.set, name: choice), below: task.path)
            if hasSpecs(variant, in: node.stack) {
                foundChoices.insert(task.set)
                return choice
            }
        }
        var (start, path) = (task.node, paths.stripped(task.path))
        if start > 0 {
            if let mapped = mappings[node.toRoot].map(path, &paths) {
                (start, path) = (0, mapped)
            } else {
                while start > 0, let mapped = mappings[graph.nodes[start].toParent].map(path, &paths) {
                    (start, path) = (graph.nodes[start].parent, mapped)
                }
            }
        }
        let sites = sites(of: path, from: start, graph)
        for (index, path) in sites where graph.nodes[index].arc == .variant {
            let atArc = graph.pathAtArc(index, paths)
            if case .variant(task.set, let name) = paths.part(of: atArc), paths.stripped(atArc) == path {
                return name
            }
        }
        for (index, path) in sites where canContribute(graph.nodes[index], path) {
            var site = path
            if graph.nodes[index].arc == .variant {
                let atArc = graph.pathAtArc(index, paths)
                let prefix = paths.stripped(atArc)
                if paths.has(path, prefix: prefix) { site = paths.replacing(path, prefix, with: atArc) }
            }
            if let name = selection(task.set, site, graph.nodes[index].stack) { return name }
        }
        return nil
    }

    /// All sites of a path in a node and below it, strongest first.
    private func sites(of path: Int, from start: Int, _ graph: USDSiteTree) -> [(node: Int, path: Int)] {
        var found: [(node: Int, path: Int)] = []
        var later: [(node: Int, path: Int)] = []
        var open = [(node: start, path: path)]
        while true {
            guard let (node, path) = open.popLast() else {
                // Specialized sites are weaker than all others.
                guard !later.isEmpty else { return found }
                open.append(later.removeFirst())
                continue
            }
            found.append((node, path))
            var children: [(node: Int, path: Int)] = []
            for child in graph.nodes[node].children {
                guard let own = mappings[graph.nodes[child].toParent].unmap(path, &paths) else { continue }
                if graph.nodes[child].arc == .specialize {
                    later.append((child, own))
                } else {
                    children.append((child, own))
                }
            }
            open += children.reversed()
        }
    }

    /// The variant selected by a site's layers.
    private func selection(_ set: String, _ path: Int, _ stack: Int) -> String? {
        for (layer, spec, _) in specs(path, in: stack) {
            guard layers.layers[layer].arcs(of: spec).contains(.selections) else { continue }
            guard
                case .selections(let pairs)? = layers.layers[layer].layer.specs[spec]["variantSelection"]
            else {
                continue
            }
            if let pair = pairs.first(where: { $0.first == set }) {
                consume(layer, spec, "variantSelection")
                guard USDAssetPath.isExpression(pair.second) else { return pair.second }
                do throws(USDExpression.Failure) {
                    // An expression without a value chooses no variant: weaker choices are not asked.
                    return try USDExpression.text(pair.second, stacks[stack].variables) ?? ""
                } catch {
                    layers.noteExpression(pair.second, error)
                    consume(layer, spec, "variantSelection", .diagnostic)
                }
            }
        }
        return nil
    }
}

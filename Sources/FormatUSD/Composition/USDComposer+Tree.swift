import MeshFormats

/// The remaining tasks of a tree.
struct USDTasks {
    enum Kind: Int, CaseIterable {
        case relocates, impliedRelocates, references, payloads, inherits, specializes, impliedClasses,
            ancestralVariants, variants
    }

    struct Task: Hashable {
        var node: Int
        /// The variant set and the path of its site, for variant tasks.
        var set = ""
        var path = 0
        var place = 0
    }

    private var open = [[Task]](repeating: [], count: Kind.allCases.count)
    private var waiting: [(Kind, Task)] = []
    private var implied: Set<Int> = []

    mutating func add(_ kind: Kind, _ task: Task) {
        if kind == .impliedClasses, !implied.insert(task.node).inserted { return }
        open[kind.rawValue].append(task)
    }

    /// Keeps a variant set that has no choice so far.
    mutating func wait(_ kind: Kind, _ task: Task) { waiting.append((kind, task)) }

    /// Queues all waiting variant sets again: a new site may make a choice.
    mutating func retry() {
        for (kind, task) in waiting { open[kind.rawValue].append(task) }
        waiting = []
    }

    /// Takes the next task: by kind, then by node. Classes start at the last node, variants at the strongest.
    mutating func next(_ graph: USDSiteTree) -> (Kind, Task)? {
        guard let kind = Kind.allCases.first(where: { !open[$0.rawValue].isEmpty }) else { return nil }
        let tasks = open[kind.rawValue]
        var best = 0
        for index in tasks.indices.dropFirst() {
            let (a, b) = (tasks[index], tasks[best])
            let isSooner =
                switch kind {
                case .impliedClasses: a.node > b.node
                case .ancestralVariants, .variants:
                    a.node == b.node
                        ? (a.path, a.place) < (b.path, b.place) : graph.strength(a.node, b.node) < 0
                default: a.node < b.node
                }
            if isSooner { best = index }
        }
        // Most tasks are already in order.
        let task = best == 0 ? open[kind.rawValue].removeFirst() : open[kind.rawValue].remove(at: best)
        if kind == .impliedClasses { implied.remove(task.node) }
        return (kind, task)
    }
}

/// A tree that is being built.
struct USDTree {
    var graph: USDSiteTree
    var tasks = USDTasks()
    /// Whether it will be inserted into another tree. Its variants are chosen then.
    var isNested: Bool
}

extension USDComposer {
    /// The tree of the pseudo-root of a stack of layers.
    func root(_ stack: Int) -> USDSiteTree {
        var node = USDSiteTree.Node(stack: stack, path: USDPathTable.root, primDepth: 0)
        node.hasSpecs = true
        return USDSiteTree(node)
    }

    /// The tree of a child, derived from that of its parent.
    func child(_ name: String, of parent: USDSiteTree) throws(ReadError) -> USDSiteTree {
        var tree = USDTree(graph: parent, isNested: false)
        try descend(&tree, name)
        try run(&tree)
        tree.graph.prune(paths) { hasRelocates($0) && !$0.isInert }
        return tree.graph
    }

    /// The tree of a site by itself, including the arcs of its ancestors. Arcs to nested prims need it.
    func tree(_ path: Int, in stack: Int, contributes: Bool) throws(ReadError) -> USDSiteTree {
        var names: [String] = []
        var start = path
        while start > 0, !paths.isVariant(start) {
            names.append(paths.name(of: start))
            start = paths.parent(of: start)
        }
        var node = USDSiteTree.Node(stack: stack, path: start, primDepth: paths.primDepth(of: start))
        node.hasSpecs = hasSpecs(start, in: stack)
        var tree = USDTree(graph: USDSiteTree(node), isNested: true)
        if start > 0 {
            if names.isEmpty, !contributes { tree.graph.restrict(0, paths) }
            addTasks(&tree, from: 0, isRoot: true)
            try run(&tree)
        }
        while let name = names.popLast() {
            if isInstance(tree.graph) { tree.graph.keepShared(paths) }
            try descend(&tree, name)
            if names.isEmpty, !contributes { tree.graph.restrict(0, paths) }
            if leaveOutIfMoved(&tree.graph) {
                if names.isEmpty {
                    note("usd.relocates", "\(paths.text(path)) is used, but its prim is moved elsewhere: it is missing")
                }
                tree.tasks = USDTasks()
            }
            try run(&tree)
        }
        return tree.graph
    }

    /// Moves all sites of a tree down to a child.
    private func descend(_ tree: inout USDTree, _ name: String) throws(ReadError) {
        try count(tree.graph.nodes.count)
        for index in tree.graph.nodes.indices {
            let path = paths.path(.prim(name), below: tree.graph.nodes[index].path)
            tree.graph.nodes[index].path = path
            tree.graph.nodes[index].primDepth += 1
            if tree.graph.nodes[index].hasSpecs {
                tree.graph.nodes[index].hasSpecs = hasSpecs(path, in: tree.graph.nodes[index].stack)
            }
            tree.graph.nodes[index].isAncestral = index > 0
        }
        tree.tasks = USDTasks()
        addTasks(&tree, from: 0, isRoot: true)
    }

    /// Whether a tree is that of an instance: it is instanceable and has something to share.
    func isInstance(_ graph: USDSiteTree) -> Bool {
        guard graph.shared().contains(true) else { return false }
        for index in graph.strengthOrder() where graph.nodes[index].contributes {
            let node = graph.nodes[index]
            guard arcs(node.path, in: node.stack).contains(.instanceable) else { continue }
            for (layer, spec, _) in specs(node.path, in: node.stack) {
                if case .integer(_, let value)? = layers.layers[layer].layer.specs[spec]["instanceable"] {
                    consume(layer, spec, "instanceable")
                    return value != 0
                }
            }
        }
        return false
    }

    // MARK: Tasks

    /// Adds the tasks of a node and all nodes below it.
    func addTasks(
        _ tree: inout USDTree, from start: Int, isRoot: Bool = false, skipsArcs: Bool = false,
        isAncestral: Bool = false
    ) {
        if !isRoot {
            if tree.graph.nodes[start].arc.isClass {
                tree.tasks.add(.impliedClasses, USDTasks.Task(node: startOfClasses(tree.graph, start)))
            } else if tree.graph.hasClassChild(start) {
                tree.tasks.add(.impliedClasses, USDTasks.Task(node: start))
            }
        }
        var open = [start]
        while let index = open.popLast() {
            let node = tree.graph.nodes[index]
            open += node.children
            if isAncestral, !tree.isNested { addAncestralVariants(&tree, index) }
            if !skipsArcs, hasRelocates(node) { tree.tasks.add(.relocates, USDTasks.Task(node: index)) }
            if node.arc == .relocate { tree.tasks.add(.impliedRelocates, USDTasks.Task(node: index)) }
            guard node.contributes else { continue }
            let arcs = arcs(node.path, in: node.stack)
            guard !arcs.isEmpty else { continue }
            if arcs.contains(.variants), !tree.isNested {
                addVariants(&tree, index, node.path, .variants)
            }
            guard !skipsArcs else { continue }
            if arcs.contains(.specializes) { tree.tasks.add(.specializes, USDTasks.Task(node: index)) }
            if arcs.contains(.inherits) { tree.tasks.add(.inherits, USDTasks.Task(node: index)) }
            if arcs.contains(.payloads) { tree.tasks.add(.payloads, USDTasks.Task(node: index)) }
            if arcs.contains(.references) { tree.tasks.add(.references, USDTasks.Task(node: index)) }
        }
    }

    private func run(_ tree: inout USDTree) throws(ReadError) {
        while let (kind, task) = tree.tasks.next(tree.graph) {
            switch kind {
            case .relocates: try followRelocates(task.node, &tree)
            case .impliedRelocates: try implyRelocates(task.node, &tree)
            case .references: try follow("references", .reference, task.node, &tree)
            case .payloads: try follow("payload", .payload, task.node, &tree)
            case .inherits: try followClasses("inheritPaths", .inherit, task.node, &tree)
            case .specializes: try followClasses("specializes", .specialize, task.node, &tree)
            case .impliedClasses: try implyClasses(task.node, &tree)
            case .ancestralVariants, .variants: try chooseVariant(kind, task, &tree)
            }
        }
    }
}

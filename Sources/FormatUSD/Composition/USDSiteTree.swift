/// The sources of opinions on one prim: a tree of sites, each brought in by an arc of its parent.
///
/// The tree of a prim starts as that of its parent, with the prim's name appended to each site. Then the arcs that its
/// own sites name are added (as in OpenUSD's Pcp).
struct USDSiteTree {
    /// The kinds of arcs, strongest first.
    enum Arc: Int {
        case root, inherit, variant, relocate, reference, payload, specialize

        /// Whether the arc is also implied wherever its prim is brought in.
        var isClass: Bool { self == .inherit || self == .specialize }
    }

    struct Node {
        var arc = Arc.root
        /// −1 for the root.
        var parent = -1
        /// The node that names the arc: the parent, or the class node that this one repeats further up.
        var origin = -1
        /// The number of the layer stack.
        var stack: Int
        /// The path of the prim in these layers.
        var path: Int
        /// The number of prims in the path.
        var primDepth: Int
        /// The mappings to the parent and to the root, by number.
        var toParent = 0
        var toRoot = 0
        /// The number of prims in the parent's path when the arc was added. Deeper arcs are stronger.
        var depth = 0
        /// The number of prims in the root's path when the node entered this tree.
        var rootDepth = 0
        /// The index among the arcs of its kind.
        var sibling = 0
        /// The children, strongest first.
        var children: [Int] = []
        /// Whether it is only a placeholder without opinions.
        var isInert = false
        /// Whether any layer has a spec there.
        var hasSpecs = false
        /// Whether it comes from the tree of the parent prim.
        var isAncestral = false
        /// The path depth at and below which opinions are ignored, or 0 for never.
        var restriction = 0

        var contributes: Bool { hasSpecs && !isInert }
    }

    var nodes: [Node]

    /// Creates a tree of one site.
    init(_ root: Node) { nodes = [root] }

    /// The number of prims that the site has been followed down since its arc.
    func depthBelowArc(_ node: Int) -> Int {
        let parent = nodes[node].parent
        return parent < 0 ? 0 : nodes[parent].primDepth - nodes[node].depth
    }

    /// The path that the arc leads to, before following it down to children.
    func pathAtArc(_ node: Int, _ paths: USDPathTable) -> Int {
        var path = nodes[node].path
        for _ in 0..<max(0, depthBelowArc(node)) where path > 0 { path = paths.parent(of: path) }
        return path
    }

    func hasClassChild(_ node: Int) -> Bool {
        nodes[node].children.contains { nodes[$0].arc.isClass }
    }

    /// Adds a node below its parent, sorted by strength among its siblings.
    mutating func insert(_ node: Node, below parent: Int) -> Int {
        let index = nodes.count
        nodes.append(node)
        place(index, below: parent)
        return index
    }

    /// Adds a whole tree. Its first node already has its arc. The caller sets the mappings.
    mutating func insert(_ tree: USDSiteTree, below parent: Int) -> Int {
        let base = nodes.count
        for (index, var node) in tree.nodes.enumerated() {
            for child in node.children.indices { node.children[child] += base }
            if index > 0 {
                node.parent += base
                node.origin += base
            }
            nodes.append(node)
        }
        place(base, below: parent)
        return base
    }

    private mutating func place(_ index: Int, below parent: Int) {
        let siblings = nodes[parent].children
        // Most arcs come in order, so search from the weakest up.
        var place = siblings.count
        while place > 0, compare(index, siblings[place - 1]) < 0 { place -= 1 }
        nodes[parent].children.insert(index, at: place)
    }

    /// Compares two siblings. Negative if the first is stronger.
    private func compare(_ first: Int, _ second: Int) -> Int {
        let (a, b) = (nodes[first], nodes[second])
        if a.arc != b.arc { return a.arc.rawValue - b.arc.rawValue }
        if a.depth != b.depth { return b.depth - a.depth }
        if a.origin != b.origin {
            let result = whichComesFirst(a.origin, b.origin)
            if result != 0 { return result }
        }
        return a.sibling - b.sibling
    }

    /// Returns −1 if the first node comes first in the tree, 1 if the second does.
    private func whichComesFirst(_ first: Int, _ second: Int) -> Int {
        let (a, b) = (line(first), line(second))
        guard a.last == b.last else { return 0 }
        var place = 1
        while place < a.count, place < b.count, a[a.count - 1 - place] == b[b.count - 1 - place] {
            place += 1
        }
        // Either one node is above the other, or they branch below a common ancestor.
        if place == a.count || place == b.count { return a.count - b.count }
        let (left, right) = (a[a.count - 1 - place], b[b.count - 1 - place])
        for child in nodes[a[a.count - place]].children where child == left || child == right {
            return child == left ? -1 : 1
        }
        return 0
    }

    /// A node and its ancestors.
    private func line(_ node: Int) -> [Int] {
        var line = [node]
        while let last = line.last, nodes[last].parent >= 0 { line.append(nodes[last].parent) }
        return line
    }

    /// Compares two nodes. Negative if the first is stronger.
    func strength(_ first: Int, _ second: Int) -> Int {
        first == second ? 0 : whichComesFirst(first, second)
    }

    // MARK: Order

    /// All nodes, strongest first: in tree order, with specialized nodes after all others.
    func strengthOrder() -> [Int] {
        var order: [Int] = []
        order.reserveCapacity(nodes.count)
        var later: [Int] = []
        flatten(0, &order, &later)
        guard !later.isEmpty else { return order }
        // Collect all specialized nodes in tree order, including nested ones.
        var position = [Int](repeating: 0, count: nodes.count)
        var host = [Int](repeating: -1, count: nodes.count)
        var arcs: [Specialized] = []
        var open = [0]
        var count = 0
        while let node = open.popLast() {
            position[node] = count
            count += 1
            let isSpecialized = nodes[node].arc == .specialize
            if isSpecialized { arcs.append(Specialized(node, self)) }
            for child in nodes[node].children.reversed() {
                host[child] = isSpecialized ? node : host[node]
                open.append(child)
            }
        }
        // A node's position depends on where its specialized ancestor moved to, so sort until the order settles.
        for _ in 0..<Self.settlingLimit {
            let sorted = arcs.sorted { isStronger($0, $1, position) }
            let isSettled = sorted.indices.allSatisfy { sorted[$0].node == arcs[$0].node }
            arcs = sorted
            if isSettled { break }
            var rank = [Int](repeating: 0, count: nodes.count)
            for (index, arc) in arcs.enumerated() { rank[arc.node] = index + 1 }
            let places = nodes.indices.map { node -> (Int, Int) in
                let isMoved = nodes[node].arc == .specialize && nodes[node].parent == 0
                return isMoved ? (rank[node], -1) : (host[node] < 0 ? 0 : rank[host[node]], position[node])
            }
            for (index, node) in nodes.indices.sorted(by: { places[$0] < places[$1] }).enumerated() {
                position[node] = index
            }
        }
        for arc in arcs {
            var ignored: [Int] = []
            flatten(arc.node, &order, &ignored)
        }
        return order
    }

    /// The maximum number of times that specialized nodes are sorted.
    private static let settlingLimit = 4

    /// Appends a node and its descendants to `order`. Specialized descendants go to `later`.
    private func flatten(_ start: Int, _ order: inout [Int], _ later: inout [Int]) {
        var open = [start]
        while let node = open.popLast() {
            if nodes[node].arc == .specialize, node != start {
                later.append(node)
                continue
            }
            order.append(node)
            open += nodes[node].children.reversed()
        }
    }

    /// A specialized node, treated as if moved to the root, where it is weaker than everything else.
    private struct Specialized {
        var node: Int
        /// The node that it repeats, or the root if the root names it.
        var origin: Int
        /// Whether the root itself names it.
        var isAuthored: Bool
        /// Whether it repeats a node of another site further up.
        var isImplied: Bool
        var depth: Int
        /// The start of the chain of repeated arcs, and the number of steps to it.
        var originRoot: Int
        var steps = 0
        /// The arc depth of the node that specializes.
        var instanceDepth: Int

        init(_ index: Int, _ graph: USDSiteTree) {
            let own = graph.nodes[index]
            node = index
            if own.parent == 0 {
                origin = own.origin
                isAuthored = own.origin == 0
                depth = own.depth
                let other = graph.nodes[own.origin]
                isImplied = !isAuthored && (other.path != own.path || other.stack != own.stack)
            } else {
                (origin, isAuthored, isImplied, depth) = (index, false, false, own.rootDepth)
                steps = 1
            }
            originRoot = index
            while graph.nodes[originRoot].origin != graph.nodes[originRoot].parent,
                steps <= graph.nodes.count
            {
                originRoot = graph.nodes[originRoot].origin
                steps += 1
            }
            instanceDepth = isAuthored ? 0 : graph.instanceDepth(origin)
        }
    }

    /// The arc depth of the node at the start of a chain of classes.
    private func instanceDepth(_ node: Int) -> Int {
        var current = node
        let depth = depthBelowArc(node)
        while nodes[current].arc.isClass, depthBelowArc(current) == depth, nodes[current].parent >= 0 {
            current = nodes[current].parent
        }
        return nodes[current].depth
    }

    private func isStronger(_ a: Specialized, _ b: Specialized, _ position: [Int]) -> Bool {
        let areNested = isBelow(a.originRoot, b.originRoot) || isBelow(b.originRoot, a.originRoot)
        if !areNested, a.depth != b.depth { return a.depth > b.depth }
        if a.origin == b.origin {
            // One of them has the opinions of the root's layers on the same class.
            if a.isImplied != b.isImplied { return a.isImplied }
            return (nodes[a.node].sibling, position[a.node]) < (nodes[b.node].sibling, position[b.node])
        }
        if a.originRoot != b.originRoot { return position[a.originRoot] < position[b.originRoot] }
        if a.instanceDepth != b.instanceDepth { return a.instanceDepth < b.instanceDepth }
        // The same arc, repeated further up: the nearer to the root, the stronger.
        if a.steps != b.steps { return a.steps > b.steps }
        if !a.isAuthored, !b.isAuthored, a.isImplied != b.isImplied,
            nodes[a.node].stack == nodes[0].stack,
            nodes[b.node].stack == nodes[0].stack
        {
            return a.isImplied
        }
        return (position[a.origin], position[a.node]) < (position[b.origin], position[b.node])
    }

    private func isBelow(_ node: Int, _ above: Int) -> Bool {
        var current = node
        while current >= 0 {
            if current == above { return true }
            current = nodes[current].parent
        }
        return false
    }

    // MARK: Instances

    /// Whether an instance shares each node with others: its own arcs brought it in, and it has specs.
    func shared() -> [Bool] {
        var shared = [Bool](repeating: false, count: nodes.count)
        var open: [(node: Int, isDirect: Bool)] = [(0, false)]
        while let (node, wasDirect) = open.popLast() {
            let isDirect = wasDirect || (node > 0 && !nodes[node].isAncestral)
            shared[node] = isDirect && nodes[node].hasSpecs
            for child in nodes[node].children { open.append((child, isDirect)) }
        }
        return shared
    }

    /// Makes all nodes inert that an instance doesn't share.
    mutating func keepShared(_ paths: USDPathTable) {
        var open = [0]
        let shared = shared()
        while let node = open.popLast() {
            if shared[node] { continue }
            restrict(node, paths)
            open += nodes[node].children
        }
    }

    /// Ignores the opinions of a node from its current path down.
    mutating func restrict(_ node: Int, _ paths: USDPathTable) {
        guard !nodes[node].isInert else { return }
        nodes[node].isInert = true
        nodes[node].restriction = paths.depth(of: nodes[node].path)
    }

    // MARK: Pruning

    /// Removes nodes without opinions here, since they have none further down either. New arcs stay.
    ///
    /// - Parameter isKept: whether a node may matter further down without opinions.
    mutating func prune(_ paths: USDPathTable, isKept: (Node) -> Bool) {
        var keeps = [Bool](repeating: false, count: nodes.count)
        keeps[0] = true
        for node in nodes.indices where !keeps[node] {
            guard nodes[node].contributes || depthBelowArc(node) == 0 || isKept(nodes[node]) else { continue }
            // Keep all ancestors, and their origins.
            var open = [node]
            while let kept = open.popLast(), kept >= 0 {
                if keeps[kept], kept != node { continue }
                keeps[kept] = true
                open.append(nodes[kept].parent)
                open.append(nodes[kept].origin)
            }
        }
        guard keeps.contains(false) else { return }
        var places = [Int](repeating: -1, count: nodes.count)
        var kept: [Node] = []
        for node in nodes.indices where keeps[node] {
            places[node] = kept.count
            kept.append(nodes[node])
        }
        for index in kept.indices {
            if kept[index].parent >= 0 { kept[index].parent = places[kept[index].parent] }
            if kept[index].origin >= 0 { kept[index].origin = places[kept[index].origin] }
            kept[index].children = kept[index].children.compactMap { places[$0] < 0 ? nil : places[$0] }
        }
        nodes = kept
    }
}

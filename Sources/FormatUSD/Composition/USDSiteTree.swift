/// Where the opinions on one prim come from: a tree of sites, each brought in by an arc of the one above it.
///
/// The tree of a prim begins as that of its parent with the prim's name below each site; arcs that its own sites name
/// are added to that (as Pcp of OpenUSD does).
struct USDSiteTree {
    /// What brings a site in, the strongest first.
    enum Arc: Int {
        case root, inherit, variant, reference, payload, specialize

        /// Whether it also holds wherever the prim that has it is brought in.
        var isClass: Bool { self == .inherit || self == .specialize }
    }

    struct Node {
        var arc = Arc.root
        /// −1 for the first.
        var parent = -1
        /// The node whose arc this is: the parent, or the class node that this one repeats further up.
        var origin = -1
        /// The layers, by the number of their stack.
        var stack: Int
        /// The prim in these layers.
        var path: Int
        /// How many prims lead to it.
        var primDepth: Int
        /// Mappings by number.
        var toParent = 0
        var toRoot = 0
        /// How many prims led to the parent's site when the arc was added: deeper arcs are stronger.
        var depth = 0
        /// How many prims led to the root's site when the node entered this tree.
        var rootDepth = 0
        /// Which of the arcs of its kind it is.
        var sibling = 0
        /// The strongest first.
        var children: [Int] = []
        /// Whether it only holds a place.
        var isInert = false
        /// Whether any layer says something there.
        var hasSpecs = false
        /// Whether the parent prim brought it along.
        var isAncestral = false
        /// From how many parts on nothing is taken from here; 0: from nowhere on.
        var restriction = 0

        var contributes: Bool { hasSpecs && !isInert }
    }

    var nodes: [Node]

    /// A tree of one site.
    init(_ root: Node) { nodes = [root] }

    /// How many prims the site has been followed down since its arc.
    func depthBelowArc(_ node: Int) -> Int {
        let parent = nodes[node].parent
        return parent < 0 ? 0 : nodes[parent].primDepth - nodes[node].depth
    }

    /// The site to which the arc leads, before its children were followed.
    func pathAtArc(_ node: Int, _ paths: USDPathTable) -> Int {
        var path = nodes[node].path
        for _ in 0..<max(0, depthBelowArc(node)) where path > 0 { path = paths.parent(of: path) }
        return path
    }

    func hasClassChild(_ node: Int) -> Bool {
        nodes[node].children.contains { nodes[$0].arc.isClass }
    }

    /// Adds a node below its parent, among its siblings by strength.
    mutating func insert(_ node: Node, below parent: Int) -> Int {
        let index = nodes.count
        nodes.append(node)
        place(index, below: parent)
        return index
    }

    /// Adds a whole tree, whose first node is `root` with the arc filled in; mappings are set by the caller.
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
        // Most arcs come in their order: look from the weakest up.
        var place = siblings.count
        while place > 0, compare(index, siblings[place - 1]) < 0 { place -= 1 }
        nodes[parent].children.insert(index, at: place)
    }

    /// Below 0 if the first of two siblings is stronger.
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

    /// −1 if the first comes first from the root on, 1 if the second does.
    private func whichComesFirst(_ first: Int, _ second: Int) -> Int {
        let (a, b) = (line(first), line(second))
        guard a.last == b.last else { return 0 }
        var place = 1
        while place < a.count, place < b.count, a[a.count - 1 - place] == b[b.count - 1 - place] {
            place += 1
        }
        // One of them is above the other, or they part below the same node.
        if place == a.count || place == b.count { return a.count - b.count }
        let (left, right) = (a[a.count - 1 - place], b[b.count - 1 - place])
        for child in nodes[a[a.count - place]].children where child == left || child == right {
            return child == left ? -1 : 1
        }
        return 0
    }

    /// A node and all nodes above it.
    private func line(_ node: Int) -> [Int] {
        var line = [node]
        while let last = line.last, nodes[last].parent >= 0 { line.append(nodes[last].parent) }
        return line
    }

    /// Below 0 if the first of two nodes is stronger.
    func strength(_ first: Int, _ second: Int) -> Int {
        first == second ? 0 : whichComesFirst(first, second)
    }

    // MARK: Order

    /// All nodes, the strongest first: from the root on, what is specialized after everything else.
    func strengthOrder() -> [Int] {
        var order: [Int] = []
        order.reserveCapacity(nodes.count)
        var later: [Int] = []
        flatten(0, &order, &later)
        guard !later.isEmpty else { return order }
        // All of them, in the order of the whole tree, those inside of others too.
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
        // Where a node stands depends on where the one that it is specialized by was moved to: this settles soon.
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

    /// How often the order of what is specialized is looked at again.
    private static let settlingLimit = 4

    /// The nodes from one on, without what they specialize, which goes to `later`.
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

    /// A node that is specialized, as if it had been moved to the root: there it is weaker than everything else.
    private struct Specialized {
        var node: Int
        /// The node that it repeats; the root for one that the root itself names.
        var origin: Int
        /// Whether the root itself names it.
        var isAuthored: Bool
        /// Whether it repeats another further up, and says what other layers say.
        var isImplied: Bool
        var depth: Int
        /// Where the chain of repeated arcs began, and how many steps that is away.
        var originRoot: Int
        var steps = 0
        /// How many prims led to what specializes.
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

    /// How many prims led to the node that begins the classes of which a node is one.
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
            // One of them says what the root's layers say of the same class.
            if a.isImplied != b.isImplied { return a.isImplied }
            return (nodes[a.node].sibling, position[a.node]) < (nodes[b.node].sibling, position[b.node])
        }
        if a.originRoot != b.originRoot { return position[a.originRoot] < position[b.originRoot] }
        if a.instanceDepth != b.instanceDepth { return a.instanceDepth < b.instanceDepth }
        // One arc, repeated further up: the nearer to the root, the stronger.
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

    /// Which nodes an instance shares with others: those that its own arcs brought in, and that say something.
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

    /// Makes everything inert that an instance does not share.
    mutating func keepShared(_ paths: USDPathTable) {
        var open = [0]
        let shared = shared()
        while let node = open.popLast() {
            if shared[node] { continue }
            restrict(node, paths)
            open += nodes[node].children
        }
    }

    /// Takes nothing from a node from here on.
    mutating func restrict(_ node: Int, _ paths: USDPathTable) {
        guard !nodes[node].isInert else { return }
        nodes[node].isInert = true
        nodes[node].restriction = paths.depth(of: nodes[node].path)
    }

    // MARK: Pruning

    /// Leaves out nodes that say nothing here, and so nothing below; new arcs stay.
    mutating func prune(_ paths: USDPathTable) {
        var keeps = [Bool](repeating: false, count: nodes.count)
        keeps[0] = true
        for node in nodes.indices where !keeps[node] {
            guard nodes[node].contributes || depthBelowArc(node) == 0 else { continue }
            // Everything above, and all origins of that.
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

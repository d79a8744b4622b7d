import MeshFormats
import MeshModel

/// Nodes that several parents name, though glTF allows only one. Every parent but the first gets a copy.
struct GLTFSharedNodes {
    /// The children that each node names but that another node has.
    private var named: [Int: [Int]] = [:]

    init(_ edges: [(parent: Int, child: Int)]) {
        for edge in edges { named[edge.parent, default: []].append(edge.child) }
    }

    /// Adds the copies after all nodes. Copies that would never end are left out.
    func show(_ nodes: inout [Node], _ tree: inout GLTFTree) {
        guard !named.isEmpty else { return }
        let limit = nodes.count * 16 + (1 << 16)
        // By then a node that is copied has everything below it.
        for parent in finished(nodes, &tree) {
            for child in named[parent.node] ?? [] where !parent.loops.contains(child) {
                guard add(child, below: parent.node, &nodes, limit) else {
                    return tree.warn(
                        "gltf.node-copies", "/nodes/\(child)",
                        "nodes with several parents would become more than \(limit): the rest is left out")
                }
            }
        }
    }

    private func add(_ child: Int, below parent: Int, _ nodes: inout [Node], _ limit: Int) -> Bool {
        var open = [(node: child, parent: parent)]
        while let (node, parent) = open.popLast() {
            guard nodes.count < limit else { return false }
            var copy = nodes[node]
            open += copy.children.reversed().map { ($0, nodes.count) }
            copy.children = []
            nodes[parent].children.append(nodes.count)
            nodes.append(copy)
        }
        return true
    }

    /// The nodes in post-order, each with those of its children that it is also below.
    private func finished(_ nodes: [Node], _ tree: inout GLTFTree) -> [(node: Int, loops: Set<Int>)] {
        enum State { case new, open, done }
        var states = [State](repeating: .new, count: nodes.count)
        var order: [(node: Int, loops: Set<Int>)] = []
        for root in nodes.indices where states[root] == .new {
            var stack = [(node: root, next: 0, loops: Set<Int>())]
            states[root] = .open
            while let top = stack.last {
                let below = nodes[top.node].children + (named[top.node] ?? [])
                guard top.next < below.count else {
                    states[top.node] = .done
                    order.append((top.node, top.loops))
                    stack.removeLast()
                    continue
                }
                let child = below[top.next]
                stack[stack.count - 1].next += 1
                switch states[child] {
                case .new:
                    states[child] = .open
                    stack.append((child, 0, []))
                case .open:
                    tree.warn("gltf.node-loop", "/nodes/\(child)", "node \(child) is below itself")
                    stack[stack.count - 1].loops.insert(child)
                case .done: break
                }
            }
        }
        return order
    }
}

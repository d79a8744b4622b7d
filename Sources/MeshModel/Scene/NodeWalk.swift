/// A mesh as it is shown: by a node, at its world transform, or once for each of the node's instances.
package struct Instance: Sendable {
    package var node: Int
    package var mesh: Int
    package var transform: Affine
    /// Whether neither the node nor one above it is hidden.
    package var isVisible: Bool
}

/// The nodes of the scenes, hidden or not, each once, parents before children, in the order of roots and children.
package struct NodeWalk {
    package private(set) var instances: [Instance] = []
    /// The instances that are not hidden.
    package var shown: [Instance] { instances.filter(\.isVisible) }
    /// The number of nodes that were reached.
    package private(set) var nodeCount = 0
    /// The number of ignored indices, repeated visits (cycles, two parents) and matrices of a wrong size.
    package private(set) var ignored = 0
    /// The number of reached nodes with a transform other than the identity.
    package private(set) var transformCount = 0
    /// The reached nodes whose transform has a perspective.
    package private(set) var perspectives: [Int] = []
    /// The instances at and below each node; empty for nodes that were not reached.
    package private(set) var instancesBelow: [Range<Int>]
    package private(set) var isRoot: ContiguousArray<Bool>

    /// Walks the nodes below the roots of all scenes; without scenes, below all nodes without a parent.
    package init(_ scene: MeshScene) {
        instancesBelow = [Range<Int>](repeating: 0..<0, count: scene.nodes.count)
        isRoot = ContiguousArray(repeating: false, count: scene.nodes.count)
        var isReached = ContiguousArray(repeating: false, count: scene.nodes.count)
        let isHidden = scene.hiddenNodes
        var roots: [Int] = []
        if scene.scenes.isEmpty {
            var isChild = ContiguousArray(repeating: false, count: scene.nodes.count)
            for node in scene.nodes {
                for child in node.children where isChild.indices.contains(child) { isChild[child] = true }
            }
            roots = scene.nodes.indices.filter { !isChild[$0] }
            for root in roots { isRoot[root] = true }
        } else {
            for root in scene.scenes.flatMap(\.roots) {
                guard isRoot.indices.contains(root) else {
                    ignored += 1
                    continue
                }
                // Several scenes may show the same root.
                if !isRoot[root] { roots.append(root) }
                isRoot[root] = true
            }
        }
        // Nodes to enter or, without a parent transform, to leave.
        var stack: [(node: Int, parent: Affine?)] = []
        for root in roots {
            stack.append((root, .identity))
            while let (index, parent) = stack.popLast() {
                guard let parent else {
                    instancesBelow[index] = instancesBelow[index].lowerBound..<instances.count
                    continue
                }
                guard isReached.indices.contains(index), !isReached[index] else {
                    ignored += 1
                    continue
                }
                isReached[index] = true
                nodeCount += 1
                let node = scene.nodes[index]
                let own = Affine(node.transform)
                if own == nil { ignored += 1 }
                if let own, own != .identity { transformCount += 1 }
                if node.transform.hasPerspective { perspectives.append(index) }
                let world = parent.after(own ?? .identity)
                instancesBelow[index] = instances.count..<instances.count
                if let mesh = node.mesh {
                    if scene.meshes.indices.contains(mesh) {
                        for row in node.instances?.transforms ?? [.identity] {
                            let transform = world.after(Affine(row) ?? .identity)
                            instances.append(
                                Instance(node: index, mesh: mesh, transform: transform, isVisible: !isHidden[index]))
                        }
                    } else {
                        ignored += 1
                    }
                }
                stack.append((index, nil))
                for child in node.children.reversed() { stack.append((child, world)) }
            }
        }
    }
}

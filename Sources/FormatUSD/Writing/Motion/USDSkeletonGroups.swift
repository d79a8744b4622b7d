import MeshModel

/// The nodes that become joints of skeletons, and what hangs below them.
///
/// Skins whose joints stand above each other share a group. All nodes between a group's parent and its joints are
/// joints; the parent and all above it stay prims, so only joints lose precision of their scales.
struct USDSkeletonGroups: Sendable {
    /// Joints of one or more skins.
    struct Group: Sendable {
        /// The node below which the skeleton stands; nil: the root.
        var parent: Int?
        /// The skins, ascending.
        var skins: [Int]
        /// The joints, parents first, each followed by those below it.
        var joints: [Int] = []
        /// Nodes with skinned meshes that stand below joints. Their own place doesn't matter.
        var moved: [Int] = []
        /// The joints of the skins.
        fileprivate var seeds: [Int]
        /// The joints and all nodes between them and the parent.
        fileprivate var nodes: [Int]
    }

    private(set) var groups: [Group] = []
    /// The group of each node that is a joint, else −1.
    private(set) var groupOf: [Int]
    /// Whether a node or one below it needs a prim besides joints: it shows something.
    private(set) var carries: [Bool]
    /// Whether a node is listed in ``Group/moved``.
    private(set) var isMoved: [Bool]
    /// The parent of each node, −1 for roots.
    private var parents: [Int]
    private var depths: [Int]
    /// The nodes, parents first.
    private var order: [Int] = []

    /// Chooses the groups.
    ///
    /// - Parameters:
    ///   - skins: the skins that move something.
    ///   - shows: whether a node shows something.
    init(_ scene: MeshScene, skins: Set<Int>, shows: (Int) -> Bool) {
        let count = scene.nodes.count
        groupOf = Array(repeating: -1, count: count)
        carries = Array(repeating: false, count: count)
        isMoved = carries
        parents = groupOf
        depths = Array(repeating: 0, count: count)
        guard !skins.isEmpty else { return }
        for (index, node) in scene.nodes.enumerated() { for child in node.children { parents[child] = index } }
        walk(scene)
        for skin in skins.sorted() { add(skin, scene) }
        groups.sort { $0.skins[0] < $1.skins[0] }
        place(scene, skins, shows)
    }

    private mutating func walk(_ scene: MeshScene) {
        var waiting = Array(scene.nodes.indices.filter { parents[$0] < 0 }.reversed())
        while let node = waiting.popLast() {
            order.append(node)
            for child in scene.nodes[node].children.reversed() {
                depths[child] = depths[node] + 1
                waiting.append(child)
            }
        }
    }

    // MARK: Groups

    /// Adds the joints of a skin, together with the groups that they stand above, below or among.
    private mutating func add(_ skin: Int, _ scene: MeshScene) {
        var new = Group(parent: nil, skins: [skin], seeds: scene.skins[skin].joints, nodes: [])
        while true {
            let parent = commonParent(new.seeds)
            new.parent = parent < 0 ? nil : parent
            new.nodes = between(new.seeds, parent)
            let touched = touched(by: new)
            guard !touched.isEmpty else { break }
            for index in touched.sorted(by: >) {
                let old = groups.remove(at: index)
                new.skins += old.skins
                new.seeds += old.seeds
            }
            renumber()
        }
        new.skins.sort()
        groups.append(new)
        renumber()
    }

    private mutating func renumber() {
        for node in groupOf.indices { groupOf[node] = -1 }
        for (index, group) in groups.enumerated() { for node in group.nodes { groupOf[node] = index } }
    }

    private func touched(by new: Group) -> Set<Int> {
        var touched: Set<Int> = []
        for node in new.nodes where groupOf[node] >= 0 { touched.insert(groupOf[node]) }
        var above = new.parent ?? -1
        while above >= 0 {
            if groupOf[above] >= 0 { touched.insert(groupOf[above]) }
            above = parents[above]
        }
        let own = Set(new.nodes)
        for (index, group) in groups.enumerated() where !touched.contains(index) {
            var node = group.parent ?? -1
            while node >= 0, !own.contains(node) { node = parents[node] }
            if node >= 0 { touched.insert(index) }
        }
        return touched
    }

    /// The lowest node above all of these; −1: none.
    private func commonParent(_ nodes: [Int]) -> Int {
        var result = parents[nodes[0]]
        for node in nodes.dropFirst() {
            var other = parents[node]
            while result != other {
                if result < 0 || other < 0 { return -1 }
                if depths[result] >= depths[other] { result = parents[result] } else { other = parents[other] }
            }
        }
        return result
    }

    /// These nodes, and those between them and a node above.
    private func between(_ nodes: [Int], _ top: Int) -> [Int] {
        var seen: Set<Int> = []
        var all: [Int] = []
        for start in nodes {
            var node = start
            while node != top, node >= 0, seen.insert(node).inserted {
                all.append(node)
                node = parents[node]
            }
        }
        return all
    }

    // MARK: Places

    private mutating func place(_ scene: MeshScene, _ skins: Set<Int>, _ shows: (Int) -> Bool) {
        // The group of each node at or below a joint.
        var region = groupOf
        for node in order where region[node] < 0 && parents[node] >= 0 { region[node] = region[parents[node]] }
        // A joint that hides what is below it is a prim, too, and what it hides stays there.
        var hides = Set(scene.nodes.indices.filter { !scene.nodes[$0].isVisible })
        for clip in scene.clips {
            hides.formUnion(clip.channels.filter { $0.property == .visibility }.map(\.node))
        }
        var isBelowHiding = [Bool](repeating: false, count: scene.nodes.count)
        for node in order where parents[node] >= 0 {
            let parent = parents[node]
            isBelowHiding[node] = isBelowHiding[parent] || hides.contains(parent) && groupOf[parent] >= 0
        }
        for node in order.reversed() {
            let own = scene.nodes[node]
            let isSkinned = own.skin.map(skins.contains) ?? false
            if isSkinned, region[node] >= 0, groupOf[node] < 0, own.children.isEmpty, own.camera == nil,
                own.light == nil, own.mesh != nil, !isBelowHiding[node]
            {
                isMoved[node] = true
            } else {
                carries[node] = shows(node) || hides.contains(node) || own.children.contains { carries[$0] }
            }
        }
        for node in order {
            // Nodes below joints that show nothing are joints, too.
            if groupOf[node] < 0, parents[node] >= 0, groupOf[parents[node]] >= 0, !carries[node], !isMoved[node] {
                groupOf[node] = groupOf[parents[node]]
            }
            if groupOf[node] >= 0 { groups[groupOf[node]].joints.append(node) }
            if isMoved[node] { groups[region[node]].moved.append(node) }
        }
    }
}

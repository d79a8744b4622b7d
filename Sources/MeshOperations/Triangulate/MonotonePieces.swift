/// Cuts a ring into pieces whose two sides only go down, in time n log n: a line sweeps over the nodes from top to
/// bottom, and each node without a neighbour above or below gets a diagonal there (Garey, Johnson, Preparata, Tarjan
/// 1978).
///
/// The ring is counter-clockwise. If it crosses itself, some pieces may go up and down; together they still have all
/// of its area.
struct MonotonePieces {
    /// A node of the ring: what the sweep needs to know of it and its neighbours is in one or two lines of the cache.
    struct Node {
        var point: SIMD2<Double>
        /// Its place from top to bottom.
        var rank: Int32 = 0
        /// The place of the edge that goes down from it; −1: none, or it has ended.
        fileprivate var edge: Int32 = -1
    }

    /// The nodes of the ring, in order.
    private(set) var nodes: ContiguousArray<Node>
    private var edges = SweepEdges()
    private var diagonals = ContiguousArray<UInt64>()

    /// Finds the diagonals of a ring with fewer than 2³¹ nodes.
    init(of ring: ContiguousArray<SIMD2<Double>>) {
        nodes = ContiguousArray(ring.lazy.map { Node(point: $0) })
        var order = ContiguousArray<Event>()
        order.reserveCapacity(ring.count)
        for (node, point) in ring.enumerated() { order.append(Event(point: point, node: node)) }
        order.sort()
        for (place, event) in order.enumerated() { nodes[event.node].rank = Int32(truncatingIfNeeded: place) }
        for event in order { sweep(event.node) }
    }

    private struct Event: Comparable {
        var point: SIMD2<Double>
        var node: Int

        static func < (a: Self, b: Self) -> Bool {
            if a.point.y != b.point.y { return a.point.y > b.point.y }
            if a.point.x != b.point.x { return a.point.x < b.point.x }
            return a.node < b.node
        }
    }

    private mutating func sweep(_ node: Int) {
        let before = node > 0 ? node - 1 : nodes.count - 1
        let after = node + 1 < nodes.count ? node + 1 : 0
        let corner = SweepEdges.Corner(
            node: Int32(truncatingIfNeeded: node), place: nodes[node].point, after: nodes[after].point,
            before: nodes[before].point)
        let isBelowBefore = nodes[before].rank < nodes[node].rank
        let isBelowAfter = nodes[after].rank < nodes[node].rank
        let ended = isBelowBefore ? nodes[before].edge : -1
        if ended >= 0 {
            joinMerge(node, at: Int(ended))
            nodes[before].edge = -1
        }
        switch (isBelowBefore, isBelowAfter) {
        case (true, false):
            if ended >= 0 {
                edges.replace(at: Int(ended), by: corner)
                nodes[node].edge = ended
            } else {
                nodes[node].edge = edges.insert(corner, in: edges.gap(at: corner))
            }
        case (false, true):
            meetLeft(node, at: edges.gap(at: corner).left, isMerge: false)
        case (false, false):
            let gap = edges.gap(at: corner)
            if gap.left >= 0, !turnsLeft(corner) {
                let edge = Int(gap.left)
                diagonals.append(pair(node, Int(edges[edge].node)))
                edges[edge] = SweepEdges.Helper(node: corner.node, isMerge: false)
            }
            nodes[node].edge = edges.insert(corner, in: gap)
        case (true, true):
            // Between two edges that end at one node lies nothing: what is left of the one is left of the node.
            let left = ended < 0 || turnsLeft(corner) ? -1 : edges.place(leftOf: Int(ended))
            if ended >= 0 { edges.remove(at: Int(ended)) }
            meetLeft(node, at: left, isMerge: true)
        }
    }

    private func turnsLeft(_ corner: SweepEdges.Corner) -> Bool {
        orientation(corner.before, corner.place, corner.after) > 0
    }

    /// The inside is to the left of a node: it becomes the helper of the edge there.
    private mutating func meetLeft(_ node: Int, at edge: Int32, isMerge: Bool) {
        guard edge >= 0 else { return }
        joinMerge(node, at: Int(edge))
        edges[Int(edge)] = SweepEdges.Helper(node: Int32(truncatingIfNeeded: node), isMerge: isMerge)
    }

    private mutating func joinMerge(_ node: Int, at edge: Int) {
        let helper = edges[edge]
        if helper.isMerge { diagonals.append(pair(node, Int(helper.node))) }
    }

    /// A diagonal as a number; in ascending order they come by their last node, the nearest first node first.
    private func pair(_ a: Int, _ b: Int) -> UInt64 {
        UInt64(max(a, b)) << 32 | (0xFFFF_FFFF - UInt64(min(a, b)))
    }

    /// Calls `body` with the nodes of one piece after the other, each in the order of the ring.
    ///
    /// Diagonals that cross an earlier one are left out, which only a ring that crosses itself has.
    func forEach(_ body: (ArraySlice<Int32>) -> Void) {
        let sorted = radixSorted(diagonals)
        var open = ContiguousArray<Int32>()
        // For each node its place among the open ones; −1 if a piece has closed over it.
        var place = ContiguousArray<Int32>(repeating: -1, count: nodes.count)
        var piece: [Int32] = []
        var next = 0
        for node in nodes.indices {
            while next < sorted.count, sorted[next] >> 32 == UInt64(node) {
                let start = Int(place[Int(0xFFFF_FFFF - (sorted[next] & 0xFFFF_FFFF))])
                next += 1
                guard start >= 0, start < open.count - 1 else { continue }
                piece.removeAll(keepingCapacity: true)
                piece.append(contentsOf: open[start...])
                piece.append(Int32(truncatingIfNeeded: node))
                for closed in open[(start + 1)...] { place[Int(closed)] = -1 }
                open.removeSubrange((start + 1)...)
                body(piece[...])
            }
            place[node] = Int32(truncatingIfNeeded: open.count)
            open.append(Int32(truncatingIfNeeded: node))
        }
        piece = Array(open)
        body(piece[...])
    }
}

/// Cuts a ring into pieces whose two sides only go down, in time n log n: a line sweeps over the nodes from top to
/// bottom, and each node without a neighbour above or below gets a diagonal there (Garey, Johnson, Preparata, Tarjan
/// 1978).
///
/// The ring is counter-clockwise. If it crosses itself, some pieces may go up and down; together they still have all
/// of its area.
struct MonotonePieces {
    /// The nodes of the ring, in order.
    let points: ContiguousArray<SIMD2<Double>>
    /// The place of each node from top to bottom.
    private(set) var rank: ContiguousArray<Int32>
    private var edges: SweepEdges
    private var diagonals = ContiguousArray<UInt64>()

    /// Finds the diagonals of a ring with fewer than 2³¹ nodes.
    init(of ring: ContiguousArray<SIMD2<Double>>) {
        points = ring
        rank = ContiguousArray(repeating: 0, count: ring.count)
        edges = SweepEdges(of: ring)
        var order = ContiguousArray<Event>()
        order.reserveCapacity(ring.count)
        for (node, point) in ring.enumerated() { order.append(Event(point: point, node: node)) }
        order.sort()
        for (place, event) in order.enumerated() { rank[event.node] = Int32(truncatingIfNeeded: place) }
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
        let before = node > 0 ? node - 1 : points.count - 1
        let after = node + 1 < points.count ? node + 1 : 0
        let isBelowBefore = rank[before] < rank[node]
        let isBelowAfter = rank[after] < rank[node]
        if isBelowBefore, let edge = edges.place(of: before) { joinMerge(node, at: edge) }
        switch (isBelowBefore, isBelowAfter) {
        case (true, false):
            edges.replace(before, by: node)
        case (false, true):
            meetLeft(node, isMerge: false)
        case (false, false):
            if !turnsLeft(before, node, after), let edge = edges.place(leftOf: node) {
                diagonals.append(pair(node, Int(edges[edge].node)))
                edges[edge] = SweepEdges.Helper(node: Int32(truncatingIfNeeded: node), isMerge: false)
            }
            edges.insert(node)
        case (true, true):
            edges.remove(before)
            if !turnsLeft(before, node, after) { meetLeft(node, isMerge: true) }
        }
    }

    private func turnsLeft(_ before: Int, _ node: Int, _ after: Int) -> Bool {
        orientation(points[before], points[node], points[after]) > 0
    }

    /// The inside is to the left of a node: it becomes the helper of the edge there.
    private mutating func meetLeft(_ node: Int, isMerge: Bool) {
        guard let edge = edges.place(leftOf: node) else { return }
        joinMerge(node, at: edge)
        edges[edge] = SweepEdges.Helper(node: Int32(truncatingIfNeeded: node), isMerge: isMerge)
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
        var place = ContiguousArray<Int32>(repeating: -1, count: points.count)
        var piece: [Int32] = []
        var next = 0
        for node in points.indices {
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

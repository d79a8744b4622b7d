/// Edges by cost, the cheapest first.
///
/// Costs are told apart by their first 8 binary digits; of edges that are equal then, the last one comes first. So
/// adding and taking an edge need no search: a heap took a third of the whole time. Edges are never removed or changed:
/// one whose stamp is out of date is skipped when it comes out.
struct EdgeQueue {
    struct Edge {
        /// The corner where the edge starts; it goes to the triangle's next corner.
        var corner: Int32
        /// The edge's stamp when its cost was computed.
        var stamp: Int32
        /// The next edge of about the same cost, or the next free place; −1: none.
        fileprivate var next: Int32 = -1

        init(corner: Int, stamp: Int32) {
            self.corner = Int32(truncatingIfNeeded: corner)
            self.stamp = stamp
        }
    }

    private var edges = ContiguousArray<Edge>()
    private var free: Int32 = -1
    /// The first edge of each cost: 8 bits of exponent and 7 of the fraction.
    private var firsts = ContiguousArray<Int32>(repeating: -1, count: 1 << 15)
    /// A bit for each cost that has edges, and one for each word of those.
    private var words = ContiguousArray<UInt64>(repeating: 0, count: 1 << 9)
    private var groups = ContiguousArray<UInt64>(repeating: 0, count: 1 << 3)

    /// Adds an edge; one with a negative cost counts as one of 0, one whose cost isn't a number is left out.
    mutating func push(_ edge: Edge, cost: Float) {
        guard cost.isFinite else { return }
        let place = Int(max(cost, 0).bitPattern >> 16) & 0x7FFF
        var edge = edge
        edge.next = firsts[place]
        if free >= 0 {
            firsts[place] = free
            let next = edges[Int(free)].next
            edges[Int(free)] = edge
            free = next
        } else {
            firsts[place] = Int32(truncatingIfNeeded: edges.count)
            edges.append(edge)
        }
        words[place >> 6] |= 1 << UInt64(place & 63)
        groups[place >> 12] |= 1 << UInt64(place >> 6 & 63)
    }

    /// Takes the cheapest edge out.
    mutating func pop() -> Edge? {
        guard let group = groups.firstIndex(where: { $0 != 0 }) else { return nil }
        let word = group << 6 | groups[group].trailingZeroBitCount
        let place = word << 6 | words[word].trailingZeroBitCount
        let index = firsts[place]
        let edge = edges[Int(index)]
        firsts[place] = edge.next
        edges[Int(index)].next = free
        free = index
        if edge.next < 0 {
            words[word] &= words[word] - 1
            if words[word] == 0 { groups[group] &= groups[group] - 1 }
        }
        return edge
    }
}

/// The edges of a ring that a horizontal line meets, from left to right: those that go down, with the inside on their
/// right.
///
/// A balanced tree (a treap; its priorities are a hash, so the shape doesn't depend on chance). An edge is found again
/// by its place in memory, never by its position, so a ring that crosses itself can only misplace edges.
struct SweepEdges {
    /// A node that can see an edge, and whether two edges end there from above.
    struct Helper {
        var node: Int32
        var isMerge: Bool
    }

    // All that a step down the tree needs, in one line of the cache.
    private struct Edge {
        var upper: SIMD2<Double>
        var lower: SIMD2<Double>
        var left: Int32 = -1
        var right: Int32 = -1
        var parent: Int32
        var priority: UInt32
        var helper: Helper
    }

    private var edges = ContiguousArray<Edge>()
    private var free: [Int] = []
    private var root: Int32 = -1

    /// The helper of the edge at a place.
    subscript(place: Int) -> Helper {
        get { edges[place].helper }
        set { edges[place].helper = newValue }
    }

    /// A node's position and those of its neighbours, which decide where a node on an edge belongs.
    struct Corner {
        var node: Int32
        var place: SIMD2<Double>
        var after: SIMD2<Double>
        var before: SIMD2<Double>
    }

    /// Where a node belongs between the edges.
    struct Gap {
        /// The place of the nearest edge to the left, or −1.
        var left: Int32 = -1
        /// The edge under which an edge from the node is hung, or −1, and on which side.
        fileprivate var parent: Int32 = -1
        fileprivate var isOnRight = false
    }

    @inline(__always)
    private func isRight(_ corner: Corner, ofEdgeAt place: Int) -> Bool {
        let upper = edges[place].upper
        let lower = edges[place].lower
        let sign = orientation(upper, lower, corner.place)
        if sign != 0 { return sign > 0 }
        let next = orientation(upper, lower, corner.after)
        return next != 0 ? next > 0 : orientation(upper, lower, corner.before) >= 0
    }

    /// Finds where a node belongs.
    func gap(at corner: Corner) -> Gap {
        var gap = Gap()
        var place = root
        while place >= 0 {
            gap.parent = place
            gap.isOnRight = isRight(corner, ofEdgeAt: Int(place))
            if gap.isOnRight {
                gap.left = place
                place = edges[Int(place)].right
            } else {
                place = edges[Int(place)].left
            }
        }
        return gap
    }

    /// Adds the edge that goes down from a node, in the gap that was found for it; returns its place.
    mutating func insert(_ corner: Corner, in gap: Gap) -> Int32 {
        // Multiplication by an odd number with its high bits folded in: neighbours get unrelated priorities.
        var priority = UInt32(bitPattern: corner.node) &* 0x9E37_79B1
        priority = (priority ^ (priority >> 15)) &* 0x85EB_CA77
        let edge = Edge(
            upper: corner.place, lower: corner.after, parent: gap.parent, priority: priority ^ (priority >> 13),
            helper: Helper(node: corner.node, isMerge: false))
        let place = free.popLast() ?? edges.count
        if place < edges.count { edges[place] = edge } else { edges.append(edge) }
        let name = Int32(truncatingIfNeeded: place)
        if gap.parent < 0 {
            root = name
        } else if gap.isOnRight {
            edges[Int(gap.parent)].right = name
        } else {
            edges[Int(gap.parent)].left = name
        }
        while edges[place].parent >= 0, edges[Int(edges[place].parent)].priority < edge.priority { lift(place) }
        return name
    }

    /// The place of the edge to the left of the one at a place, or −1.
    func place(leftOf place: Int) -> Int32 {
        var found = edges[place].left
        if found >= 0 {
            while edges[Int(found)].right >= 0 { found = edges[Int(found)].right }
            return found
        }
        var child = Int32(truncatingIfNeeded: place)
        found = edges[place].parent
        while found >= 0, edges[Int(found)].left == child {
            child = found
            found = edges[Int(found)].parent
        }
        return found
    }

    /// Puts the edge that goes down from a node in place of the one that ends there.
    mutating func replace(at place: Int, by corner: Corner) {
        edges[place].upper = corner.place
        edges[place].lower = corner.after
        edges[place].helper = Helper(node: corner.node, isMerge: false)
    }

    /// Removes the edge at a place.
    mutating func remove(at place: Int) {
        free.append(place)
        while edges[place].left >= 0, edges[place].right >= 0 {
            let left = Int(edges[place].left)
            let right = Int(edges[place].right)
            lift(edges[left].priority > edges[right].priority ? left : right)
        }
        let child = max(edges[place].left, edges[place].right)
        if child >= 0 { edges[Int(child)].parent = edges[place].parent }
        hang(child, under: edges[place].parent, inPlaceOf: place)
    }

    private mutating func hang(_ child: Int32, under parent: Int32, inPlaceOf old: Int) {
        if parent < 0 {
            root = child
        } else if Int(edges[Int(parent)].left) == old {
            edges[Int(parent)].left = child
        } else {
            edges[Int(parent)].right = child
        }
    }

    /// Exchanges an edge with its parent; the order from left to right stays.
    private mutating func lift(_ place: Int) {
        let name = Int32(truncatingIfNeeded: place)
        let parentName = edges[place].parent
        let parent = Int(parentName)
        hang(name, under: edges[parent].parent, inPlaceOf: parent)
        edges[place].parent = edges[parent].parent
        edges[parent].parent = name
        let moved: Int32
        if edges[parent].left == name {
            moved = edges[place].right
            edges[parent].left = moved
            edges[place].right = parentName
        } else {
            moved = edges[place].left
            edges[parent].right = moved
            edges[place].left = parentName
        }
        if moved >= 0 { edges[Int(moved)].parent = parentName }
    }
}

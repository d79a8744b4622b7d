/// The edges of a ring that a horizontal line meets, from left to right: those that go down, with the inside on their
/// right.
///
/// A balanced tree (a treap; its priorities are a hash, so the shape doesn't depend on chance). An edge is found again
/// by its upper node, never by its position, so a ring that crosses itself can only misplace edges.
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
        var parent: Int32 = -1
        var priority: UInt32
        var helper: Helper
    }

    private let points: ContiguousArray<SIMD2<Double>>
    private var edges = ContiguousArray<Edge>()
    private var free: [Int] = []
    /// The place of the edge that goes down from a node, or −1.
    private var places: ContiguousArray<Int32>
    private var root: Int32 = -1

    /// No edges yet, of a ring through `points`.
    init(of points: ContiguousArray<SIMD2<Double>>) {
        self.points = points
        places = ContiguousArray(repeating: -1, count: points.count)
    }

    /// The place of the edge that goes down from a node.
    func place(of node: Int) -> Int? { places[node] < 0 ? nil : Int(places[node]) }

    /// The helper of the edge at a place.
    subscript(place: Int) -> Helper {
        get { edges[place].helper }
        set { edges[place].helper = newValue }
    }

    private func after(_ node: Int) -> Int { node + 1 < points.count ? node + 1 : 0 }

    /// A node's position and those of its neighbours, which decide where a node on an edge belongs.
    private struct Corner {
        var place: SIMD2<Double>
        var after: SIMD2<Double>
        var before: SIMD2<Double>
    }

    private func corner(_ node: Int) -> Corner {
        Corner(
            place: points[node], after: points[after(node)], before: points[node > 0 ? node - 1 : points.count - 1])
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

    /// The place of the nearest edge to the left of a node.
    func place(leftOf node: Int) -> Int? {
        let corner = corner(node)
        var found: Int?
        var place = Int(root)
        while place >= 0 {
            if isRight(corner, ofEdgeAt: place) {
                found = place
                place = Int(edges[place].right)
            } else {
                place = Int(edges[place].left)
            }
        }
        return found
    }

    /// Adds the edge that goes down from a node.
    mutating func insert(_ node: Int) {
        // Multiplication by an odd number with its high bits folded in: neighbours get unrelated priorities.
        var priority = UInt32(truncatingIfNeeded: node) &* 0x9E37_79B1
        priority = (priority ^ (priority >> 15)) &* 0x85EB_CA77
        let corner = corner(node)
        let edge = Edge(
            upper: corner.place, lower: corner.after, priority: priority ^ (priority >> 13),
            helper: Helper(node: Int32(truncatingIfNeeded: node), isMerge: false))
        let place = free.popLast() ?? edges.count
        if place < edges.count { edges[place] = edge } else { edges.append(edge) }
        let name = Int32(truncatingIfNeeded: place)
        places[node] = name
        var parent = Int(root)
        guard parent >= 0 else {
            root = name
            return
        }
        while true {
            let isOnRight = isRight(corner, ofEdgeAt: parent)
            let next = isOnRight ? edges[parent].right : edges[parent].left
            if next < 0 {
                if isOnRight { edges[parent].right = name } else { edges[parent].left = name }
                break
            }
            parent = Int(next)
        }
        edges[place].parent = Int32(truncatingIfNeeded: parent)
        while edges[place].parent >= 0, edges[Int(edges[place].parent)].priority < edge.priority { lift(place) }
    }

    /// Puts the edge that goes down from `node` in the place of the one that ends there.
    mutating func replace(_ old: Int, by node: Int) {
        guard let place = place(of: old) else { return insert(node) }
        places[old] = -1
        places[node] = Int32(truncatingIfNeeded: place)
        edges[place].upper = points[node]
        edges[place].lower = points[after(node)]
        edges[place].helper = Helper(node: Int32(truncatingIfNeeded: node), isMerge: false)
    }

    /// Removes the edge that goes down from a node.
    mutating func remove(_ node: Int) {
        guard let place = place(of: node) else { return }
        places[node] = -1
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

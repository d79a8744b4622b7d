/// Cuts a piece whose two sides go down, in linear time, with a stack of the nodes that the next ones may still see.
struct MonotoneCut {
    /// The triangles of the last piece, three nodes each.
    private(set) var corners = ContiguousArray<Int32>()
    private var stack = ContiguousArray<Node>()

    private struct Node {
        var node: Int32
        var isLeft: Bool
    }

    /// Returns whether the piece was cut into triangles that all turn to the left; otherwise it is of another kind.
    mutating func cut(_ piece: ArraySlice<Int32>, of ring: MonotonePieces) -> Bool {
        corners.removeAll(keepingCapacity: true)
        stack.removeAll(keepingCapacity: true)
        let rank = { (place: Int) in ring.nodes[Int(piece[place])].rank }
        guard let top = piece.indices.min(by: { rank($0) < rank($1) }) else { return false }
        var left = top
        var right = top
        let step = { (place: Int, by: Int) in
            let next = place + by
            return next == piece.endIndex ? piece.startIndex : next < piece.startIndex ? piece.endIndex - 1 : next
        }
        stack.append(Node(node: piece[top], isLeft: true))
        var nextLeft = step(left, 1)
        var nextRight = step(right, -1)
        for _ in 2..<max(piece.count, 2) {
            let isLeft = rank(nextLeft) < rank(nextRight)
            let place = isLeft ? nextLeft : nextRight
            guard rank(place) > rank(isLeft ? left : right) else { return false }
            guard add(Node(node: piece[place], isLeft: isLeft), ring) else { return false }
            if isLeft {
                left = place
                nextLeft = step(left, 1)
            } else {
                right = place
                nextRight = step(right, -1)
            }
        }
        // The last node ends both sides.
        guard nextLeft == nextRight, rank(nextLeft) > max(rank(left), rank(right)), let last = stack.last else {
            return false
        }
        return add(Node(node: piece[nextLeft], isLeft: !last.isLeft), ring)
            && corners.count == 3 * (piece.count - 2)
    }

    private mutating func add(_ node: Node, _ ring: MonotonePieces) -> Bool {
        guard let last = stack.last, stack.count > 1 else {
            stack.append(node)
            return true
        }
        if node.isLeft == last.isLeft {
            while stack.count > 1, emit(stack[stack.count - 2], stack[stack.count - 1], node, ring) {
                stack.removeLast()
            }
        } else {
            for place in 1..<stack.count where !emit(stack[place - 1], stack[place], node, ring) { return false }
            stack.removeAll(keepingCapacity: true)
            stack.append(last)
        }
        stack.append(node)
        return true
    }

    /// Adds the triangle of three nodes from top to bottom if it turns to the left.
    private mutating func emit(_ a: Node, _ b: Node, _ c: Node, _ ring: MonotonePieces) -> Bool {
        let (first, last) = b.isLeft ? (a.node, c.node) : (c.node, a.node)
        let nodes = ring.nodes
        guard orientation(nodes[Int(first)].point, nodes[Int(b.node)].point, nodes[Int(last)].point) > 0 else {
            return false
        }
        corners.append(first)
        corners.append(b.node)
        corners.append(last)
        return true
    }
}

extension ValueOrder {
    /// The walk that prefers faces whose vertex can be predicted from several sides.
    static func predictionDegree(_ table: CornerTable, _ reader: inout ByteReader) throws(DracoError) -> ValueOrder {
        var order = try ValueOrder(vertexCount: table.leftmost.count, &reader)
        try reader.reserve(table.faceCount, of: 9, "visited faces")
        try reader.reserve(table.leftmost.count, of: 4, "degrees of vertices")
        var walk = DegreeWalk(
            isVisited: [Bool](repeating: false, count: table.faceCount),
            degrees: [Int32](repeating: 0, count: table.leftmost.count))
        for face in 0..<table.faceCount {
            // Vertices of a visited face have all been met, and its corner would be dropped at once.
            if walk.isVisited[face] { continue }
            let first = 3 * face
            order.meet(table.vertex(first + 1), first + 1)
            order.meet(table.vertex(first + 2), first + 2)
            order.meet(table.vertex(first), first)
            walk.stacks.0.append(Int32(truncatingIfNeeded: first))
            walk.best = 0
            while let popped = walk.pop() {
                if walk.isVisited[popped / 3] { continue }
                var corner = popped
                while true {
                    walk.isVisited[corner / 3] = true
                    order.meet(table.vertex(corner), corner)
                    guard let next = walk.next(corner, table, order) else { break }
                    corner = next
                }
            }
        }
        return order
    }
}

/// Faces that wait, in three stacks by priority: the lowest number comes first.
private struct DegreeWalk {
    var isVisited: [Bool]
    /// The number of faces that have reached each vertex before it was met.
    var degrees: [Int32]
    var stacks: ([Int32], [Int32], [Int32]) = ([], [], [])
    var best = 0

    mutating func pop() -> Int? {
        if best == 0, let corner = stacks.0.popLast() { return Int(corner) }
        if best <= 1, let corner = stacks.1.popLast() {
            best = 1
            return Int(corner)
        }
        guard let corner = stacks.2.popLast() else { return nil }
        best = 2
        return Int(corner)
    }

    private mutating func push(_ corner: Int, _ priority: Int) {
        switch priority {
        case 0: stacks.0.append(Int32(truncatingIfNeeded: corner))
        case 1: stacks.1.append(Int32(truncatingIfNeeded: corner))
        default: stacks.2.append(Int32(truncatingIfNeeded: corner))
        }
        best = min(best, priority)
    }

    private mutating func priority(_ corner: Int, _ table: CornerTable, _ order: ValueOrder) -> Int {
        let vertex = table.vertex(corner)
        if order.hasMet(vertex) { return 0 }
        degrees[vertex] &+= 1
        return degrees[vertex] > 1 ? 1 : 2
    }

    /// The face to continue with at once, if the priority of a neighbour is as good as that of any face that waits.
    mutating func next(_ corner: Int, _ table: CornerTable, _ order: ValueOrder) -> Int? {
        let right = table.rightFace(corner)
        let left = table.leftFace(corner)
        let goesRight = right >= 0 && !isVisited[right / 3]
        let goesLeft = left >= 0 && !isVisited[left / 3]
        if goesLeft {
            let priority = priority(left, table, order)
            if !goesRight, priority <= best { return left }
            push(left, priority)
        }
        if goesRight {
            let priority = priority(right, table, order)
            if priority <= best { return right }
            push(right, priority)
        }
        return nil
    }
}

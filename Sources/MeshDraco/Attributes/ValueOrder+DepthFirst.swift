extension ValueOrder {
    /// The walk that goes round each new vertex to the right, and later returns to the faces passed on the left.
    static func depthFirst(_ table: CornerTable, _ reader: inout ByteReader) throws(DracoError) -> ValueOrder {
        var order = try ValueOrder(vertexCount: table.leftmost.count, &reader)
        try reader.reserve(table.faceCount, of: 5, "visited faces")
        var isVisited = [Bool](repeating: false, count: table.faceCount)
        var stack: [Int32] = []
        for face in 0..<table.faceCount where !isVisited[face] {
            let next = 3 * face + 1
            order.meet(table.vertex(next), next)
            order.meet(table.vertex(next + 1), next + 1)
            stack.append(Int32(truncatingIfNeeded: 3 * face))
            while let top = stack.last {
                var corner = Int(top)
                if isVisited[corner / 3] {
                    stack.removeLast()
                    continue
                }
                while true {
                    isVisited[corner / 3] = true
                    let vertex = table.vertex(corner)
                    if !order.hasMet(vertex) {
                        order.meet(vertex, corner)
                        if !table.isOnBorder(vertex) {
                            corner = table.rightFace(corner)
                            guard corner >= 0 else {
                                throw reader.invalid("faces all around a vertex", found: "a border")
                            }
                            continue
                        }
                    }
                    let right = table.rightFace(corner)
                    let left = table.leftFace(corner)
                    let goesRight = right >= 0 && !isVisited[right / 3]
                    let goesLeft = left >= 0 && !isVisited[left / 3]
                    if goesRight, goesLeft {
                        stack[stack.count - 1] = Int32(truncatingIfNeeded: left)
                        stack.append(Int32(truncatingIfNeeded: right))
                        break
                    }
                    guard goesRight || goesLeft else {
                        stack.removeLast()
                        break
                    }
                    corner = goesRight ? right : left
                }
            }
        }
        return order
    }
}

extension Triangulator {
    /// Cuts the remaining ring by dividing it into parts that only go down. A part that is not such a one, which only a
    /// ring that crosses or touches itself has, is cut by its ears.
    mutating func divide() {
        var nodes = ContiguousArray<Int>()
        var ring = ContiguousArray<SIMD2<Double>>()
        nodes.reserveCapacity(ringCount)
        ring.reserveCapacity(ringCount)
        var node = ringStart
        for _ in 0..<ringCount {
            nodes.append(Int(corner[node]))
            ring.append(points[node])
            node = next[node]
        }
        let pieces = MonotonePieces(of: ring)
        var cut = MonotoneCut()
        var ears = Triangulator()
        ears.isPart = true
        ears.budget = Self.budget(points.count)
        pieces.forEach { piece in
            if cut.cut(piece, of: pieces) {
                for first in stride(from: 0, to: cut.corners.count - 2, by: 3) {
                    emit(
                        nodes[Int(cut.corners[first])], nodes[Int(cut.corners[first + 1])],
                        nodes[Int(cut.corners[first + 2])])
                }
                return
            }
            ears.triangulate(part: ContiguousArray(piece.map { ring[Int($0)] }))
            for first in stride(from: 0, to: ears.corners.count - 2, by: 3) {
                emit(
                    nodes[Int(piece[Int(ears.corners[first])])], nodes[Int(piece[Int(ears.corners[first + 1])])],
                    nodes[Int(piece[Int(ears.corners[first + 2])])])
            }
        }
    }
}

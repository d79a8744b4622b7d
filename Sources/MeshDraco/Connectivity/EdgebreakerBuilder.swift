/// Builds a corner table face by face from edgebreaker symbols, in the order opposite to the encoder's.
///
/// Later walks rely on its invariants: opposites pair corners; the corners of a vertex are one fan, open or closed;
/// `leftmost` is where an open fan begins. Vertices that a split merges keep their number in a forest, so that no
/// corner is renamed twice and any order of splits takes linear time.
struct EdgebreakerBuilder {
    private(set) var table: CornerTable
    /// Whether the vertex was not closed, so that it lies on a border.
    private(set) var isOpen: [Bool]
    private var parents: [Int32] = []
    private var active: [Int32] = []
    private var merged: [Int32] = []
    private let vertexLimit: Int
    private var faceCount = 0

    init(_ header: EdgebreakerHeader, _ reader: inout ByteReader) throws(DracoError) {
        vertexLimit = header.vertexLimit
        try reader.reserve(3 * header.faceCount, of: 8, "corners")
        try reader.reserve(vertexLimit, of: 13, "vertices")
        table = CornerTable(
            vertices: [Int32](repeating: -1, count: 3 * header.faceCount),
            opposites: [Int32](repeating: -1, count: 3 * header.faceCount),
            leftmost: [])
        table.leftmost.reserveCapacity(vertexLimit)
        parents.reserveCapacity(vertexLimit)
        isOpen = [Bool](repeating: true, count: vertexLimit)
    }

    @inline(__always)
    private mutating func vertex(_ corner: Int) -> Int {
        var vertex = Int(table.vertices[corner])
        while Int(parents[vertex]) != vertex {
            parents[vertex] = parents[Int(parents[vertex])]
            vertex = Int(parents[vertex])
        }
        return vertex
    }

    @inline(__always)
    private mutating func set(_ corner: Int, _ vertex: Int) {
        table.vertices[corner] = Int32(truncatingIfNeeded: vertex)
    }

    @inline(__always)
    private mutating func setLeftmost(_ vertex: Int, _ corner: Int) {
        table.leftmost[vertex] = Int32(truncatingIfNeeded: corner)
    }

    private mutating func newVertex(_ reader: ByteReader) throws(DracoError) -> Int {
        let vertex = parents.count
        guard vertex < vertexLimit else {
            throw reader.invalid("at most \(vertexLimit) vertices", found: "more")
        }
        parents.append(Int32(truncatingIfNeeded: vertex))
        table.leftmost.append(-1)
        return vertex
    }

    @inline(__always)
    private func activeCorner(_ reader: ByteReader) throws(DracoError) -> Int {
        guard let corner = active.last else { throw reader.invalid("an open edge for a face", found: "none") }
        guard table.opposites[Int(corner)] < 0 else { throw reader.invalid("an open edge", found: "a closed one") }
        return Int(corner)
    }

    /// Adds the faces of the symbols, then those with which parts of the mesh began.
    mutating func build(
        _ header: EdgebreakerHeader, _ traversal: inout EdgebreakerTraversal, _ splits: inout TopologySplits,
        _ reader: inout ByteReader
    ) throws(DracoError) {
        // For each split symbol, in the decoder's order, the corner that waits for it.
        var waiting: [Int32] = []
        if !splits.isEmpty {
            try reader.reserve(header.symbolCount, of: 4, "topology splits")
            waiting = [Int32](repeating: -1, count: header.symbolCount)
        }
        for index in 0..<header.symbolCount {
            let symbol = try traversal.next(reader)
            let corner = 3 * index
            switch symbol {
            case .close: try addClosing(corner, reader)
            case .left, .right: try addExtending(corner, toRight: symbol == .right, reader)
            case .end: try addFirst(corner, reader)
            case .split:
                let awaited = waiting.isEmpty ? -1 : Int(waiting[index])
                try addJoining(corner, awaited: awaited, &traversal, reader)
            }
            faceCount += 1
            traversal.added(
                symbol, tip: vertex(corner), next: vertex(corner + 1), previous: vertex(corner + 2))
            if symbol == .close || symbol == .split || splits.isEmpty { continue }
            while let event = try splits.next(source: header.symbolCount - index - 1, reader) {
                let split = header.symbolCount - event.split - 1
                guard waiting.indices.contains(split) else {
                    throw reader.invalid("one of \(header.symbolCount) symbols", found: "symbol \(event.split)")
                }
                let edge = event.isRight ? CornerTable.next(corner) : CornerTable.previous(corner)
                waiting[split] = Int32(truncatingIfNeeded: edge)
            }
        }
        while !active.isEmpty {
            let corner = try activeCorner(reader)
            active.removeLast()
            if try traversal.nextBeginsInside() {
                try addInside(corner, reader)
            }
        }
        guard faceCount == header.faceCount else {
            throw reader.invalid("\(header.faceCount) faces", found: "\(faceCount)")
        }
    }

    /// Adds a face between two open edges of a vertex, which is then closed.
    private mutating func addClosing(_ corner: Int, _ reader: ByteReader) throws(DracoError) {
        let right = try activeCorner(reader)
        let closed = vertex(CornerTable.next(right))
        let left = CornerTable.next(Int(table.leftmost[closed]))
        guard left != right, table.opposites[left] < 0 else {
            throw reader.invalid("two open edges to close", found: "a closed one")
        }
        let rightVertex = vertex(CornerTable.previous(right))
        let leftVertex = vertex(CornerTable.next(left))
        guard closed != rightVertex, closed != leftVertex else {
            throw reader.invalid("a face of three vertices", found: "two")
        }
        table.join(right, corner + 1)
        table.join(left, corner + 2)
        set(corner, closed)
        set(corner + 1, leftVertex)
        set(corner + 2, rightVertex)
        setLeftmost(rightVertex, corner + 2)
        isOpen[closed] = false
        active[active.count - 1] = Int32(truncatingIfNeeded: corner)
    }

    /// Adds a face at the open edge, with a new vertex. Its right or left edge is the next open one.
    private mutating func addExtending(_ corner: Int, toRight: Bool, _ reader: ByteReader) throws(DracoError) {
        let open = try activeCorner(reader)
        let added = try newVertex(reader)
        let tip = toRight ? corner + 2 : corner + 1
        let left = toRight ? corner + 1 : corner
        let right = toRight ? corner : corner + 2
        table.join(tip, open)
        set(tip, added)
        setLeftmost(added, tip)
        let rightVertex = vertex(CornerTable.previous(open))
        set(right, rightVertex)
        setLeftmost(rightVertex, right)
        set(left, vertex(CornerTable.next(open)))
        active[active.count - 1] = Int32(truncatingIfNeeded: corner)
    }

    /// Adds a face with three new vertices, the first of a part.
    private mutating func addFirst(_ corner: Int, _ reader: ByteReader) throws(DracoError) {
        for offset in 0..<3 {
            let added = try newVertex(reader)
            set(corner + offset, added)
            setLeftmost(added, corner + offset)
        }
        active.append(Int32(truncatingIfNeeded: corner))
    }

    /// Adds a face that joins the two newest open edges, of two parts or of one. Two vertices become one.
    private mutating func addJoining(
        _ corner: Int, awaited: Int, _ traversal: inout EdgebreakerTraversal, _ reader: ByteReader
    ) throws(DracoError) {
        let left = try activeCorner(reader)
        active.removeLast()
        if awaited >= 0 {
            active.append(Int32(truncatingIfNeeded: awaited))
        }
        let right = try activeCorner(reader)
        guard left != right else { throw reader.invalid("two open edges to join", found: "one") }
        let kept = vertex(CornerTable.previous(right))
        let lost = vertex(CornerTable.next(left))
        guard kept != lost else { throw reader.invalid("two vertices to join", found: "one") }
        let rightVertex = vertex(CornerTable.next(right))
        let leftVertex = vertex(CornerTable.previous(left))
        table.join(right, corner + 2)
        table.join(left, corner + 1)
        set(corner, kept)
        set(corner + 1, rightVertex)
        set(corner + 2, leftVertex)
        setLeftmost(leftVertex, corner + 2)
        traversal.merged(lost, into: kept)
        table.leftmost[kept] = table.leftmost[lost]
        table.leftmost[lost] = -1
        parents[lost] = Int32(truncatingIfNeeded: kept)
        merged.append(Int32(truncatingIfNeeded: lost))
        active[active.count - 1] = Int32(truncatingIfNeeded: corner)
    }

    /// Adds the face that fills a hole of three edges, with which the encoder began a part.
    private mutating func addInside(_ corner: Int, _ reader: ByteReader) throws(DracoError) {
        guard 3 * faceCount < table.vertices.count else {
            throw reader.invalid("\(faceCount) faces", found: "more")
        }
        let first = vertex(CornerTable.next(corner))
        let second = CornerTable.next(Int(table.leftmost[first]))
        let secondVertex = vertex(CornerTable.next(second))
        let third = CornerTable.next(Int(table.leftmost[secondVertex]))
        let thirdVertex = vertex(CornerTable.next(third))
        guard corner != second, corner != third, second != third,
            table.opposites[second] < 0, table.opposites[third] < 0,
            thirdVertex == vertex(CornerTable.previous(corner))
        else {
            throw reader.invalid("a hole of three edges", found: "another")
        }
        let added = 3 * faceCount
        table.join(added, corner)
        table.join(added + 1, second)
        table.join(added + 2, third)
        set(added, secondVertex)
        set(added + 1, thirdVertex)
        set(added + 2, first)
        isOpen[first] = false
        isOpen[secondVertex] = false
        isOpen[thirdVertex] = false
        faceCount += 1
    }

    /// Gives every corner the number of the vertex that its own was merged into.
    ///
    /// With `filling`, vertices at the end take the numbers that merging has left unused, so that there are no gaps.
    /// - Returns: the number of vertices, with unused numbers counted unless `filling`.
    mutating func finish(filling: Bool, _ reader: inout ByteReader) throws(DracoError) -> Int {
        var count = parents.count
        try reader.reserve(count, of: 8, "vertices")
        var names = [Int32](repeating: 0, count: count)
        for vertex in 0..<count { names[vertex] = Int32(truncatingIfNeeded: vertex) }
        if filling {
            var owners = names
            for lost in merged {
                while count > 0, table.leftmost[count - 1] < 0 { count -= 1 }
                let hole = Int(lost)
                guard count - 1 >= hole else { continue }
                let owner = owners[count - 1]
                owners[hole] = owner
                names[Int(owner)] = lost
                table.leftmost[hole] = table.leftmost[count - 1]
                table.leftmost[count - 1] = -1
                count -= 1
            }
        }
        for corner in table.vertices.indices {
            set(corner, Int(names[vertex(corner)]))
        }
        return count
    }
}

import MeshModel

/// Elements on vertices while the scene is built: their corners, and the rows that are kept.
struct PLYFaces {
    /// The number of elements kept.
    private(set) var count: Int
    /// The vertex of each corner.
    private(set) var vertices: Column
    /// The start of each element's corners, when arities differ.
    private(set) var offsets: Column?
    /// The rows of the table that are kept; nil when all are.
    private var rows: ContiguousArray<Int32>?

    /// Creates the faces of a table from its list of vertices.
    init(_ table: PLYTable, indices: Int) {
        count = table.element.count
        vertices = table.columns[indices].values
        offsets = table.columns[indices].offsets
    }

    /// Creates elements from rows of `vertices`, one each.
    init(_ vertices: Column) {
        count = vertices.count
        self.vertices = vertices
    }

    /// The arity of the elements.
    var arity: Primitive.Arity { offsets.map { .offsets($0) } ?? .uniform(vertices.components) }

    /// The row and the item of a corner.
    func place(of corner: Int) -> (row: Int, item: Int) {
        guard let offsets else {
            let width = max(vertices.components, 1)
            return (corner / width, corner % width)
        }
        let starts = offsets.integers()
        var low = 0
        var high = starts.count - 1
        while low + 1 < high {
            let middle = (low + high) / 2
            if starts[middle] <= corner { low = middle } else { high = middle }
        }
        return (low, corner - Int(starts[low]))
    }

    /// The number of elements with fewer than three corners, and the first of them.
    var degenerate: (count: Int, first: Int) {
        guard let offsets else { return vertices.components < 3 ? (count, 0) : (0, 0) }
        var found = 0
        var first = 0
        var starts = ContiguousArray<Int64>()
        for rows in (0..<count).blocks {
            offsets.read(rows.lowerBound..<rows.upperBound + 1, into: &starts)
            for index in 0..<rows.count where starts[index + 1] - starts[index] < 3 {
                if found == 0 { first = rows.lowerBound + index }
                found += 1
            }
        }
        return (found, first)
    }

    /// Leaves out elements that have a corner without a valid vertex.
    mutating func keepFaces(below vertexCount: Int) {
        let values = vertices.integers()
        let starts = offsets?.integers() ?? (0...count).map { Int64($0 * vertices.components) }
        var kept = ContiguousArray<Int32>()
        var corners = ContiguousArray<Int64>()
        var newStarts: ContiguousArray<Int64> = [0]
        for row in 0..<count {
            let own = values[Int(starts[row])..<Int(starts[row + 1])]
            guard own.allSatisfy({ $0 >= 0 && $0 < vertexCount }) else { continue }
            kept.append(Int32(clamping: row))
            corners.append(contentsOf: own)
            newStarts.append(Int64(corners.count))
        }
        let type = vertices.type
        let width = vertices.components
        let wide = Column(corners, components: offsets == nil ? max(width, 1) : 1)
        vertices = wide.converted(to: type)
        if offsets != nil { offsets = Column(newStarts) }
        count = kept.count
        rows = kept
    }

    /// The attribute without the rows of elements left out.
    func kept(_ attribute: Attribute) -> Attribute {
        rows.map { attribute.picked($0) } ?? attribute
    }

    /// Converts a list with two numbers for each corner, or none for a face, to rows of two. If some faces have none,
    /// it also returns the row of each corner. Returns nil when a list has another length.
    func cornerPairs(_ attribute: Attribute) -> (values: Column, indices: Column?)? {
        guard let lists = attribute.offsets, attribute.count == count else { return nil }
        let starts = lists.integers()
        let corners = offsets?.integers() ?? (0...count).map { Int64($0 * vertices.components) }
        var isFull = true
        for row in 0..<count {
            let length = starts[row + 1] - starts[row]
            let arity = corners[row + 1] - corners[row]
            if length == arity * 2 { continue }
            guard length == 0 else { return nil }
            isFull = false
        }
        let values = attribute.values.packedSingles()
        guard
            let pairs = Column(
                viewing: values.storage, offset: values.offset, stride: 2 * values.type.byteCount,
                count: values.count / 2, components: 2, type: values.type, byteOrder: values.byteOrder)
        else { return nil }
        if isFull { return (pairs, nil) }
        var indices = ContiguousArray<Int32>()
        indices.reserveCapacity(Int(corners[count]))
        var next: Int32 = 0
        for row in 0..<count {
            let isEmpty = starts[row + 1] == starts[row]
            for _ in corners[row]..<corners[row + 1] {
                indices.append(isEmpty ? -1 : next)
                if !isEmpty { next &+= 1 }
            }
        }
        return (pairs, Column(indices))
    }
}

extension Column {
    /// The value at an index that counts through rows and components.
    func value(at index: Int) -> Int64 {
        let width = max(components, 1)
        let row = rows(index / width..<index / width + 1).integers()
        return row.indices.contains(index % width) ? row[index % width] : 0
    }
}

package import MeshModel

extension Attribute {
    /// Returns the elements `rows`, in this order; an index out of range (−1: generated) gives zeros, or an empty list.
    package func gathered(_ rows: ContiguousArray<Int32>) -> Attribute {
        var result = self
        guard let offsets else {
            result.values = values.gathered(rows)
            return result
        }
        var starts = ContiguousArray<Int64>()
        offsets.read(0..<offsets.count, into: &starts)
        var newStarts = ContiguousArray<Int64>()
        newStarts.reserveCapacity(rows.count + 1)
        newStarts.append(0)
        var items = ContiguousArray<Int32>()
        for row in rows {
            let index = Int(row)
            if index >= 0, index + 1 < starts.count {
                let first = Int(starts[index])
                let end = min(Int(starts[index + 1]), values.count)
                if first >= 0, first < end {
                    for item in first..<end { items.append(Int32(clamping: item)) }
                }
            }
            newStarts.append(Int64(items.count))
        }
        result.values = values.gathered(items)
        result.offsets = Column(newStarts)
        return result
    }
}

extension VertexSet {
    /// Returns some of the vertices, in the given order, with all that they have.
    package func gathered(_ rows: ContiguousArray<Int32>) -> VertexSet {
        VertexSet(count: rows.count, attributes: attributes.map { $0.gathered(rows) }, pools: pools)
    }
}

import MeshModel

/// Vertex indices.
enum GLTFIndices {
    /// The largest index, found in one pass; nil: the column is empty.
    static func largest(_ column: Column) -> Int? {
        guard column.count > 0 else { return nil }
        // Values that don't fit become `Int32.max`, which is past any vertex.
        var buffer = ContiguousArray<Int32>()
        var largest: Int32 = 0
        for rows in column.blocks {
            column.read(rows, into: &buffer)
            for value in buffer where value > largest { largest = value }
        }
        return Int(largest)
    }
}

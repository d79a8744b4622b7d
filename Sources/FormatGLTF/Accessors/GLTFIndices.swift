import MeshModel

/// Whole numbers that name vertices.
enum GLTFIndices {
    /// The largest of them, in one pass; nil when there is none.
    static func largest(_ column: Column) -> Int? {
        guard column.count > 0 else { return nil }
        // What does not fit becomes the largest Int32, which is past any vertex.
        var buffer = ContiguousArray<Int32>()
        var largest: Int32 = 0
        var row = 0
        while row < column.count {
            let end = min(row + 16_384, column.count)
            column.read(row..<end, into: &buffer)
            for value in buffer where value > largest { largest = value }
            row = end
        }
        return Int(largest)
    }
}

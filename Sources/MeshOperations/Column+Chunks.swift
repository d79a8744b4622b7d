internal import MeshModel

extension Column {
    /// Calls `body` with the column's values, some thousand at a time.
    func forEachChunk(_ body: (ContiguousArray<Int64>) -> Void) {
        var buffer = ContiguousArray<Int64>()
        let rowsPerChunk = max(1, 16_384 / max(components, 1))
        var row = 0
        while row < count {
            let end = min(row + rowsPerChunk, count)
            read(row..<end, into: &buffer)
            body(buffer)
            row = end
        }
    }

    /// Calls `body` with the column's values as float64, whole rows, some thousand values at a time.
    func forEachRowChunk(_ body: (ContiguousArray<Double>) -> Void) {
        var buffer = ContiguousArray<Double>()
        let rowsPerChunk = max(1, 16_384 / max(components, 1))
        var row = 0
        while row < count {
            let end = min(row + rowsPerChunk, count)
            read(row..<end, into: &buffer)
            body(buffer)
            row = end
        }
    }
}

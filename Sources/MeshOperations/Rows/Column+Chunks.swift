internal import MeshModel

extension Column {
    /// Calls `body` with the column's values, in chunks of whole rows of some thousand values.
    func forEachChunk(_ body: (ContiguousArray<Int64>) -> Void) {
        var buffer = ContiguousArray<Int64>()
        forEachRowRange { rows in
            read(rows, into: &buffer)
            body(buffer)
        }
    }

    /// Calls `body` with the column's values as float64, in chunks of whole rows of some thousand values.
    func forEachRowChunk(_ body: (ContiguousArray<Double>) -> Void) {
        var buffer = ContiguousArray<Double>()
        forEachRowRange { rows in
            read(rows, into: &buffer)
            body(buffer)
        }
    }

    private func forEachRowRange(_ body: (Range<Int>) -> Void) {
        let rowsPerChunk = max(1, 16_384 / max(components, 1))
        var row = 0
        while row < count {
            let end = min(row + rowsPerChunk, count)
            body(row..<end)
            row = end
        }
    }
}

import MeshModel

/// Checks vertex indices.
enum PLYIndices {
    /// The position of the first value in `column` that is no index below `count`; nil when all are valid.
    static func firstInvalid(_ column: Column, below count: Int) -> Int? {
        if areAllInside(column, below: count) { return nil }
        for (rows, buffer) in column.blocks(of: Int64.self) {
            for (index, value) in buffer.enumerated() where value < 0 || value >= count {
                return rows.lowerBound * column.components + index
            }
        }
        return nil
    }

    /// Checks the usual types in one pass without a branch per value; false means that a slower check is needed.
    private static func areAllInside(_ column: Column, below count: Int) -> Bool {
        guard column.count > 0, column.components > 0 else { return true }
        guard column.byteOrder == .native, column.type == .int32 || column.type == .uint32 else { return false }
        let limit = UInt32(clamping: count)
        var largest: UInt32 = 0
        unsafe column.withRuns(0..<column.count) { first, rows in
            largest = max(largest, unsafe Self.largest(of: column, rows.count, at: first))
        }
        // A negative Int32 is a large UInt32, so one comparison checks both ends.
        return largest < limit && (column.type == .uint32 || largest <= UInt32(Int32.max))
    }

    /// The largest of some indices of four bytes.
    ///
    /// - Bounds: `first` is the address of a row of the column, and `rows` rows begin there.
    private static func largest(of column: Column, _ rows: Int, at first: UnsafeRawPointer) -> UInt32 {
        var largest: UInt32 = 0
        var row = unsafe first
        if column.components == 3 {
            for _ in 0..<rows {
                let a = unsafe row.loadUnaligned(as: UInt32.self)
                let b = unsafe row.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
                let c = unsafe row.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
                largest = max(largest, max(a, max(b, c)))
                unsafe row += column.stride
            }
            return largest
        }
        for _ in 0..<rows {
            for component in 0..<column.components {
                largest = max(largest, unsafe row.loadUnaligned(fromByteOffset: component &* 4, as: UInt32.self))
            }
            unsafe row += column.stride
        }
        return largest
    }
}

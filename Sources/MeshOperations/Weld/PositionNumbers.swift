internal import MeshModel

// Bounds: the positions are three float32 in a column, whose rows lie inside of its storage.

/// Numbers positions of three float32 by their bits: equal ones get one number; numbers follow first use.
///
/// A faster ``VertexKeys`` and ``RowTable`` for the usual rows of unshared triangle vertices, read straight from a
/// view. If the reader has already found the repetition, it is used.
struct PositionNumbers {
    /// For each row its number, one Int32 each.
    let numbers: Column
    /// For each number the first row that has it, one Int32 each.
    let firsts: Column
    /// For each number its row.
    let rows: Column

    /// Numbers the rows of a column; nil unless they are three float32 in the machine's byte order.
    ///
    /// - Parameter zerosAreEqual: whether −0 equals +0; NaNs are always compared by their bits.
    init?(_ positions: Column, zerosAreEqual: Bool) {
        guard positions.type == .float32, positions.components == 3, positions.byteOrder == .native else { return nil }
        let found: Repetition
        if let known = positions.repetition, !known.hasMinusZeros || !zerosAreEqual {
            found = known
        } else {
            guard let table = PositionTable(capacity: positions.count, zerosAreEqual: zerosAreEqual) else { return nil }
            let isDone = unsafe positions.storage.withBytes { bytes in
                guard let base = bytes.baseAddress else { return true }
                return unsafe table.append(base + positions.offset, stride: positions.stride, count: positions.count)
            }
            guard isDone else { return nil }
            found = table.finish()
        }
        numbers = found.numbers
        firsts = found.origins
        rows = found.rows
    }
}

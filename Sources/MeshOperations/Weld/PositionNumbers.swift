internal import MeshModel

/// Numbers positions of three float32 by their bits: equal ones have one number, numbers follow first use.
///
/// What ``VertexKeys`` and ``RowTable`` do for any rows, for the ones that soups of triangles have, straight from a view.
/// Where the reader has found them already, nothing is left to do.
struct PositionNumbers {
    /// Row → number, one Int32 each.
    let numbers: Column
    /// Number → the first row that has it, one Int32 each.
    let firsts: Column
    /// Number → the row itself.
    let rows: Column

    /// The numbers of the rows of a column; nil if its rows are others than three float32 in the machine's byte order.
    ///
    /// - Parameter zerosAreEqual: Whether −0 counts as +0; NaNs are told apart by their bits either way.
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

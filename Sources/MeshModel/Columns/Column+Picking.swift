// Bounds: a row that isn't in the column gives zeros; the storage has a row for each pick.

extension Column {
    /// Returns the rows at these indices, in this order, packed and in the column's byte order; zeros for an index out
    /// of range.
    ///
    /// A column with a ``Repetition`` is picked from its distinct rows, without expanding it.
    @specialized(where Rows == ContiguousArray<Int32>)
    @specialized(where Rows == ArraySlice<Int32>)
    package func picked<Rows: Collection<Int32>>(_ rows: Rows) -> Column {
        if let known = repetition {
            let numbers = NumberList(known.numbers)
            var own = ContiguousArray<Int32>()
            own.reserveCapacity(rows.count)
            for row in rows { own.append(row >= 0 && Int(row) < numbers.count ? numbers[Int(row)] : -1) }
            return known.rows.picked(own)
        }
        if let few = lookedUp { return few.inMemory(for: few.source.picked(rows)) }
        let size = components * type.byteCount
        let storage = unsafe ByteStorage(byteCount: rows.count * size) { target in
            guard let base = target.baseAddress else { return }
            if isOnDemand { return unsafe pick(rows, to: base) }
            let source = unsafe self.storage.base + offset
            var place = unsafe base
            for row in rows {
                if row >= 0, Int(row) < count {
                    unsafe place.copyMemory(from: source + Int(row) * stride, byteCount: size)
                } else {
                    _ = unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: size)
                }
                unsafe place += size
            }
        }
        return Column(
            viewing: storage, offset: 0, stride: size, count: rows.count, components: components, type: type,
            byteOrder: byteOrder) ?? .empty(type, components: components)
    }

    /// Picks rows from a source one by one: most picks ascend, so most rows are in the bytes that were read last.
    private func pick<Rows: Collection<Int32>>(_ rows: Rows, to target: UnsafeMutableRawPointer) {
        let size = components * type.byteCount
        var place = unsafe target
        for row in rows {
            if row >= 0, Int(row) < count {
                unsafe withRuns(Int(row)..<Int(row) + 1) { first, _ in
                    unsafe place.copyMemory(from: first, byteCount: size)
                }
            } else {
                _ = unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            }
            unsafe place += size
        }
    }
}

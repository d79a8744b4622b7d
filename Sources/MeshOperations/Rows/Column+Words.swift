internal import MeshModel

// Bounds: the words are compared with the last place that is written; the scratch memory has room for all rows.

// Rows as stored bits, for hashing: for all types, equal words mean equal bits.

extension Column {
    var wordsPerRow: Int {
        let (bytes, isTooWide) = components.multipliedReportingOverflow(by: type.byteCount)
        return isTooWide ? 0 : bytes / 4 + (bytes % 4 == 0 ? 0 : 1)
    }

    /// Copies the bits of rows into `words`: row i of `rows` to the words from `first + i × distance`.
    ///
    /// - Shape: a row has ``wordsPerRow`` words; unused bytes of the last are 0. `words` must have room for all.
    /// - Edge: rows are in the machine's byte order. `rows` must lie inside the column.
    func copyWords(
        _ rows: Range<Int>, into words: inout ContiguousArray<UInt32>, from first: Int, every distance: Int,
        scratch: inout ContiguousArray<UInt32>
    ) {
        let bounds = rows.clamped(to: 0..<count)
        let width = wordsPerRow
        guard !bounds.isEmpty, width > 0, first >= 0, width <= distance,
            words.count >= first + (bounds.count - 1) * distance + width
        else { return }
        let size = components * type.byteCount
        if first == 0, distance == width, size == width * 4 {
            unsafe words.withUnsafeMutableBytes { target in
                guard let start = target.baseAddress else { return }
                unsafe copyPacked(bounds, to: start)
            }
            return
        }
        let needed = (bounds.count * size + 3) / 4
        if scratch.count < needed { scratch = ContiguousArray(repeating: 0, count: needed) }
        unsafe scratch.withUnsafeMutableBytes { packed in
            guard let source = packed.baseAddress else { return }
            unsafe copyPacked(bounds, to: source)
            unsafe words.withUnsafeMutableBytes { target in
                guard let start = target.baseAddress else { return }
                for row in 0..<bounds.count {
                    let place = unsafe start + (first + row * distance) * 4
                    // Zeros first: the last word may have bytes that no value fills.
                    unsafe place.storeBytes(of: 0, toByteOffset: (width - 1) * 4, as: UInt32.self)
                    unsafe place.copyMemory(from: source + row * size, byteCount: size)
                }
            }
        }
    }
}

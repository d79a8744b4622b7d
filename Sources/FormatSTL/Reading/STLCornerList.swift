import MeshBytes
import MeshFormats
import MeshModel

/// Collects the corners of facets, part after part, in the memory that the scene will use.
@safe struct STLCornerList {
    private var block: MemoryBlock?
    private var byteCount = 0

    /// Appends nine numbers for each facet.
    ///
    /// - Parameter likely: the estimated number of all facets. Memory is used only for those that come.
    mutating func append(_ numbers: ContiguousArray<Float>, likely: Int) throws(ReadError) {
        let more = numbers.count * 4
        let capacity = block?.byteCount ?? 0
        if capacity - byteCount < more {
            // A little more than estimated, because lines differ in length.
            let expected = likely + likely / 16
            let (wanted, isTooMany) = expected.multipliedReportingOverflow(by: 36)
            let room = max(isTooMany ? 0 : wanted, capacity + capacity / 2, byteCount + more)
            let larger = try ReadError.of(MemoryBlock(byteCount: room))
            if let block { unsafe larger.base.copyMemory(from: block.base, byteCount: byteCount) }
            block = larger
        }
        guard let block else { return }
        // Bounds: room for all of them was made above.
        unsafe numbers.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe (block.base + byteCount).copyMemory(from: base, byteCount: bytes.count)
        }
        byteCount += more
    }

    /// The corners, three rows for each facet; nil if there are none.
    var column: Column? {
        guard let block else { return nil }
        return Column(
            viewing: ByteStorage(block, byteCount: byteCount), offset: 0, stride: 12, count: byteCount / 12,
            components: 3, type: .float32)
    }
}

import MeshBytes
import MeshFormats
import MeshModel

/// Finds corners with equal positions while facets are read.
@safe final class STLRepeatedCorners {
    private let table: PositionTable

    /// Creates a search; nil: there is no memory for it, or the machine is big-endian.
    ///
    /// - Parameters:
    ///   - facetCount: the most facets that will come. Memory is used only for those that do.
    ///   - likely: the estimated number of facets, if known.
    init?(facetCount: Int, likely: Int? = nil) {
        let (corners, isTooMany) = facetCount.multipliedReportingOverflow(by: 3)
        guard ByteOrder.native == .little, !isTooMany,
            let table = PositionTable(
                capacity: corners, likely: likely.map { 3 * min($0, facetCount) }, zerosAreEqual: false,
                allocate: { try? MemoryBlock(byteCount: $0) })
        else { return nil }
        self.table = table
    }

    /// Adds corners. Returns false if there is no memory for them.
    ///
    /// - Bounds: `corners` has three float32 for each of `count`.
    func append(_ corners: UnsafeRawPointer, _ count: Int) -> Bool {
        unsafe table.append(corners, stride: 12, count: count)
    }

    /// Adds nine numbers for each facet. Returns false if there is no memory for them.
    func append(_ numbers: ContiguousArray<Float>) -> Bool {
        unsafe numbers.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return true }
            return unsafe append(base, bytes.count / 12)
        }
    }

    /// The corners of all facets, three rows each; nil if there are none.
    func column() -> Column? { Column(table.finish()) }
}

import MeshBytes
import MeshFormats
import MeshModel

/// Finds corners with equal positions while facets are read.
@safe final class STLRepeatedCorners {
    private let table: PositionTable
    /// Corners of a few facets, packed.
    private let scratch: MemoryBlock
    private static let facetsAtOnce = 512

    /// Creates a search; nil: there is no memory for it, or the machine is big-endian.
    ///
    /// - Parameters:
    ///   - facetCount: the most facets that will come. Memory is used only for those that do.
    ///   - likely: the estimated number of facets, if known.
    init?(facetCount: Int, likely: Int? = nil) {
        let (corners, isTooMany) = facetCount.multipliedReportingOverflow(by: 3)
        guard ByteOrder.native == .little, !isTooMany,
            let scratch = try? MemoryBlock(byteCount: Self.facetsAtOnce * 36),
            let table = PositionTable(
                capacity: corners, likely: likely.map { 3 * min($0, facetCount) }, zerosAreEqual: false,
                allocate: { try? MemoryBlock(byteCount: $0) })
        else { return nil }
        self.table = table
        self.scratch = scratch
    }

    /// Adds the corners of consecutive facets. Returns false if there is no memory for them.
    ///
    /// - Bounds: `facets` has ``STLDocument/facetByteCount`` bytes for each of `count`.
    func append(_ facets: UnsafeRawPointer, _ count: Int) -> Bool {
        var facet = unsafe facets
        var left = count
        while left > 0 {
            let some = min(left, Self.facetsAtOnce)
            var target = unsafe scratch.base
            for _ in 0..<some {
                unsafe target.copyMemory(from: facet + 12, byteCount: 36)
                unsafe facet += STLDocument.facetByteCount
                unsafe target += 36
            }
            guard unsafe table.append(scratch.base, stride: 12, count: 3 * some) else { return false }
            left -= some
        }
        return true
    }

    /// Adds nine numbers for each facet. Returns false if there is no memory for them.
    func append(_ numbers: ContiguousArray<Float>) -> Bool {
        unsafe numbers.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return true }
            return unsafe table.append(base, stride: 12, count: bytes.count / 12)
        }
    }

    /// The corners of all facets, three rows each; nil if there are none.
    func column() -> Column? { Column(table.finish()) }
}

import MeshBytes
import MeshFormats
import MeshModel

/// Finds which corners of facets are on one place while the facets are read.
@safe final class STLRepeatedCorners {
    private let table: PositionTable
    /// Corners of a few facets, packed.
    private let scratch: MemoryBlock
    private static let facetsAtOnce = 512

    /// A search in as many facets; nil where there is no memory for it, or where numbers would have to be turned around.
    init?(facetCount: Int) {
        let (corners, isTooMany) = facetCount.multipliedReportingOverflow(by: 3)
        guard ByteOrder.native == .little, !isTooMany,
            let scratch = try? MemoryBlock(byteCount: Self.facetsAtOnce * 36),
            let table = PositionTable(
                capacity: corners, zerosAreEqual: false, allocate: { try? MemoryBlock(byteCount: $0) })
        else { return nil }
        self.table = table
        self.scratch = scratch
    }

    /// Takes the corners of facets that follow each other; false if there is no memory for them.
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

    /// The corners of all facets, three rows each; nil if there are none.
    func column() -> Column? { Column(table.finish()) }
}

import MeshBytes
import MeshFormats
import MeshModel

// Bounds: a block has room for the facets that are read into it, and a facet's corners are cut to the range that is
// wanted.

extension STLBinaryFacets {
    /// The facets of a large file, as views that read it again when their rows are needed.
    ///
    /// - Parameter hasColor: whether the header has the colour of an object.
    static func view(
        _ input: Input, count: Int, hasColor: Bool, options: ReadOptions
    ) throws(ReadError) -> STLBinaryFacets {
        let tallies = try onWorkers(count, options.threads) { (facets) throws(ReadError) -> Tally in
            var tally = Tally()
            _ = try unsafe blocks(of: input, facets) { block, rows in
                unsafe look(at: block, rows, &tally)
                return true
            }
            return tally
        }
        let tally = tallies.reduce(Tally(), +)
        let size = STLDocument.facetByteCount
        let file = ByteStorage(FileWindows(input, limit: options.lateLimit))
        func field(_ offset: Int, _ components: Int, _ type: ScalarType) -> Column? {
            Column(
                viewing: file, offset: STLDocument.firstFacet + offset, stride: size, count: count,
                components: components, type: type, byteOrder: .little)
        }
        let positions = Column(
            viewing: ByteStorage(corners(of: input, count, options.lateLimit)), offset: 0, stride: 12, count: 3 * count,
            components: 3,
            type: .float32, byteOrder: .little)
        return STLBinaryFacets(
            count: count, positions: positions ?? .empty(.float32, components: 3),
            normals: tally.ownNormals > 0 ? field(0, 3, .float32) : nil,
            words: tally.nonzeroWords > 0 || hasColor ? field(48, 1, .uint16) : nil, tally: tally)
    }

    /// The corners of all facets without what lies between them: a column has one distance between its rows, and corners
    /// have two.
    private static func corners(of input: Input, _ count: Int, _ limit: Int?) -> FileWindows {
        let width = 36
        return unsafe FileWindows(input, byteCount: count * width, limit: limit) {
            (range, target) throws(SystemError) in
            let size = STLDocument.facetByteCount
            let facets = range.lowerBound / width..<(range.upperBound + width - 1) / width
            let block = try MemoryBlock(byteCount: min(facetsPerBlock, facets.count) * size)
            for rows in facets.blocks(of: facetsPerBlock) {
                let start = STLDocument.firstFacet + rows.lowerBound * size
                let got = unsafe try input.read(at: start, count: rows.count * size, into: block.base)
                guard got == rows.count * size else { throw input.shrunk }
                for row in rows {
                    // The first and the last facet may be wanted in part.
                    let part = (row * width..<(row + 1) * width).clamped(to: range)
                    let place =
                        unsafe block.base + ((row - rows.lowerBound) * size + 12 + part.lowerBound - row * width)
                    unsafe (target + (part.lowerBound - range.lowerBound)).copyMemory(
                        from: place, byteCount: part.count)
                }
            }
        }
    }
}

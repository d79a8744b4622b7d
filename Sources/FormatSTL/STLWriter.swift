import MeshBytes
import MeshModel

// Bounds: a block of facets gets 50 bytes for each, and each writes exactly those.

/// Writes a planned file. The bytes don't depend on the number of threads.
struct STLWriter {
    let layout: STLLayout
    let threads: Int
    /// The number of facets that are in memory at a time, so that their corners stay in the cache.
    static let facetsPerBlock = 512

    func write(to sink: ByteSink) throws(SystemError) {
        if layout.variant == .ascii {
            for solid in layout.solids { try STLTextWriter(solid: solid, threads: threads).write(to: sink) }
            return
        }
        try sink.write(layout.header)
        let parts = layout.solids.flatMap(\.parts)
        try sink.write(littleEndian: UInt32(clamping: parts.reduce(0) { $0 + $1.facetCount }))
        for part in parts {
            try ParallelRows.write(
                rowCount: part.facetCount, rowsPerChunk: 8192, threads: threads, to: sink,
                maxBytesPerRow: STLDocument.facetByteCount
            ) { facets, bytes in
                Self.append(part, facets, to: &bytes)
            }
        }
    }

    private static func append(_ part: STLPart, _ facets: Range<Int>, to bytes: inout TextBuffer) {
        var reader = STLPartReader(part)
        let size = STLDocument.facetByteCount
        reader.read(facets) { block, row, count in
            unsafe bytes.reserve(count * size) { target in
                for facet in 0..<count {
                    let place = unsafe UnsafeMutableRawPointer(target + facet * size)
                    let normal = block.normal(facet)
                    for axis in 0..<3 { unsafe store(normal[axis], at: place + axis * 4) }
                    for number in 0..<9 {
                        unsafe store(block.positions[facet * 9 + number], at: place + (12 + number * 4))
                    }
                    let word = block.words.isEmpty ? 0 : block.words[facet]
                    unsafe place.storeBytes(of: word.littleEndian, toByteOffset: 48, as: UInt16.self)
                }
                return count * size
            }
        }
    }

    @inline(__always) private static func store(_ value: Double, at place: UnsafeMutableRawPointer) {
        unsafe place.storeBytes(of: Float(value).bitPattern.littleEndian, as: UInt32.self)
    }
}

/// Reads the numbers of a part's facets, a block at a time.
struct STLPartReader {
    private let part: STLPart
    private var block = Block()
    private var scratch = STLCorners.Scratch()
    private var wordScratch = ContiguousArray<Double>()

    /// The numbers of consecutive facets.
    struct Block {
        /// Nine numbers per facet.
        var positions = ContiguousArray<Double>()
        /// Three numbers per facet; empty: computed from the corners.
        var normals = ContiguousArray<Double>()
        /// One word per facet; empty: zero.
        var words = ContiguousArray<UInt16>()

        /// The normal of a facet, rounded to float32 if it is computed.
        @inline(__always) func normal(_ facet: Int) -> SIMD3<Double> {
            if !normals.isEmpty { return STLCorners.corner(normals, facet * 3) }
            let computed = STLFacetNormal.computed(
                STLCorners.corner(positions, facet * 9), STLCorners.corner(positions, facet * 9 + 3),
                STLCorners.corner(positions, facet * 9 + 6))
            return SIMD3<Double>(SIMD3<Float>(computed))
        }
    }

    init(_ part: STLPart) { self.part = part }

    /// Calls `body` with blocks of facets, the index of each block's first facet, and the number of facets.
    mutating func read(_ facets: Range<Int>, _ body: (Block, Int, Int) -> Void) {
        for rows in facets.blocks(of: STLWriter.facetsPerBlock) {
            part.corners.read(rows, into: &block.positions, &scratch)
            part.normals?.read(rows, into: &block.normals)
            if let words = part.words { block.words = words.read(rows, &wordScratch) }
            body(block, rows.lowerBound, rows.count)
        }
    }
}

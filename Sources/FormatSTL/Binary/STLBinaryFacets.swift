import MeshBytes
import MeshFormats
import MeshModel

/// The columns of a binary file's facets, and counts that were made while reading them.
struct STLBinaryFacets: Sendable {
    var count: Int
    /// The corners, three rows per facet.
    var positions: Column
    /// The stored normals; nil: they can be computed from the corners.
    var normals: Column?
    /// The attribute words; nil: all are zero, and there is no object's colour that they could refer to.
    var words: Column?
    /// The counts over all facets.
    var tally = Tally()

    /// Counts over some facets.
    struct Tally: Sendable {
        /// The number of normals that can't be computed from the corners.
        var ownNormals = 0
        /// The number of normals that are zero.
        var zeroNormals = 0
        /// The number of normals that are NaN or infinite.
        var brokenNormals = 0
        /// The index of the first facet with such a normal.
        var firstBrokenNormal: Int?
        /// The number of attribute words that are not zero.
        var nonzeroWords = 0
        /// The number of attribute words with bit 15.
        var markedWords = 0

        /// The counts over the facets of `a` and then `b`.
        static func + (a: Tally, b: Tally) -> Tally {
            Tally(
                ownNormals: a.ownNormals + b.ownNormals, zeroNormals: a.zeroNormals + b.zeroNormals,
                brokenNormals: a.brokenNormals + b.brokenNormals,
                firstBrokenNormal: a.firstBrokenNormal ?? b.firstBrokenNormal,
                nonzeroWords: a.nonzeroWords + b.nonzeroWords, markedWords: a.markedWords + b.markedWords)
        }
    }

    /// The number of facets in a block: 256 kB stay in the cache.
    static let facetsPerBlock = 5242

    /// Reads `count` facets. The caller has checked that the file is long enough.
    ///
    /// Most files have no information in normals and words. Only if they do, the file is read again to keep these.
    ///
    /// - Parameters:
    ///   - hasColor: whether the header has the colour of an object.
    ///   - findsRepetitions: whether equal corners are merged while reading, which takes memory for distinct ones only.
    static func read(
        _ input: Input, count: Int, hasColor: Bool, findsRepetitions: Bool, threads: Int
    ) throws(ReadError) -> STLBinaryFacets {
        let (positions, tally) =
            if findsRepetitions, let corners = STLRepeatedCorners(facetCount: count) {
                try repeated(corners, input, count, threads)
            } else {
                try plain(input, count, threads)
            }
        let normals = tally.ownNormals > 0 ? try Part(count, offset: 0, byteCount: 12) : nil
        let words = tally.nonzeroWords > 0 || hasColor ? try Part(count, offset: 48, byteCount: 2) : nil
        let parts = [normals, words].compactMap(\.self)
        if !parts.isEmpty {
            _ = try onWorkers(count, threads) { (facets) throws(ReadError) -> Bool in
                try unsafe blocks(of: input, facets) { block, rows in
                    for part in parts { unsafe part.take(block, rows) }
                    return true
                }
            }
        }
        return STLBinaryFacets(
            count: count, positions: positions,
            normals: normals?.column(rowsPerFacet: 1, 3, .float32), words: words?.column(rowsPerFacet: 1, 1, .uint16),
            tally: tally)
    }

    /// The digests of `count` facets, which don't stay in memory.
    static func digests(
        _ input: Input, count: Int, threads: Int
    ) throws(ReadError) -> (rows: RowDigests, tally: Tally) {
        let parts = try onWorkers(count, threads) { (facets) throws(ReadError) -> (rows: RowDigests, tally: Tally) in
            var part = (rows: RowDigests(STLBinaryDigests.paths), tally: Tally())
            _ = try unsafe blocks(of: input, facets) { block, rows in
                unsafe look(at: block, rows, &part.tally)
                unsafe STLBinaryDigests.add(block, rows.count, to: &part.rows)
                return true
            }
            return part
        }
        return parts.reduce(into: (RowDigests(STLBinaryDigests.paths), Tally())) { all, part in
            all.0.append(part.rows)
            all.1 = all.1 + part.tally
        }
    }

    private static func plain(
        _ input: Input, _ count: Int, _ threads: Int
    ) throws(ReadError) -> (positions: Column, tally: Tally) {
        let positions = try Part(count, offset: 12, byteCount: 36)
        let tallies = try onWorkers(count, threads) { (facets) throws(ReadError) -> Tally in
            var tally = Tally()
            _ = try unsafe blocks(of: input, facets) { block, rows in
                unsafe look(at: block, rows, &tally)
                unsafe positions.take(block, rows)
                return true
            }
            return tally
        }
        return (positions.column(rowsPerFacet: 3, 3, .float32), tallies.reduce(Tally(), +))
    }

    /// One thread numbers corners, in order of their first use, while another reads the next facets and looks at them.
    private static func repeated(
        _ corners: STLRepeatedCorners, _ input: Input, _ count: Int, _ threads: Int
    ) throws(ReadError) -> (positions: Column, tally: Tally) {
        var tally = Tally()
        var hasMemory = true
        let blockCount = (count + facetsPerBlock - 1) / facetsPerBlock
        try Parallel.inOrder(blockCount, threads: min(threads, 2)) { () throws(ReadError) in
            try Room(facetCount: min(facetsPerBlock, count))
        } make: { (block, room) throws(ReadError) in
            let first = block * facetsPerBlock
            try room.read(first..<min(first + facetsPerBlock, count), of: input)
        } take: { (room) throws(ReadError) in
            tally = tally + room.tally
            if hasMemory { hasMemory = unsafe corners.append(room.corners.base, 3 * room.count) }
        }
        guard hasMemory, let positions = corners.column() else { return try plain(input, count, 1) }
        return (positions, tally)
    }

    /// Room for the facets of a block, their corners, and the counts over them.
    private final class Room {
        private let facets: MemoryBlock
        let corners: MemoryBlock
        private(set) var count = 0
        private(set) var tally = Tally()

        init(facetCount: Int) throws(ReadError) {
            facets = try ReadError.of(MemoryBlock(byteCount: facetCount * STLDocument.facetByteCount))
            corners = try ReadError.of(MemoryBlock(byteCount: facetCount * 36))
        }

        /// Reads some facets, at most as many as there is room for.
        func read(_ rows: Range<Int>, of input: Input) throws(ReadError) {
            unsafe try STLBinaryFacets.read(rows, of: input, to: facets.base)
            tally = Tally()
            unsafe STLBinaryFacets.look(at: facets.base, rows, &tally)
            count = rows.count
            for row in 0..<count {
                let place = unsafe facets.base + row * STLDocument.facetByteCount + 12
                unsafe (corners.base + row * 36).copyMemory(from: place, byteCount: 36)
            }
        }
    }

    static func onWorkers<R: Sendable>(
        _ count: Int, _ threads: Int, _ body: @Sendable (Range<Int>) throws(ReadError) -> R
    ) throws(ReadError) -> [R] {
        let workers = max(1, min(threads, count / facetsPerBlock))
        return try Parallel.map(workers, threads: workers) { (worker) throws(ReadError) -> R in
            let first = count / workers * worker
            return try body(first..<(worker == workers - 1 ? count : count / workers * (worker + 1)))
        }
    }

    /// Memory for one field of all facets. Workers write to different facets.
    private struct Part: Sendable {
        private let block: MemoryBlock
        private let count: Int
        private let offset: Int
        private let byteCount: Int

        init(_ count: Int, offset: Int, byteCount: Int) throws(ReadError) {
            block = try ReadError.of(MemoryBlock(byteCount: count * byteCount))
            self.count = count
            self.offset = offset
            self.byteCount = byteCount
        }

        var base: UnsafeMutableRawPointer { unsafe block.base }

        /// Copies the field of consecutive facets.
        ///
        /// - Bounds: `facets` has ``STLDocument/facetByteCount`` bytes for each of `rows`, which are among `count`.
        @inline(__always) func take(_ facets: UnsafeRawPointer, _ rows: Range<Int>) {
            for row in rows {
                let facet = unsafe facets + (row - rows.lowerBound) * STLDocument.facetByteCount
                unsafe (base + row * byteCount).copyMemory(from: facet + offset, byteCount: byteCount)
            }
        }

        func column(rowsPerFacet: Int, _ components: Int, _ type: ScalarType) -> Column {
            Column(
                viewing: ByteStorage(block), offset: 0, stride: components * type.byteCount,
                count: rowsPerFacet * count,
                components: components, type: type, byteOrder: .little) ?? .empty(type, components: components)
        }
    }

    /// Counts special values of facets.
    static func look(at block: UnsafeRawPointer, _ rows: Range<Int>, _ tally: inout Tally) {
        for row in rows {
            let facet = unsafe block + (row - rows.lowerBound) * STLDocument.facetByteCount
            let word = UInt16(littleEndian: unsafe facet.loadUnaligned(fromByteOffset: 48, as: UInt16.self))
            if word != 0 { tally.nonzeroWords += 1 }
            if word & 0x8000 != 0 { tally.markedWords += 1 }
            let normal = unsafe vector(facet)
            if normal == .zero {
                tally.zeroNormals += 1
                continue
            }
            switch unsafe STLFacetNormal.verdict(normal, vector(facet + 12), vector(facet + 24), vector(facet + 36)) {
            case .derived: break
            case .own: tally.ownNormals += 1
            case .unstated:
                tally.brokenNormals += 1
                tally.firstBrokenNormal = tally.firstBrokenNormal ?? row
            }
        }
    }

    /// Whether all numbers of some facets are finite. Bytes that are not facets hardly ever are.
    static func areFinite(_ input: Input, _ facets: Range<Int>) throws(ReadError) -> Bool {
        try unsafe blocks(of: input, facets) { block, rows in
            for row in 0..<rows.count {
                for number in 0..<12 {
                    let place = row * STLDocument.facetByteCount + number * 4
                    let bits = UInt32(littleEndian: unsafe block.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                    if bits & 0x7F80_0000 == 0x7F80_0000 { return false }
                }
            }
            return true
        }
    }

    /// Calls `body` with the bytes of facets, a block at a time, until it returns false. Returns whether it never did.
    ///
    /// - Bounds: the pointer that `body` gets has as many facets as the range.
    static func blocks(
        of input: Input, _ facets: Range<Int>, _ body: (UnsafeRawPointer, Range<Int>) -> Bool
    ) throws(ReadError) -> Bool {
        guard !facets.isEmpty else { return true }
        let block = try ReadError.of(
            MemoryBlock(byteCount: min(facetsPerBlock, facets.count) * STLDocument.facetByteCount))
        for rows in facets.blocks(of: facetsPerBlock) {
            unsafe try read(rows, of: input, to: block.base)
            guard unsafe body(block.base, rows) else { return false }
        }
        return true
    }

    /// Reads consecutive facets.
    ///
    /// - Bounds: `target` has room for as many facets as the range.
    private static func read(
        _ rows: Range<Int>, of input: Input, to target: UnsafeMutableRawPointer
    ) throws(ReadError) {
        let size = STLDocument.facetByteCount
        do throws(SystemError) {
            let got = unsafe try input.read(
                at: STLDocument.firstFacet + rows.lowerBound * size, count: rows.count * size, into: target)
            guard got == rows.count * size else { throw input.shrunk }
        } catch {
            throw error.isShrunk ? ReadError.shrunk : ReadError(error)
        }
    }

    @inline(__always) private static func vector(_ place: UnsafeRawPointer) -> SIMD3<Double> {
        func number(_ offset: Int) -> Double {
            let bits = unsafe place.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return Double(Float(bitPattern: UInt32(littleEndian: bits)))
        }
        return SIMD3(number(0), number(4), number(8))
    }
}

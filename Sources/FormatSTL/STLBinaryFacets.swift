import MeshBytes
import MeshFormats
import MeshModel

/// The columns of a binary file's facets and what was seen while they were filled.
struct STLBinaryFacets: Sendable {
    /// The number of facets.
    var count: Int
    /// The corners, three rows per facet.
    var positions: Column
    /// The stored normals.
    var normals: Column
    /// The attribute words.
    var words: Column
    /// What the values are like.
    var tally = Tally()

    /// Counts over some facets.
    struct Tally: Sendable {
        /// Normals that say something else than the corners.
        var ownNormals = 0
        /// Normals that are zero.
        var zeroNormals = 0
        /// Normals that are no numbers.
        var brokenNormals = 0
        /// The first facet with such a normal.
        var firstBrokenNormal: Int?
        /// Attribute words that are not zero.
        var nonzeroWords = 0
        /// Attribute words with bit 15.
        var markedWords = 0

        /// The counts over both.
        static func + (a: Tally, b: Tally) -> Tally {
            Tally(
                ownNormals: a.ownNormals + b.ownNormals, zeroNormals: a.zeroNormals + b.zeroNormals,
                brokenNormals: a.brokenNormals + b.brokenNormals,
                firstBrokenNormal: a.firstBrokenNormal ?? b.firstBrokenNormal,
                nonzeroWords: a.nonzeroWords + b.nonzeroWords, markedWords: a.markedWords + b.markedWords)
        }
    }

    /// Facets in one block: 256 kB stay in the cache.
    private static let facetsPerBlock = 5242

    /// Reads `count` facets, for which the file has been found to have bytes.
    static func read(_ input: Input, count: Int, threads: Int) throws(ReadError) -> STLBinaryFacets {
        let target: Target
        do throws(SystemError) { target = try Target(count) } catch { throw ReadError(error) }
        let workers = max(1, min(threads, count / facetsPerBlock))
        let tallies = try Parallel.map(workers, threads: workers) { (worker) throws(ReadError) -> Tally in
            let first = count / workers * worker
            let end = worker == workers - 1 ? count : count / workers * (worker + 1)
            return try read(input, first..<end, into: target)
        }
        return STLBinaryFacets(
            count: count, positions: column(target.positions, rows: 3 * count, 3, .float32),
            normals: column(target.normals, rows: count, 3, .float32),
            words: column(target.words, rows: count, 1, .uint16), tally: tallies.reduce(Tally(), +))
    }

    /// The memory of the columns; workers write to different facets of it.
    private final class Target: Sendable {
        let positions: MemoryBlock
        let normals: MemoryBlock
        let words: MemoryBlock

        init(_ count: Int) throws(SystemError) {
            positions = try MemoryBlock(byteCount: count * 36)
            normals = try MemoryBlock(byteCount: count * 12)
            words = try MemoryBlock(byteCount: count * 2)
        }
    }

    private static func column(_ block: MemoryBlock, rows: Int, _ components: Int, _ type: ScalarType) -> Column {
        Column(
            viewing: ByteStorage(block), offset: 0, stride: components * type.byteCount, count: rows,
            components: components, type: type, byteOrder: .little) ?? .empty(type, components: components)
    }

    private static func read(_ input: Input, _ facets: Range<Int>, into target: Target) throws(ReadError) -> Tally {
        var tally = Tally()
        _ = try unsafe blocks(of: input, facets) { block, rows in
            for row in rows {
                let facet = unsafe block + (row - rows.lowerBound) * STLDocument.facetByteCount
                unsafe (target.normals.base + row * 12).copyMemory(from: facet, byteCount: 12)
                unsafe (target.positions.base + row * 36).copyMemory(from: facet + 12, byteCount: 36)
                unsafe (target.words.base + row * 2).copyMemory(from: facet + 48, byteCount: 2)
                let word = UInt16(littleEndian: unsafe facet.loadUnaligned(fromByteOffset: 48, as: UInt16.self))
                if word != 0 { tally.nonzeroWords += 1 }
                if word & 0x8000 != 0 { tally.markedWords += 1 }
                let normal = unsafe vector(facet)
                if normal == .zero {
                    tally.zeroNormals += 1
                    continue
                }
                switch unsafe STLFacetNormal.verdict(
                    normal, vector(facet + 12), vector(facet + 24), vector(facet + 36))
                {
                case .derived: break
                case .own: tally.ownNormals += 1
                case .unstated:
                    tally.brokenNormals += 1
                    tally.firstBrokenNormal = tally.firstBrokenNormal ?? row
                }
            }
            return true
        }
        return tally
    }

    /// Whether all numbers of some facets are finite: bytes that are no facets hardly are.
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

    /// Hands out the bytes of facets, a block at a time, until `body` says no; whether it never did.
    ///
    /// - Bounds: `body` gets the first byte of as many facets as the range has.
    private static func blocks(
        of input: Input, _ facets: Range<Int>, _ body: (UnsafeRawPointer, Range<Int>) -> Bool
    ) throws(ReadError) -> Bool {
        guard !facets.isEmpty else { return true }
        do throws(SystemError) {
            let size = STLDocument.facetByteCount
            let block = try MemoryBlock(byteCount: min(facetsPerBlock, facets.count) * size)
            var row = facets.lowerBound
            while row < facets.upperBound {
                let end = min(row + facetsPerBlock, facets.upperBound)
                let count = (end - row) * size
                let got = unsafe try input.read(
                    at: STLDocument.firstFacet + row * size, count: count, into: block.base)
                guard got == count else { throw input.shrunk }
                guard unsafe body(block.base, row..<end) else { return false }
                row = end
            }
            return true
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

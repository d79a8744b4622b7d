import MeshBytes
import MeshFormats

/// The text of a layer in memory, but for the middles of long lists of plain numbers: those stay in the file until the
/// parser comes upon their list.
///
/// A large layer is such lists nearly whole, and memory that is touched for the first time costs more than reading a file
/// twice. What is in the gaps is not known to anybody: so what was read is worth nothing before ``areRead`` says that all
/// of them were read as parts of a list.
@safe final class USDTextGaps: @unchecked Sendable {
    /// The file.
    let input: Input
    /// Room for the whole text; the bytes of gaps are undefined.
    let block: MemoryBlock
    /// Where the gaps are, ascending, not touching each other; all begin and end at pieces.
    let gaps: [Range<Int>]
    /// How many commas each piece in a gap has; −1 for pieces that are in memory.
    private let commas: [Int]
    /// Which gaps were read as parts of a list.
    private var marks: [Bool]

    /// How many bytes are looked at together: in a gap as a whole or not at all.
    let pieceByteCount: Int
    /// What a thread takes at a time.
    private static let groupPieceCount = 16

    /// What is worth a gap.
    struct Sizes: Sendable {
        /// Files below this are read as a whole.
        var file = 4 << 20
        /// Gaps are made of pieces like this, a multiple of 32.
        var piece = 256 << 10
    }

    /// Reads what is not in gaps; nil where there are none.
    init?(_ input: Input, threads: Int, _ sizes: Sizes = Sizes()) throws(SystemError) {
        guard input.byteCount >= max(1, sizes.file), sizes.piece > 0 else { return nil }
        self.input = input
        let pieceByteCount = sizes.piece
        self.pieceByteCount = pieceByteCount
        let block = try MemoryBlock(byteCount: input.byteCount, isSparse: true)
        self.block = block
        let count = input.byteCount
        let pieceCount = (count - 1) / pieceByteCount + 1
        let groupCount = (pieceCount - 1) / Self.groupPieceCount + 1
        let groups = try Parallel.map(groupCount, threads: threads) { (group) throws(SystemError) -> [Int] in
            let first = group * Self.groupPieceCount
            let room = try MemoryBlock(byteCount: pieceByteCount)
            var commas: [Int] = []
            for piece in first..<min(first + Self.groupPieceCount, pieceCount) {
                let start = piece * pieceByteCount
                let size = min(pieceByteCount, count - start)
                let got = unsafe try input.read(at: start, count: size, into: room.base)
                guard got == size else { throw input.shrunk }
                // Bounds: so many bytes were read; the text has them at the same place.
                let bytes = unsafe UnsafeRawBufferPointer(start: room.base, count: size)
                let found = unsafe size == pieceByteCount ? Self.commas(bytes) : nil
                if found == nil { unsafe (block.base + start).copyMemory(from: room.base, byteCount: size) }
                commas.append(found ?? -1)
            }
            return commas
        }
        commas = Array(groups.joined())
        var gaps: [Range<Int>] = []
        for (piece, found) in commas.enumerated() where found >= 0 {
            let start = piece * pieceByteCount
            if let last = gaps.last, last.upperBound == start {
                gaps[gaps.count - 1] = last.lowerBound..<start + pieceByteCount
            } else {
                gaps.append(start..<start + pieceByteCount)
            }
        }
        guard !gaps.isEmpty else { return nil }
        self.gaps = gaps
        marks = Array(repeating: false, count: gaps.count)
    }

    /// Whether all gaps were read as parts of lists.
    var areRead: Bool { !marks.contains(false) }

    /// Says that a gap was read as a part of a list.
    func mark(_ gap: Int) { marks[gap] = true }

    /// The number of the first gap that ends behind a position; the number of gaps where none does.
    func index(behind position: Int) -> Int { gaps.firstIndex { $0.upperBound > position } ?? gaps.count }

    /// How many commas a piece in a gap has.
    func commas(ofPieceAt position: Int) -> Int { commas[position / pieceByteCount] }

    /// How many commas bytes have; nil where something else is among them than numbers, brackets of tuples and blanks.
    ///
    /// - Bounds: loads of 32 bytes, of which there must be a whole number.
    private static func commas(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, bytes.count % 32 == 0 else { return nil }
        typealias Lanes = SIMD32<UInt8>
        // ( ) + , - . 0…9 are a row, but for * and /.
        let (first, last) = (Lanes(repeating: 0x28), Lanes(repeating: 0x39 - 0x28))
        let (star, slash, comma) = (Lanes(repeating: 0x2A), Lanes(repeating: 0x2F), Lanes(repeating: 0x2C))
        let (blank, lineFeed) = (Lanes(repeating: 0x20), Lanes(repeating: 0x0A))
        let (small, capital) = (Lanes(repeating: 0x65), Lanes(repeating: 0x45))
        var total = 0
        var index = 0
        while index < bytes.count {
            var counts = Lanes()
            var fine = Lanes()
            let begin = index
            // A byte counts to 255 before it has to be added up. A true lane of a mask has the bits of −1; other operations
            // than these are loops over lanes.
            let end = min(index + 255 * 32, bytes.count)
            while index < end {
                let chunk = unsafe base.loadUnaligned(fromByteOffset: index, as: Lanes.self)
                fine &-= unsafe unsafeBitCast((chunk &- first) .<= last, to: Lanes.self)
                fine &+= unsafe unsafeBitCast(chunk .== star, to: Lanes.self)
                fine &+= unsafe unsafeBitCast(chunk .== slash, to: Lanes.self)
                fine &-= unsafe unsafeBitCast(chunk .== blank, to: Lanes.self)
                fine &-= unsafe unsafeBitCast(chunk .== lineFeed, to: Lanes.self)
                fine &-= unsafe unsafeBitCast(chunk .== small, to: Lanes.self)
                fine &-= unsafe unsafeBitCast(chunk .== capital, to: Lanes.self)
                counts &-= unsafe unsafeBitCast(chunk .== comma, to: Lanes.self)
                index += 32
            }
            guard Int(SIMD32<UInt16>(truncatingIfNeeded: fine).wrappedSum()) == end - begin else { return nil }
            total += Int(SIMD32<UInt16>(truncatingIfNeeded: counts).wrappedSum())
        }
        return total
    }
}

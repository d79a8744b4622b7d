import MeshBytes

/// The text of a layer in memory, except for gaps: the middles of long plain number lists. They stay in the file until
/// the parser reaches their list.
///
/// A large layer consists almost entirely of such lists, and touching memory for the first time costs more than reading
/// a file twice. A gap's contents are unknown until it is read, so a result is only valid if ``areRead`` says that all
/// gaps were read as parts of lists.
@safe final class USDTextGaps: @unchecked Sendable {
    /// The file.
    let input: Input
    /// Room for the whole text. The bytes in gaps are undefined.
    let block: MemoryBlock
    /// The byte ranges of gaps, ascending and not adjacent. All begin and end at chunk boundaries.
    let gaps: [Range<Int>]
    /// The number of commas in each chunk of a gap. −1 for chunks in memory.
    private let commas: [Int]
    /// Whether each gap was read as part of a list.
    private var marks: [Bool]

    /// The size of a chunk. It is either entirely in a gap or not at all.
    let pieceByteCount: Int
    /// The number of chunks that a thread scans at a time.
    private static let groupPieceCount = 16

    /// The sizes from which gaps are worthwhile.
    struct Sizes: Sendable {
        /// Smaller files are read completely.
        var file = 4 << 20
        /// The chunk size of gaps, a multiple of 32.
        var piece = 256 << 10
    }

    /// Reads everything outside gaps. Returns nil if there are no gaps.
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
                // Bounds: this many bytes were read, and the text has room for them at the same offset.
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

    /// Records that a gap was read as part of a list.
    func mark(_ gap: Int) { marks[gap] = true }

    /// The index of the first gap that ends after a position, or the number of gaps if there is none.
    func index(behind position: Int) -> Int { gaps.firstIndex { $0.upperBound > position } ?? gaps.count }

    /// The number of commas in a chunk of a gap.
    func commas(ofPieceAt position: Int) -> Int { commas[position / pieceByteCount] }

    /// The number of commas in bytes, or nil if they have anything but numbers, tuple brackets and blanks.
    ///
    /// - Bounds: loads of 32 bytes, so the size must be a multiple of that.
    private static func commas(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, bytes.count % 32 == 0 else { return nil }
        typealias Lanes = SIMD32<UInt8>
        // ( ) + , - . 0…9 are a contiguous range, except for * and /.
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
            // A byte lane counts up to 255 before it must be summed. A true lane of a mask has the bits of −1. Other
            // mask operations than these compile to loops over lanes.
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

/// Text split at line ends and handed to workers.
public enum TextPieces {
    /// The results of `body` for all pieces, in file order.
    ///
    /// Each worker reads its piece into a recycled buffer, so that the memory is about `threads` pieces and not the
    /// file. The piece boundaries, the results and the error thrown (that of the first failing piece in the file) do not
    /// depend on the number of threads.
    ///
    /// - Boundaries: after a line feed, or a carriage return that no line feed follows. A piece in which no line begins
    ///   is joined to the one before, so a line of any length arrives whole. Nothing is called for an empty range.
    ///
    /// - Parameters:
    ///   - input: the source.
    ///   - offset: the first byte; it counts as the beginning of a line.
    ///   - end: the byte after the last; nil is the end of the source.
    ///   - pieceByteCount: the size of a piece before it is moved to line boundaries.
    ///   - threads: the most workers at a time.
    ///   - continuation: whether a line end right after a backslash is no boundary.
    ///   - body: the work; it must not keep the piece.
    public static func map<R: Sendable, E: Error>(
        _ input: Input,
        from offset: Int = 0,
        to end: Int? = nil,
        pieceByteCount: Int = 4 << 20,
        threads: Int,
        continuation: Bool = false,
        _ body: @Sendable (TextPiece) throws(E) -> R
    ) throws(PieceError<E>) -> [R] {
        let end = min(end ?? input.byteCount, input.byteCount)
        let start = max(0, offset)
        guard start < end else { return [] }
        let size = max(1, pieceByteCount)
        let count = (end - start - 1) / size + 1
        let pool = PieceReaderPool(input: input, start: start, end: end, size: size, continuation: continuation)
        let results = try Parallel.map(count, threads: threads) { (index) throws(PieceError<E>) -> R? in
            let reader = pool.take()
            defer { pool.give(reader) }
            let piece: TextPiece?
            do throws(SystemError) {
                piece = try reader.piece(index)
            } catch {
                throw error.isShrunk ? .shrunk : .system(error)
            }
            guard let piece else { return nil }
            do throws(E) {
                return try body(piece)
            } catch {
                throw .body(error)
            }
        }
        return results.compactMap { $0 }
    }
}

/// Readers that are idle, each with its buffer.
private final class PieceReaderPool: @unchecked Sendable {
    private let lock = Lock()
    private var idle: [PieceReader] = []
    private let make: () -> PieceReader

    init(input: Input, start: Int, end: Int, size: Int, continuation: Bool) {
        make = { PieceReader(input: input, start: start, end: end, size: size, continuation: continuation) }
    }

    func take() -> PieceReader { lock.withLock { idle.popLast() } ?? make() }
    func give(_ reader: PieceReader) { lock.withLock { idle.append(reader) } }
}

/// Reads one piece at a time: the lines that begin in its part of the range.
///
/// No worker needs to know what another found: whether a line begins at a byte is seen from the three bytes before it.
private final class PieceReader {
    private static let lookBehind = 3
    private let input: Input
    private let start: Int
    private let end: Int
    private let size: Int
    private let continuation: Bool
    private var block: MemoryBlock?
    /// The absolute position of the block's first byte, and how many bytes of it are filled.
    private var origin = 0
    private var filled = 0

    init(input: Input, start: Int, end: Int, size: Int, continuation: Bool) {
        self.input = input
        self.start = start
        self.end = end
        self.size = size
        self.continuation = continuation
    }

    func piece(_ index: Int) throws(SystemError) -> TextPiece? {
        let first = start + index * size
        let next = first + min(size, end - first)
        origin = max(start, first - Self.lookBehind)
        filled = 0
        // A little more than the piece: the line that begins in it usually ends soon after.
        try fill(to: min(end, next + 4096))
        var begin = first
        while begin < next, !isLineStart(begin) { begin += 1 }
        guard begin < next else { return nil }
        var finish = next
        while finish < end {
            if finish + 1 >= origin + filled, origin + filled < end {
                try fill(to: min(end, origin + filled + max(filled, 64 << 10)))
            }
            if isLineStart(finish) { break }
            finish += 1
        }
        guard let block else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: block.base + (begin - origin), count: finish - begin)
        return unsafe TextPiece(index: index, offset: begin, isLast: finish == end, bytes: bytes)
    }

    private func fill(to target: Int) throws(SystemError) {
        let needed = target - origin
        if needed > block?.byteCount ?? 0 {
            let larger = try MemoryBlock(byteCount: max(needed, min(size, end - start) + 4096 + Self.lookBehind))
            if let block, filled > 0 { unsafe larger.base.copyMemory(from: block.base, byteCount: filled) }
            block = larger
        }
        guard let block else { return }
        let count = needed - filled
        let got = unsafe try input.read(at: origin + filled, count: count, into: block.base + filled)
        filled += got
        if got < count { throw input.shrunk }
    }

    /// Whether a line begins at a position inside the filled bytes, seen from the bytes before.
    private func isLineStart(_ position: Int) -> Bool {
        if position == start || position == end { return true }
        guard let block else { return false }
        let index = position - origin
        func byte(_ at: Int) -> UInt8 {
            at < 0 ? 0 : unsafe block.base.load(fromByteOffset: at, as: UInt8.self)
        }
        var before = index - 1
        switch byte(before) {
        case 0x0A: if byte(before - 1) == 0x0D { before -= 1 }
        case 0x0D: if byte(index) == 0x0A { return false }
        default: return false
        }
        return !(continuation && byte(before - 1) == 0x5C)
    }
}

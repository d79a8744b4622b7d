// Bounds: positions that are looked at lie between the block's first byte and what was filled of it.

/// Splits text at line ends and passes the chunks to workers.
public enum TextPieces {
    /// Returns the results of `body` for all chunks, in file order.
    ///
    /// Each worker reads its chunk into a recycled buffer, so memory holds about `threads` chunks and not the file. The
    /// chunk boundaries, the results and the error thrown (that of the first failing chunk in the file) do not depend
    /// on the number of threads.
    ///
    /// - Boundaries: after a line feed, or a carriage return that no line feed follows. A chunk in which no line begins
    ///   is joined to the one before, so a line of any length arrives whole. Nothing is called for an empty range.
    ///
    /// - Parameters:
    ///   - input: the source.
    ///   - offset: the first byte; it counts as the beginning of a line.
    ///   - end: the byte after the last; nil is the end of the source.
    ///   - pieceByteCount: the size of a chunk before it is extended to line boundaries.
    ///   - threads: the maximum number of workers.
    ///   - continuation: whether a line end right after a backslash is no boundary.
    ///   - body: the work; it must not keep the chunk.
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
        let pool = PieceReaderPool(input: input, start: start, end: end, size: size, continuation: continuation)
        let results = try Parallel.map((end - start - 1) / size + 1, threads: threads) {
            (index) throws(PieceError<E>) -> R? in try pool.work(on: index, body)
        }
        return results.compactMap { $0 }
    }

    /// Passes chunks to workers, and their results to `take` in file order while workers go on with other chunks.
    ///
    /// At most `threads` chunks are in memory at a time. Chunks, boundaries and the error thrown are those of
    /// ``map(_:from:to:pieceByteCount:threads:continuation:_:)``.
    ///
    /// - Parameters:
    ///   - input: the source.
    ///   - offset: the first byte; it counts as the beginning of a line.
    ///   - pieceByteCount: the size of a chunk before it is extended to line boundaries.
    ///   - threads: the maximum number of workers.
    ///   - continuation: whether a line end right after a backslash is no boundary.
    ///   - body: the work; it must not keep the chunk.
    ///   - take: receives the results, one at a time and in file order; none after a chunk that failed.
    ///   - finish: receives each result after `take`, at any time and on several threads.
    public static func fold<R, E: Error>(
        _ input: Input,
        from offset: Int,
        pieceByteCount: Int,
        threads: Int,
        continuation: Bool = false,
        _ body: @Sendable (TextPiece) throws(E) -> R,
        inOrder take: @Sendable (R) throws(E) -> Void,
        afterwards finish: @Sendable (R) -> Void = { _ in }
    ) throws(PieceError<E>) {
        let start = max(0, offset)
        guard start < input.byteCount else { return }
        let size = max(1, pieceByteCount)
        let pool = PieceReaderPool(
            input: input, start: start, end: input.byteCount, size: size, continuation: continuation)
        let turnstile = Turnstile()
        _ = try Parallel.map((input.byteCount - start - 1) / size + 1, threads: threads) {
            (index) throws(PieceError<E>) -> Void in
            let result: Result<R?, PieceError<E>>
            do throws(PieceError<E>) {
                result = .success(try pool.work(on: index, body))
            } catch {
                result = .failure(error)
            }
            // Later chunks wait for this one, so it has to pass even when it is empty or failed.
            var taken: R?
            try turnstile.pass(index) { () throws(PieceError<E>) in
                guard let value = try result.get() else { return }
                do throws(E) { try take(value) } catch { throw .body(error) }
                taken = value
            }
            if let taken { finish(taken) }
        }
    }
}

extension TextPieces {
    /// Converts a text to other bytes: chunks go through `body` on several threads and are written in order.
    ///
    /// Each byte of the text is read once, and memory holds only a few chunks. The output does not depend on the number
    /// of threads. Chunks and boundaries are those of ``map(_:from:to:pieceByteCount:threads:continuation:_:)``.
    ///
    /// - Parameters:
    ///   - input: the source.
    ///   - offset: the first byte.
    ///   - pieceByteCount: the size of a chunk; the default fits a processor's cache together with its output.
    ///   - threads: the maximum number of workers.
    ///   - sink: the output.
    ///   - body: appends the output for a chunk, given the range of its lines in the text; returns whether it
    ///     succeeded.
    /// - Returns: the number of lines of all chunks, as ``TextPiece/lineCount`` counts them; nil when a chunk could not
    ///   be converted or read, and the output is then invalid.
    public static func rewrite(
        _ input: Input, from offset: Int, pieceByteCount: Int = 1 << 19, threads: Int, to sink: ByteSink,
        _ body: @Sendable (TextPiece, _ lines: Range<Int>, inout TextBuffer) -> Bool
    ) throws(SystemError) -> Int? {
        let ledger = LineLedger()
        let isDone = try rewrite(input, from: offset, pieceByteCount, word: nil, threads, sink) {
            (index, piece, bytes) in
            // Later chunks wait for this one, so it has to enter its count even when it is empty or reading failed.
            let lines = ledger.enter(index, lineCount: piece.flatMap { $0 }?.lineCount ?? 0)
            guard let piece else { return false }
            return piece.map { body($0, lines, &bytes) } ?? true
        }
        return isDone ? ledger.total : nil
    }

    /// Converts a text of records to other bytes: chunks begin only at lines with a certain first word.
    ///
    /// - Parameters:
    ///   - input: the source.
    ///   - offset: the first byte.
    ///   - pieceByteCount: the size of a chunk.
    ///   - word: the first word of each record, in lower case; the text may have it in any case.
    ///   - threads: the maximum number of workers.
    ///   - sink: the output.
    ///   - body: appends the output for a chunk; returns whether it succeeded.
    /// - Returns: whether all chunks were converted; false when one exceeds its size by more than ``longestRecord``.
    public static func rewrite(
        _ input: Input, from offset: Int, pieceByteCount: Int = 1 << 19, recordsBeginWith word: Keyword, threads: Int,
        to sink: ByteSink, _ body: @Sendable (TextPiece, inout TextBuffer) -> Bool
    ) throws(SystemError) -> Bool {
        try rewrite(input, from: offset, pieceByteCount, word: word, threads, sink) { (_, piece, bytes) in
            guard let piece else { return false }
            return piece.map { body($0, &bytes) } ?? true
        }
    }

    /// The number of bytes by which a chunk of records may exceed its size.
    public static let longestRecord = 1 << 16

    /// - Parameter body: receives a chunk's index and the chunk: an inner nil where no line begins in it, nil where it
    ///   could not be read.
    private static func rewrite(
        _ input: Input, from offset: Int, _ pieceByteCount: Int, word: Keyword?, _ threads: Int, _ sink: ByteSink,
        _ body: @Sendable (Int, TextPiece??, inout TextBuffer) -> Bool
    ) throws(SystemError) -> Bool {
        let size = max(1, pieceByteCount)
        guard offset >= 0, offset < input.byteCount else { return true }
        let pool = PieceReaderPool(
            input: input, start: offset, end: input.byteCount, size: size, continuation: false, word: word)
        do throws(SystemError) {
            try ParallelRows.write(
                rowCount: (input.byteCount - offset - 1) / size + 1, rowsPerChunk: 1, threads: threads, to: sink,
                maxBytesPerRow: size
            ) { range, bytes in
                let reader = pool.take()
                defer { pool.give(reader) }
                for index in range {
                    let piece: TextPiece??
                    do throws(SystemError) { piece = .some(try reader.piece(index)) } catch { piece = .none }
                    guard body(index, piece, &bytes) else {
                        bytes.fail()
                        return
                    }
                }
            }
        } catch {
            if error.isNoMemory { return false }
            throw error
        }
        return true
    }
}

/// The first line of each chunk, known as soon as the chunks before it are counted. One thread at a time changes it, that
/// which the turnstile lets pass.
private final class LineLedger: @unchecked Sendable {
    private let turnstile = Turnstile()
    private(set) var total = 0

    func enter(_ index: Int, lineCount: Int) -> Range<Int> {
        var first = 0
        turnstile.pass(index) {
            first = total
            total += lineCount
        }
        return first..<first + lineCount
    }
}

/// Lets one worker pass at a time, in the order of their indices.
///
/// Chunks begin in order and each passes after its work, so there is no deadlock.
private final class Turnstile: @unchecked Sendable {
    private let lock = Lock()
    private var next = 0
    private var hasFailed = false

    /// Runs `body` when all lower indices have passed, unless one of them failed.
    func pass<E: Error>(_ index: Int, _ body: () throws(E) -> Void) throws(E) {
        let result = lock.withLock { () -> Result<Void, E> in
            while next != index { lock.wait() }
            defer {
                next += 1
                lock.wakeAll()
            }
            guard !hasFailed else { return .success(()) }
            do throws(E) {
                return .success(try body())
            } catch {
                hasFailed = true
                return .failure(error)
            }
        }
        try result.get()
    }
}

/// Idle readers, each with its buffer.
private final class PieceReaderPool: @unchecked Sendable {
    private let lock = Lock()
    private var idle: [PieceReader] = []
    private let make: () -> PieceReader

    init(input: Input, start: Int, end: Int, size: Int, continuation: Bool, word: Keyword? = nil) {
        make = {
            PieceReader(input: input, start: start, end: end, size: size, continuation: continuation, word: word)
        }
    }

    /// The result of a chunk; nil where no line begins in it.
    func work<R, E: Error>(
        on index: Int, _ body: (TextPiece) throws(E) -> R
    ) throws(PieceError<E>) -> R? {
        let reader = take()
        defer { give(reader) }
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

    func take() -> PieceReader { lock.withLock { idle.popLast() } ?? make() }
    func give(_ reader: PieceReader) { lock.withLock { idle.append(reader) } }
}

/// Reads one chunk at a time: the lines that begin in its slice of the range.
///
/// Workers need no results of others: the three bytes before a position show whether a line begins there, and the bytes
/// after it show its first word.
private final class PieceReader {
    private static let lookBehind = 3
    /// The number of bytes that must contain the blanks and letters of a first word.
    private static let lookAhead = 64
    private let input: Input
    private let start: Int
    private let end: Int
    private let size: Int
    private let continuation: Bool
    /// The first word of the lines that chunks begin with; nil for any.
    private let word: Keyword?
    private var block: MemoryBlock?
    /// The absolute position of the block's first byte, and the number of bytes filled.
    private var origin = 0
    private var filled = 0

    init(input: Input, start: Int, end: Int, size: Int, continuation: Bool, word: Keyword?) {
        self.input = input
        self.start = start
        self.end = end
        self.size = size
        self.continuation = continuation
        self.word = word
    }

    func piece(_ index: Int) throws(SystemError) -> TextPiece? {
        let first = start + index * size
        let next = first + min(size, end - first)
        origin = max(start, first - Self.lookBehind)
        filled = 0
        // A little more than the chunk: its last line usually ends soon after.
        try fill(to: min(end, next + 4096))
        var begin = first
        while begin < next, !isBoundary(begin) { begin += 1 }
        guard begin < next else { return nil }
        var finish = next
        while finish < end {
            if finish + (word == nil ? 1 : Self.lookAhead) >= origin + filled, origin + filled < end {
                try fill(to: min(end, origin + filled + max(filled, 64 << 10)))
            }
            if isBoundary(finish) { break }
            finish += 1
            // Records are short; a text without records must not be read into memory as a whole.
            if word != nil, finish - next > TextPieces.longestRecord {
                throw SystemError(operation: "read", path: input.name, number: System.noMemory)
            }
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

    /// Whether a chunk may begin at a position inside the filled bytes, given ``lookAhead`` bytes after it.
    private func isBoundary(_ position: Int) -> Bool {
        guard isLineStart(position), position != start, position != end, let word, let block else {
            return isLineStart(position)
        }
        let count = min(Self.lookAhead, origin + filled - position)
        var text = unsafe TextCursor(
            unsafe: UnsafeRawBufferPointer(start: block.base + (position - origin), count: count))
        text.skipBlanks()
        return !text.isAtLineEnd && text.skip(word)
    }

    /// Whether a line begins at a position inside the filled bytes, judged by the bytes before it.
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

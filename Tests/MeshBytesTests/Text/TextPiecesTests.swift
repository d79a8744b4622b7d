import MeshBytes
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct TextPiecesTests {
    static let texts = [
        "a\nbb\nccc\n\n\ndddd", "a\r\nbb\r\n\r\nccc\r\n", "a\rbb\r\rccc\r", "\n", "\r", "\r\n", "x",
        "a\n\rb\r\r\nc\n\n",
        "v 1 \\\n2 3\nf 1\\\r\n 2\\\r3\r\nlast\\\n", "\\\n", "\\\r\n\\\r\nx\n", "\\", "long line without end",
        "a\\\\\nb\n\\\nc\n",
    ]

    @Test(arguments: texts, [false, true]) func everyPieceSizeGivesTheWhole(text: String, continuation: Bool) throws {
        let bytes = Array(text.utf8)
        let input = Input.bytes(bytes, name: "text")
        for from in 0..<min(3, bytes.count) {
            // Text before the range doesn't count: the range is a text of its own.
            let part = Array(bytes[from...])
            for size in 1...bytes.count + 1 {
                for threads in [1, 3] {
                    let pieces = try TextPieces.map(
                        input,
                        from: from,
                        pieceByteCount: size,
                        threads: threads,
                        continuation: continuation
                    ) { (piece) -> Copied in Copied(piece) }
                    #expect(pieces.flatMap(\.bytes) == Array(bytes[from...]))
                    #expect(pieces.filter(\.isLast).count == 1 && pieces.last?.isLast == true)
                    var position = from
                    for piece in pieces {
                        #expect(piece.offset == position)
                        #expect(position == from || isLineStart(part, position - from, continuation))
                        position += piece.bytes.count
                    }
                    // No line that ends before the nominal cut is left in the previous chunk: with one byte per chunk,
                    // each chunk is one line.
                    if size == 1 {
                        let starts = part.indices.dropFirst().filter { isLineStart(part, $0, continuation) }
                        #expect(pieces.map(\.offset) == [from] + starts.map { $0 + from })
                    }
                }
            }
        }
    }

    @Test(arguments: [
        "head\nrow 1\nx\n row 2\nROW 3\nrows\n\trow\nend\n", "row 1\r\nrow 2\r\nno\r\nrow", "row\nrow", "no\nno\n", "x",
        "a row\nrow\r\rrow\n",
    ])
    func piecesOfRecordsBeginAtTheirWordAndGiveTheWhole(text: String) throws {
        let bytes = Array(text.utf8)
        let input = Input.bytes(bytes, name: "text")
        for size in 1...bytes.count + 1 {
            for threads in [1, 3] {
                let sink = ByteSink()
                let starts = Starts()
                let isDone = try TextPieces.rewrite(
                    input, from: 0, pieceByteCount: size, recordsBeginWith: Keyword("row"), threads: threads, to: sink
                ) { (piece, bytes) in
                    starts.append(piece.offset)
                    unsafe bytes.append(piece.bytes)
                    return true
                }
                #expect(isDone)
                #expect(sink.bytes == bytes)
                for start in starts.all where start > 0 {
                    let words = String(decoding: bytes[start...], as: UTF8.self).split { $0.isWhitespace }
                    #expect(words.first?.lowercased() == "row")
                }
            }
        }
    }

    @Test func aPieceThatGoesOnTooLongIsNotTaken() throws {
        let bytes = Array(("row\n" + String(repeating: "x\n", count: 50_000) + "row\n").utf8)
        let input = Input.bytes(bytes, name: "text")
        for (size, expected) in [(1000, false), (60_000, true)] {
            let isDone = try TextPieces.rewrite(
                input, from: 0, pieceByteCount: size, recordsBeginWith: Keyword("row"), threads: 2, to: ByteSink()
            ) { (_, _) in true }
            #expect(isDone == expected)
        }
    }

    private final class Starts: @unchecked Sendable {
        private let lock = Lock()
        private(set) var all: [Int] = []
        func append(_ start: Int) { lock.withLock { all.append(start) } }
    }

    private struct Copied: Sendable {
        var offset: Int
        var isLast: Bool
        var bytes: [UInt8]

        init(_ piece: TextPiece) {
            offset = piece.offset
            isLast = piece.isLast
            bytes = piece.makeCursor().bytes(piece.offset..<piece.offset + piece.count)
        }
    }

    private func isLineStart(_ bytes: [UInt8], _ position: Int, _ continuation: Bool) -> Bool {
        var end = position - 1
        guard bytes[end] == 10 || (bytes[end] == 13 && bytes[position] != 10) else { return false }
        if bytes[end] == 10, end > 0, bytes[end - 1] == 13 { end -= 1 }
        return !(continuation && end > 0 && bytes[end - 1] == UInt8(ascii: "\\"))
    }

    @Test func aPartOfTheInputIsCutAtItsOwnEnds() throws {
        let input = Input.bytes(Array("head\n1\n2\n3\ntail".utf8), name: "text")
        let lines = try TextPieces.map(input, from: 5, to: 11, pieceByteCount: 2, threads: 2) { (piece) -> String in
            piece.makeCursor().text(piece.offset..<piece.offset + piece.count)
        }
        #expect(lines == ["1\n", "2\n", "3\n"])
        let none = try TextPieces.map(input, from: 9, to: 9, threads: 2) { (_) -> Int in 1 }
        #expect(none.isEmpty)
    }

    @Test func linesLongerThanManyPiecesArriveWhole() throws {
        let folder = TemporaryFolder()
        let long = String(repeating: "7", count: 300_000)
        folder.write("long.txt", "a\n\(long)\nb\n")
        let input = try Input.file(folder.file("long.txt"))
        let counts = try TextPieces.map(input, pieceByteCount: 1000, threads: 2) { (piece) -> Int in piece.count }
        #expect(counts == [2 + 300_001, 2])
    }

    private struct Failure: Error, Equatable { var position: Int }

    /// Returns where the work on a chunk failed.
    private func failure(of work: () throws(PieceError<Failure>) -> Void) -> Failure? {
        do throws(PieceError<Failure>) {
            try work()
        } catch {
            if case .body(let failure) = error { return failure }
        }
        return nil
    }

    @Test(arguments: [1, 2, 7]) func theFirstErrorInTheFileWins(threads: Int) {
        let input = Input.bytes(Array(repeating: 10, count: 4000), name: "text")
        for _ in 0..<20 {
            let failure = failure { () throws(PieceError<Failure>) in
                _ = try TextPieces.map(input, pieceByteCount: 10, threads: threads) { piece throws(Failure) -> Int in
                    if piece.offset >= 1230 { throw Failure(position: piece.offset) }
                    return 0
                }
            }
            #expect(failure == Failure(position: 1230))
        }
    }

    @Test(arguments: [1, 2, 7]) func foldedPiecesAreTakenInOrderAndNoneBehindOneThatFailed(threads: Int) throws {
        let input = Input.bytes(Array(repeating: 10, count: 4000), name: "text")
        let taken = Taken()
        try TextPieces.fold(input, from: 3, pieceByteCount: 10, threads: threads) {
            $0.offset
        } inOrder: {
            taken.add($0)
        }
        #expect(taken.offsets == Array(stride(from: 3, to: 4000, by: 10)))
        for isWorkThatFails in [true, false] {
            let taken = Taken()
            let failure = failure { () throws(PieceError<Failure>) in
                try TextPieces.fold(input, from: 0, pieceByteCount: 10, threads: threads) {
                    (piece) throws(Failure) -> Int in
                    if isWorkThatFails, piece.offset >= 1230 { throw Failure(position: piece.offset) }
                    return piece.offset
                } inOrder: { (offset) throws(Failure) in
                    if offset >= 1230 { throw Failure(position: offset) }
                    taken.add(offset)
                }
            }
            #expect(failure == Failure(position: 1230))
            #expect(taken.offsets == Array(stride(from: 0, to: 1230, by: 10)))
        }
    }

    @Test(arguments: [1, 2, 7]) func eachPieceThatWasTakenIsFinishedOnceAndNoOther(threads: Int) throws {
        let input = Input.bytes(Array(repeating: 10, count: 4000), name: "text")
        let (taken, finished, lock) = (Taken(), Taken(), Lock())
        let failure = failure { () throws(PieceError<Failure>) in
            try TextPieces.fold(input, from: 0, pieceByteCount: 10, threads: threads) {
                (piece) throws(Failure) -> Int in
                piece.offset
            } inOrder: { (offset) throws(Failure) in
                if offset >= 1230 { throw Failure(position: offset) }
                lock.withLock { taken.add(offset) }
            } afterwards: { offset in
                lock.withLock {
                    #expect(taken.offsets.contains(offset))
                    finished.add(offset)
                }
            }
        }
        #expect(failure == Failure(position: 1230))
        #expect(finished.offsets.sorted() == taken.offsets && taken.offsets.count == 123)
    }

    /// A collection for one thread at a time.
    private final class Taken: @unchecked Sendable {
        private(set) var offsets: [Int] = []
        func add(_ offset: Int) { offsets.append(offset) }
    }

    @Test(arguments: [1, 2]) func aFileThatShrinksIsAnError(threads: Int) throws {
        let folder = TemporaryFolder()
        folder.write("shrinking.txt", String(repeating: "line\n", count: 100_000))
        let path = folder.file("shrinking.txt")
        let input = try Input.file(path)
        do {
            _ = try TextPieces.map(input, pieceByteCount: 10_000, threads: threads) { (piece) -> Int in
                if piece.index == 3 { _ = unsafe truncate(path, 60_000) }
                return piece.count
            }
            Issue.record("no error")
        } catch {
            guard case .shrunk = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(throws: SystemError.self) { try input.wholeBlock(threads: threads) }
        #expect(try input.read(59_998..<60_010) == Array("e\n".utf8))
        do { _ = try input.wholeBlock() } catch { #expect(error.isShrunk) }
    }
}

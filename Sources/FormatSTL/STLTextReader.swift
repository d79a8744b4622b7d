import MeshBytes
import MeshFormats

/// Reads text files: pieces on several threads, and what lies across their ends afterwards.
///
/// A piece reads the facets that begin in it, from the first line that begins one; the lines between the last whole
/// facet of a piece and the first of the next are read when both are known. So no thread needs what another found.
enum STLTextReader {
    /// The document in `input`.
    ///
    /// - Parameter pieceByteCount: the size of the pieces that threads work on; the result does not depend on it.
    static func read(
        _ input: Input, options: ReadOptions, pieceByteCount: Int = 1 << 20
    ) throws(ReadError) -> Document {
        do throws(ReadError) {
            var join = STLTextJoin(try parts(input, options, pieceByteCount, isWide: false), options.limits)
            try join.findSolids()
            if join.needsWideNumbers {
                join = STLTextJoin(try parts(input, options, pieceByteCount, isWide: true), options.limits)
                try join.findSolids()
            }
            return join.document(of: input)
        } catch {
            throw TextPlaces.located(error, in: input)
        }
    }

    /// What a piece gave.
    private struct Piece: Sendable {
        /// The first byte that it read; its end when no facet begins in it.
        var head: Int
        var end: Int
        var facets: Result<STLTextFacets, ReadError>
    }

    /// The parts of the text in order.
    private static func parts(
        _ input: Input, _ options: ReadOptions, _ pieceByteCount: Int, isWide: Bool
    ) throws(ReadError) -> [STLTextFacets] {
        let start = try start(of: input)
        let isLenient = options.lenient
        let pieces: [Piece]
        do throws(PieceError<Never>) {
            pieces = try TextPieces.map(
                input, from: start, pieceByteCount: pieceByteCount, threads: options.threads
            ) { (text) throws(Never) -> Piece in
                let cursor = head(text.makeCursor(), isFirst: text.offset == start)
                let end = text.offset + text.count
                return Piece(
                    head: cursor.position, end: end,
                    facets: Result { () throws(ReadError) -> STLTextFacets in
                        try STLTextParser.parse(cursor, isWide: isWide, isLenient: isLenient)
                    })
            }
        } catch {
            switch error {
            case .system(let error): throw ReadError(error)
            case .shrunk: throw ReadError.shrunk
            }
        }
        var parts: [STLTextFacets] = []
        var next = start
        func readSeam(to end: Int) throws(ReadError) {
            guard next < end else { return }
            let bytes: [UInt8]
            do throws(SystemError) { bytes = try input.read(next..<end) } catch { throw ReadError(error) }
            guard bytes.count == end - next else { throw ReadError.shrunk }
            var seam = try TextCursor.over(bytes, offset: next) { (cursor) throws(ReadError) -> STLTextFacets in
                try STLTextParser.parse(cursor, isWide: isWide, isLenient: isLenient)
            }
            if let byte = seam.unfinished { STLTextFacets.add(&seam.truncated, at: byte) }
            parts.append(seam)
        }
        for piece in pieces where piece.head < piece.end {
            try readSeam(to: piece.head)
            let facets = try piece.facets.get()
            next = facets.unfinished ?? piece.end
            parts.append(facets)
        }
        try readSeam(to: input.byteCount)
        return parts
    }

    /// The first byte behind a byte order mark.
    private static func start(of input: Input) throws(ReadError) -> Int {
        do throws(SystemError) {
            return try input.read(0..<min(3, input.byteCount)) == [0xEF, 0xBB, 0xBF] ? 3 : 0
        } catch {
            throw ReadError(error)
        }
    }

    /// A cursor at the first line that begins with a facet, or at the end; at the beginning of the first piece.
    private static func head(_ text: TextCursor, isFirst: Bool) -> TextCursor {
        var cursor = text
        guard !isFirst else { return cursor }
        while !cursor.isAtEnd {
            cursor.skipBlanks()
            if STLTextParser.isNext("facet", cursor) { return cursor }
            cursor.skipLine()
        }
        return cursor
    }
}

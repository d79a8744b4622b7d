import MeshBytes
import MeshFormats
import MeshModel

/// Reads text files: chunks on several threads, and then what crosses their ends.
///
/// A chunk is read from the first line that begins with a facet. The lines between the last whole facet of a chunk and
/// the first facet of the next are read when both are known. So no thread needs the results of another.
enum STLTextReader {
    /// Reads the document in `input`.
    ///
    /// - Parameter pieceByteCount: the size of the chunks that threads work on; the result does not depend on it.
    static func read(
        _ input: Input, options: ReadOptions, pieceByteCount: Int = 1 << 20
    ) throws(ReadError) -> Document {
        do throws(ReadError) {
            var how = STLTextParts.Options(
                isLenient: options.lenient, findsRepetitions: options.findsRepetitions)
            var join = try self.join(input, options, pieceByteCount, &how)
            // A second pass reads what the first didn't keep: numbers with more digits, and normals.
            if join.needsWideNumbers || join.lacksNormals {
                how.isWide = join.needsWideNumbers
                how.findsRepetitions = how.findsRepetitions && !how.isWide
                how.keepsNormals = join.lacksNormals
                join = try self.join(input, options, pieceByteCount, &how)
            }
            if let byte = join.cutFacet, !options.lenient {
                throw ReadError(
                    .truncated, .byte(byte), "expected a whole facet, found the end of the file: it is cut off")
            }
            return join.document(of: input)
        } catch {
            throw TextPlaces.located(error, in: input)
        }
    }

    /// Reads the parts of the text and joins them.
    private static func join(
        _ input: Input, _ options: ReadOptions, _ pieceByteCount: Int, _ how: inout STLTextParts.Options
    ) throws(ReadError) -> STLTextJoin {
        let found = try parts(input, options, pieceByteCount, how)
        guard let found else {
            how.findsRepetitions = false
            return try self.join(input, options, pieceByteCount, &how)
        }
        var join = STLTextJoin(found.parts, corners: found.corners, options.limits)
        try join.findSolids()
        return join
    }

    private static func parts(
        _ input: Input, _ options: ReadOptions, _ pieceByteCount: Int, _ how: STLTextParts.Options
    ) throws(ReadError) -> (parts: [STLTextFacets], corners: Column?)? {
        let start = try start(of: input)
        let parts = STLTextParts(input, from: start, how)
        do throws(PieceError<ReadError>) {
            _ = try TextPieces.map(
                input, from: start, pieceByteCount: pieceByteCount, threads: options.threads
            ) { (text) throws(ReadError) -> Bool in
                let cursor = head(text.makeCursor(), isFirst: text.offset == start)
                parts.enter(
                    STLTextParts.Piece(
                        start: text.offset, head: cursor.position, end: text.offset + text.count,
                        facets: Result { () throws(ReadError) -> STLTextFacets in
                            try STLTextParser.parse(cursor, isWide: how.isWide, isLenient: how.isLenient)
                        }))
                return true
            }
        } catch {
            throw ReadError(error)
        }
        return try parts.finish()
    }

    /// The offset after a byte order mark, if there is one.
    private static func start(of input: Input) throws(ReadError) -> Int {
        return try ReadError.of(input.read(0..<min(3, input.byteCount)) == [0xEF, 0xBB, 0xBF] ? 3 : 0)
    }

    /// A cursor at the first line that begins with a facet, or at the end. In the first chunk it is at the beginning.
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

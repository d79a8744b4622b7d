import MeshBytes
import MeshFormats

/// The chunks of a text body: the offset, the number of lines and the first line of each.
struct PLYTextPieces: Sendable {
    /// Some lines of the text.
    struct Piece: Sendable {
        var offset: Int
        var byteCount: Int
        var lineCount: Int
        /// The first line, counted from 0 at the start of the body.
        var firstLine = 0
    }

    /// The chunks in file order.
    private(set) var pieces: [Piece]
    /// The number of lines in all chunks.
    private(set) var lineCount = 0
    private let input: Input

    /// Reads the body once and counts lines.
    init(_ input: Input, _ header: PLYHeader, threads: Int) throws(ReadError) {
        self.input = input
        do throws(PieceError<ReadError>) {
            pieces = try TextPieces.map(input, from: header.byteCount, threads: threads) {
                (piece) throws(ReadError) -> Piece in
                Piece(offset: piece.offset, byteCount: piece.count, lineCount: piece.lineCount)
            }
        } catch {
            throw PLYTextBody.error(error)
        }
        for index in pieces.indices {
            pieces[index].firstLine = lineCount
            lineCount += pieces[index].lineCount
        }
    }

    /// The line after the last row of each element, assuming one row per line; nil when there are fewer lines than
    /// rows.
    func rowEnds(_ header: PLYHeader) -> [Int]? {
        var ends: [Int] = []
        var end = 0
        for element in header.elements {
            let (sum, overflow) = end.addingReportingOverflow(element.count)
            guard !overflow, sum <= lineCount else { return nil }
            end = sum
            ends.append(end)
        }
        return ends
    }

    /// The layout of an element, from its first line; nil when that is no valid row, or claims more than the text can
    /// hold.
    func layout(of element: PLYElement, firstLine: Int) -> PLYTextLayout? {
        guard element.count > 0, let piece = pieces.last(where: { $0.firstLine <= firstLine && $0.lineCount > 0 })
        else { return nil }
        let found = try? TextPieces.map(
            input, from: piece.offset, to: piece.offset + piece.byteCount, pieceByteCount: piece.byteCount, threads: 1
        ) { (text) throws(ReadError) -> PLYTextLayout? in
            var cursor = text.makeCursor()
            for _ in piece.firstLine..<firstLine { cursor.skipLine() }
            return PLYTextLayout(element, firstRowAt: cursor)
        }
        guard let layout = found?.first, let layout else { return nil }
        // Each token takes at least two bytes of text; a first row that claims more is rejected.
        let (tokens, overflow) = element.count.multipliedReportingOverflow(by: layout.tokens)
        let byteCount = pieces.reduce(0) { $0 + $1.byteCount }
        return !overflow && tokens <= byteCount / 2 + 1 ? layout : nil
    }
}

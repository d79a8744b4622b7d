import MeshBytes
import MeshFormats

/// The lines of a text body, counted piece by piece: where each piece begins and which line is its first.
struct PLYTextPieces: Sendable {
    /// Some lines of the text.
    struct Piece: Sendable {
        var offset: Int
        var byteCount: Int
        var lineCount: Int
        /// Its first line, counted from 0 at the body's beginning.
        var firstLine = 0
    }

    /// The pieces in the order of the file.
    private(set) var pieces: [Piece]
    /// The lines of all.
    private(set) var lineCount = 0
    private let input: Input

    /// Reads the body once and counts.
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

    /// The line after the last row of each element, if each row has a line; nil when there are fewer lines than rows.
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

    /// The layout of an element by the first of its lines; nil when that is no row, or claims more than the text holds.
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
        // Each token takes two bytes of the text at least: a first row that claims more is not believed.
        let (tokens, overflow) = element.count.multipliedReportingOverflow(by: layout.tokens)
        let byteCount = pieces.reduce(0) { $0 + $1.byteCount }
        return !overflow && tokens <= byteCount / 2 + 1 ? layout : nil
    }
}

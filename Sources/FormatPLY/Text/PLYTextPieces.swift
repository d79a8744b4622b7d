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
            throw ReadError(error)
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

    /// The layouts of elements, each from its first line; nil where that is no valid row, or claims more than the text can
    /// hold. The text is read at most once, however many elements there are.
    ///
    /// - Parameter ends: ``rowEnds(_:)``.
    func layouts(of elements: [PLYElement], ends: [Int]) -> [PLYTextLayout?] {
        var layouts: [PLYTextLayout?] = []
        for piece in pieces where piece.lineCount > 0 {
            let first = layouts.count
            var last = first
            while last < elements.count, ends[last] - elements[last].count < piece.firstLine + piece.lineCount {
                last += 1
            }
            let own = first..<last
            let found =
                try? own.isEmpty
                ? []
                : TextPieces.map(
                    input, from: piece.offset, to: piece.offset + piece.byteCount, pieceByteCount: piece.byteCount,
                    threads: 1
                ) { (text) throws(ReadError) -> [PLYTextLayout?] in
                    var cursor = text.makeCursor()
                    var line = piece.firstLine
                    return own.map { index in
                        guard elements[index].count > 0 else { return nil }
                        while line < ends[index] - elements[index].count {
                            cursor.skipLine()
                            line += 1
                        }
                        return PLYTextLayout(elements[index], firstRowAt: cursor)
                    }
                }
            layouts += found?.first ?? own.map { _ in nil }
        }
        // Each token takes at least two bytes of text; a first row that claims more is rejected.
        let byteCount = pieces.reduce(0) { $0 + $1.byteCount }
        return elements.indices.map { index in
            guard index < layouts.count, let layout = layouts[index] else { return nil }
            let (tokens, overflow) = elements[index].count.multipliedReportingOverflow(by: layout.tokens)
            return !overflow && tokens <= byteCount / 2 + 1 ? layout : nil
        }
    }
}

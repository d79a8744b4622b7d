import MeshBytes
import MeshFormats
import MeshModel

/// Reads a text body token by token, regardless of lines; finds what is wrong and where.
final class PLYTextTokens: @unchecked Sendable {
    // Used by one thread: the chunks are read in order on the caller's thread.
    private let header: PLYHeader
    private(set) var rows: [PLYRowBuffer] = []
    private var element = 0
    private var row = 0
    private var property = 0
    /// The number of items of the current list that are still to come; −1 when its count comes next.
    private var itemsLeft: Int64 = -1
    private var linesBefore: Int
    /// The position of text after the last row, if there is any.
    private(set) var trailing: PLYTextTrailing?
    private var end = (line: 1, column: 1)

    private init(_ header: PLYHeader) throws(SystemError) {
        self.header = header
        linesBefore = header.lineCount
        end = (header.lineCount + 1, 1)
        for _ in header.elements { rows.append(try PLYRowBuffer(capacity: header.elements.count < 256 ? 4096 : 64)) }
        skipEmptyElements()
    }

    /// Reads the rows of each element.
    static func read(
        _ input: Input, _ header: PLYHeader, isLenient: Bool
    ) throws(ReadError) -> PLYTextTokens {
        let reader = try ReadError.of(PLYTextTokens(header))
        do throws(PieceError<ReadError>) {
            _ = try TextPieces.map(input, from: header.byteCount, threads: 1) { (piece) throws(ReadError) -> Bool in
                try reader.read(piece)
                return true
            }
        } catch {
            throw ReadError(error)
        }
        if !isLenient { try reader.finish() }
        return reader
    }

    private var isDone: Bool { element >= header.elements.count }

    private func read(_ piece: TextPiece) throws(ReadError) {
        var cursor = piece.makeCursor()
        while true {
            cursor.skipWhitespace()
            if cursor.isAtEnd { break }
            guard !isDone else {
                if trailing == nil {
                    let place = place(cursor.position, cursor)
                    trailing = (cursor.position, place.line, place.column)
                }
                break
            }
            try readToken(&cursor)
        }
        end = place(cursor.endPosition, cursor)
        linesBefore += cursor.lineCount(before: cursor.endPosition)
    }

    private func readToken(_ cursor: inout TextCursor) throws(ReadError) {
        let properties = header.elements[element].properties
        let current = properties[property]
        let start = cursor.position
        let isCount = current.isList && itemsLeft < 0
        let type = isCount ? current.countType ?? .uint8 : current.type
        guard let bits = cursor.readBits(type) else { throw invalid(start, type, current, cursor) }
        rows[element].append(bits, type)
        if rows[element].hasFailed { throw ReadError(.limitExceeded, .byte(start), "the rows take too much memory") }
        if isCount {
            itemsLeft = Int64(bitPattern: bits)
            if itemsLeft < 0 {
                throw error(start, "expected a list length of at least 0 of property '\(current.name)'", cursor)
            }
        } else if current.isList {
            itemsLeft -= 1
        }
        if current.isList, itemsLeft > 0 { return }
        itemsLeft = -1
        property += 1
        guard property == properties.count else { return }
        property = 0
        row += 1
        guard row == header.elements[element].count else { return }
        row = 0
        element += 1
        skipEmptyElements()
    }

    private func skipEmptyElements() {
        while !isDone, header.elements[element].count == 0 { element += 1 }
    }

    /// The number of whole rows of each element.
    var wholeRows: [Int] {
        header.elements.indices.map { $0 < element ? header.elements[$0].count : $0 == element ? row : 0 }
    }

    private func finish() throws(ReadError) {
        guard !isDone else { return }
        let current = header.elements[element]
        throw ReadError(
            .truncated, .line(end.line, column: end.column),
            "expected \(current.count) \(CountedNoun.text(current.count, "rows")) of element '\(current.name)', found \(row)"
        )
    }

    // MARK: Positions

    private func place(_ position: Int, _ cursor: TextCursor) -> (line: Int, column: Int) {
        (
            linesBefore + cursor.lineCount(before: position) + 1,
            position - cursor.lineStart(of: position) + 1
        )
    }

    private func error(_ position: Int, _ message: String, _ cursor: TextCursor) -> ReadError {
        let place = place(position, cursor)
        return ReadError(.invalidValue, .line(place.line, column: place.column), message)
    }

    private func invalid(
        _ position: Int, _ type: ScalarType, _ property: PLYProperty, _ cursor: TextCursor
    ) -> ReadError {
        var walker = cursor
        walker.move(to: position)
        let token = walker.text(walker.readToken()).prefix(40)
        let what = type.isInteger ? "a whole number of type \(type.name)" : "a number"
        return error(position, "expected \(what) for property '\(property.name)', found '\(token)'", cursor)
    }
}

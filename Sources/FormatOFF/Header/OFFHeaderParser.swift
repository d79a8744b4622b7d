import MeshBytes
import MeshFormats

/// Reads a header, token by token.
struct OFFHeaderParser {
    private var cursor: TextCursor
    private let limits: Limits
    private var header = OFFHeader()
    /// Whether the number of dimensions follows the word.
    private var hasDimension = false

    init(_ cursor: TextCursor, _ limits: Limits) {
        self.cursor = cursor
        self.limits = limits
        _ = skip("\u{FEFF}")
    }

    mutating func parse() throws(ReadError) -> OFFHeader {
        header.lacksWord = try !readWord()
        cursor.skipBlanks()
        header.isBinary = !header.lacksWord && skip("BINARY")
        if hasDimension {
            try skipGap()
            let start = cursor.position
            let isPlain = !header.isHomogeneous && !header.isBinary
            let dimension = isPlain ? try readCount("a number of dimensions") : 4
            guard dimension == 3 else {
                throw ReadError(.unsupported, .byte(start), "expected points of 3 numbers, found others")
            }
        }
        if header.isBinary { try readBinaryCounts() } else { try readCounts() }
        header.byteCount = cursor.position
        return header
    }

    /// Reads the first word, `[ST][C][N][4][n]OFF` with the letters in this order; returns whether it is there.
    ///
    /// A digit may follow at once, as in `OFF8 6 12`. Small letters would be ambiguous in all words but `off`.
    mutating func readWord() throws(ReadError) -> Bool {
        try skipGap()
        let start = cursor.position
        let (hasTexCoords, hasColors, hasNormals) = (skip("ST"), skip("C"), skip("N"))
        let isHomogeneous = skip("4")
        hasDimension = skip("n")
        let isWord = skip("OFF") || (cursor.position == start && (skip("off") || skip("Off")))
        guard isWord, cursor.isAtTokenEnd || (0x30...0x39).contains(cursor.peek()) else {
            cursor.move(to: start)
            hasDimension = false
            return false
        }
        if isHomogeneous { header.fields = [(.position, 4)] }
        if hasNormals { header.fields.append((.normal, 3)) }
        if hasColors { header.fields.append((.color, 4)) }
        if hasTexCoords { header.fields.append((.texCoord, 2)) }
        return true
    }

    // MARK: Tokens

    private mutating func skip(_ word: StaticString) -> Bool {
        let range = cursor.position..<cursor.position + word.utf8CodeUnitCount
        guard cursor.equals(range, word) else { return false }
        cursor.move(to: range.upperBound)
        return true
    }

    /// Skips blanks, line ends and comments, which are kept.
    private mutating func skipGap() throws(ReadError) {
        while true {
            cursor.skipWhitespace()
            guard cursor.peek() == 0x23 else { return }
            let line = cursor.readToLineEnd()
            guard header.comments.count < limits.headerEntries else {
                throw ReadError(
                    beyond: .names, .byte(line.lowerBound),
                    "expected at most \(limits.headerEntries) comments, found more")
            }
            header.comments.append(OFFComment.text(cursor.text(line)))
        }
    }

    private mutating func readCount(_ what: StaticString) throws(ReadError) -> Int {
        try skipGap()
        return Int(clamping: try cursor.readCount(what, .invalidHeader))
    }

    // MARK: Counts

    /// Reads the numbers of vertices and faces. The number of edges is skipped if it is there: files have 0 or any.
    ///
    /// It is there if it is on the line of the others, or on a line of its own as they are.
    private mutating func readCounts() throws(ReadError) {
        header.vertexCount = try readCount(
            header.lacksWord ? "OFF or the number of vertices" : "the number of vertices")
        let isOneLine = !cursor.isAtRowEnd()
        header.faceCount = try readCount("the number of faces")
        if !(isOneLine && cursor.isAtRowEnd()) {
            let behindFaces = cursor
            cursor.skipWhitespace()
            let isNumber = cursor.readInteger() != nil && cursor.isAtTokenEnd
            if !(isNumber && (isOneLine || cursor.isAtRowEnd())) { cursor = behindFaces }
        }
        try skipGap()
        readColorWidth()
    }

    private mutating func readBinaryCounts() throws(ReadError) {
        cursor.skipBlanks()
        guard cursor.isAtLineEnd, !cursor.isAtEnd else {
            throw ReadError(.invalidHeader, .byte(cursor.position), "expected a line end after BINARY")
        }
        cursor.skipLine()
        guard cursor.remaining >= 12 else {
            throw ReadError(
                .truncated, .byte(cursor.position), "expected 12 bytes of counts, found \(cursor.remaining)")
        }
        func integer(_ first: Int) -> Int { (first..<first + 4).reduce(0) { $0 << 8 | Int(cursor.peek(ahead: $1)) } }
        (header.vertexCount, header.faceCount) = (integer(0), integer(4))
        cursor.move(to: cursor.position + 12)
    }

    /// Finds out from the first row whether its colour has three numbers: the format says four.
    private mutating func readColorWidth() {
        guard let color = header.fields.firstIndex(where: { $0.field == .color }) else { return }
        let start = cursor
        var numbers = 0
        while numbers < header.width, !cursor.isAtRowEnd() {
            _ = cursor.readToken()
            numbers += 1
        }
        if numbers == header.width - 1, cursor.isAtRowEnd() { header.fields[color].width = 3 }
        cursor = start
    }
}

import MeshBytes
import MeshFormats
import MeshModel

extension OFFHeader {
    /// Whether a file begins with the first word, perhaps behind comments.
    static func begins(_ head: [UInt8]) -> Bool {
        TextCursor.over(head) { cursor in
            var parser = OFFHeaderParser(cursor, ReadOptions().limits)
            try? parser.skipGap()
            return OFFHeaderWord(head[min(parser.cursor.position, head.count)...]) != nil
        }
    }

    /// Reads the header of a file, and checks its counts against the bytes that follow.
    static func read(_ input: Input, limits: Limits) throws(ReadError) -> OFFHeader {
        var window = 1 << 16
        while true {
            let bytes: [UInt8]
            do throws(SystemError) { bytes = try input.read(0..<min(window, input.byteCount)) } catch {
                throw ReadError(error)
            }
            let isWhole = bytes.count == input.byteCount
            let (header, error) = TextCursor.over(bytes) { cursor -> (OFFHeader?, ReadError?) in
                var parser = OFFHeaderParser(cursor, limits)
                do throws(ReadError) { return (try parser.parse(bytes), nil) } catch { return (nil, error) }
            }
            // The header ends with the first row, whose end has to be in sight.
            if let header, isWhole || header.byteCount + 4096 < bytes.count { return try header.checked(input) }
            if let error, isWhole || error.code == .limitExceeded { throw TextPlaces.located(error, in: input) }
            guard !isWhole else { throw ReadError(.truncated, .whole, "expected a header") }
            guard window < limits.lineByteCount else {
                throw ReadError(.limitExceeded, .whole, "the header takes more than \(limits.lineByteCount) bytes")
            }
            window = min(window * 8, max(limits.lineByteCount, window))
        }
    }

    /// The header, once its counts fit the bytes behind it.
    private func checked(_ input: Input) throws(ReadError) -> OFFHeader {
        var header = self
        let left = input.byteCount - byteCount
        if isBinary, !header.fits(left) {
            header.byteOrder = .little
            header.vertexCount = Int(UInt32(truncatingIfNeeded: vertexCount).byteSwapped)
            header.faceCount = Int(UInt32(truncatingIfNeeded: faceCount).byteSwapped)
            if !header.fits(left) { header = self }
        }
        guard header.fits(left) else {
            let error = ReadError(
                .truncated, .byte(byteCount),
                "expected \(header.vertexCount) vertices and \(header.faceCount) faces, found \(left) bytes for them")
            throw header.isBinary ? error : TextPlaces.located(error, in: input)
        }
        guard header.vertexCount <= Int(Int32.max), header.faceCount <= Int(Int32.max) else {
            throw ReadError(.limitExceeded, .whole, "more than \(Int32.max) vertices or faces")
        }
        return header
    }

    /// Whether the counts can be true: in a text, a number takes a digit and what separates it from the next.
    private func fits(_ left: Int) -> Bool {
        let sizes = isBinary ? (width * 4, 8) : (width * 2, 2)
        let (vertices, tooMany) = vertexCount.multipliedReportingOverflow(by: sizes.0)
        let (faces, overflow) = faceCount.multipliedReportingOverflow(by: sizes.1)
        let (sum, carry) = vertices.addingReportingOverflow(faces)
        return !tooMany && !overflow && !carry && sum <= left + (isBinary ? 0 : 1)
    }
}

/// Reads a header, token by token.
struct OFFHeaderParser {
    var cursor: TextCursor
    private let limits: Limits
    private var header = OFFHeader()

    init(_ cursor: TextCursor, _ limits: Limits) {
        self.cursor = cursor
        self.limits = limits
        if cursor.peek() == 0xEF, cursor.peek(ahead: 1) == 0xBB, cursor.peek(ahead: 2) == 0xBF {
            self.cursor.move(to: 3)
        }
    }

    mutating func parse(_ bytes: [UInt8]) throws(ReadError) -> OFFHeader {
        try skipGap()
        let word = OFFHeaderWord(bytes[min(cursor.position, bytes.count)...])
        if let word {
            cursor.move(to: cursor.position + word.count)
        } else {
            header.lacksWord = true
        }
        cursor.skipBlanks()
        if word != nil, isNext("BINARY") {
            cursor.move(to: cursor.position + 6)
            header.isBinary = true
        }
        try checkDimension(word)
        if header.isBinary { try readBinaryCounts() } else { try readCounts(isWordless: word == nil) }
        header.isHomogeneous = word?.isHomogeneous ?? false
        header.fields = [(.position, header.isHomogeneous ? 4 : 3)]
        if word?.hasNormals ?? false { header.fields.append((.normal, 3)) }
        if word?.hasColors ?? false { header.fields.append((.color, 4)) }
        if word?.hasTexCoords ?? false { header.fields.append((.texCoord, 2)) }
        if !header.isBinary { try findBody(hasColors: word?.hasColors ?? false) }
        header.byteCount = cursor.position
        return header
    }

    private func isNext(_ word: StaticString) -> Bool {
        var ahead = cursor
        return ahead.equals(ahead.readToken(), word)
    }

    /// Skips blanks, line ends and comments, which are kept.
    mutating func skipGap() throws(ReadError) {
        while true {
            cursor.skipWhitespace()
            guard cursor.peek() == 0x23 else { return }
            let line = cursor.readToLineEnd()
            guard header.comments.count < limits.headerEntries else {
                throw ReadError(.limitExceeded, .byte(line.lowerBound), "more than \(limits.headerEntries) comments")
            }
            header.comments.append(OFFRemark.text(cursor.text(line)))
        }
    }

    // MARK: Counts

    private mutating func checkDimension(_ word: OFFHeaderWord?) throws(ReadError) {
        guard let word, word.hasDimension else { return }
        guard !word.isHomogeneous, !header.isBinary else {
            throw ReadError(
                .unsupported, .byte(cursor.position),
                "expected points of 3 dimensions, found \(header.isBinary ? "a binary nOFF" : "4nOFF")")
        }
        let place = try nextToken()
        let dimension = try count("a number of dimensions", at: place)
        guard dimension == 3 else {
            throw ReadError(.unsupported, .byte(place), "expected points of 3 dimensions, found \(dimension)")
        }
    }

    /// Reads the numbers of vertices and faces. The number of edges is skipped if it is there: files have 0 or any.
    private mutating func readCounts(isWordless: Bool) throws(ReadError) {
        let first = try nextToken()
        if isWordless, !(0x30...0x39).contains(cursor.peek()) {
            let found = found()
            throw ReadError(.invalidHeader, .byte(first), "expected OFF or the number of vertices, found \(found)")
        }
        header.vertexCount = try count("the number of vertices", at: first)
        cursor.skipBlanks()
        let isOnOneLine = !cursor.isAtLineEnd && cursor.peek() != 0x23
        header.faceCount = try count("the number of faces", at: try nextToken())
        cursor.skipBlanks()
        if isOnOneLine, cursor.isAtLineEnd || cursor.peek() == 0x23 { return }
        var ahead = cursor
        ahead.skipWhitespace()
        guard ahead.readInteger() != nil, ahead.peek() <= 0x20 || ahead.peek() == 0x23 else { return }
        var behind = ahead
        behind.skipBlanks()
        if isOnOneLine || behind.isAtLineEnd { cursor = ahead }
    }

    private mutating func nextToken() throws(ReadError) -> Int {
        try skipGap()
        return cursor.position
    }

    private mutating func count(_ what: String, at place: Int) throws(ReadError) -> Int {
        guard !cursor.isAtEnd else {
            throw ReadError(.truncated, .byte(place), "expected \(what), found the end of the file")
        }
        let words = found()
        guard let value = cursor.readInteger(), cursor.peek() <= 0x20 || cursor.peek() == 0x23, value >= 0 else {
            throw ReadError(.invalidHeader, .byte(place), "expected \(what), found \(words)")
        }
        return Int(clamping: value)
    }

    private func found() -> String {
        var ahead = cursor
        let token = ahead.readToken()
        return "'\(ahead.text(token.lowerBound..<min(token.upperBound, token.lowerBound + 40)))'"
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
        func integer(_ first: Int) -> Int {
            (0..<4).reduce(0) { $0 << 8 | Int(cursor.peek(ahead: first + $1)) }
        }
        header.vertexCount = integer(0)
        header.faceCount = integer(4)
        cursor.move(to: cursor.position + 12)
    }

    // MARK: The first row

    /// Moves to the first row, and finds out whether its colour has three numbers: the format says four.
    private mutating func findBody(hasColors: Bool) throws(ReadError) {
        try skipGap()
        guard hasColors else { return }
        var ahead = cursor
        var numbers = 0
        while numbers < 20 {
            ahead.skipBlanks()
            if ahead.isAtLineEnd || ahead.peek() == 0x23 { break }
            _ = ahead.readToken()
            numbers += 1
        }
        guard numbers == header.width - 1 else { return }
        header.fields = header.fields.map { $0.field == .color ? ($0.field, 3) : $0 }
    }
}

/// Comments: what follows `#` on a line.
enum OFFRemark {
    /// A comment without its sign and the blank behind it.
    static func text(_ line: String) -> String {
        let rest = line.dropFirst()
        return String(rest.first == " " ? rest.dropFirst() : rest)
    }

    /// Whether a text comes back from a comment as it is.
    static func isWritable(_ text: String) -> Bool {
        !text.unicodeScalars.contains { $0.value == 0x0A || $0.value == 0x0D }
    }
}

import MeshBytes
import MeshFormats
import MeshModel

// Bounds: the scratch memory has `mostNumbers` numbers, and no statement reads more.

// All but the usual `v`, `vt`, `vn`, `f`: state, names, comments, and statements that don't become part of the scene.

extension OBJPiece {
    /// Reads a line that doesn't begin with a frequent keyword, and moves past it.
    @inline(never)
    mutating func readOther(
        _ cursor: inout TextCursor, _ numbers: UnsafeMutablePointer<DecimalNumber>
    ) throws(ReadError) {
        cursor.skipBlanks()
        if cursor.isAtLineEnd {
            cursor.skipLine()
            return
        }
        if cursor.peek() == 0x23 {
            readComment(&cursor)
            return
        }
        let start = cursor.position
        var keyword = cursor.readToken()
        // `f\` at the end of a line: the backslash joins lines and isn't part of the keyword.
        if cursor.isAtLineEnd, keyword.count > 1, Self.endsInBackslash(keyword, cursor) {
            keyword = keyword.lowerBound..<keyword.upperBound - 1
            cursor.move(to: keyword.upperBound)
        }
        switch keyword.count {
        case 1: unsafe try readLetter(&cursor, keyword, numbers)
        case 2: unsafe try readTwoLetters(&cursor, keyword, numbers)
        default:
            if cursor.equals(keyword, "usemtl") {
                state.counts.materials += 1
                add(.material, materials.index(of: readName(&cursor), at: start))
            } else if cursor.equals(keyword, "mtllib") {
                readLibraries(&cursor)
            } else {
                readUnknown(&cursor, keyword, start)
            }
        }
    }

    private mutating func readLetter(
        _ cursor: inout TextCursor, _ keyword: Range<Int>, _ numbers: UnsafeMutablePointer<DecimalNumber>
    ) throws(ReadError) {
        cursor.move(to: keyword.lowerBound)
        let letter = cursor.peek()
        cursor.advance()
        switch letter {
        case 0x76:  // v
            cursor.move(to: keyword.lowerBound)
            unsafe try readVertex(&cursor, numbers)
        case 0x66:  // f
            let kept = try readElement(&cursor, .polygons)
            state.counts.faces += 1
            if !kept { state.counts.facesLeftOut += 1 }
        case 0x6C:  // l
            let kept = try readElement(&cursor, .lines)
            state.counts.lines += 1
            if !kept { state.counts.linesLeftOut += 1 }
        case 0x70:  // p
            let kept = try readElement(&cursor, .points)
            state.counts.points += 1
            if !kept { state.counts.pointsLeftOut += 1 }
        case 0x6F:  // o
            state.counts.objects += 1
            add(.object, names.index(of: readName(&cursor), at: keyword.lowerBound))
            seenKinds = 0
        case 0x67:  // g
            state.counts.groups += 1
            add(.groups, names.index(of: readName(&cursor), at: keyword.lowerBound))
        case 0x73:  // s
            readSmoothing(&cursor)
        default: readUnknown(&cursor, keyword, keyword.lowerBound)
        }
    }

    private mutating func readTwoLetters(
        _ cursor: inout TextCursor, _ keyword: Range<Int>, _ numbers: UnsafeMutablePointer<DecimalNumber>
    ) throws(ReadError) {
        if cursor.equals(keyword, "vt") {
            cursor.move(to: keyword.lowerBound)
            unsafe try readTexCoord(&cursor, numbers)
        } else if cursor.equals(keyword, "vn") {
            cursor.move(to: keyword.lowerBound)
            unsafe try readNormal(&cursor, numbers)
        } else if cursor.equals(keyword, "fo") {
            let kept = try readElement(&cursor, .polygons)
            state.counts.oldFaces += 1
            if !kept { state.counts.oldFacesLeftOut += 1 }
        } else {
            readUnknown(&cursor, keyword, keyword.lowerBound)
        }
    }

    mutating func add(_ kind: OBJEvent.Kind, _ value: UInt32) {
        events.append(
            OBJEvent(kind: kind, value: value, polygons: polygons.count, lines: lines.count, points: points.count))
    }

    private static func endsInBackslash(_ word: Range<Int>, _ cursor: TextCursor) -> Bool {
        cursor.equals(word.upperBound - 1..<word.upperBound, "\\")
    }

    // MARK: Names

    /// Reads the rest of the statement, without surrounding blanks. A `#` after a blank begins a comment; any other
    /// belongs to the name, as in `Color_#FF0000`, and so does one that the name begins with, as in `#FF0000`.
    private mutating func readName(_ cursor: inout TextCursor) -> String {
        let (range, isJoined) = Self.readArguments(&cursor, upToComment: true)
        let name = isJoined ? OBJPiece.joined(cursor.bytes(range)) : cursor.text(range)
        if cursor.peek() == 0x23 { readComment(&cursor) } else { cursor.skipLine() }
        return name
    }

    /// The byte range of the rest of a line, without surrounding blanks; backslashes join lines. The cursor ends after
    /// the line or, with `upToComment`, at the line end or a comment. `isJoined` is true when the range has line ends.
    static func readArguments(
        _ cursor: inout TextCursor, upToComment: Bool = false
    ) -> (Range<Int>, isJoined: Bool) {
        var isJoined = false
        cursor.skipBlanks()
        while cursor.peek() == 0x5C, passContinuation(&cursor) {
            cursor.skipBlanks()
        }
        let first = cursor.position
        var last = first
        while !cursor.isAtLineEnd {
            let byte = cursor.peek()
            // Everything between the last byte of the name and here is blank.
            if byte == 0x23, upToComment,
                cursor.position == first ? cursor.peek(ahead: 1) <= 0x20 : cursor.position > last
            {
                return (first..<last, isJoined)
            }
            if byte == 0x5C {
                let next = cursor.peek(ahead: 1)
                if next == 0x0A || next == 0x0D || cursor.remaining == 1, passContinuation(&cursor) {
                    isJoined = true
                    continue
                }
            }
            cursor.advance()
            if byte > 0x20 { last = cursor.position }
        }
        if !upToComment { cursor.skipLine() }
        return (first..<last, isJoined)
    }

    /// The text of `bytes`, without the backslashes and line ends that join lines.
    static func joined(_ bytes: [UInt8]) -> String {
        TextCursor.over(bytes) { cursor in
            var kept: [UInt8] = []
            kept.reserveCapacity(bytes.count)
            while !cursor.isAtEnd {
                let byte = cursor.peek()
                if byte == 0x5C, passContinuation(&cursor) { continue }
                kept.append(byte)
                cursor.advance()
            }
            return TextCursor.over(kept) { $0.text(0..<kept.count) }
        }
    }

    private mutating func readLibraries(_ cursor: inout TextCursor) {
        let (range, isJoined) = Self.readArguments(&cursor)
        state.counts.libraries += 1
        libraries.append(range)
        libraryTexts.append(isJoined ? OBJPiece.joined(cursor.bytes(range)) : cursor.text(range))
    }

    // MARK: Smoothing

    private mutating func readSmoothing(_ cursor: inout TextCursor) {
        let start = cursor.position - 1
        cursor.skipBlanks()
        let word = cursor.readToken()
        state.counts.smoothing += 1
        if cursor.equals(word, "off") {
            add(.smoothing, 0)
        } else if cursor.equals(word, "on") {
            add(.smoothing, 1)
        } else {
            cursor.move(to: word.lowerBound)
            if let number = cursor.readInteger(), cursor.position == word.upperBound,
                let group = UInt32(exactly: number)
            {
                add(.smoothing, group)
            } else {
                state.tally.add(.invalidSmoothing, at: start)
            }
        }
        Self.skipLogicalLine(&cursor)
        if cursor.peek() == 0x23 { readComment(&cursor) } else { cursor.skipLine() }
    }

    // MARK: Comments and the rest

    /// Reads a comment from its `#` and moves past the line. A backslash at its end doesn't join lines.
    @inline(never) mutating func readComment(_ cursor: inout TextCursor) {
        let line = cursor.readToLineEnd()
        let content = line.lowerBound + 1..<line.upperBound
        if content.count >= 5, cursor.equals(content.lowerBound..<content.lowerBound + 5, "MRGB "),
            readPaint(cursor, content.lowerBound + 5..<content.upperBound)
        {
            state.counts.colorComments += 1
        } else {
            let text = Self.trimmed(content, cursor)
            if !text.isEmpty {
                state.counts.comments += 1
                addComment(cursor.text(text))
            }
        }
        cursor.skipLine()
    }

    private mutating func addComment(_ text: String) {
        let info = "obj_info "
        if OBJOrigin.isRecord(text) {
            record = record ?? text
        } else if text.utf8.starts(with: info.utf8) {
            let value = String(text.unicodeScalars.dropFirst(info.unicodeScalars.count))
            comments.append(MetadataEntry(key: "obj_info", value: value))
        } else {
            comments.append(MetadataEntry(key: "comment", value: text))
        }
    }

    /// A range without one blank at its start and without the blanks at its end.
    private static func trimmed(_ range: Range<Int>, _ cursor: TextCursor) -> Range<Int> {
        var walker = cursor
        var lower = range.lowerBound
        var upper = range.upperBound
        walker.move(to: lower)
        if lower < upper, isBlank(walker.peek()) { lower += 1 }
        while lower < upper {
            walker.move(to: upper - 1)
            guard isBlank(walker.peek()) else { break }
            upper -= 1
        }
        return lower..<upper
    }

    /// Reads ZBrush's colours, eight hexadecimal digits `MMRRGGBB` each; returns false for any other text.
    private mutating func readPaint(_ cursor: TextCursor, _ range: Range<Int>) -> Bool {
        var walker = cursor
        walker.move(to: range.lowerBound)
        walker.skipBlanks()
        let kept = paint.count
        while !walker.isAtLineEnd, !Self.isBlank(walker.peek()) {
            var value: UInt32 = 0
            for _ in 0..<8 {
                guard let digit = Self.hexadecimal(walker.peek()) else {
                    paint.truncate(to: kept)
                    return false
                }
                value = value << 4 | digit
                walker.advance()
            }
            paint.append(value)
        }
        return paint.count > kept
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x41 + 10)
        case 0x61...0x66: UInt32(byte - 0x61 + 10)
        default: nil
        }
    }

    private mutating func readUnknown(_ cursor: inout TextCursor, _ keyword: Range<Int>, _ start: Int) {
        let shown = keyword.lowerBound..<min(keyword.upperBound, keyword.lowerBound + 64)
        unknown.add(cursor.text(shown), at: start)
        cursor.move(to: keyword.upperBound)
        // The grammar of the statement is unknown, so a comment after it counts as part of it.
        while !cursor.isAtLineEnd {
            if cursor.peek() == 0x5C, Self.passContinuation(&cursor) { continue }
            cursor.advance()
        }
        cursor.skipLine()
    }
}

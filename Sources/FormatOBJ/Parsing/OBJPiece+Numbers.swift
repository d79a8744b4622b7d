import MeshBytes
import MeshFormats

// Number statements: `v`, `vt`, `vn`. The cursor starts at the keyword and ends after the line.

/// Statements of numbers.
///
/// - Bounds: `numbers` has room for ``mostNumbers``; further ones are left out.
extension OBJPiece {
    @inline(__always)
    mutating func readVertex(
        _ cursor: inout TextCursor, _ numbers: UnsafeMutablePointer<DecimalNumber>
    ) throws(ReadError) {
        let start = cursor.position
        cursor.advance()
        let count = unsafe try readNumbers(&cursor, numbers)
        if count == 3 {
            unsafe positions.append(numbers)
        } else {
            unsafe try appendVertex(numbers, count, at: start)
        }
        state.counts.vertices &+= 1
        let sum = unsafe numbers[0].float64 + numbers[1].float64 + numbers[2].float64
        if !sum.isFinite { unsafe noteNonFinite(numbers, 3, at: start) }
    }

    /// Appends a vertex that has more than three numbers, or fewer.
    private mutating func appendVertex(
        _ numbers: UnsafeMutablePointer<DecimalNumber>, _ count: Int, at start: Int
    ) throws(ReadError) {
        switch count {
        case 4:
            unsafe positions.append(numbers)
            // A weight of 1 is the default; the list begins with the first other weight.
            if unsafe weights.count > 0 || numbers[3].float64 != 1 {
                weights.pad(to: state.counts.vertices, with: 1)
                unsafe weights.append(numbers + 3)
            }
        case 6, 7:
            unsafe positions.append(numbers)
            if firstColor < 0 { firstColor = start }
            let wanted = count - 3
            if wanted == 4 {
                state.tally.add(.sevenNumbers, at: start)
                if colors.components < 4 { colors.widenRows(to: 4, with: OBJRows.absent) }
            } else if colors.components == 4 {
                unsafe numbers[6] = DecimalNumber(
                    float64: OBJRows.absentDouble, float32: OBJRows.absent, isShortestFloat32: true)
            }
            if colors.count < state.counts.vertices { colors.pad(to: state.counts.vertices) }
            unsafe colors.append(numbers + 3)
        default:
            let wanted = count < 3 ? "3 position components" : "3, 4, 6 or 7 numbers"
            throw ReadError(.invalidValue, .byte(start), "expected \(wanted), found \(Self.counted(count))")
        }
    }

    @inline(__always)
    mutating func readNormal(
        _ cursor: inout TextCursor, _ numbers: UnsafeMutablePointer<DecimalNumber>
    ) throws(ReadError) {
        let start = cursor.position
        cursor.advance()
        cursor.advance()
        let count = unsafe try readNumbers(&cursor, numbers)
        guard count == 3 else {
            throw ReadError(.invalidValue, .byte(start), "expected 3 normal components, found \(Self.counted(count))")
        }
        unsafe normals.append(numbers)
        state.counts.normals &+= 1
        let sum = unsafe numbers[0].float64 + numbers[1].float64 + numbers[2].float64
        if !sum.isFinite { unsafe noteNonFinite(numbers, 3, at: start) }
    }

    @inline(__always)
    mutating func readTexCoord(
        _ cursor: inout TextCursor, _ numbers: UnsafeMutablePointer<DecimalNumber>
    ) throws(ReadError) {
        let start = cursor.position
        cursor.advance()
        cursor.advance()
        let count = unsafe try readNumbers(&cursor, numbers)
        guard count >= 1, count <= 3 else {
            throw ReadError(
                .invalidValue, .byte(start), "expected 1 to 3 texture coordinates, found \(Self.counted(count))")
        }
        if count != texCoords.components { unsafe fitTexCoords(numbers, count) }
        unsafe texCoords.append(numbers)
        state.counts.texCoords &+= 1
        let sum = unsafe numbers[0].float64 + (count > 1 ? numbers[1].float64 : 0)
        if !sum.isFinite { unsafe noteNonFinite(numbers, count, at: start) }
    }

    private mutating func fitTexCoords(_ numbers: UnsafeMutablePointer<DecimalNumber>, _ count: Int) {
        if count > texCoords.components {
            texCoords.widenRows(to: count, with: 0)
        } else {
            for index in count..<texCoords.components {
                unsafe numbers[index] = DecimalNumber(float64: 0, float32: 0, isShortestFloat32: true)
            }
        }
    }

    private mutating func noteNonFinite(_ numbers: UnsafeMutablePointer<DecimalNumber>, _ count: Int, at start: Int) {
        for index in 0..<count where unsafe !numbers[index].float64.isFinite {
            state.tally.add(.nonFinite, at: start)
            return
        }
    }

    static func counted(_ count: Int) -> String { count >= mostNumbers ? "\(mostNumbers) or more" : "\(count)" }

    /// Reads the numbers up to the end of the line, at most ``mostNumbers``, and moves past the line.
    @inline(__always)
    mutating func readNumbers(
        _ cursor: inout TextCursor, _ numbers: UnsafeMutablePointer<DecimalNumber>
    ) throws(ReadError) -> Int {
        var count = unsafe cursor.readDecimals(3, into: numbers)
        // A colour usually follows a position.
        if count == 3, cursor.peek() != 0x0A {
            count += unsafe cursor.readCodeFractions(3, into: numbers + 3) ? 3 : readFourth(&cursor, numbers + 3)
        }
        if cursor.peek() == 0x0A {
            cursor.advance()
            return count
        }
        return unsafe try finishNumbers(&cursor, numbers, count)
    }

    /// Reads the numbers after the third, if there are any.
    @inline(never)
    private func readFourth(_ cursor: inout TextCursor, _ numbers: UnsafeMutablePointer<DecimalNumber>) -> Int {
        let next = cursor.peek()
        guard next == 0x20 || next == 0x09 || next == 0x0B || next == 0x0C else { return 0 }
        return unsafe cursor.readDecimals(Self.mostNumbers - 3, into: numbers)
    }

    /// Reads on where a line doesn't end right after its last number.
    @inline(never)
    private mutating func finishNumbers(
        _ cursor: inout TextCursor, _ numbers: UnsafeMutablePointer<DecimalNumber>, _ count: Int
    ) throws(ReadError) -> Int {
        if count > 0, !cursor.isAtLineEnd { try Self.expectNumberEnd(cursor) }
        if try finishNumbers(&cursor) { return count }
        return unsafe try readMoreNumbers(&cursor, numbers, count)
    }

    /// Reads on after a backslash that joins the next line.
    @inline(never)
    private mutating func readMoreNumbers(
        _ cursor: inout TextCursor, _ numbers: UnsafeMutablePointer<DecimalNumber>, _ before: Int
    ) throws(ReadError) -> Int {
        var count = before
        while true {
            cursor.skipBlanks()
            guard let number = cursor.readDecimal() else {
                if try finishNumbers(&cursor) { return count }
                continue
            }
            if count < Self.mostNumbers {
                unsafe numbers[count] = number
                count &+= 1
            }
            if !cursor.isAtLineEnd { try Self.expectNumberEnd(cursor) }
        }
    }

    /// A number ends at a blank, a comment, a backslash or the end of the line.
    @inline(never) private static func expectNumberEnd(_ cursor: TextCursor) throws(ReadError) {
        let next = cursor.peek()
        if next == 0x20 || (next >= 0x09 && next <= 0x0D) || next == 0x5C || next == 0x23 { return }
        throw Self.expected("a number", at: cursor)
    }

    /// Ends the line and returns true, or skips a backslash that joins the next line and returns false.
    @inline(never) private mutating func finishNumbers(_ cursor: inout TextCursor) throws(ReadError) -> Bool {
        cursor.skipBlanks()
        switch cursor.peek() {
        case 0x23:
            readComment(&cursor)
            return true
        case 0x5C where Self.passContinuation(&cursor):
            return false
        default:
            guard cursor.isAtLineEnd else {
                // Eight numbers are too many already; the rest is skipped.
                if Self.isNumberStart(cursor) {
                    cursor.skipLine()
                    return true
                }
                throw Self.expected("a number", at: cursor)
            }
            cursor.skipLine()
            return true
        }
    }

    private static func isNumberStart(_ cursor: TextCursor) -> Bool {
        var walker = cursor
        return walker.readDecimal() != nil
    }

    /// The error for a word found where `what` was expected.
    static func expected(_ what: String, at cursor: TextCursor) -> ReadError {
        var walker = cursor
        let start = wordStart(cursor)
        walker.move(to: start)
        let word = walker.readToken()
        let shown = walker.text(word.lowerBound..<min(word.upperBound, word.lowerBound + 40))
        let found = word.isEmpty ? "the end of the line" : "'\(shown)'"
        return ReadError(.invalidValue, .byte(start), "expected \(what), found \(found)")
    }

    /// The start of the word that the cursor is in or right after.
    static func wordStart(_ cursor: TextCursor) -> Int {
        var walker = cursor
        var start = cursor.position
        while start > walker.offset {
            walker.move(to: start - 1)
            let byte = walker.peek()
            if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { break }
            start -= 1
        }
        return start
    }

    /// Skips a backslash before a line end or the end of the text. Returns whether it did.
    static func passContinuation(_ cursor: inout TextCursor) -> Bool {
        let next = cursor.peek(ahead: 1)
        if next == 0x0A || next == 0x0D {
            cursor.advance()
            cursor.skipLine()
            return true
        }
        if cursor.remaining == 1 {
            cursor.advance()
            return true
        }
        return false
    }
}

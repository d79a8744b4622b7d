import MeshBytes
import MeshFormats

extension TextCursor {
    /// Whether no byte of a number follows: a blank, a line end, a comment or the end.
    @inline(__always) var isAtTokenEnd: Bool { peek() <= 0x20 || peek() == 0x23 }

    /// Skips blanks; returns whether nothing but a comment follows on the line.
    @inline(__always) mutating func isAtRowEnd() -> Bool {
        skipBlanks()
        return isAtLineEnd || peek() == 0x23
    }

    /// Reads a whole number, perhaps one that is not below zero.
    mutating func readCount(
        _ what: StaticString, least: Int64 = 0, _ code: ReadError.Code = .invalidValue
    ) throws(ReadError) -> Int64 {
        let start = position
        if let value = readInteger(), isAtTokenEnd, value >= least { return value }
        move(to: start)
        throw unexpected(what, code)
    }

    mutating func readNumber(_ what: StaticString) throws(ReadError) -> DecimalNumber {
        let start = position
        if let number = readDecimal(), isAtTokenEnd { return number }
        move(to: start)
        throw unexpected(what, .invalidValue)
    }

    private func unexpected(_ what: StaticString, _ code: ReadError.Code) -> ReadError {
        var ahead = self
        let token = ahead.readToken()
        if token.isEmpty, ahead.isAtEnd {
            return ReadError(.truncated, .byte(position), "expected \(what), found the end of the file")
        }
        let found = ahead.text(token.lowerBound..<min(token.upperBound, token.lowerBound + 40))
        return ReadError(code, .byte(position), "expected \(what), found '\(found)'")
    }
}

/// Comments: what follows `#` on a line.
enum OFFComment {
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

import MeshBytes
import MeshFormats

extension USDTextParser {
    // MARK: Identifiers

    /// The range of the next identifier, without consuming it. Empty if there is none.
    func identifierRange() -> Range<Int> {
        var walker = cursor
        let begin = walker.position
        guard walker.passIdentifier() else { return begin..<begin }
        return begin..<walker.position
    }

    /// Reads the next identifier, or returns nil if there is none.
    mutating func readWord() -> String? {
        let range = identifierRange()
        guard !range.isEmpty else { return nil }
        cursor.move(to: range.upperBound)
        return cursor.text(range)
    }

    /// The next identifier, without consuming it. Empty if there is none.
    func peekWord() -> String { cursor.text(identifierRange()) }

    /// Consumes a keyword if it comes next.
    mutating func passes(word: StaticString) -> Bool {
        let range = identifierRange()
        guard cursor.equals(range, word) else { return false }
        cursor.move(to: range.upperBound)
        return true
    }

    /// Reads a name that is not a keyword. Parts may be joined by `::`.
    mutating func readName(_ what: String) throws(ReadError) -> String {
        let begin = cursor.position
        while true {
            let range = identifierRange()
            guard !range.isEmpty, !USDKeywords.contains(cursor.text(range)) else { throw expected(what, at: begin) }
            cursor.move(to: range.upperBound)
            guard cursor.peek() == UInt8(ascii: ":"), cursor.peek(ahead: 1) == UInt8(ascii: ":") else { break }
            var ahead = self
            ahead.cursor.advance()
            ahead.cursor.advance()
            let next = ahead.identifierRange()
            guard !next.isEmpty, !USDKeywords.contains(cursor.text(next)) else { break }
            cursor = ahead.cursor
        }
        return cursor.text(begin..<cursor.position)
    }

    /// Reads a property name: identifiers separated by colons.
    mutating func readPropertyName() throws(ReadError) -> String {
        let begin = cursor.position
        guard cursor.passIdentifier() else { throw expected("the name of a property") }
        while cursor.peek() == UInt8(ascii: ":") {
            var ahead = cursor
            ahead.advance()
            guard ahead.passIdentifier() else { break }
            cursor = ahead
        }
        return cursor.text(begin..<cursor.position)
    }

    // MARK: Strings

    /// Whether a string comes next.
    var isAtString: Bool { isAt("\"") || isAt("'") }

    /// Reads a string in any of the four quote styles. Escapes that give invalid UTF-8 are replaced.
    mutating func readString() throws(ReadError) -> String {
        let begin = cursor.position
        switch try readStringOrBytes() {
        case .string(let text): return text
        case .bytes(let bytes):
            diagnostics.append(
                Diagnostic(
                    "usd.string-not-utf8", .warning, at: .byte(begin),
                    "a name or text has escapes that are no UTF-8; they are replaced"))
            return String(decoding: bytes, as: UTF8.self)
        default: return ""
        }
    }

    /// Reads a string in any of the four quote styles, as bytes if it isn't UTF-8.
    mutating func readStringOrBytes() throws(ReadError) -> USDToken {
        guard isAtString else { throw expected("a string") }
        let begin = cursor.position
        let quote = cursor.peek()
        let isLong = cursor.peek(ahead: 1) == quote && cursor.peek(ahead: 2) == quote
        let width = isLong ? 3 : 1
        for _ in 0..<width { cursor.advance() }
        let first = cursor.position
        var hasEscapes = false
        while true {
            guard !cursor.isAtEnd else {
                throw ReadError(
                    .truncated, .byte(begin), "expected the end of the string, found the end of the text")
            }
            let byte = cursor.peek()
            if byte == quote, !isLong || cursor.peek(ahead: 1) == quote && cursor.peek(ahead: 2) == quote { break }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                cursor.advance()
                if cursor.peek() == UInt8(ascii: "\\") || cursor.peek() == quote { cursor.advance() }
                continue
            }
            if !isLong, byte == 0x0A || byte == 0x0D {
                throw refused("expected the end of the string, found the end of the line", at: begin)
            }
            cursor.advance()
        }
        let content = first..<cursor.position
        for _ in 0..<width { cursor.advance() }
        return hasEscapes ? unescaped(content) : .string(cursor.text(content))
    }

    /// The content of a string with its escapes resolved.
    private func unescaped(_ range: Range<Int>) -> USDToken {
        let text = cursor.bytes(range)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < text.count else {
                bytes.append(byte)
                continue
            }
            let escape = text[index]
            index += 1
            switch escape {
            case UInt8(ascii: "a"): bytes.append(0x07)
            case UInt8(ascii: "b"): bytes.append(0x08)
            case UInt8(ascii: "f"): bytes.append(0x0C)
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "r"): bytes.append(0x0D)
            case UInt8(ascii: "t"): bytes.append(0x09)
            case UInt8(ascii: "v"): bytes.append(0x0B)
            case UInt8(ascii: "x"):
                var value: UInt8 = 0
                let last = min(index + 2, text.count)
                while index < last, let digit = Self.hexDigit(text[index]) {
                    value = value << 4 | digit
                    index += 1
                }
                bytes.append(value)
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                var value: UInt8 = escape &- 0x30
                let last = min(index + 2, text.count)
                while index < last, text[index] &- 0x30 < 8 {
                    value = value &<< 3 | (text[index] &- 0x30)
                    index += 1
                }
                bytes.append(value)
            default: bytes.append(escape)
            }
        }
        let string = String(decoding: bytes, as: UTF8.self)
        return string.utf8.elementsEqual(bytes) ? .string(string) : .bytes(bytes)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 0x30
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 0x37
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 0x57
        default: nil
        }
    }

    // MARK: Assets and paths

    /// Reads an asset path in `@` or `@@@`.
    mutating func readAsset() throws(ReadError) -> String {
        let begin = cursor.position
        guard isAt("@") else { throw expected("a file between '@'") }
        let isLong = cursor.peek(ahead: 1) == UInt8(ascii: "@") && cursor.peek(ahead: 2) == UInt8(ascii: "@")
        for _ in 0..<(isLong ? 3 : 1) { cursor.advance() }
        let first = cursor.position
        var bytes: [UInt8] = []
        var hasEscapes = false
        var last = first
        while true {
            guard !cursor.isAtLineEnd else { throw refused("expected the closing '@' in the same line", at: begin) }
            let byte = cursor.peek()
            if isLong, byte == UInt8(ascii: "\\"), isThreeAt(1) {
                if !hasEscapes { bytes = cursor.bytes(first..<cursor.position) }
                hasEscapes = true
                bytes += "@@@".utf8
                for _ in 0..<4 { cursor.advance() }
                continue
            }
            if byte == UInt8(ascii: "@"), !isLong || isThreeAt(0) {
                if isLong {
                    // Up to two extra `@` belong to the path. The last three close it.
                    var extra = 0
                    while extra < 2, cursor.peek(ahead: 3 + extra) == UInt8(ascii: "@") { extra += 1 }
                    for _ in 0..<extra {
                        if hasEscapes { bytes.append(UInt8(ascii: "@")) }
                        cursor.advance()
                    }
                }
                last = cursor.position
                for _ in 0..<(isLong ? 3 : 1) { cursor.advance() }
                break
            }
            if byte < 0x20 || byte == 0x7F {
                throw refused("expected no control characters in the name of a file", at: begin)
            }
            if hasEscapes { bytes.append(byte) }
            cursor.advance()
        }
        return hasEscapes ? String(decoding: bytes, as: UTF8.self) : cursor.text(first..<last)
    }

    private func isThreeAt(_ distance: Int) -> Bool {
        cursor.peek(ahead: distance) == UInt8(ascii: "@") && cursor.peek(ahead: distance + 1) == UInt8(ascii: "@")
            && cursor.peek(ahead: distance + 2) == UInt8(ascii: "@")
    }

    /// Reads a path in `<` and `>`, or returns nil for `<>`.
    mutating func readPath() throws(ReadError) -> (path: USDPathText, text: String)? {
        let begin = cursor.position
        try pass("<")
        let first = cursor.position
        while !cursor.isAtLineEnd, !isAt(">") { cursor.advance() }
        let text = cursor.text(first..<cursor.position)
        guard passes(">") else { throw refused("expected '>' after the path", at: begin) }
        if text.isEmpty { return nil }
        guard let path = USDPathText(text) else { throw refused("expected a path, found \(short(text))", at: begin) }
        return (path, text)
    }
}

extension TextCursor {
    /// Consumes an identifier: a letter or `_`, then letters, digits and `_`, as Unicode defines them.
    fileprivate mutating func passIdentifier() -> Bool {
        let first = peek()
        if (first | 0x20) &- 0x61 < 26 || first == UInt8(ascii: "_") {
            advance()
        } else {
            guard first >= 0x80, passScalar(where: \.isXIDStart) else { return false }
        }
        while true {
            let byte = peek()
            if (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_") {
                advance()
            } else {
                guard byte >= 0x80, passScalar(where: \.isXIDContinue) else { return true }
            }
        }
    }

    /// Consumes a non-ASCII character if it has a property. The text is known to be UTF-8.
    private mutating func passScalar(where property: KeyPath<Unicode.Scalar.Properties, Bool>) -> Bool {
        let first = peek()
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        let range = position..<position + count
        guard let scalar = text(range).unicodeScalars.first, scalar.properties[keyPath: property] else { return false }
        for _ in 0..<count { advance() }
        return true
    }
}

/// The keywords of the grammar. They can't name a type or a field.
enum USDKeywords {
    static func contains(_ word: String) -> Bool { words.contains(word) }

    private static let words: Set<String> = [
        "add", "AnimationBlock", "append", "bezier", "class", "config", "connect", "curve", "custom", "customData",
        "default", "def", "delete", "dictionary", "displayUnit", "doc", "held", "hermite", "inherits", "kind",
        "linear", "loop", "nameChildren", "None", "none", "offset", "oscillate", "over", "payload", "permission",
        "post", "pre", "prefixSubstitutions", "prepend", "properties", "references", "relocates", "rel", "reorder",
        "rootPrims", "repeat", "reset", "scale", "sloped", "spline", "subLayers", "suffixSubstitutions",
        "specializes", "symmetryArguments", "symmetryFunction", "timeSamples", "uniform", "variantSet", "variantSets",
        "variants", "varying",
    ]
}

/// The reason why a text is not valid JSON, and the position.
public struct JSONError: Error, Hashable, Sendable {
    /// The byte offset of the error from the start of the text.
    public var offset: Int
    /// What was expected and what was found, in lower case and without a full stop.
    public var message: String
    /// Whether values are nested deeper than the caller allows.
    package var isTooDeep = false
}

extension JSONValue {
    /// Parses a whole text (RFC 8259): UTF-8, one value, blanks around it.
    ///
    /// Keys keep their order and may repeat. Whole numbers that fit become integers, all others floating-point numbers;
    /// those beyond the range of float64 throw. Parsing uses no recursion.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - depthLimit: the maximum number of nested arrays and objects.
    public static func parse(_ bytes: [UInt8], depthLimit: Int = 256) throws(JSONError) -> JSONValue {
        try TextCursor.over(bytes) { (cursor) throws(JSONError) -> JSONValue in
            var parser = Parser(cursor: cursor, depthLimit: depthLimit)
            return try parser.parse()
        }
    }
}

/// Builds values with a stack of open containers.
private struct Parser {
    /// An open container. A struct, so that its array grows in place: an enum's payload would be copied each time.
    private struct Open {
        var isObject: Bool
        var elements: [JSONValue] = []
        var members: [(String, JSONValue)] = []
        var key = ""
    }

    var cursor: TextCursor
    let depthLimit: Int
    private var stack: [Open] = []

    init(cursor: TextCursor, depthLimit: Int) {
        self.cursor = cursor
        self.depthLimit = depthLimit
    }

    mutating func parse() throws(JSONError) -> JSONValue {
        while true {
            // A value begins, or a container opens and its first value is next.
            guard var value = try beginValue() else { continue }
            // The value may close any number of containers.
            while !stack.isEmpty {
                skip()
                let last = stack.count - 1
                let isObject = stack[last].isObject
                if isObject {
                    stack[last].members.append((stack[last].key, value))
                } else {
                    stack[last].elements.append(value)
                }
                let byte = cursor.peek()
                if byte == UInt8(ascii: ",") {
                    cursor.advance()
                    if isObject { stack[last].key = try key() }
                    break
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw expected(isObject ? "a comma or the end of the object" : "a comma or the end of the array")
                }
                cursor.advance()
                let closed = stack.removeLast()
                value = isObject ? .object(closed.members) : .array(closed.elements)
            }
            if stack.isEmpty {
                skip()
                guard cursor.isAtEnd else { throw expected("the end of the text") }
                return value
            }
        }
    }

    /// Reads a complete value; returns nil after opening a container that is not empty.
    private mutating func beginValue() throws(JSONError) -> JSONValue? {
        skip()
        switch cursor.peek() {
        case UInt8(ascii: "["):
            try open()
            if cursor.peek() == UInt8(ascii: "]") {
                cursor.advance()
                return .array([])
            }
            stack.append(Open(isObject: false))
            return nil
        case UInt8(ascii: "{"):
            try open()
            if cursor.peek() == UInt8(ascii: "}") {
                cursor.advance()
                return .object([])
            }
            stack.append(Open(isObject: true, key: try key()))
            return nil
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw expected("a value")
        }
    }

    private mutating func open() throws(JSONError) {
        guard stack.count < depthLimit else {
            throw JSONError(
                offset: cursor.position, message: "expected at most \(depthLimit) nested values, found more",
                isTooDeep: true)
        }
        cursor.advance()
        skip()
    }

    private mutating func key() throws(JSONError) -> String {
        skip()
        guard cursor.peek() == UInt8(ascii: "\"") else { throw expected("a key") }
        let text = try string()
        skip()
        guard cursor.peek() == UInt8(ascii: ":") else { throw expected("a colon") }
        cursor.advance()
        return text
    }

    private mutating func word(_ literal: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let first = cursor.position
        let range = first..<first + literal.utf8CodeUnitCount
        guard cursor.equals(range, literal) else { throw expected("a value") }
        cursor.move(to: range.upperBound)
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let first = cursor
        var scan = cursor
        if scan.peek() == UInt8(ascii: "-") { scan.advance() }
        let leading = scan.peek()
        guard skipDigits(&scan) else { throw expected("a digit", at: scan) }
        let integerEnd = scan.position
        let digits = integerEnd - first.position - (first.peek() == UInt8(ascii: "-") ? 1 : 0)
        if leading == UInt8(ascii: "0"), digits > 1 { throw expected("a number without leading zeros", at: first) }
        if scan.peek() == UInt8(ascii: ".") {
            scan.advance()
            guard skipDigits(&scan) else { throw expected("a digit", at: scan) }
        }
        if scan.peek() | 0x20 == UInt8(ascii: "e") {
            scan.advance()
            if scan.peek() == UInt8(ascii: "+") || scan.peek() == UInt8(ascii: "-") { scan.advance() }
            guard skipDigits(&scan) else { throw expected("a digit", at: scan) }
        }
        if scan.position == integerEnd {
            if let value = cursor.readInteger() {
                // −0 is not an integer.
                return value == 0 && first.peek() == UInt8(ascii: "-") ? .number(-0.0) : .int(value)
            }
            if let value = UInt64(first.text(first.position..<integerEnd)) {
                cursor.move(to: integerEnd)
                return .uint(value)
            }
        }
        guard let value = cursor.readFloat64(), value.isFinite else {
            throw expected("a number in the range of float64", at: first)
        }
        return .number(value)
    }

    private func skipDigits(_ scan: inout TextCursor) -> Bool {
        guard scan.peek() &- 0x30 < 10 else { return false }
        while scan.peek() &- 0x30 < 10 { scan.advance() }
        return true
    }

    private mutating func skip() {
        while true {
            switch cursor.peek() {
            case 0x20, 0x09, 0x0A, 0x0D: cursor.advance()
            default: return
            }
        }
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        cursor.advance()
        let first = cursor.position
        var bytes: [UInt8] = []
        while true {
            if cursor.isAtEnd { throw expected("the end of the string") }
            let byte = cursor.peek()
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                cursor.advance()
                try escape(&bytes)
            } else if byte < 0x20 {
                throw expected("no control character in a string")
            } else {
                bytes.append(byte)
                cursor.advance()
            }
        }
        cursor.advance()
        guard let text = String(utf8: bytes) else {
            throw JSONError(offset: first, message: "expected UTF-8 in a string")
        }
        return text
    }

    private mutating func escape(_ bytes: inout [UInt8]) throws(JSONError) {
        let byte = cursor.peek()
        guard byte != UInt8(ascii: "u") else {
            let start = cursor.position - 1
            let first = try hexadecimal()
            var code = UInt32(first)
            if first & 0xFC00 == 0xD800 {
                guard cursor.peek() == UInt8(ascii: "\\"), cursor.peek(ahead: 1) == UInt8(ascii: "u") else {
                    throw JSONError(offset: start, message: "expected a pair of surrogates")
                }
                cursor.advance()
                let second = try hexadecimal()
                guard second & 0xFC00 == 0xDC00 else {
                    throw JSONError(offset: start, message: "expected a pair of surrogates")
                }
                code = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
            }
            guard let scalar = Unicode.Scalar(code) else {
                throw JSONError(offset: start, message: "expected a pair of surrogates")
            }
            bytes.append(contentsOf: String(Character(scalar)).utf8)
            return
        }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"): bytes.append(byte)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        default: throw expected("an escape sequence")
        }
        cursor.advance()
    }

    /// Skips the `u` and reads the four digits after it.
    private mutating func hexadecimal() throws(JSONError) -> UInt16 {
        cursor.advance()
        var value: UInt16 = 0
        for _ in 0..<4 {
            let byte = cursor.peek()
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt16(byte - 0x30)
            case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
                value = value << 4 | UInt16((byte | 0x20) - 0x57)
            default: throw expected("a hexadecimal digit")
            }
            cursor.advance()
        }
        return value
    }

    // MARK: Errors

    private func expected(_ what: String) -> JSONError { expected(what, at: cursor) }

    private func expected(_ what: String, at place: TextCursor) -> JSONError {
        let found: String
        if place.isAtEnd {
            found = "the end of the text"
        } else {
            let byte = place.peek()
            let printable = byte > 0x20 && byte < 0x7F
            found = printable ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
        }
        return JSONError(offset: place.position, message: "expected \(what), found \(found)")
    }
}

/// Evaluates a variable expression, such as `` `"./${NAME}.usda"` ``.
///
/// - Errors: a sentence that says what was expected and where.
/// - Edge: deep nesting, long results and variables that lead to each other many times are refused.
struct USDExpression {
    struct Failure: Error {
        var text: String
    }

    /// What all expressions of one evaluation share.
    private final class Context {
        let variables: USDVariables
        /// The variables that are being evaluated, outermost first.
        var open: [String] = []
        var steps = 0
        init(_ variables: USDVariables) { self.variables = variables }
    }

    private let bytes: [UInt8]
    private var place = 0
    private let context: Context
    private let depth: Int

    private static let depthLimit = 64
    private static let stepLimit = 10_000
    private static let lengthLimit = 1 << 16

    private init(_ text: String, _ context: Context, depth: Int) {
        bytes = Array(text.utf8)
        self.context = context
        self.depth = depth
    }

    static func evaluate(_ text: String, _ variables: USDVariables) throws(Failure) -> USDExpressionValue {
        var expression = USDExpression(text, Context(variables), depth: 0)
        return try expression.whole()
    }

    /// The text that an expression has, or nil for none.
    ///
    /// - Throws: also where it has another value.
    static func text(_ text: String, _ variables: USDVariables) throws(Failure) -> String? {
        switch try evaluate(text, variables) {
        case .none: return nil
        case .text(let text): return text
        case let value: throw Failure(text: "expected a string, found \(value.typeName)")
        }
    }

    private mutating func whole() throws(Failure) -> USDExpressionValue {
        try expect("`")
        let value = try self.value(depth: depth, allowsLists: true)
        try expect("`")
        return value
    }

    // MARK: Values

    private mutating func value(depth: Int, allowsLists: Bool) throws(Failure) -> USDExpressionValue {
        context.steps += 1
        guard depth < Self.depthLimit, context.steps < Self.stepLimit else {
            throw Failure(text: "nested too deep, or too long, at character \(place)")
        }
        guard let first = next else { throw unexpected }
        switch first {
        case "$": return try variable()
        case "\"", "'": return .text(try quoted(first))
        case "-", "0"..."9": return .number(try number())
        case "[" where allowsLists: return .list(try list(until: "]", depth: depth))
        default: break
        }
        let start = place
        guard let name = identifier() else { throw unexpected }
        switch name {
        case "True", "true": return .truth(true)
        case "False", "false": return .truth(false)
        case "None", "none": return .none
        default: break
        }
        skipBlanks()
        guard next == "(" else {
            place = start
            throw unexpected
        }
        let arguments = try list(until: ")", depth: depth)
        return try USDExpressionFunction.call(name, arguments) { context.variables.values[$0] != nil }
    }

    /// Values separated by commas, up to a closing bracket. The opening bracket is next.
    private mutating func list(until end: Unicode.Scalar, depth: Int) throws(Failure) -> [USDExpressionValue] {
        place += 1
        var values: [USDExpressionValue] = []
        skipBlanks()
        while next != end {
            if !values.isEmpty {
                try expect(",")
                skipBlanks()
            }
            let value = try self.value(depth: depth + 1, allowsLists: end == ")")
            if end == "]" {
                guard value != .none else { throw Failure(text: "None can't be in a list") }
                guard values.first.map({ $0.hasType(of: value) }) ?? true else {
                    throw Failure(text: "unexpected \(value.typeName) in a list at element \(values.count)")
                }
            }
            values.append(value)
            skipBlanks()
        }
        place += 1
        if end == ")" { skipBlanks() }
        return values
    }

    private mutating func variable() throws(Failure) -> USDExpressionValue {
        let name = try variableName()
        guard let value = try valueOf(name) else { throw Failure(text: "no value for variable '\(name)'") }
        return value
    }

    private mutating func variableName() throws(Failure) -> String {
        try expect("$")
        try expect("{")
        guard let name = identifier() else { throw unexpected }
        try expect("}")
        return name
    }

    /// The value of a variable; nil: it is not set.
    private func valueOf(_ name: String) throws(Failure) -> USDExpressionValue? {
        guard let known = context.variables.values[name] else { return nil }
        guard let value = known else { throw Failure(text: "the type of variable '\(name)' can't be used") }
        guard case .text(let text) = value, USDAssetPath.isExpression(text) else { return value }
        guard !context.open.contains(name) else {
            throw Failure(text: "circular variables: \((context.open + [name]).joined(separator: ", "))")
        }
        guard context.open.count < Self.depthLimit else { throw Failure(text: "variables are nested too deep") }
        context.open.append(name)
        defer { context.open.removeLast() }
        var expression = USDExpression(text, context, depth: depth + 1)
        return try expression.whole()
    }

    // MARK: Words

    private mutating func quoted(_ quote: Unicode.Scalar) throws(Failure) -> String {
        place += 1
        var text: [UInt8] = []
        var plain: [UInt8] = []
        while let byte = next, byte != quote {
            guard text.count + plain.count < Self.lengthLimit else { throw Failure(text: "the text is too long") }
            if byte == "$", place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "{") {
                text += Self.unescaped(plain)
                plain = []
                let name = try variableName()
                switch try valueOf(name) {
                case .text(let own)?: text += Array(own.utf8)
                // What has no value stays, for others.
                case nil: text += Array("${\(name)}".utf8)
                case USDExpressionValue.none?: break
                case let other?:
                    throw Failure(text: "expected a string in variable '\(name)', found \(other.typeName)")
                }
                continue
            }
            plain.append(bytes[place])
            place += 1
            if byte == "\\", let after = next {
                plain.append(bytes[place])
                if after.isASCII { place += 1 } else { plain.removeLast() }
            }
        }
        guard next == quote else { throw Failure(text: "missing the end of a text at character \(place)") }
        place += 1
        return String(decoding: text + Self.unescaped(plain), as: UTF8.self)
    }

    /// The text with its escapes replaced, as C has them.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        let letters: [UInt8: UInt8] = [
            UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "a"): 7,
            UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "v"): 11,
        ]
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count else {
                result.append(bytes[place])
                place += 1
                continue
            }
            let letter = bytes[place + 1]
            place += 2
            let isHex = letter == UInt8(ascii: "x")
            if isHex || (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(letter) {
                var code = 0
                if !isHex { place -= 1 }
                let (base, most) = isHex ? (16, 2) : (8, 3)
                for _ in 0..<most {
                    guard place < bytes.count, let digit = Int(String(Unicode.Scalar(bytes[place])), radix: base) else {
                        break
                    }
                    code = code * base + digit
                    place += 1
                }
                result.append(UInt8(truncatingIfNeeded: code))
            } else {
                result.append(letters[letter] ?? letter)
            }
        }
        return result
    }

    private mutating func number() throws(Failure) -> Int64 {
        let start = place
        if next == "-" { place += 1 }
        while let digit = next, ("0"..."9").contains(digit) { place += 1 }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        guard text != "-" else { throw unexpected }
        guard let number = Int64(text) else { throw Failure(text: "the integer \(text) is out of range") }
        return number
    }

    private mutating func identifier() -> String? {
        let start = place
        while let letter = next,
            letter == "_" || ("a"..."z").contains(letter) || ("A"..."Z").contains(letter)
                || place > start && ("0"..."9").contains(letter)
        { place += 1 }
        return place > start ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
    }

    /// The next byte as a character; those beyond ASCII as others of no meaning.
    private var next: Unicode.Scalar? { place < bytes.count ? Unicode.Scalar(bytes[place]) : nil }

    private mutating func skipBlanks() { while next == " " { place += 1 } }

    private mutating func expect(_ character: Unicode.Scalar) throws(Failure) {
        guard next == character else { throw Failure(text: "expected '\(character)' at character \(place)") }
        place += 1
    }

    private var unexpected: Failure { Failure(text: "expected a value at character \(place)") }
}

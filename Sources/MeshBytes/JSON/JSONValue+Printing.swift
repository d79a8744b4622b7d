extension JSONValue {
    /// The layout of printed text.
    public enum Layout: Sendable {
        /// No blanks.
        case compact
        /// One member per line, indented by two spaces, and a line feed at the end.
        case pretty
        /// No blanks, and whole numbers beyond 2⁵³ printed as numbers: for values that came from other software.
        case exact
        /// Like ``pretty``, and whole numbers beyond 2⁵³ printed as numbers.
        case prettyExact
    }

    /// The value as UTF-8 text; equal values give the same bytes everywhere.
    ///
    /// Numbers have the form of ``NumberPrinter``. Those that are not finite are printed as strings, and so are whole
    /// numbers beyond 2⁵³ unless the layout is an exact one. Otherwise a file's name that is no UTF-8 is printed with
    /// `\xFF` for each stray byte, and all its bytes follow in base64, as the member `pathBase64` after `path`.
    public func bytes(_ layout: Layout = .compact) -> [UInt8] {
        let isPretty = layout == .pretty || layout == .prettyExact
        var printer = Printer(pretty: isPretty, exact: layout == .exact || layout == .prettyExact)
        printer.print(self)
        if isPretty { printer.out.append(byte: 0x0A) }
        return printer.out.array
    }

    /// The value as text; see ``bytes(_:)``.
    public func text(_ layout: Layout = .compact) -> String { String(decoding: bytes(layout), as: UTF8.self) }
}

/// Prints without recursion, with a stack of open containers.
private struct Printer: ~Copyable {
    private enum Open {
        case array([JSONValue], Int)
        case object([(String, JSONValue)], Int)
    }

    var out = TextBuffer()
    private let pretty: Bool
    private let exact: Bool
    private var stack: [Open] = []

    init(pretty: Bool, exact: Bool) {
        self.pretty = pretty
        self.exact = exact
    }

    mutating func print(_ value: JSONValue) {
        begin(value)
        while let top = stack.popLast() {
            switch top {
            case .array(let elements, let index):
                guard index < elements.count else {
                    close(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
                    continue
                }
                separate(index, depth: stack.count + 1)
                stack.append(.array(elements, index + 1))
                begin(elements[index])
            case .object(let members, let index):
                guard index < members.count else {
                    close(UInt8(ascii: "}"), isEmpty: members.isEmpty)
                    continue
                }
                separate(index, depth: stack.count + 1)
                stack.append(.object(members, index + 1))
                quote(members[index].0)
                out.append(byte: UInt8(ascii: ":"))
                if pretty { out.append(byte: 0x20) }
                begin(members[index].1)
                if !exact, case .string(let text) = members[index].1, text.hasStrayBytes {
                    addBytes(of: text, to: members[index].0)
                }
            }
        }
    }

    private mutating func begin(_ value: JSONValue) {
        switch value {
        case .null: out.append("null")
        case .bool(let value): value ? out.append("true") : out.append("false")
        case .int(let value):
            let isSafe = exact || value.magnitude <= JSONValue.largestSafeInteger
            if !isSafe { out.append(byte: UInt8(ascii: "\"")) }
            out.append(value)
            if !isSafe { out.append(byte: UInt8(ascii: "\"")) }
        case .uint(let value):
            let isSafe = exact || value <= JSONValue.largestSafeInteger
            if !isSafe { out.append(byte: UInt8(ascii: "\"")) }
            out.append(value)
            if !isSafe { out.append(byte: UInt8(ascii: "\"")) }
        case .number(let value):
            if !value.isFinite { out.append(byte: UInt8(ascii: "\"")) }
            out.append(value)
            if !value.isFinite { out.append(byte: UInt8(ascii: "\"")) }
        case .string(let text): quote(text)
        case .array(let elements):
            out.append(byte: UInt8(ascii: "["))
            stack.append(.array(elements, 0))
        case .object(let members):
            out.append(byte: UInt8(ascii: "{"))
            stack.append(.object(members, 0))
        }
    }

    private mutating func separate(_ index: Int, depth: Int) {
        if index > 0 { out.append(byte: UInt8(ascii: ",")) }
        newLine(depth)
    }

    private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
        if !isEmpty { newLine(stack.count) }
        out.append(byte: bracket)
    }

    private mutating func newLine(_ depth: Int) {
        guard pretty else { return }
        out.append(byte: 0x0A)
        for _ in 0..<depth { out.append("  ") }
    }

    /// Adds a member with the bytes of a file's name that is no UTF-8, for programs: the name itself is shown as to people.
    private mutating func addBytes(of text: String, to key: String) {
        separate(1, depth: stack.count)
        quote(key + "Base64")
        out.append(byte: UInt8(ascii: ":"))
        if pretty { out.append(byte: 0x20) }
        quote(String(decoding: Base64.encoded(text.fileNameBytes), as: UTF8.self))
    }

    private mutating func quote(_ text: String) {
        out.append(byte: UInt8(ascii: "\""))
        for byte in (exact ? text : text.shownFileName).utf8 {
            switch byte {
            case UInt8(ascii: "\""): out.append("\\\"")
            case UInt8(ascii: "\\"): out.append("\\\\")
            case 0x08: out.append("\\b")
            case 0x09: out.append("\\t")
            case 0x0A: out.append("\\n")
            case 0x0C: out.append("\\f")
            case 0x0D: out.append("\\r")
            case 0x00..<0x20:
                out.append("\\u00")
                out.append(byte: byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
                let digit = byte & 15
                out.append(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            default: out.append(byte: byte)
            }
        }
        out.append(byte: UInt8(ascii: "\""))
    }
}

import MeshFormats

/// Reads the elements of an XML file, as far as MaterialX needs XML: elements and attributes.
///
/// Nothing is fetched and nothing expands: a document type is refused, and with it all entities but the five that XML
/// itself defines. Texts between elements are skipped.
struct MtlxXMLReader {
    /// The elements, parents before children. The first is the root.
    private(set) var elements: [MtlxElement] = []
    private let bytes: [UInt8]
    private var place = 0
    /// The elements that are open, from the root.
    private var open: [Int] = []

    /// The deepest nesting of elements. MaterialX itself needs four levels.
    private static let depthLimit = 100

    /// Reads a whole file.
    ///
    /// - Throws: errors with the offset in bytes.
    static func read(_ bytes: [UInt8]) throws(ReadError) -> [MtlxElement] {
        var reader = MtlxXMLReader(bytes)
        try reader.readDocument()
        return reader.elements
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func readDocument() throws(ReadError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        let isWide =
            bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0)
        guard !isWide else { throw fail("expected UTF-8, found UTF-16", at: 0) }
        if let byte = Self.firstInvalidByte(bytes) { throw fail("expected UTF-8, found another byte", at: byte) }
        var isFirst = true
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            if elements.isEmpty || open.isEmpty {
                guard bytes[place..<start].allSatisfy(Self.isBlank) else {
                    throw fail("expected an element, found text", at: place)
                }
            }
            place = start
            if next("<?") {
                try readInstruction(isFirst: isFirst)
            } else if next("<!--") {
                try skip(to: "-->", "a comment")
            } else if next("<![CDATA[") {
                try skip(to: "]]>", "a text")
            } else if next("<!") {
                throw fail("a document type is not supported", at: start)
            } else if next("</") {
                try readEnd()
            } else {
                try readStart()
            }
            isFirst = false
        }
        if let last = open.last {
            throw ReadError(
                .truncated, .byte(bytes.count),
                "expected the end of '\(elements[last].category)', found the end of the file")
        }
        guard !elements.isEmpty else { throw fail("expected an element, found none", at: bytes.count) }
        guard bytes[place...].allSatisfy(Self.isBlank) else {
            throw fail("expected nothing more, found text", at: place)
        }
    }

    // MARK: Parts

    /// Reads `<?xml …?>` or skips another instruction.
    private mutating func readInstruction(isFirst: Bool) throws(ReadError) {
        let start = place
        try skip(to: "?>", "an instruction")
        let text = String(decoding: bytes[start..<place - 2], as: UTF8.self)
        guard isFirst, text.hasPrefix("xml"), let found = text.range(ofWord: "encoding") else { return }
        let rest = text[found...].drop { $0 != "\"" && $0 != "'" }
        let name = rest.dropFirst().prefix { $0 != "\"" && $0 != "'" }.lowercased()
        guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) else {
            throw fail("expected the encoding UTF-8, found \(name)", at: start - 2)
        }
    }

    private mutating func readStart() throws(ReadError) {
        let start = place
        place += 1
        let category = try readName()
        guard open.count < Self.depthLimit else {
            throw ReadError(
                .limitExceeded, .byte(start), "elements are nested more than \(Self.depthLimit) deep")
        }
        guard !open.isEmpty || elements.isEmpty else {
            throw fail("expected one element that holds all others, found '\(category)'", at: start)
        }
        let index = elements.count
        elements.append(MtlxElement(category: category, parent: open.last ?? -1, byte: start))
        if let parent = open.last { elements[parent].children.append(index) }
        while true {
            let before = place
            skipBlanks()
            if next("/>") { return }
            if next(">") {
                open.append(index)
                return
            }
            guard place < bytes.count else { throw cut("the end of '\(category)'") }
            guard place > before else { throw fail("expected a space, found '\(here)'", at: place) }
            try readAttribute(of: index)
        }
    }

    private mutating func readAttribute(of element: Int) throws(ReadError) {
        let start = place
        let name = try readName()
        skipBlanks()
        guard next("=") else { throw fail("expected '=' after '\(name)', found '\(here)'", at: place) }
        skipBlanks()
        guard place < bytes.count else { throw cut("the value of '\(name)'") }
        let quote = bytes[place]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw fail("expected a value in quotes, found '\(here)'", at: place)
        }
        place += 1
        guard let end = bytes[place...].firstIndex(of: quote) else { throw cut("the value of '\(name)'") }
        if let angle = bytes[place..<end].firstIndex(of: UInt8(ascii: "<")) {
            throw fail("expected a value without '<', found one in '\(name)'", at: angle)
        }
        guard elements[element].attributes[name] == nil else {
            throw fail("expected each attribute once, found '\(name)' again", at: start)
        }
        elements[element].attributes[name] = try text(place..<end)
        place = end + 1
    }

    private mutating func readEnd() throws(ReadError) {
        let start = place - 2
        let category = try readName()
        skipBlanks()
        guard place < bytes.count else { throw cut("'>'") }
        guard next(">") else { throw fail("expected '>', found '\(here)'", at: place) }
        guard let last = open.popLast() else {
            throw fail("expected an element, found the end of '\(category)'", at: start)
        }
        guard elements[last].category == category else {
            throw fail("expected the end of '\(elements[last].category)', found that of '\(category)'", at: start)
        }
    }

    private mutating func readName() throws(ReadError) -> String {
        let start = place
        while place < bytes.count, Self.isNameByte(bytes[place]) { place += 1 }
        guard place > start else {
            guard place < bytes.count else { throw cut("a name") }
            throw fail("expected a name, found '\(here)'", at: place)
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// The text of a value, with its references replaced: each by one character.
    private func text(_ range: Range<Int>) throws(ReadError) -> String {
        guard bytes[range].contains(UInt8(ascii: "&")) else {
            return String(decoding: bytes[range].map { Self.isBlank($0) ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
        }
        var result: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "&") else {
                result.append(Self.isBlank(byte) ? UInt8(ascii: " ") : byte)
                index += 1
                continue
            }
            guard let end = bytes[index..<min(index + 12, range.upperBound)].firstIndex(of: UInt8(ascii: ";")),
                let scalar = Self.scalar(String(decoding: bytes[index + 1..<end], as: UTF8.self))
            else { throw fail("expected one of XML's own entities, found another or a lone '&'", at: index) }
            result += String(Character(scalar)).utf8
            index = end + 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The character of a reference: `lt`, `#65`, `#x41`.
    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let digits = name.dropFirst()
            let isHex = digits.first == "x"
            let value = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
        }
    }

    // MARK: Bytes

    /// The place of the first byte that is not UTF-8; nil: all are.
    private static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var place = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): place += scalar.count
            case .error: return place
            case .emptyInput: return nil
            }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"),
            UInt8(ascii: "."), 0x80...0xFF:
            true
        default: false
        }
    }

    private mutating func skipBlanks() { while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 } }

    /// Whether these bytes come next; then they are skipped.
    private mutating func next(_ text: StaticString) -> Bool {
        let isNext = bytes[place...].starts(with: text.description.utf8)
        if isNext { place += text.utf8CodeUnitCount }
        return isNext
    }

    private mutating func skip(to end: StaticString, _ what: String) throws(ReadError) {
        let mark = Array(end.description.utf8)
        var from = place
        while let found = bytes[from...].firstIndex(of: mark[0]) {
            if bytes[found...].starts(with: mark) {
                place = found + mark.count
                return
            }
            from = found + 1
        }
        throw cut("the end of \(what)")
    }

    /// The character at the place, for messages.
    private var here: String {
        place < bytes.count
            ? String(decoding: bytes[place...].prefix(4), as: UTF8.self).prefix(1).description : "the end"
    }

    private func fail(_ message: String, at byte: Int) -> ReadError { ReadError(.invalidValue, .byte(byte), message) }

    private func cut(_ expected: String) -> ReadError {
        ReadError(.truncated, .byte(bytes.count), "expected \(expected), found the end of the file")
    }
}

extension String {
    /// The place right after a word.
    fileprivate func range(ofWord word: String) -> Index? {
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(word) { return rest.index(rest.startIndex, offsetBy: word.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}

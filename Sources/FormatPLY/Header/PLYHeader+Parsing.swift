import MeshBytes
import MeshFormats
import MeshModel

extension PLYHeader {
    /// Reads the header of an input, and no more of the input than it needs.
    static func read(_ input: Input, limits: Limits) throws(ReadError) -> PLYHeader {
        var size = 64 << 10
        while true {
            let bytes = try ReadError.of(input.read(0..<min(size, input.byteCount)))
            let isWhole = bytes.count >= input.byteCount
            if let header = try parse(bytes, isWhole: isWhole, limits: limits) { return header }
            guard size < limits.lineByteCount else {
                throw ReadError(
                    beyond: .textSize, .byte(size), "expected a header of at most \(size) bytes, found more")
            }
            size = min(size * 4, max(limits.lineByteCount, 64 << 10))
        }
    }

    /// Parses the header at the start of `bytes`; nil when more bytes are needed.
    static func parse(_ bytes: [UInt8], isWhole: Bool, limits: Limits) throws(ReadError) -> PLYHeader? {
        var parser = try PLYHeaderParser(bytes, limits: limits)
        while let line = parser.nextLine() {
            if try parser.read(line) { return try parser.header() }
        }
        guard isWhole else { return nil }
        throw ReadError(
            .truncated, .line(parser.lineNumber + 1, column: 1), "expected end_header, found the end of the file")
    }
}

/// Parses the lines of a header.
private struct PLYHeaderParser {
    private let bytes: [UInt8]
    private let limits: Limits
    private let lineEnd: PLYHeader.LineEnd
    private var position = 0
    private(set) var lineNumber = 0
    private var encoding: PLYEncoding?
    private var encodingRange = 0..<0
    private var elements: [PLYElement] = []
    private var names: Set<String> = []
    private var propertyCount = 0
    private var remarks: [PLYHeader.Remark] = []
    private var remarkRanges: [Range<Int>] = []
    private var bareRemarks: [PLYHeader.BareRemark] = []

    init(_ bytes: [UInt8], limits: Limits) throws(ReadError) {
        self.bytes = bytes
        self.limits = limits
        let start = ReadError(
            .invalidHeader, .line(1, column: 1), "not a PLY file: expected a first line with ply alone")
        guard bytes.starts(with: [0x70, 0x6C, 0x79]) else { throw start }
        switch (bytes.dropFirst(3).first, bytes.dropFirst(4).first) {
        case (0x0A, _): lineEnd = .lineFeed
        case (0x0D, 0x0A): lineEnd = .both
        case (0x0D, _): lineEnd = .carriageReturn
        case (nil, _):
            throw ReadError(.truncated, .line(2, column: 1), "expected a format line, found the end of the file")
        default:
            throw ReadError(.invalidHeader, .line(1, column: 4), "expected a line end after ply")
        }
        position = lineEnd == .both ? 5 : 4
        lineNumber = 1
    }

    /// The next line without its end; nil when `bytes` don't have its end.
    mutating func nextLine() -> Range<Int>? {
        let terminator: UInt8 = lineEnd == .carriageReturn ? 0x0D : 0x0A
        guard let end = bytes[position...].firstIndex(of: terminator) else { return nil }
        let start = position
        position = end + 1
        lineNumber += 1
        // A line feed file may still have some carriage returns; they belong to the line end.
        return start..<(end > start && terminator == 0x0A && bytes[end - 1] == 0x0D ? end - 1 : end)
    }

    /// Parses a line; returns true when it ends the header.
    mutating func read(_ line: Range<Int>) throws(ReadError) -> Bool {
        let words = words(of: line)
        guard let keyword = words.first else {
            throw error(at: line.lowerBound, "expected a header line, found an empty one")
        }
        switch text(keyword) {
        case "comment": remarks.append(.comment(addRemark(after: keyword, in: line)))
        case "obj_info": remarks.append(.objInfo(addRemark(after: keyword, in: line)))
        case "format": try readFormat(words)
        case let other:
            guard encoding != nil else {
                throw error(at: keyword.lowerBound, "expected format, comment or obj_info, found \(quoted(other))")
            }
            switch other {
            case "element": try readElement(words)
            case "property": try readProperty(words)
            case "end_header":
                guard words.count == 1 else {
                    throw error(at: words[1].lowerBound, "expected nothing after end_header")
                }
                return true
            case "Created" where elements.isEmpty && text(line).hasPrefix("Created by "):
                // Blender 2.4 forgot the keyword `comment`. Other unknown lines may be misspelt ones with a meaning.
                bareRemarks.append(PLYHeader.BareRemark(start: line.lowerBound, line: lineNumber))
                remarks.append(.comment(text(line)))
                remarkRanges.append(line)
            default:
                throw error(
                    at: keyword.lowerBound,
                    "expected element, property, comment, obj_info or end_header, found \(quoted(other))")
            }
        }
        return false
    }

    func header() throws(ReadError) -> PLYHeader {
        guard let encoding else { throw error(at: 0, "expected a format line") }
        for element in elements where element.count > 0 && element.properties.isEmpty {
            throw error(at: 0, "expected properties of element \(quoted(element.name)), found none for its rows")
        }
        return PLYHeader(
            encoding: encoding, lineEnd: lineEnd, elements: elements, remarks: remarks, remarkRanges: remarkRanges,
            bareRemarks: bareRemarks, bytes: Array(bytes[..<position]), encodingRange: encodingRange,
            lineCount: lineNumber)
    }

    // MARK: Lines

    private mutating func readFormat(_ words: [Range<Int>]) throws(ReadError) {
        guard encoding == nil else { throw error(at: words[0].lowerBound, "expected one format line, found another") }
        guard words.count == 3 else {
            throw error(at: words[0].lowerBound, "expected format, an encoding and 1.0, found \(words.count) words")
        }
        guard let encoding = PLYEncoding(rawValue: text(words[1])) else {
            throw error(
                at: words[1].lowerBound,
                "expected ascii, binary_little_endian or binary_big_endian, found \(quoted(text(words[1])))")
        }
        guard text(words[2]) == "1.0" else {
            throw error(
                at: words[2].lowerBound, code: .unsupported, "expected version 1.0, found \(quoted(text(words[2])))")
        }
        self.encoding = encoding
        encodingRange = words[1]
    }

    private mutating func readElement(_ words: [Range<Int>]) throws(ReadError) {
        guard words.count == 3 else {
            throw error(at: words[0].lowerBound, "expected element, a name and a count, found \(words.count) words")
        }
        let digits = bytes[words[2]]
        guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            throw error(at: words[2].lowerBound, "expected a count, found \(quoted(text(words[2])))")
        }
        guard let count = Int(text(words[2])) else {
            throw error(at: words[2].lowerBound, code: .limitExceeded, "the count is beyond 64 bits")
        }
        let name = text(words[1])
        guard names.insert(name).inserted else {
            throw error(at: words[1].lowerBound, "expected one element \(quoted(name)), found another")
        }
        guard elements.count < limits.headerEntries else {
            throw error(at: words[0].lowerBound, beyond: .names, "elements", limits.headerEntries)
        }
        guard count <= limits.elementCount else {
            throw error(
                at: words[2].lowerBound, beyond: .elements, "rows of \(quoted(name))", limits.elementCount,
                found: text(words[2]))
        }
        elements.append(PLYElement(name: name, count: count))
    }

    private mutating func readProperty(_ words: [Range<Int>]) throws(ReadError) {
        guard !elements.isEmpty else {
            throw error(at: words[0].lowerBound, "expected an element before the first property")
        }
        guard propertyCount < limits.headerEntries else {
            throw error(at: words[0].lowerBound, beyond: .names, "properties", limits.headerEntries)
        }
        let isList = words.count > 1 && text(words[1]) == "list"
        guard words.count == (isList ? 5 : 3) else {
            throw error(
                at: words[0].lowerBound,
                isList
                    ? "expected property list, two types and a name, found \(words.count) words"
                    : "expected property, a type and a name, found \(words.count) words")
        }
        var countType: ScalarType?
        if isList {
            let type = try type(words[2])
            guard type.isInteger else {
                throw error(at: words[2].lowerBound, "expected an integer type for a list's count")
            }
            countType = type
        }
        let typeWords = isList ? words[2...3] : words[1...1]
        let type = try type(words[isList ? 3 : 1])
        let last = words[words.count - 1]
        elements[elements.count - 1].properties.append(
            PLYProperty(text(last), type, countType: countType, typeWords: typeWords.map { text($0) }))
        propertyCount += 1
    }

    private func type(_ word: Range<Int>) throws(ReadError) -> ScalarType {
        if let type = PLYProperty.type(for: text(word)) { return type }
        throw error(at: word.lowerBound, "expected a number type, found \(quoted(text(word)))")
    }

    // MARK: Words

    private func words(of line: Range<Int>) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start: Int?
        for index in line {
            if isBlank(bytes[index]) {
                if let first = start { words.append(first..<index) }
                start = nil
            } else if start == nil {
                start = index
                // Comments may be as long as the file; only their first word matters here.
                if words.count > 16 { break }
            }
        }
        if let first = start { words.append(first..<line.upperBound) }
        return words
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

    private mutating func addRemark(after keyword: Range<Int>, in line: Range<Int>) -> String {
        let range = min(keyword.upperBound + 1, line.upperBound)..<line.upperBound
        remarkRanges.append(range)
        return text(range)
    }

    private func text(_ range: Range<Int>) -> String {
        TextCursor.over(bytes) { (cursor) -> String in cursor.text(range) }
    }

    private func quoted(_ text: String) -> String { "'\(text.prefix(40))'" }

    private func error(at position: Int, code: ReadError.Code = .invalidHeader, _ message: String) -> ReadError {
        ReadError(code, place(position), message)
    }

    private func error(
        at position: Int, beyond limit: Limits.Name, _ what: String, _ most: Int, found: String = "more"
    ) -> ReadError {
        ReadError(beyond: limit, place(position), "expected at most \(most) \(what), found \(found)")
    }

    private func place(_ position: Int) -> InputLocation {
        let terminator: UInt8 = lineEnd == .carriageReturn ? 0x0D : 0x0A
        let start = (bytes[..<position].lastIndex(of: terminator) ?? -1) + 1
        return .line(lineNumber, column: position - start + 1)
    }
}

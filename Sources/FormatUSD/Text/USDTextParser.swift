import MeshBytes
import MeshFormats
import MeshModel

/// Parses the text of a layer into the model, statement by statement.
///
/// The syntax is that of usd-core (its grammar of 2024 and later): where blanks are allowed, where line ends are
/// allowed too, and that a line end or semicolon ends a statement. Open prims are on a stack, so deep nesting needs no
/// recursion. Values nest at most ``nesting`` deep.
struct USDTextParser {
    /// The maximum nesting of prims, variant sets and variants.
    static let specDepthLimit = 2000

    var cursor: TextCursor
    var layer = USDLayer()
    var stack: [USDOpenSpec] = []
    var diagnostics: [Diagnostic] = []
    let threads: Int
    /// The maximum nesting of lists, tuples and dictionaries.
    let nesting: Int
    /// The gaps of the text, or nil if all of it is in memory.
    var gaps: USDTextGaps?
    /// The indices of fields by name, for specs with many fields, where a linear search would be slow.
    private var places: [Int: [ExactText: Int]] = [:]
    /// Closed variants and variant sets, which may be opened again.
    var closed: [Int: USDOpenSpec] = [:]
    /// The number of bytes by which relative paths may still grow when made absolute.
    private var pathBudget: Int

    init(_ cursor: TextCursor, threads: Int, nesting: Int? = nil, gaps: USDTextGaps? = nil) {
        self.cursor = cursor
        self.nesting = nesting ?? 128
        self.threads = threads
        self.gaps = gaps
        let (product, overflow) = cursor.remaining.multipliedReportingOverflow(by: 16)
        pathBudget = overflow ? .max : max(64 << 20, product)
    }

    // MARK: The model

    /// The value of a field, or nil if it isn't set.
    func field(_ name: String, of spec: Int) -> USDValue? {
        if let known = places[spec] { return known[ExactText(name)].map { layer.specs[spec].fields[$0].value } }
        return layer.specs[spec][name]
    }

    /// Sets a field, replacing an earlier value.
    mutating func set(_ name: String, of spec: Int, _ value: USDValue, isUnregistered: Bool = false) {
        let field = USDField(name: name, value: value, isUnregistered: isUnregistered)
        let count = layer.specs[spec].fields.count
        var place: Int?
        if count < 24 {
            place = layer.specs[spec].fields.firstIndex { ExactText.areSame($0.name, name) }
        } else {
            if places[spec] == nil {
                var known: [ExactText: Int] = [:]
                for (place, field) in layer.specs[spec].fields.enumerated() { known[ExactText(field.name)] = place }
                places[spec] = known
            }
            place = places[spec]?[ExactText(name)]
            if place == nil { places[spec]?[ExactText(name)] = count }
        }
        if let place {
            layer.specs[spec].fields[place] = field
        } else {
            layer.specs[spec].fields.append(field)
        }
    }

    /// The path of the open prim without variants, as the base of relative paths.
    var anchor: String {
        var names: [String] = []
        for open in stack.dropFirst() where layer.specs[open.spec].kind == .prim {
            names.append(layer.specs[open.spec].name)
        }
        return "/" + names.joined(separator: "/")
    }

    /// The absolute path, resolved against the open prim. nil if it is the root or leads above it.
    mutating func absolute(_ path: USDPathText, at begin: Int) throws(ReadError) -> String? {
        guard !path.isAbsolute else { return path.absolute(from: "/").flatMap { $0 == "/" ? nil : $0 } }
        let text = path.absolute(from: anchor)
        pathBudget -= text?.utf8.count ?? 0
        guard pathBudget >= 0 else {
            throw ReadError(.limitExceeded, .byte(begin), "too many long paths")
        }
        return text == "/" ? nil : text
    }

    // MARK: Errors

    /// The error for unexpected input at the cursor.
    @inline(never) func expected(_ what: String) -> ReadError { expected(what, at: cursor.position) }

    /// The error for unexpected input at a position.
    @inline(never) func expected(_ what: String, at position: Int) -> ReadError {
        var walker = cursor
        walker.move(to: position)
        guard !walker.isAtEnd else {
            return ReadError(.truncated, .byte(position), "expected \(what), found the end of the text")
        }
        return ReadError(.invalidValue, .byte(position), "expected \(what), found \(found(&walker))")
    }

    /// The text that comes next, shortened for a message.
    private func found(_ walker: inout TextCursor) -> String {
        if walker.isAtLineEnd { return "the end of the line" }
        let begin = walker.position
        while !walker.isAtLineEnd, walker.position - begin < 32 {
            let byte = walker.peek()
            if walker.position > begin, byte == 0x20 || byte == 0x09 || byte == 0x2C || byte == 0x3B { break }
            walker.advance()
        }
        // Don't cut a character in half.
        while walker.peek() & 0xC0 == 0x80, !walker.isAtEnd { walker.advance() }
        return walker.text(begin..<walker.position)
    }

    /// A text in quotes for a message, shortened if long.
    func short(_ text: String) -> String { text.utf8.count <= 64 ? "'\(text)'" : "'\(text.prefix(40))…'" }

    /// Throws if what comes next is nested too deep.
    func checkDepth(_ depth: Int, _ what: String, at position: Int) throws(ReadError) {
        guard depth < nesting else {
            throw ReadError(beyond: .nesting, .byte(position), "expected at most \(nesting) nested \(what), found more")
        }
    }

    /// Throws if the prim that comes next is nested too deep.
    func checkPrimDepth(at position: Int) throws(ReadError) {
        guard stack.count < Self.specDepthLimit else {
            throw ReadError(
                .limitExceeded, .byte(position), "expected at most \(Self.specDepthLimit) nested prims, found more")
        }
    }

    /// The error for input that was read but isn't allowed.
    @inline(never) func refused(_ message: String, at position: Int) -> ReadError {
        ReadError(.invalidValue, .byte(position), message)
    }

    // MARK: Blanks and comments

    /// Skips spaces, tabs and block comments.
    mutating func skipInline() throws(ReadError) {
        while true {
            let byte = cursor.peek()
            if byte == 0x20 || byte == 0x09 {
                cursor.advance()
            } else if byte == 0x2F, cursor.peek(ahead: 1) == 0x2A {
                try skipLongComment()
            } else {
                return
            }
        }
    }

    /// Skips what ``skipInline()`` skips, and comments that run to the end of the line.
    mutating func skipInLine() throws(ReadError) {
        while true {
            try skipInline()
            let byte = cursor.peek()
            guard byte == 0x23 || byte == 0x2F && cursor.peek(ahead: 1) == 0x2F else { return }
            skipShortComment()
        }
    }

    /// Skips blanks, comments and line ends.
    mutating func skipLines() throws(ReadError) {
        while true {
            try skipInLine()
            let byte = cursor.peek()
            guard byte == 0x0A || byte == 0x0D else { return }
            cursor.advance()
        }
    }

    private mutating func skipShortComment() {
        // A carriage return alone does not end a comment.
        while !cursor.isAtEnd {
            let byte = cursor.peek()
            if byte == 0x0A || byte == 0x0D && cursor.peek(ahead: 1) == 0x0A { return }
            cursor.advance()
        }
    }

    private mutating func skipLongComment() throws(ReadError) {
        let begin = cursor.position
        cursor.advance()
        cursor.advance()
        while !cursor.isAtEnd {
            if cursor.peek() == 0x2A, cursor.peek(ahead: 1) == 0x2F {
                cursor.advance()
                cursor.advance()
                return
            }
            cursor.advance()
        }
        throw ReadError(.truncated, .byte(begin), "expected the end of the comment, found the end of the text")
    }

    /// Skips the blanks between two words. There must be at least one, apart from comments.
    mutating func separate() throws(ReadError) {
        while cursor.peek() == 0x2F, cursor.peek(ahead: 1) == 0x2A { try skipLongComment() }
        guard cursor.peek() == 0x20 || cursor.peek() == 0x09 else { throw expected("a space") }
        try skipInline()
    }

    // MARK: Signs

    /// Consumes a sign, or throws if it doesn't come next.
    mutating func pass(_ sign: Unicode.Scalar) throws(ReadError) {
        guard passes(sign) else { throw expected("'\(sign)'") }
    }

    /// Consumes a sign if it comes next.
    mutating func passes(_ sign: Unicode.Scalar) -> Bool {
        guard isAt(sign) else { return false }
        cursor.advance()
        return true
    }

    /// Passes a sign that comes next behind spaces; they stay when it does not.
    mutating func passesInline(_ sign: Unicode.Scalar) throws(ReadError) -> Bool {
        let end = cursor.position
        try skipInline()
        if passes(sign) { return true }
        cursor.move(to: end)
        return false
    }

    /// Whether a sign comes next.
    func isAt(_ sign: Unicode.Scalar) -> Bool {
        !cursor.isAtEnd && cursor.peek() == UInt8(truncatingIfNeeded: sign.value)
    }

    /// Consumes `=` and the blanks around it.
    mutating func passAssignment() throws(ReadError) { try passInline("=") }

    /// Consumes `:` and the blanks around it.
    mutating func passColon() throws(ReadError) { try passInline(":") }

    private mutating func passInline(_ sign: Unicode.Scalar) throws(ReadError) {
        try skipInline()
        try pass(sign)
        try skipInline()
    }

    /// Consumes the name of a field that was recognized, and the sign behind it.
    mutating func passField(_ sign: Unicode.Scalar = "=") throws(ReadError) {
        _ = readWord()
        try passInline(sign)
    }

    /// Consumes the end of a statement: a line end or semicolon, after blanks and comments.
    mutating func passStatementEnd() throws(ReadError) {
        try skipInLine()
        guard passesStatementEnd() else { throw expected("the end of the line or ';'") }
    }

    private mutating func passesStatementEnd() -> Bool {
        let byte = cursor.peek()
        guard !cursor.isAtEnd, byte == 0x0A || byte == 0x0D || byte == 0x3B else { return false }
        cursor.advance()
        return true
    }

    // MARK: Sequences

    /// Reads items up to a closing sign, each ended by a line or a semicolon.
    mutating func readStatements(
        until close: Unicode.Scalar, _ item: (inout USDTextParser) throws(ReadError) -> Void
    ) throws(ReadError) {
        try skipLines()
        while !passes(close) {
            try item(&self)
            try skipInLine()
            let isEnded = passesStatementEnd()
            try skipLines()
            guard isEnded || isAt(close) else { throw expected("the end of the line, ';' or '\(close)'") }
        }
    }

    /// Reads items separated by commas, up to a closing sign. A trailing comma is allowed.
    ///
    /// - Parameter canBeEmpty: whether the list may be empty.
    mutating func readList(
        until close: Unicode.Scalar, canBeEmpty: Bool = true,
        _ item: (inout USDTextParser) throws(ReadError) -> Void
    ) throws(ReadError) {
        try skipLines()
        if canBeEmpty, passes(close) { return }
        while true {
            try item(&self)
            try skipInline()
            let hasComma = passes(",")
            try skipLines()
            if passes(close) { return }
            guard hasComma else { throw expected("',' or '\(close)'") }
        }
    }
}

/// A prim, variant or variant set whose closing brace hasn't been read.
struct USDOpenSpec {
    /// The index in the layer.
    var spec: Int
    /// Children (prims, or variants of a variant set) by name.
    var children: [ExactText: Int] = [:]
    /// Properties by name.
    var properties: [ExactText: Int] = [:]
    /// Variant sets by name.
    var variantSets: [ExactText: Int] = [:]
}

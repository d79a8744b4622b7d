import MeshBytes
import MeshFormats

/// Reads the text of a layer, statement by statement, into the model.
///
/// What may follow what is as usd-core has it (its grammar of 2024 and later): where blanks alone may stand, where line
/// ends too, and that statements end with a line or a semicolon. Prims wait on a stack, so that their depth costs no
/// recursion; values nest at most ``depthLimit`` deep.
struct USDTextParser {
    /// How deep lists, tuples and dictionaries may nest.
    static let depthLimit = 128
    /// How deep prims, variant sets and variants may nest.
    static let specDepthLimit = 2000

    var cursor: TextCursor
    var layer = USDLayer()
    var stack: [USDOpenSpec] = []
    var diagnostics: [Diagnostic] = []
    let threads: Int
    /// What of the text is not in memory; nil: nothing.
    var gaps: USDTextGaps?
    /// Where the fields of specs with many of them are: looking for them one by one would take too long.
    private var places: [Int: [String: Int]] = [:]
    /// Variants and their sets that were closed and may be opened again.
    var closed: [Int: USDOpenSpec] = [:]
    /// How many bytes paths may still become longer by when they are seen from the root.
    private var pathBudget: Int

    init(_ cursor: TextCursor, threads: Int, gaps: USDTextGaps? = nil) {
        self.cursor = cursor
        self.threads = threads
        self.gaps = gaps
        let (product, overflow) = cursor.remaining.multipliedReportingOverflow(by: 16)
        pathBudget = overflow ? .max : max(64 << 20, product)
    }

    // MARK: The model

    /// What was said under a name; nil where nothing was.
    func field(_ name: String, of spec: Int) -> USDValue? {
        if let known = places[spec] { return known[name].map { layer.specs[spec].fields[$0].value } }
        return layer.specs[spec][name]
    }

    /// Says something under a name; what was said before is forgotten.
    mutating func set(_ name: String, of spec: Int, _ value: USDValue, isUnregistered: Bool = false) {
        let field = USDField(name: name, value: value, isUnregistered: isUnregistered)
        let count = layer.specs[spec].fields.count
        var place: Int?
        if count < 24 {
            place = layer.specs[spec].fields.firstIndex { $0.name == name }
        } else {
            if places[spec] == nil {
                var known: [String: Int] = [:]
                for (place, field) in layer.specs[spec].fields.enumerated() { known[field.name] = place }
                places[spec] = known
            }
            place = places[spec]?[name]
            if place == nil { places[spec]?[name] = count }
        }
        if let place {
            layer.specs[spec].fields[place] = field
        } else {
            layer.specs[spec].fields.append(field)
        }
    }

    /// The path of the open prim, without variants: what paths are seen from.
    var anchor: String {
        var names: [String] = []
        for open in stack.dropFirst() where layer.specs[open.spec].kind == .prim {
            names.append(layer.specs[open.spec].name)
        }
        return "/" + names.joined(separator: "/")
    }

    /// A path from the root, seen from the open prim; nil where it leads out of the layer, or to the root.
    mutating func absolute(_ path: USDPathText, at begin: Int) throws(ReadError) -> String? {
        guard !path.isAbsolute else { return path.absolute(from: "/").flatMap { $0 == "/" ? nil : $0 } }
        let text = path.absolute(from: anchor)
        pathBudget -= text?.utf8.count ?? 0
        guard pathBudget >= 0 else {
            throw ReadError(.limitExceeded, .byte(begin), "expected shorter paths, found very many long ones")
        }
        return text == "/" ? nil : text
    }

    // MARK: Errors

    /// The error that something else should come next.
    @inline(never) func expected(_ what: String) -> ReadError { expected(what, at: cursor.position) }

    /// The error that something else should stand at a place.
    @inline(never) func expected(_ what: String, at position: Int) -> ReadError {
        var walker = cursor
        walker.move(to: position)
        guard !walker.isAtEnd else {
            return ReadError(.truncated, .byte(position), "expected \(what), found the end of the text")
        }
        return ReadError(.invalidValue, .byte(position), "expected \(what), found \(found(&walker))")
    }

    /// What comes next, short enough for a message.
    private func found(_ walker: inout TextCursor) -> String {
        if walker.isAtLineEnd { return "the end of the line" }
        let begin = walker.position
        while !walker.isAtLineEnd, walker.position - begin < 32 {
            let byte = walker.peek()
            if walker.position > begin, byte == 0x20 || byte == 0x09 || byte == 0x2C || byte == 0x3B { break }
            walker.advance()
        }
        // Not in the middle of a character.
        while walker.peek() & 0xC0 == 0x80, !walker.isAtEnd { walker.advance() }
        return walker.text(begin..<walker.position)
    }

    /// A word for a message, shortened if need be.
    func short(_ text: String) -> String { text.utf8.count <= 64 ? "'\(text)'" : "'\(text.prefix(40))…'" }

    /// The error that something was read and can't be so.
    @inline(never) func refused(_ message: String, at position: Int) -> ReadError {
        ReadError(.invalidValue, .byte(position), message)
    }

    // MARK: Blanks and comments

    /// Passes spaces, tabs and comments that end in their line.
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

    /// Passes what ``skipInline()`` passes, and comments up to the end of the line.
    mutating func skipInLine() throws(ReadError) {
        while true {
            try skipInline()
            let byte = cursor.peek()
            guard byte == 0x23 || byte == 0x2F && cursor.peek(ahead: 1) == 0x2F else { return }
            skipShortComment()
        }
    }

    /// Passes blanks, comments and line ends.
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

    /// Passes the blanks between two words: there must be one at least, comments aside.
    mutating func separate() throws(ReadError) {
        while cursor.peek() == 0x2F, cursor.peek(ahead: 1) == 0x2A { try skipLongComment() }
        guard cursor.peek() == 0x20 || cursor.peek() == 0x09 else { throw expected("a space") }
        try skipInline()
    }

    // MARK: Signs

    /// Passes a sign that must come next.
    mutating func pass(_ sign: Unicode.Scalar) throws(ReadError) {
        guard passes(sign) else { throw expected("'\(sign)'") }
    }

    /// Passes a sign if it comes next.
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

    /// Passes `=` and the blanks around it.
    mutating func passAssignment() throws(ReadError) {
        try skipInline()
        try pass("=")
        try skipInline()
    }

    /// Passes what ends a statement of a prim: a line end or a semicolon, behind blanks and comments.
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

    /// Reads items with commas between them up to a closing sign; a comma may follow the last.
    ///
    /// - Parameter canBeEmpty: whether there may be none.
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

/// A prim, variant or set of variants whose closing brace is still to come.
struct USDOpenSpec {
    /// Its place in the layer.
    var spec: Int
    /// Children (prims, or variants of a set) by name.
    var children: [String: Int] = [:]
    /// Properties by name.
    var properties: [String: Int] = [:]
    /// Sets of variants by name.
    var variantSets: [String: Int] = [:]
}

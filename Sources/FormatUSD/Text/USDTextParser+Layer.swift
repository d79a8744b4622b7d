import MeshBytes
import MeshFormats
import MeshModel

extension USDTextParser {
    /// Reads the whole text.
    mutating func readLayer() throws(ReadError) {
        try readHeader()
        stack = [USDOpenSpec(spec: 0)]
        try skipLines()
        if passes("(") {
            try readStatements(until: ")") { (parser) throws(ReadError) in try parser.readLayerMetadata() }
        }
        while true {
            try skipLines()
            if stack.count == 1 {
                if cursor.isAtEnd { return }
                try readRootItem()
            } else if passes("}") {
                try closeSpec()
            } else if layer.specs[stack[stack.count - 1].spec].kind == .variantSet {
                try openVariant()
            } else {
                try readPrimItem()
            }
        }
    }

    /// Reads `#usda 1.0`, the first line.
    private mutating func readHeader() throws(ReadError) {
        let begin = cursor.position
        let line = cursor.bytes(cursor.readToLineEnd())
        let magic = Array("#usda ".utf8)
        guard line.starts(with: magic) else {
            throw ReadError(
                .invalidHeader, .byte(begin), "expected '#usda 1.0' in the first line, found something else")
        }
        // A version is two numbers with a dot. After a blank, the rest of the line is a comment.
        let word = line.dropFirst(magic.count).drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
        let parts = word.split(separator: 0x2E, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.allSatisfy { $0 &- 0x30 < 10 } ? Int(String(decoding: part, as: UTF8.self)) : nil
        }
        guard numbers.count == parts.count, numbers.count == 2 || numbers.count == 3 else {
            throw ReadError(.invalidHeader, .byte(begin + magic.count), "expected a version such as 1.0")
        }
        let (major, minor) = (numbers[0], numbers[1])
        guard major == 1, minor <= 4 else {
            throw ReadError(
                .unsupported, .byte(begin + magic.count), "expected version 1.0 to 1.4, found \(major).\(minor)")
        }
    }

    /// Reads a root prim or the order of root prims.
    private mutating func readRootItem() throws(ReadError) {
        let begin = cursor.position
        if passes(word: "reorder") {
            try separate()
            guard passes(word: "rootPrims") else { throw expected("'rootPrims'") }
            try passAssignment()
            set("primOrder", of: 0, .texts(.token, try readNames()))
            try skipInLine()
            if cursor.isAtEnd { return }
            return try passStatementEnd()
        }
        guard try openPrim() else { throw expected("'def', 'over' or 'class'", at: begin) }
    }

    // MARK: Prims

    /// Opens a prim if one comes next.
    private mutating func openPrim() throws(ReadError) -> Bool {
        let specifier: USDSpecifier
        if passes(word: "def") {
            specifier = .def
        } else if passes(word: "over") {
            specifier = .over
        } else if passes(word: "class") {
            specifier = .class
        } else {
            return false
        }
        try separate()
        var typeName = ""
        if !isAtString {
            typeName = try readName("a type or the name of a prim")
            while try passesInline(".") {
                try skipInline()
                typeName += "." + (try readName("a type"))
            }
            try separate()
        }
        let begin = cursor.position
        let name = try readString()
        guard USDPathText.isIdentifier(name) else {
            throw refused("expected a name of letters, digits and '_' for a prim, found \(short(name))", at: begin)
        }
        let parent = stack.count - 1
        guard stack[parent].children[ExactText(name)] == nil else {
            throw refused("expected one prim \(short(name)) here, found another", at: begin)
        }
        let spec = layer.add(.prim, name, below: stack[parent].spec)
        stack[parent].children[ExactText(name)] = spec
        layer.specs[spec].fields.append(USDField(name: "specifier", value: .specifier(specifier)))
        if !typeName.isEmpty {
            layer.specs[spec].fields.append(USDField(name: "typeName", value: .text(.token, typeName)))
        }
        try open(spec, at: begin)
        return true
    }

    /// Reads the metadata in parentheses after the name of a prim or variant, then the opening brace.
    private mutating func open(_ spec: Int, at begin: Int) throws(ReadError) {
        try checkPrimDepth(at: begin)
        // A repeated variant is continued.
        stack.append(closed.removeValue(forKey: spec) ?? USDOpenSpec(spec: spec))
        try skipLines()
        if passes("(") {
            try readStatements(until: ")") { (parser) throws(ReadError) in try parser.readPrimMetadata() }
            try skipLines()
        }
        try pass("{")
    }

    /// Closes the innermost spec, after its brace.
    private mutating func closeSpec() throws(ReadError) {
        let last = stack.removeLast()
        let kind = layer.specs[last.spec].kind
        if kind != .prim { closed[last.spec] = last }
        if kind == .variant { return }
        try skipInLine()
        if cursor.isAtEnd, stack.count == 1 { return }
        guard passes("\n") || passes("\r") else { throw expected("the end of the line after '}'") }
    }

    /// Reads one statement of a prim or variant.
    private mutating func readPrimItem() throws(ReadError) {
        guard !cursor.isAtEnd else { throw expected("'}'") }
        if try openPrim() { return }
        if passes(word: "variantSet") { return try openVariantSet() }
        if try !readOrder() { try readProperty() }
        try passStatementEnd()
    }

    /// Reads `reorder nameChildren = …` or `reorder properties = …` if one comes next.
    private mutating func readOrder() throws(ReadError) -> Bool {
        let begin = cursor.position
        guard passes(word: "reorder") else { return false }
        try separate()
        let field: String
        if passes(word: "nameChildren") {
            field = "primOrder"
        } else if passes(word: "properties") {
            field = "propertyOrder"
        } else {
            cursor.move(to: begin)
            return false
        }
        try passAssignment()
        set(field, of: stack[stack.count - 1].spec, .texts(.token, try readNames()))
        return true
    }

    // MARK: Variants

    private mutating func openVariantSet() throws(ReadError) {
        try separate()
        let begin = cursor.position
        let name = try readVariantName()
        try skipInline()
        try pass("=")
        try skipLines()
        try checkPrimDepth(at: begin)
        let spec = variantSet(name)
        try pass("{")
        stack.append(closed.removeValue(forKey: spec) ?? USDOpenSpec(spec: spec))
    }

    /// The variant set of the open prim with this name. Adds it if needed.
    mutating func variantSet(_ name: String) -> Int {
        let owner = stack.count - 1
        if let known = stack[owner].variantSets[ExactText(name)] { return known }
        let spec = layer.add(.variantSet, name, below: stack[owner].spec)
        stack[owner].variantSets[ExactText(name)] = spec
        return spec
    }

    private mutating func openVariant() throws(ReadError) {
        let begin = cursor.position
        guard isAtString else { throw expected("the name of a variant or '}'") }
        let name = try readVariantName()
        let owner = stack.count - 1
        let spec = stack[owner].children[ExactText(name)] ?? layer.add(.variant, name, below: stack[owner].spec)
        stack[owner].children[ExactText(name)] = spec
        try open(spec, at: begin)
    }

    /// Checks the name of a variant or variant set.
    func checkVariantName(_ name: String, at begin: Int) throws(ReadError) {
        guard USDPathText.isVariantName(name) else {
            throw refused(
                "expected a name of letters, digits, '_', '-' and '|' for a variant, found \(short(name))", at: begin)
        }
    }

    private mutating func readVariantName() throws(ReadError) -> String {
        let begin = cursor.position
        let name = try readString()
        try checkVariantName(name, at: begin)
        return name
    }

    /// Reads one name or a list of names, in quotes.
    mutating func readNames() throws(ReadError) -> [String] {
        if isAtString { return [try readString()] }
        guard passes("[") else { throw expected("a name in quotes or '['") }
        var names: [String] = []
        try readList(until: "]", canBeEmpty: false) { (parser) throws(ReadError) in
            names.append(try parser.readString())
        }
        return names
    }
}

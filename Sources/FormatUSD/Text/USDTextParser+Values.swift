import MeshBytes
import MeshFormats
import MeshModel

extension USDTextParser {
    // MARK: Numbers and words

    /// Reads a number, or returns nil without moving if none comes next.
    mutating func readNumber() throws(ReadError) -> USDToken? {
        let begin = cursor.position
        var walker = cursor
        let isNegative = walker.peek() == 0x2D
        if isNegative { walker.advance() }
        let first = walker.peek()
        guard first &- 0x30 < 10 || first == 0x2E else {
            var words = self
            words.cursor = walker
            if words.passes(word: "inf") {
                cursor = words.cursor
                return .real(isNegative ? -.infinity : .infinity)
            }
            if !isNegative, words.passes(word: "nan") {
                cursor = words.cursor
                return .real(.nan)
            }
            return nil
        }
        var magnitude: UInt64? = 0
        var digits = 0
        while walker.peek() &- 0x30 < 10 {
            if let sum = magnitude {
                let (product, over) = sum.multipliedReportingOverflow(by: 10)
                let (next, carry) = product.addingReportingOverflow(UInt64(walker.peek() &- 0x30))
                magnitude = over || carry ? nil : next
            }
            digits += 1
            walker.advance()
        }
        var isWhole = true
        if walker.peek() == 0x2E {
            isWhole = false
            walker.advance()
            let places = walker.position
            while walker.peek() &- 0x30 < 10 { walker.advance() }
            guard digits > 0 || walker.position > places else { throw expected("a number", at: begin) }
        }
        if walker.peek() | 0x20 == 0x65 {
            isWhole = false
            walker.advance()
            if walker.peek() == 0x2B || walker.peek() == 0x2D { walker.advance() }
            guard walker.peek() &- 0x30 < 10 else { throw expected("the digits of an exponent", at: walker.position) }
            while walker.peek() &- 0x30 < 10 { walker.advance() }
        }
        let range = begin..<walker.position
        defer { cursor = walker }
        if isWhole, let magnitude, !isNegative || magnitude <= 1 << 63 {
            // A negative zero is not an integer.
            if !(isNegative && magnitude == 0 && digits == 1) {
                return .integer(isNegative: isNegative, magnitude: magnitude)
            }
        }
        let text = cursor.bytes(range)
        return .real(TextCursor.over(text) { $0.readFloat64() } ?? 0)
    }

    /// Reads a number, or throws if none comes next.
    mutating func readReal(_ what: String) throws(ReadError) -> Double {
        guard let value = try readNumber()?.real else { throw expected(what) }
        return value
    }

    /// Reads one number, word, string or asset path.
    mutating func readAtom() throws(ReadError) -> USDToken {
        if let number = try readNumber() { return number }
        switch cursor.peek() {
        case 0x22, 0x27: return try readStringOrBytes()
        case 0x40: return .asset(try readAsset())
        default: return .word(try readName("a value"))
        }
    }

    // MARK: Values of a type

    /// Reads a value of a type: a number, a text, a tuple, a list, or a path.
    mutating func readValue(_ name: USDTypeName) throws(ReadError) -> USDValue {
        let begin = cursor.position
        if isAt("<") { return try readPathValue() }
        guard let type = name.type else {
            throw refused("expected no value, because nothing can be written for this type", at: begin)
        }
        if isAt("[") {
            guard name.isArray else { throw refused("expected one value of \(type.name), found a list", at: begin) }
            return try readArray(type)
        }
        if name.isArray {
            if peekWord() == "edit" { return try readArrayEdit(.plain(type)) }
            throw expected("a list of \(type.name)")
        }
        if type.layout == nil {
            let atom = try readAtom()
            if case .bytes(let bytes) = atom { return .opaque(USDOpaque(kind: type.name, bytes: bytes)) }
            guard let text = atom.text(type) else { throw expected("a value of \(type.name)", at: begin) }
            return .text(type, text)
        }
        if type.nesting.isEmpty {
            guard !isAt("(") else { throw refused("expected one value of \(type.name), found a tuple", at: begin) }
            let atom = try readAtom()
            switch type {
            case .half, .float, .double, .timecode:
                guard let value = atom.real else { throw expected("a value of \(type.name)", at: begin) }
                return .real(type, type.rounded(value))
            default:
                guard let value = atom.integer(type) else { throw expected("a value of \(type.name)", at: begin) }
                return .integer(type, value)
            }
        }
        var atoms: [USDToken] = []
        try readTuple(type.nesting[...], type, &atoms)
        var values: [Double] = []
        values.reserveCapacity(atoms.count)
        for atom in atoms {
            guard let value = Self.component(atom, type) else {
                throw expected("numbers that \(type.name) holds", at: begin)
            }
            values.append(value)
        }
        if type.isQuaternion, values.count == 4 { values.append(values.removeFirst()) }
        return .tuple(type, values)
    }

    private mutating func readPathValue() throws(ReadError) -> USDValue {
        let path = try readPath()
        return .opaque(USDOpaque(kind: "path", bytes: Array("<\(path?.text ?? "")>".utf8)))
    }

    private static func component(_ atom: USDToken, _ type: USDType) -> Double? {
        switch type {
        case .int2, .int3, .int4: atom.integer(type).map { Double($0) }
        default: atom.real.map(type.rounded)
        }
    }

    /// Reads a tuple with a type's nesting, as a flat list of numbers.
    private mutating func readTuple(
        _ nesting: ArraySlice<Int>, _ type: USDType, _ atoms: inout [USDToken]
    ) throws(ReadError) {
        let begin = cursor.position
        guard let count = nesting.first else { throw expected("a value of \(type.name)") }
        guard passes("(") else { throw expected("a tuple of \(count)") }
        let inner = nesting.dropFirst()
        var found = 0
        var collected = atoms
        atoms = []
        try readList(until: ")", canBeEmpty: false) { (parser) throws(ReadError) in
            if inner.isEmpty {
                guard !parser.isAt("(") else { throw parser.expected("a number") }
                collected.append(try parser.readAtom())
            } else {
                try parser.readTuple(inner, type, &collected)
            }
            found += 1
        }
        guard found == count else { throw refused("expected \(count) in the tuple, found \(found)", at: begin) }
        atoms = collected
    }

    /// Whether this is a duration type, which USD text has since version 1.4.
    static func isDuration(_ typeName: String) -> Bool { typeName == "duration" || typeName == "duration[]" }

    /// Reads a duration or a list of them. It is kept as text, because the model has no such type.
    mutating func readDuration(_ typeName: String) throws(ReadError) -> USDValue {
        let begin = cursor.position
        if isAt("<") { return try readPathValue() }
        // The text itself is needed, so its gaps must not count as read.
        let gaps = self.gaps
        self.gaps = nil
        defer { self.gaps = gaps }
        if typeName.hasSuffix("[]"), peekWord() == "edit" { return try readArrayEdit(.duration) }
        _ = try readValue(USDTypeName(.double, isArray: typeName.hasSuffix("[]")))
        return .opaque(USDOpaque(kind: "duration", bytes: cursor.bytes(begin..<cursor.position)))
    }

    // MARK: Arrays

    /// Reads a list of values of a type.
    private mutating func readArray(_ type: USDType) throws(ReadError) -> USDValue {
        let begin = cursor.position
        cursor.advance()
        try skipInline()
        if passes("]") {
            guard let layout = type.layout else { return .texts(type, []) }
            return .array(USDArray(type: type, values: .empty(layout.scalar, components: layout.components)))
        }
        if type.layout == nil {
            var texts: [String] = []
            try readItems { (parser) throws(ReadError) in
                let begin = parser.cursor.position
                guard let text = try parser.readAtom().text(type) else {
                    throw parser.expected("a value of \(type.name)", at: begin)
                }
                texts.append(text)
            }
            return .texts(type, texts)
        }
        cursor.move(to: begin + 1)
        if let column = USDPlainArray.read(type, &cursor, threads: threads, text: gaps) {
            return .array(USDArray(read: column, type: type))
        }
        guard var builder = USDNumberBuilder(type) else { throw expected("a value of \(type.name)") }
        try readItems { (parser) throws(ReadError) in try parser.readElement(type, &builder) }
        return .array(USDArray(type: type, values: builder.column))
    }

    private mutating func readElement(_ type: USDType, _ builder: inout USDNumberBuilder) throws(ReadError) {
        let begin = cursor.position
        var atoms: [USDToken] = []
        if type.nesting.isEmpty {
            atoms.append(try readAtom())
        } else {
            try readTuple(type.nesting[...], type, &atoms)
            if type.isQuaternion, atoms.count == 4 { atoms.append(atoms.removeFirst()) }
        }
        for atom in atoms {
            switch type.layout?.scalar {
            case .float16, .float32, .float64:
                guard let value = atom.real else { throw expected("a value of \(type.name)", at: begin) }
                builder.append(value)
            default:
                guard let value = atom.integer(type) else { throw expected("a value of \(type.name)", at: begin) }
                builder.append(value)
            }
        }
    }

    /// Reads the items of a list after its opening bracket. Nested lists must have equal lengths and are flattened.
    private mutating func readItems(
        _ element: (inout USDTextParser) throws(ReadError) -> Void
    ) throws(ReadError) {
        var lengths: [Int?] = []
        var leaf: Int?
        try readItems(depth: 0, &lengths, &leaf, element)
    }

    private mutating func readItems(
        depth: Int, _ lengths: inout [Int?], _ leaf: inout Int?,
        _ element: (inout USDTextParser) throws(ReadError) -> Void
    ) throws(ReadError) {
        let begin = cursor.position
        try checkDepth(depth, "lists", at: begin)
        var depths = lengths
        var leafDepth = leaf
        if depths.count == depth { depths.append(nil) }
        var count = 0
        try readList(until: "]", canBeEmpty: false) { (parser) throws(ReadError) in
            count += 1
            if parser.isAt("[") {
                parser.cursor.advance()
                try parser.readItems(depth: depth + 1, &depths, &leafDepth, element)
            } else {
                if let leafDepth, leafDepth != depth {
                    throw parser.refused("expected values at one depth of lists", at: begin)
                }
                leafDepth = depth
                try element(&parser)
            }
        }
        if let length = depths[depth], length != count {
            throw refused("expected \(length) in each list, found \(count)", at: begin)
        }
        depths[depth] = count
        lengths = depths
        leaf = leafDepth
    }

    // MARK: Dictionaries

    /// Reads entries in braces. Of several with the same name, the last wins.
    mutating func readDictionary(depth: Int = 0) throws(ReadError) -> [USDEntry] {
        try checkDepth(depth, "dictionaries", at: cursor.position)
        try pass("{")
        var entries = USDLastOfName<USDEntry>()
        try readStatements(until: "}") { (parser) throws(ReadError) in
            if parser.passes(word: "dictionary") {
                try parser.separate()
                let name = try parser.readKey()
                try parser.passAssignment()
                entries[name] = USDEntry(name: name, value: .dictionary(try parser.readDictionary(depth: depth + 1)))
            } else {
                let begin = parser.cursor.position
                let typeName = try parser.readTypeName()
                let type = USDTypeName(typeName)
                guard type != nil || Self.isDuration(typeName) else {
                    throw parser.refused("expected a known type, found \(parser.short(typeName))", at: begin)
                }
                try parser.separate()
                let name = try parser.readKey()
                try parser.passAssignment()
                let value = if let type { try parser.readValue(type) } else { try parser.readDuration(typeName) }
                entries[name] = USDEntry(name: name, value: value)
            }
        }
        return entries.all
    }

    private mutating func readKey() throws(ReadError) -> String {
        if isAtString { return try readString() }
        guard let word = readWord() else { throw expected("a name") }
        return word
    }

    /// Reads a type name with its brackets: `float3[]`.
    mutating func readTypeName() throws(ReadError) -> String {
        let name = try readName("a type")
        guard try passesInline("[") else { return name }
        try skipInline()
        try pass("]")
        return name + "[]"
    }

    // MARK: Values of unknown types

    /// Reads a value of unknown type as text, in the spelling that usd-core keeps.
    mutating func readSpelling() throws(ReadError) -> String {
        if isAt("<") { return "<\(try readPath()?.text ?? "")>" }
        if isAt("[") {
            let begin = cursor.position
            cursor.advance()
            try skipInline()
            if passes("]") { return "[]" }
            cursor.move(to: begin)
        }
        return try readSpelling(depth: 0)
    }

    private mutating func readSpelling(depth: Int) throws(ReadError) -> String {
        let isList = isAt("[")
        guard isList || isAt("(") else { return try readAtom().spelling }
        try checkDepth(depth, "values", at: cursor.position)
        cursor.advance()
        var parts: [String] = []
        try readList(until: isList ? "]" : ")", canBeEmpty: false) { (parser) throws(ReadError) in
            guard isList || !parser.isAt("[") else { throw parser.expected("a value of the tuple") }
            parts.append(try parser.readSpelling(depth: depth + 1))
        }
        return (isList ? "[" : "(") + parts.joined(separator: ", ") + (isList ? "]" : ")")
    }
}

/// Entries in the order of their names' first mention. Of several with the same name, the last wins.
struct USDLastOfName<Entry> {
    private(set) var all: [Entry] = []
    private var places: [ExactText: Int] = [:]

    subscript(_ name: String) -> Entry? {
        get { places[ExactText(name)].map { all[$0] } }
        set {
            guard let newValue else { return }
            if let place = places[ExactText(name)] {
                all[place] = newValue
            } else {
                places[ExactText(name)] = all.count
                all.append(newValue)
            }
        }
    }
}

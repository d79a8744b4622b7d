/// A parsed path of a layer: `/Room/Wall.points`, `../Wall`, `.st`, `/Room{lod=high}Wall`.
struct USDPathText {
    /// Whether it is absolute.
    private(set) var isAbsolute = false
    /// The number of leading `..`.
    private(set) var ascents = 0
    /// The names of the prims, in order.
    private(set) var prims: [Substring] = []
    /// Whether the path selects variants.
    private(set) var hasVariants = false
    /// The text after the last prim, with its dot: `.points`, `.rel[/A].b`, or empty.
    private(set) var property: Substring = ""
    /// Whether the property is followed by a target, a mapper or an expression.
    private(set) var hasTarget = false

    /// Whether it names a prim rather than a property.
    var isPrim: Bool { property.isEmpty && (!prims.isEmpty || !isAbsolute) }
    /// Whether it names the root.
    var isRoot: Bool { isAbsolute && prims.isEmpty && property.isEmpty }

    private static let depthLimit = 8

    /// Parses a path, or returns nil if the syntax is wrong.
    init?(_ text: String) {
        var rest = Substring(text)
        guard parse(&rest, depth: 0), rest.isEmpty else { return nil }
    }

    private init?(_ rest: inout Substring, depth: Int) {
        guard depth < Self.depthLimit, parse(&rest, depth: depth) else { return nil }
    }

    private mutating func parse(_ rest: inout Substring, depth: Int) -> Bool {
        if rest.first == "/" {
            isAbsolute = true
            rest.removeFirst()
            guard parsePrims(&rest) else { return true }
            return parseProperty(&rest, depth)
        }
        if rest.hasPrefix("..") {
            repeat {
                rest.removeFirst(2)
                ascents += 1
                guard rest.first == "/" else { return true }
                let behind = rest.dropFirst()
                guard behind.hasPrefix("..") else {
                    rest = behind
                    if parsePrims(&rest) { return parseProperty(&rest, depth) }
                    return rest.first == "." && parseProperty(&rest, depth)
                }
                rest = behind
            } while true
        }
        if parsePrims(&rest) { return parseProperty(&rest, depth) }
        guard rest.first == "." else { return false }
        if rest.count == 1 || rest.dropFirst().first == "]" {
            rest.removeFirst()
            return true
        }
        return parseProperty(&rest, depth)
    }

    /// Parses names separated by slashes or variants. Returns false if there is none.
    private mutating func parsePrims(_ rest: inout Substring) -> Bool {
        guard let first = Self.identifier(&rest) else { return false }
        prims.append(first)
        while true {
            var ahead = rest
            let hasVariant = parseVariants(&ahead)
            if hasVariant {
                hasVariants = true
                rest = ahead
            } else if ahead.first == "/" {
                ahead.removeFirst()
            } else {
                return true
            }
            guard let name = Self.identifier(&ahead) else { return true }
            prims.append(name)
            rest = ahead
        }
    }

    private func parseVariants(_ rest: inout Substring) -> Bool {
        var found = false
        while true {
            var ahead = rest
            Self.skipBlanks(&ahead)
            guard ahead.first == "{" else { return found }
            ahead.removeFirst()
            Self.skipBlanks(&ahead)
            let name = ahead.prefix { Self.continues($0) || $0 == "-" }
            guard let first = name.first, Self.starts(first) else { return found }
            ahead = ahead.dropFirst(name.count)
            Self.skipBlanks(&ahead)
            guard ahead.first == "=" else { return found }
            ahead.removeFirst()
            Self.skipBlanks(&ahead)
            if ahead.first == "." { ahead.removeFirst() }
            ahead = ahead.drop { Self.continues($0) || $0 == "|" || $0 == "-" }
            Self.skipBlanks(&ahead)
            guard ahead.first == "}" else { return found }
            ahead.removeFirst()
            Self.skipBlanks(&ahead)
            rest = ahead
            found = true
        }
    }

    /// Parses a dot and a name, perhaps with a target after it. Returns true, consuming nothing, if there is no dot.
    private mutating func parseProperty(_ rest: inout Substring, _ depth: Int) -> Bool {
        guard rest.first == "." else { return true }
        let begin = rest.startIndex
        rest.removeFirst()
        guard Self.namespacedName(&rest) else { return false }
        while true {
            if rest.first == "[" {
                rest.removeFirst()
                guard USDPathText(&rest, depth: depth + 1) != nil, rest.first == "]" else { return false }
                rest.removeFirst()
                hasTarget = true
            } else if rest.first == ".", depth > 0 || hasTarget || rest.hasPrefix(".mapper") || rest == ".expression" {
                rest.removeFirst()
                guard Self.namespacedName(&rest) else { return false }
                hasTarget = true
            } else {
                break
            }
        }
        property = Substring(rest.base[begin..<rest.startIndex])
        return true
    }

    // MARK: Names

    /// Whether a text is an identifier: a letter or `_`, then letters, digits and `_`, as Unicode defines them.
    static func isIdentifier(_ text: String) -> Bool {
        if isPlain(text, separator: nil) { return true }
        var rest = Substring(text)
        return identifier(&rest) != nil && rest.isEmpty
    }

    /// Whether a text consists of identifiers with colons between them.
    static func isNamespacedName(_ text: String) -> Bool {
        if isPlain(text, separator: UInt8(ascii: ":")) { return true }
        var rest = Substring(text)
        return namespacedName(&rest) && rest.isEmpty
    }

    /// Whether a text consists of identifiers of ASCII with a separator between them, as most names do.
    private static func isPlain(_ text: String, separator: UInt8?) -> Bool {
        var isStart = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                isStart = false
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !isStart: break
            case separator where !isStart: isStart = true
            default: return false
            }
        }
        return !isStart
    }

    /// Whether a text can name a variant or a variant set: letters, digits, `_`, `|`, `-`, after an optional dot.
    static func isVariantName(_ text: String) -> Bool {
        var rest = Substring(text)
        if rest.first == "." { rest.removeFirst() }
        return !text.isEmpty && rest.allSatisfy { continues($0) || $0 == "|" || $0 == "-" }
    }

    private static func identifier(_ rest: inout Substring) -> Substring? {
        guard let first = rest.first, starts(first) else { return nil }
        let name = rest.prefix { continues($0) }
        rest = rest[name.endIndex...]
        return name
    }

    private static func namespacedName(_ rest: inout Substring) -> Bool {
        guard identifier(&rest) != nil else { return false }
        while rest.first == ":" {
            var ahead = rest.dropFirst()
            guard identifier(&ahead) != nil else { return false }
            rest = ahead
        }
        return true
    }

    private static func starts(_ character: Character) -> Bool {
        var scalars = character.unicodeScalars.makeIterator()
        guard let first = scalars.next(), first == "_" || first.properties.isXIDStart else { return false }
        while let next = scalars.next() { guard next.properties.isXIDContinue else { return false } }
        return true
    }

    private static func continues(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
    }

    private static func skipBlanks(_ rest: inout Substring) {
        rest = rest.drop { $0 == " " || $0 == "\t" }
    }

    // MARK: Absolute paths

    /// The absolute path, resolved against a prim, or nil if it leads above the root.
    ///
    /// - Parameter anchor: the path of the prim, without variants: `/Room`, or `/` for the root.
    func absolute(from anchor: String) -> String? {
        if isAbsolute { return "/" + prims.joined(separator: "/") + property }
        var names = anchor.split(separator: "/")
        guard names.count >= ascents else { return nil }
        names.removeLast(ascents)
        names += prims
        return "/" + names.joined(separator: "/") + property
    }
}

import MeshModel

/// Prim paths by number. Each path is a prim or a chosen variant below another path.
///
/// Composition compares, shortens and moves paths all the time. Numbers make that cheap and store each path once.
struct USDPathTable {
    /// The last component of a path.
    enum Part {
        case prim(String)
        case variant(set: String, name: String)
    }

    private struct Entry {
        var parent: Int
        var part: Part
        /// The number of components.
        var depth: Int
        /// The number of prims among them.
        var primDepth: Int
        /// The path without variants.
        var stripped: Int
    }

    private struct Key: Hashable {
        var parent: Int
        var isVariant: Bool
        /// As in USD's syntax.
        var text: ExactText

        init(_ part: Part, below parent: Int) {
            self.parent = parent
            switch part {
            case .prim(let name): (isVariant, text) = (false, ExactText(name))
            case .variant(let set, let name): (isVariant, text) = (true, ExactText("{\(set)=\(name)}"))
            }
        }
    }

    /// The root path.
    static let root = 0

    private var entries = [Entry(parent: -1, part: .prim(""), depth: 0, primDepth: 0, stripped: 0)]
    private var numbers: [Key: Int] = [:]

    /// The path of a component below another path.
    mutating func path(_ part: Part, below parent: Int) -> Int {
        let key = Key(part, below: parent)
        if let number = numbers[key] { return number }
        let number = entries.count
        var entry = Entry(
            parent: parent, part: part, depth: entries[parent].depth + 1, primDepth: entries[parent].primDepth,
            stripped: number)
        if case .prim = part { entry.primDepth += 1 }
        entries.append(entry)
        numbers[key] = number
        switch part {
        case .variant: entries[number].stripped = entries[parent].stripped
        case .prim:
            let stripped = entries[parent].stripped
            if stripped != parent { entries[number].stripped = path(part, below: stripped) }
        }
        return number
    }

    /// Parses the path of a prim without variants. Returns nil for anything else.
    mutating func path(_ text: String) -> Int? {
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        var path = Self.root
        for name in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if text == "/" { return path }
            let name = String(Substring(name))
            let isName = !name.isEmpty && !name.utf8.contains { [0x2E, 0x7B, 0x7D, 0x5B].contains($0) }
            guard isName else { return nil }
            path = self.path(.prim(name), below: path)
        }
        return path
    }

    func parent(of path: Int) -> Int { entries[path].parent }
    func part(of path: Int) -> Part { entries[path].part }
    func depth(of path: Int) -> Int { entries[path].depth }
    func primDepth(of path: Int) -> Int { entries[path].primDepth }
    func stripped(_ path: Int) -> Int { entries[path].stripped }

    /// The name of the last component if it is a prim, otherwise empty.
    func name(of path: Int) -> String { if case .prim(let name) = entries[path].part { name } else { "" } }

    func isVariant(_ path: Int) -> Bool { if case .variant = entries[path].part { true } else { false } }

    /// Whether `path` is `prefix` or lies below it.
    func has(_ path: Int, prefix: Int) -> Bool {
        var current = path
        while entries[current].depth > entries[prefix].depth { current = entries[current].parent }
        return current == prefix
    }

    /// Replaces `prefix` of `path` by `other`.
    mutating func replacing(_ path: Int, _ prefix: Int, with other: Int) -> Int {
        if prefix == other || path == prefix { return path == prefix ? other : path }
        var parts: [Part] = []
        var current = path
        while current != prefix, current > 0 {
            parts.append(entries[current].part)
            current = entries[current].parent
        }
        var result = other
        for part in parts.reversed() { result = self.path(part, below: result) }
        return result
    }

    /// The path in USD's syntax: `/Room{lod=high}Wall`.
    func text(_ path: Int) -> String {
        var parts: [String] = []
        var current = path
        while current > 0 {
            switch entries[current].part {
            case .variant(let set, let name): parts.append("{\(set)=\(name)}")
            case .prim(let name): parts.append(isVariant(entries[current].parent) ? name : "/" + name)
            }
            current = entries[current].parent
        }
        return parts.isEmpty ? "/" : parts.reversed().joined()
    }
}

/// One prim of a stage: what all layers together say at one path.
struct USDPrim: Sendable {
    /// The last part of its path; empty for the pseudo-root.
    var name: String
    /// The prim that holds it; −1 for the pseudo-root.
    var parent: Int
    /// Its children, in the composed order.
    var children: [Int] = []
    /// The schema, of the strongest opinion that names one; empty for none.
    var typeName = ""
    /// `def` or `class` if any opinion says so, else `over`.
    var specifier = USDSpecifier.over
    /// False for one that is switched off: it has no children, whatever its layers hold.
    var isActive = true
    /// Whether it is a class or stands below one: nothing to show.
    var isAbstract = false
    /// Whether it and all prims above it are defined, not only overridden.
    var isDefined = false
    /// Whether it may share what it holds with others: its descendants then take opinions from its arcs only.
    var isInstance = false
    /// What layers say of it, the strongest first.
    var opinions: [USDOpinion] = []
}

/// A spec that speaks of a prim or of a property of a stage, and how its paths and times are to be read.
struct USDOpinion: Sendable, Hashable {
    /// The layer, by its place in ``USDLayerLibrary/layers``.
    var layer: Int
    /// The spec in that layer: a prim, a variant, an attribute or a relationship; 0 for the pseudo-root.
    var spec: Int
    /// How times of the layer become times of the stage.
    var offset = USDOffset()
    /// How paths of the layer become paths of the stage, by its place in ``USDStage/maps``.
    var map = 0
}

/// A property of a prim with all opinions on it.
struct USDProperty: Sendable {
    /// `points`, `primvars:st`, `material:binding`.
    var name: String
    /// Whether it is a relationship, by the strongest opinion.
    var isRelationship: Bool
    /// The type of an attribute as layers spell it: `point3f[]`; empty for relationships.
    var typeName: String
    /// What layers say of it, the strongest first.
    var opinions: [USDOpinion]
}

/// How paths of one namespace become paths of another: pairs of prefixes.
struct USDPathMap: Sendable, Hashable {
    /// Where prims of the source stand in the target; absolute paths of prims, `/` for everything; nothing for what has no
    /// place there, though prefixes of it have.
    var pairs: [USDPair] = [USDPair(first: "/", second: "/")]

    /// The path in the target's namespace; nil where it has no place there.
    ///
    /// - Parameter path: an absolute path of a prim or of a property.
    func callAsFunction(_ path: String) -> String? {
        guard let pair = Self.longest(pairs, path, \.first), !pair.second.isEmpty else { return nil }
        let mapped = Self.replacing(path, pair.first, pair.second)
        // What another pair has covered with its own target can't be meant.
        guard let back = Self.longest(pairs, mapped, \.second),
            Self.replacing(mapped, back.second, back.first) == path
        else { return nil }
        return mapped
    }

    /// Whether `path` is `prefix` or stands below it.
    static func has(_ path: String, prefix: String) -> Bool {
        if prefix == "/" { return true }
        guard path.hasPrefix(prefix) else { return false }
        guard let next = path.utf8.dropFirst(prefix.utf8.count).first else { return true }
        return next == UInt8(ascii: "/") || next == UInt8(ascii: ".") || next == UInt8(ascii: "{")
    }

    private static func longest(_ pairs: [USDPair], _ path: String, _ side: KeyPath<USDPair, String>) -> USDPair? {
        var best: USDPair?
        for pair in pairs where !pair[keyPath: side].isEmpty && has(path, prefix: pair[keyPath: side]) {
            if let found = best, found[keyPath: side].utf8.count >= pair[keyPath: side].utf8.count { continue }
            best = pair
        }
        return best
    }

    /// `path` with the first prefix in place of the second; it has the first.
    static func replacing(_ path: String, _ prefix: String, _ other: String) -> String {
        if prefix == other { return path }
        let rest = prefix == "/" ? path.utf8.dropFirst(0) : path.utf8.dropFirst(prefix.utf8.count)
        let tail = String(Substring(rest))
        if path == prefix { return other }
        if other == "/" { return tail.hasPrefix("/") ? tail : "/" + tail }
        return other + tail
    }
}

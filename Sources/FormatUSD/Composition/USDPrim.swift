/// One composed prim of a stage.
struct USDPrim: Sendable {
    /// The last component of the path. Empty for the pseudo-root.
    var name: String
    /// The index of the parent prim, or −1 for the pseudo-root.
    var parent: Int
    /// The children, in composed order.
    var children: [Int] = []
    /// The type name of the strongest opinion that has one. Empty for none.
    var typeName = ""
    /// `def` or `class` if any opinion says so, else `over`.
    var specifier = USDSpecifier.over
    /// Whether the prim is active. An inactive prim has no children, even if its layers have some.
    var isActive = true
    /// Whether it is a class or lies below one. Such prims are not shown.
    var isAbstract = false
    /// Whether it and all its ancestors are defined, not only overridden.
    var isDefined = false
    /// Whether it may share its contents with other prims. Its descendants then have opinions from its arcs only.
    var isInstance = false
    /// The opinions, strongest first.
    var opinions: [USDOpinion] = []
    /// The value clips that give samples to the prim, strongest first.
    var clips: [USDClipPlace] = []
    /// Whether an opinion names value clips.
    var namesClips = false
}

/// A spec with an opinion on a prim or property, and the mapping of its paths and times to the stage.
struct USDOpinion: Sendable, Hashable {
    /// The index in ``USDLayerLibrary/layers``.
    var layer: Int
    /// The spec in that layer: a prim, a variant, an attribute or a relationship; 0 for the pseudo-root.
    var spec: Int
    /// The mapping from times of the layer to times of the stage.
    var offset = USDOffset()
    /// The mapping from paths of the layer to paths of the stage, as an index into ``USDStage/maps``.
    var map = 0
}

/// A property of a prim with all its opinions.
struct USDProperty: Sendable {
    /// The name, such as `points`, `primvars:st` or `material:binding`.
    var name: String
    /// Whether the strongest opinion is a relationship.
    var isRelationship: Bool
    /// The type name of an attribute as in layers: `point3f[]`. Empty for relationships.
    var typeName: String
    /// The opinions, strongest first.
    var opinions: [USDOpinion]
}

/// A mapping of paths from one namespace to another, as pairs of prefixes.
struct USDPathMap: Sendable, Hashable {
    /// Source and target paths of prims; `/` maps everything. An empty target means that the source has no path in the
    /// target, though its ancestors have one.
    var pairs: [USDPair] = [USDPair(first: "/", second: "/")]

    /// The path in the target's namespace, or nil if it has none.
    ///
    /// - Parameter path: an absolute path of a prim or of a property.
    func callAsFunction(_ path: String) -> String? {
        guard let pair = Self.longest(pairs, path, \.first), !pair.second.isEmpty else { return nil }
        let mapped = Self.replacing(path, pair.first, pair.second)
        // If another pair's target covers the mapped path, nothing maps to it.
        guard let back = Self.longest(pairs, mapped, \.second),
            Self.replacing(mapped, back.second, back.first) == path
        else { return nil }
        return mapped
    }

    /// Whether `path` is `prefix` or lies below it.
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

    /// Replaces `prefix`, which `path` must have, by `other`.
    static func replacing(_ path: String, _ prefix: String, _ other: String) -> String {
        if prefix == other { return path }
        let rest = prefix == "/" ? path.utf8.dropFirst(0) : path.utf8.dropFirst(prefix.utf8.count)
        let tail = String(Substring(rest))
        if path == prefix { return other }
        if other == "/" { return tail.hasPrefix("/") ? tail : "/" + tail }
        return other + tail
    }
}

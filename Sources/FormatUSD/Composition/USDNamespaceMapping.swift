import MeshModel

/// A mapping of paths and times from one namespace to another, with paths by number.
///
/// The mapping is invertible: no two paths map to the same path.
struct USDNamespaceMapping: Hashable {
    /// A source prefix and its replacement, both without variants.
    struct Pair: Hashable {
        var source: Int
        /// −1 if the prefix has no path in the target, though its ancestors have one.
        var target: Int

        var isHole: Bool { target < 0 }
    }

    /// By increasing source depth, without duplicates and pairs that follow from others.
    private(set) var pairs: [Pair]
    /// The mapping of times.
    var offset = USDOffset()

    static let identity = USDNamespaceMapping(pairs: [Pair(source: 0, target: 0)])

    private init(pairs: [Pair], offset: USDOffset = USDOffset()) {
        self.pairs = pairs
        self.offset = offset
    }

    /// Creates a mapping of one prim onto another and, if `isOpen`, of everything else onto itself.
    init(
        _ source: Int, onto target: Int, isOpen: Bool, offset: USDOffset = USDOffset(), _ paths: inout USDPathTable
    ) {
        var pairs = [Pair(source: source, target: target)]
        if isOpen { pairs.append(Pair(source: 0, target: 0)) }
        self.init(pairs, offset, &paths)
    }

    private init(_ pairs: [Pair], _ offset: USDOffset, _ paths: inout USDPathTable) {
        self.init(pairs: [], offset: offset)
        let sorted = pairs.inOrder {
            let (first, second) = (paths.depth(of: $0.source), paths.depth(of: $1.source))
            return (first, $0.source, $1.target) < (second, $1.source, $0.target)
        }
        var targets: [Int: Int] = [:]
        // Pairs with a target first: holes may follow from them.
        for pair in sorted where !pair.isHole {
            guard self.pairs.last?.source != pair.source else { continue }
            if let above = Self.nearest(targets, pair.source, paths),
                paths.replacing(pair.source, above.source, with: above.target) == pair.target
            {
                continue
            }
            self.pairs.append(pair)
            targets[pair.source] = pair.target
        }
        var holes: [Pair] = []
        for pair in sorted where pair.isHole && map(pair.source, &paths) != nil {
            if Self.best(holes, pair.source, \.source, paths) == nil { holes.append(pair) }
        }
        self.pairs += holes
    }

    /// Whether paths without a pair map to themselves.
    private var isOpen: Bool { pairs.first == Pair(source: 0, target: 0) }

    /// This mapping, with everything else mapped onto itself.
    func opened(_ paths: inout USDPathTable) -> USDNamespaceMapping {
        isOpen ? self : USDNamespaceMapping(pairs + [Pair(source: 0, target: 0)], offset, &paths)
    }

    /// This mapping with those of other paths.
    func adding(_ more: [(source: Int, target: Int)], _ paths: inout USDPathTable) -> USDNamespaceMapping {
        more.isEmpty
            ? self
            : USDNamespaceMapping(pairs + more.map { Pair(source: $0.source, target: $0.target) }, offset, &paths)
    }

    /// The inverse mapping.
    func inverse(_ paths: inout USDPathTable) -> USDNamespaceMapping {
        let turned = pairs.compactMap { pair -> Pair? in
            guard pair.isHole else { return Pair(source: pair.target, target: pair.source) }
            return besides(pair, &paths).map { Pair(source: $0, target: -1) }
        }
        return USDNamespaceMapping(turned, offset.inverse, &paths)
    }

    /// The path in the target's namespace, or nil if it has none.
    func map(_ path: Int, _ paths: inout USDPathTable) -> Int? {
        guard let pair = Self.best(pairs, path, \.source, paths), !pair.isHole else { return nil }
        let mapped = paths.replacing(path, pair.source, with: pair.target)
        // If another pair reaches deeper, the path belongs to it: the inverse would lead elsewhere.
        return Self.best(pairs, mapped, \.target, paths) == pair ? mapped : nil
    }

    /// The path in the source's namespace, or nil if it has none.
    func unmap(_ path: Int, _ paths: inout USDPathTable) -> Int? {
        guard let pair = Self.best(pairs, path, \.target, paths) else { return nil }
        let mapped = paths.replacing(path, pair.target, with: pair.source)
        return Self.best(pairs, mapped, \.source, paths) == pair ? mapped : nil
    }

    /// The mapping `inner`, followed by this one.
    ///
    /// Only pairs are combined, as USD does for targets over several arcs. A path that is unmapped in between may be
    /// mapped again, and a path that no pair affects stays as it is.
    func after(_ inner: USDNamespaceMapping, _ paths: inout USDPathTable) -> USDNamespaceMapping {
        if self == .identity { return inner }
        if inner == .identity { return self }
        var joined: [Pair] = []
        for pair in inner.pairs {
            let target = pair.isHole ? nil : map(pair.target, &paths)
            joined.append(Pair(source: pair.source, target: target ?? -1))
        }
        for pair in pairs {
            if let source = inner.unmap(pair.source, &paths) {
                joined.append(Pair(source: source, target: pair.target))
            }
        }
        return USDNamespaceMapping(joined, offset.after(inner.offset), &paths)
    }

    /// The path that a hole would map to without the hole.
    private func besides(_ hole: Pair, _ paths: inout USDPathTable) -> Int? {
        let others = pairs.filter { !$0.isHole }
        guard let pair = Self.best(others, hole.source, \.source, paths) else { return nil }
        return paths.replacing(hole.source, pair.source, with: pair.target)
    }

    /// The pair with the longest source that a path has as its prefix.
    private static func nearest(_ targets: [Int: Int], _ path: Int, _ paths: USDPathTable) -> Pair? {
        var current = path
        while current >= 0 {
            if let target = targets[current] { return Pair(source: current, target: target) }
            current = paths.parent(of: current)
        }
        return nil
    }

    private static func best(
        _ pairs: [Pair], _ path: Int, _ side: KeyPath<Pair, Int>, _ paths: USDPathTable
    ) -> Pair? {
        var best: Pair?
        var depth = -1
        for pair in pairs where pair[keyPath: side] >= 0 {
            let own = paths.depth(of: pair[keyPath: side])
            if own > depth, paths.has(path, prefix: pair[keyPath: side]) { (best, depth) = (pair, own) }
        }
        return best
    }
}

extension USDOffset {
    /// The offset `inner`, followed by this one.
    func after(_ inner: USDOffset) -> USDOffset {
        USDOffset(offset: offset + scale * inner.offset, scale: scale * inner.scale)
    }

    /// The inverse offset, or the identity for an unusable offset.
    var inverse: USDOffset { isUsable ? USDOffset(offset: -offset / scale, scale: 1 / scale) : USDOffset() }

    /// Whether the offset is finite and invertible.
    var isUsable: Bool { offset.isFinite && scale.isFinite && scale != 0 && (1 / scale).isFinite }
}

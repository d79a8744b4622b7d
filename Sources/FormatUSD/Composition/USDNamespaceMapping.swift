/// How paths and times of one namespace become those of another, over paths by number.
///
/// No two paths become one: where a pair leads to a place, nothing else does, so that the way back is clear.
struct USDNamespaceMapping: Hashable {
    /// A prefix of the source and what it becomes; paths without variants.
    struct Pair: Hashable {
        var source: Int
        /// −1 for one that has no place in the target, though prefixes of it have.
        var target: Int

        var isHole: Bool { target < 0 }
    }

    /// Shorter sources first, each once, without pairs that others already say.
    private(set) var pairs: [Pair]
    /// How times change.
    var offset = USDOffset()

    /// Everything stays as it is.
    static let identity = USDNamespaceMapping(pairs: [Pair(source: 0, target: 0)])

    private init(pairs: [Pair], offset: USDOffset = USDOffset()) {
        self.pairs = pairs
        self.offset = offset
    }

    /// A mapping of one prim onto another, and of everything else onto itself if `isOpen`.
    init(
        _ source: Int, onto target: Int, isOpen: Bool, offset: USDOffset = USDOffset(), _ paths: inout USDPathTable
    ) {
        var pairs = [Pair(source: source, target: target)]
        if isOpen { pairs.append(Pair(source: 0, target: 0)) }
        self.init(pairs, offset, &paths)
    }

    private init(_ pairs: [Pair], _ offset: USDOffset, _ paths: inout USDPathTable) {
        self.init(pairs: [], offset: offset)
        let sorted = pairs.sorted {
            let (first, second) = (paths.depth(of: $0.source), paths.depth(of: $1.source))
            return (first, $0.source, $1.target) < (second, $1.source, $0.target)
        }
        // What leads somewhere first: holes may follow from it.
        for pair in sorted where !pair.isHole {
            guard self.pairs.last?.source != pair.source else { continue }
            let above = Self.best(self.pairs, pair.source, \.source, paths)
            if let above, paths.replacing(pair.source, above.source, with: above.target) == pair.target { continue }
            self.pairs.append(pair)
        }
        var holes: [Pair] = []
        for pair in sorted where pair.isHole && map(pair.source, &paths) != nil {
            if Self.best(holes, pair.source, \.source, paths) == nil { holes.append(pair) }
        }
        self.pairs += holes
    }

    /// Whether what has no pair of its own stays as it is.
    private var isOpen: Bool { pairs.first == Pair(source: 0, target: 0) }

    /// The same with everything else mapped onto itself.
    func opened(_ paths: inout USDPathTable) -> USDNamespaceMapping {
        isOpen ? self : USDNamespaceMapping(pairs + [Pair(source: 0, target: 0)], offset, &paths)
    }

    /// The other way round.
    func inverse(_ paths: inout USDPathTable) -> USDNamespaceMapping {
        let turned = pairs.compactMap { pair -> Pair? in
            guard pair.isHole else { return Pair(source: pair.target, target: pair.source) }
            return besides(pair, &paths).map { Pair(source: $0, target: -1) }
        }
        return USDNamespaceMapping(turned, offset.inverse, &paths)
    }

    /// The path in the target's namespace; nil where it has no place there.
    func map(_ path: Int, _ paths: inout USDPathTable) -> Int? {
        guard let pair = Self.best(pairs, path, \.source, paths), !pair.isHole else { return nil }
        let mapped = paths.replacing(path, pair.source, with: pair.target)
        // Where another pair leads deeper, this place is taken: the way back would be another.
        return Self.best(pairs, mapped, \.target, paths) == pair ? mapped : nil
    }

    /// The path in the source's namespace; nil where it has no place there.
    func unmap(_ path: Int, _ paths: inout USDPathTable) -> Int? {
        guard let pair = Self.best(pairs, path, \.target, paths) else { return nil }
        let mapped = paths.replacing(path, pair.target, with: pair.source)
        return Self.best(pairs, mapped, \.source, paths) == pair ? mapped : nil
    }

    /// `inner` first, then this, by their pairs alone: what has no place in between may have one again.
    ///
    /// So USD maps targets over several arcs: a path that is in nobody's way stays as it is.
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

    /// Where a hole would lead to if it were none.
    private func besides(_ hole: Pair, _ paths: inout USDPathTable) -> Int? {
        let others = pairs.filter { !$0.isHole }
        guard let pair = Self.best(others, hole.source, \.source, paths) else { return nil }
        return paths.replacing(hole.source, pair.source, with: pair.target)
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
    /// `inner` first, then this.
    func after(_ inner: USDOffset) -> USDOffset {
        USDOffset(offset: offset + scale * inner.offset, scale: scale * inner.scale)
    }

    /// The other way round; of one that can't be turned, nothing is asked.
    var inverse: USDOffset { isUsable ? USDOffset(offset: -offset / scale, scale: 1 / scale) : USDOffset() }

    /// Whether times are still told apart.
    var isUsable: Bool { offset.isFinite && scale.isFinite && scale != 0 && (1 / scale).isFinite }
}

/// How paths and times of one namespace become those of another, over paths by number.
struct USDMapping: Hashable {
    /// A prefix of the source and what it becomes; paths without variants.
    struct Pair: Hashable {
        var source: Int
        var target: Int
    }

    /// Sorted, each source once, without pairs that others already say.
    private(set) var pairs: [Pair]
    /// How times change.
    var offset = USDOffset()

    /// Everything stays as it is.
    static let identity = USDMapping(pairs: [Pair(source: 0, target: 0)])

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
        var kept: [Pair] = []
        // Shorter sources first: what a prefix says need not be said again.
        let sorted = pairs.sorted {
            let (first, second) = (paths.depth(of: $0.source), paths.depth(of: $1.source))
            return (first, $0.source, $0.target) < (second, $1.source, $1.target)
        }
        for pair in sorted where !kept.contains(where: { $0.source == pair.source }) {
            let above = Self.best(kept, pair.source, \.source, paths)
            if let above, paths.replacing(pair.source, above.source, with: above.target) == pair.target { continue }
            kept.append(pair)
        }
        self.init(pairs: kept, offset: offset)
    }

    /// Whether what has no pair of its own stays as it is.
    var isOpen: Bool { pairs.first == Pair(source: 0, target: 0) }

    /// The same with everything else mapped onto itself.
    func opened(_ paths: inout USDPathTable) -> USDMapping {
        isOpen ? self : USDMapping(pairs + [Pair(source: 0, target: 0)], offset, &paths)
    }

    /// The other way round.
    func inverse(_ paths: inout USDPathTable) -> USDMapping {
        USDMapping(pairs.map { Pair(source: $0.target, target: $0.source) }, offset.inverse, &paths)
    }

    /// The path in the target's namespace; nil where it has no place there.
    func map(_ path: Int, _ paths: inout USDPathTable) -> Int? {
        Self.map(path, pairs, \.source, \.target, &paths)
    }

    /// The path in the source's namespace; nil where it has no place there.
    func unmap(_ path: Int, _ paths: inout USDPathTable) -> Int? {
        Self.map(path, pairs, \.target, \.source, &paths)
    }

    /// `inner` first, then this.
    func after(_ inner: USDMapping, _ paths: inout USDPathTable) -> USDMapping {
        if self == .identity { return inner }
        if inner == .identity { return self }
        var joined: [Pair] = []
        for pair in inner.pairs {
            if let target = map(pair.target, &paths) { joined.append(Pair(source: pair.source, target: target)) }
        }
        for pair in pairs {
            if let source = inner.unmap(pair.source, &paths) {
                joined.append(Pair(source: source, target: pair.target))
            }
        }
        return USDMapping(joined, offset.after(inner.offset), &paths)
    }

    private static func map(
        _ path: Int, _ pairs: [Pair], _ from: KeyPath<Pair, Int>, _ to: KeyPath<Pair, Int>,
        _ paths: inout USDPathTable
    ) -> Int? {
        guard let pair = best(pairs, path, from, paths) else { return nil }
        let mapped = paths.replacing(path, pair[keyPath: from], with: pair[keyPath: to])
        // Where another pair leads deeper, this place is taken: the way back would be another.
        guard best(pairs, mapped, to, paths) == pair else { return nil }
        return mapped
    }

    private static func best(
        _ pairs: [Pair], _ path: Int, _ side: KeyPath<Pair, Int>, _ paths: USDPathTable
    ) -> Pair? {
        var best: Pair?
        var depth = -1
        for pair in pairs {
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

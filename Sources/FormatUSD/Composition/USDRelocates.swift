import MeshModel

/// The prims that a stack of layers moves to other places.
struct USDRelocates {
    /// The new path of each moved prim, or −1 for none.
    private(set) var targets: [Int: Int] = [:]
    /// The old path of each new one.
    private(set) var sources: [Int: Int] = [:]
    /// The path of each moved prim before all moves, with its new path.
    private(set) var origins: [Int: Int] = [:]

    /// The old paths of moved prims, and the new ones, by their parents.
    private(set) var sourcesBelow: [Int: [Int]] = [:]
    private(set) var targetsBelow: [Int: [Int]] = [:]
    private var mappings: [Int: USDNamespaceMapping] = [:]
    /// The moves by the paths at and above those that are moved: the only ones whose mappings are not plain.
    private var movesBelow: [Int: [Move]] = [:]

    private struct Move {
        let source: Int
        let target: Int
    }

    var isEmpty: Bool { targets.isEmpty }

    /// A move and the reason why it is invalid.
    typealias Refusal = (move: String, why: String)

    /// More moves than that are not composed.
    static let most = 4096

    /// Collects the moves of layers, strongest first.
    ///
    /// - Returns: also the moves that are invalid, as in USD: all that take part in a conflict.
    static func collected(
        _ layers: [[USDPair]], _ paths: inout USDPathTable
    ) -> (relocates: USDRelocates, refusals: [Refusal]) {
        var all = USDRelocates()
        var refusals: [Refusal] = []
        var order: [Int] = []
        for pair in layers.joined() {
            func refuse(_ why: String) { refusals.append(("<\(pair.first)> to <\(pair.second)>", why)) }
            guard order.count < most else {
                refuse("more than \(most) prims are moved")
                break
            }
            guard let source = paths.path(pair.first), source > 0 else {
                refuse("only prims can be moved")
                continue
            }
            guard paths.depth(of: source) > 1 else {
                refuse("a root prim can't be moved")
                continue
            }
            var target = -1
            if !pair.second.isEmpty {
                guard let path = paths.path(pair.second), path > 0 else {
                    refuse("a prim can only be moved to the path of a prim")
                    continue
                }
                guard !paths.has(path, prefix: source), !paths.has(source, prefix: path) else {
                    refuse("a prim can't be moved to itself, above or below itself")
                    continue
                }
                target = path
            }
            // A stronger layer may say otherwise.
            guard all.targets[source] == nil else { continue }
            all.targets[source] = target
            order.append(source)
        }
        for (source, why) in all.conflicts(order, paths) {
            refusals.append(("<\(paths.text(source))> to <\(paths.text(max(0, all.targets[source] ?? 0)))>", why))
            all.targets[source] = nil
        }
        for source in order {
            guard let target = all.targets[source] else { continue }
            all.sourcesBelow[paths.parent(of: source), default: []].append(source)
            guard target > 0 else { continue }
            all.sources[target] = source
            all.targetsBelow[paths.parent(of: target), default: []].append(target)
        }
        for source in order where all.targets[source] != nil { all.addOrigin(source, &paths) }
        for (source, target) in all.origins.inKeyOrder
            + all.targets.inKeyOrder
        {
            var above = source
            while above >= 0 {
                all.movesBelow[above, default: []].append(Move(source: source, target: target))
                above = paths.parent(of: above)
            }
        }
        return (all, refusals)
    }

    /// The moves that are in conflict with others.
    private func conflicts(_ order: [Int], _ paths: USDPathTable) -> [(source: Int, why: String)] {
        var found: [Int: String] = [:]
        var first: [Int: Int] = [:]
        for source in order {
            guard let target = targets[source] else { continue }
            if target > 0 {
                if let other = first[target] {
                    found[source] = "another prim is moved there, too"
                    found[other] = "another prim is moved there, too"
                } else {
                    first[target] = source
                }
                if targets[target] != nil {
                    found[source] = "the prim there is moved away"
                    found[target] = "another prim is moved to its place"
                }
                if isBelowMoved(target, paths) { found[source] = "its new place is below a prim that is moved away" }
            }
            if isBelowMoved(source, paths) { found[source] = "it is below a prim that is moved away" }
        }
        return order.compactMap { source in found[source].map { (source, $0) } }
    }

    private func isBelowMoved(_ path: Int, _ paths: USDPathTable) -> Bool {
        var above = paths.parent(of: path)
        while above > 0 {
            if targets[above] != nil { return true }
            above = paths.parent(of: above)
        }
        return false
    }

    /// Adds the path of a moved prim before all moves: one that another move brought below its parent is elsewhere.
    private mutating func addOrigin(_ source: Int, _ paths: inout USDPathTable) {
        guard let target = targets[source] else { return }
        var origin = source
        // Each move of an ancestor leads further back; circles end.
        for _ in 0...sources.count {
            var above = origin
            while above > 0, sources[above] == nil { above = paths.parent(of: above) }
            guard above > 0, let earlier = sources[above] else { break }
            origin = paths.replacing(origin, above, with: earlier)
        }
        origins[origin] = target
    }

    /// The moves at a path and below, as a mapping of all other paths to themselves.
    mutating func mapping(below path: Int, _ paths: inout USDPathTable) -> USDNamespaceMapping {
        guard let moves = movesBelow[path] else { return .identity }
        if let known = mappings[path] { return known }
        var pairs: [(source: Int, target: Int)] = []
        var seen: Set<Int> = []
        for move in moves where move.target > 0 && seen.insert(move.target).inserted {
            pairs.append((move.source, move.target))
        }
        let mapping = USDNamespaceMapping.identity.adding(pairs, &paths)
        mappings[path] = mapping
        return mapping
    }
}

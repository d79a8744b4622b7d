import MeshModel

// Compares what moves by what it shows: the places of all points, at rest and at moments of the clips.

extension Comparison {
    /// The most moments of a clip, and of all clips.
    private static let mostMoments = (ofClip: 8, ofAll: 48)

    mutating func compareShownMotion(_ tolerance: Double) {
        let wrongAtRest = distance(.rest, .rest, tolerance)
        add(
            .value, Self.motion, count: wrongAtRest.count, valueClass: .approximated, largestError: wrongAtRest.largest)
        var images: [Int: Int] = [:]
        for (index, origin) in links.clips.enumerated() where target.scene.clips.indices.contains(index) {
            if let origin { images[origin] = index }
        }
        for index in target.scene.clips.indices where index >= links.clips.count || links.clips[index] == nil {
            add(.generated, ScenePath.clip(index), count: 1)
        }
        let count = max(source.scene.clips.count, 1)
        let most = max(2, min(Self.mostMoments.ofClip, Self.mostMoments.ofAll / count))
        for (index, clip) in source.scene.clips.enumerated() {
            var worst: (count: Int, largest: Double) = (0, 0)
            for seconds in Self.moments(of: clip, atMost: most) {
                let image = images[index].map { Moment(clip: $0, seconds: seconds) } ?? .rest
                let wrong = distance(Moment(clip: index, seconds: seconds), image, tolerance)
                if wrong.count > worst.count { worst = (wrong.count, wrong.largest ?? 0) }
            }
            if images[index] != nil || worst.count == 0 {
                compareShownSettings(index, images[index], Self.moments(of: clip, atMost: most))
            }
            guard worst.count > 0 else { continue }
            if images[index] == nil {
                add(.presence, ScenePath.clip(index), count: 1)
            } else {
                add(
                    .value, ScenePath.clip(index), count: worst.count, valueClass: .approximated,
                    largestError: worst.largest)
            }
        }
    }

    /// The subject of what is shown at rest.
    static let motion = "/animations"

    /// Moments between keys, where steps and straight lines differ most; the first is before all keys, the last at the last
    /// one.
    private static func moments(of clip: AnimationClip, atMost most: Int) -> [Double] {
        var keys: Set<Double> = []
        for sampler in clip.samplers { keys.formUnion(sampler.times.doubles().filter(\.isFinite)) }
        let sorted = keys.sorted()
        guard let first = sorted.first, let last = sorted.last else { return [] }
        // float32 doesn't tell moments apart that are nearer.
        let gaps = zip(sorted, sorted.dropFirst()).filter { $1 - $0 > 1e-5 * max($1, 1) }
        var moments = gaps.map { $0 + 0.4 * ($1 - $0) }
        if moments.count > most - 2 {
            let all = moments
            moments = (0..<max(most - 2, 1)).map { all[$0 * all.count / max(most - 2, 1)] }
        }
        return [max(first - 1, 0)] + moments + [last]
    }

    /// The number of points of the target that do not stand where they stood, and the largest distance.
    private func distance(
        _ before: Moment, _ now: Moment, _ tolerance: Double
    ) -> (count: Int, largest: Double?) {
        var from = ShownPoints(source.scene, before)
        let to = ShownPoints(target.scene, now)
        from.turn(from: source.scene.upAxis, to: target.scene.upAxis)
        let limit = tolerance * max(from.size, to.size) + links.motionDistance
        var showingsOf: [Int: [Int]] = [:]
        for (index, showing) in from.showings.enumerated() { showingsOf[showing.set, default: []].append(index) }
        // Those that no showing was found for, by their set and that of the target; most often the first one fits.
        var left: [[Int]: ArraySlice<Int>] = [:]
        var (count, largest) = (0, 0.0)
        let added = addedNodes
        for showing in to.showings where !added.contains(showing.node) {
            let origins = showing.points.indices.map { vertexSource(of: target.vertexBases[showing.set] + $0) }
            guard let first = origins.first(where: { $0 >= 0 }), let set = source.set(ofVertex: first) else { continue }
            let key = [set, showing.set]
            var candidates = left.removeValue(forKey: key) ?? showingsOf[set]?[...] ?? []
            var best: (place: Int, count: Int, largest: Double)?
            for (place, index) in zip(candidates.indices, candidates) {
                var own = Self.compare(
                    showing.points, origins, from.showings[index].points, base: source.vertexBases[set], limit)
                if showing.isVisible != from.showings[index].isVisible {
                    own = (max(showing.points.count, 1), .infinity)
                }
                if best.map({ own.largest < $0.largest }) ?? true { best = (place, own.count, own.largest) }
                if own.count == 0 { break }
            }
            guard let best else {
                left[key] = candidates
                continue
            }
            if best.place == candidates.startIndex {
                candidates.removeFirst()
            } else {
                candidates.remove(at: best.place)
            }
            left[key] = candidates
            count += best.count
            largest = max(largest, best.largest)
        }
        for (index, node) in target.scene.nodes.enumerated() where node.light != nil {
            guard let origin = origin(links.nodes, index, source.scene.nodes.count),
                source.scene.nodes[origin].light != nil
            else { continue }
            if from.isHidden[origin] != to.isHidden[index] { count += 1 }
        }
        return (count, count > 0 ? largest : nil)
    }

    /// The nodes of the target that show what no node of the source does: they neither come from one with a mesh nor
    /// hang below one.
    private var addedNodes: Set<Int> {
        var added: Set<Int> = []
        let nodes = target.scene.nodes
        var isChild = [Bool](repeating: false, count: nodes.count)
        for child in nodes.flatMap(\.children) where isChild.indices.contains(child) { isChild[child] = true }
        var open = nodes.indices.filter { !isChild[$0] }.map { (node: $0, shows: false) }
        while let (node, above) = open.popLast() {
            let origin = origin(links.nodes, node, source.scene.nodes.count)
            // An added node that hides what is below it, such as a mesh that no node shows, adds nothing either.
            let shows = origin.map { source.scene.nodes[$0].mesh != nil } ?? (above && nodes[node].isVisible)
            if !shows { added.insert(node) }
            open += nodes[node].children.map { ($0, shows) }
        }
        return added
    }

    private static func compare(
        _ points: [SIMD3<Double>], _ origins: [Int], _ before: [SIMD3<Double>], base: Int, _ limit: Double
    ) -> (count: Int, largest: Double) {
        var (count, largest) = (0, 0.0)
        for (index, origin) in origins.enumerated() where before.indices.contains(origin - base) {
            let gap = points[index] - before[origin - base]
            let far = max(abs(gap.x), abs(gap.y), abs(gap.z))
            // Points without a place have no distance, and beyond float32 there are none.
            guard far > limit, limit < Double(Float.greatestFiniteMagnitude) * 1e-6 else { continue }
            count += 1
            largest = max(largest, far)
        }
        return (count, largest)
    }

    /// The nodes whose places are compared by the points that they move.
    var nodesComparedByPoints: Set<Int> {
        guard links.motionTolerance != nil else { return [] }
        let scene = source.scene
        var parents = [Int](repeating: -1, count: scene.nodes.count)
        for (index, node) in scene.nodes.enumerated() { for child in node.children { parents[child] = index } }
        var nodes: Set<Int> = []
        let moved = scene.skins.flatMap(\.joints) + scene.clips.flatMap { $0.channels.map(\.node) }
        for start in moved + scene.nodes.indices.filter({ scene.nodes[$0].skin != nil }) {
            var node = start
            while node >= 0, nodes.insert(node).inserted { node = parents[node] }
        }
        // What hangs below a joint stands elsewhere in formats whose joints are no nodes.
        for (index, node) in scene.nodes.enumerated() where nodes.contains(index) { nodes.formUnion(node.children) }
        return nodes
    }
}

extension CollapseSurface {
    /// The place of a collapsed edge and what it costs.
    struct Candidate {
        var place: SIMD3<Double>
        var cost: Double
        /// The mean squared distance of the place from the original planes, or of its way from theirs where they move.
        var error: Double
    }

    /// The share of squared distances from the edge's ends in a cost: it gives edges on flat surfaces an order, the
    /// shortest first, and their new points a place.
    private static let stiffness = 1e-6

    /// The best place for the end of a collapsed edge; nil if neither end may move.
    ///
    /// A point on a line stays where it is when a free one joins it, and a fixed one always stays.
    func candidate(_ corner: Int) -> Candidate? {
        let (a, b) = (Int(corners[corner].point), Int(corners[after(corner)].point))
        let (from, to) = (points[a].position, points[b].position)
        var quadric = points[a].quadric
        quadric += points[b].quadric
        let (kindA, kindB) = (points[a].kind.rawValue, points[b].kind.rawValue)
        guard min(kindA, kindB) < Kind.fixed.rawValue else { return nil }
        func candidate(_ place: SIMD3<Double>) -> Candidate {
            let (fromA, fromB) = (place - from, place - to)
            let distance = quadric.error(at: place)
            var error = quadric.weight > 0 ? distance / quadric.weight : 0
            var cost =
                distance + Self.stiffness
                * (points[a].quadric.weight * dot(fromA, fromA) + points[b].quadric.weight * dot(fromB, fromB))
            for layer in layers {
                let (rowA, rowB) = (Int(layer[corner]), Int(layer[after(corner)]))
                guard rowA >= 0, rowB >= 0 else { continue }
                let merged = models.mergeError(rowA, at: SIMD3(fromA), rowB, at: SIMD3(fromB))
                cost += Double(merged.sum)
                error = max(error, Double(merged.motion))
            }
            return Candidate(place: place, cost: cost, error: error)
        }
        if kindA > kindB { return candidate(from) }
        if kindB > kindA { return candidate(to) }
        let middle = (from + to) * 0.5
        let stiffness = Self.stiffness * quadric.weight
        // The second step takes the pull of the first one back, except along directions that no plane fixes.
        let best = quadric.optimum(near: quadric.optimum(near: middle, stiffness: stiffness), stiffness: stiffness)
        let way = best - middle
        // Almost parallel planes may meet anywhere.
        if dot(way, way) <= dot(to - from, to - from) { return candidate(best) }
        return [candidate(from), candidate(to), candidate(middle)].min { $0.cost < $1.cost }
    }

    /// Collapses edges, those that cost least first, until the number of triangles shown reaches a target.
    ///
    /// - Parameters:
    ///   - shown: the number of triangles shown.
    ///   - target: the number to reach.
    ///   - error: the largest squared distance of an original point.
    /// - Returns: false if `shouldStop` said so.
    mutating func collapse(from shown: Int, to target: Int, error: Double, shouldStop: () -> Bool) -> Bool {
        originals = ContiguousArray(points.map(\.position))
        if error < .infinity { nextMembers = ContiguousArray(points.indices.map { Int32(truncatingIfNeeded: $0) }) }
        var queue = EdgeQueue()
        for corner in corners.indices {
            if corner % 4096 == 0, shouldStop() { return false }
            // Of the two corners of an edge one is enough.
            if corners[corner].isHard || corners[corner].point < corners[after(corner)].point {
                push(corner, to: &queue, error)
            }
        }
        var shown = shown
        var steps = 0
        // Edges that could not collapse; others that did may have made room.
        var rejected = ContiguousArray<EdgeQueue.Edge>()
        var collapsed = 0
        while shown > target {
            steps += 1
            if steps % 1024 == 0, shouldStop() { return false }
            guard let edge = queue.pop() else {
                // One in a hundred keeps the time linear.
                guard collapsed > 0, collapsed >= rejected.count / 100 else { break }
                for edge in rejected where isCurrent(edge) { push(Int(edge.corner), to: &queue, error) }
                rejected.removeAll(keepingCapacity: true)
                collapsed = 0
                continue
            }
            guard isCurrent(edge) else { continue }
            let corner = Int(edge.corner)
            let (a, b) = (Int(corners[corner].point), Int(corners[after(corner)].point))
            guard let candidate = candidate(corner), mayCollapse(a, b, to: candidate.place),
                keepsDistance(a, b, candidate.place, limit: error)
            else {
                rejected.append(edge)
                continue
            }
            collapsed += 1
            shown -= collapse(a, b, to: candidate.place)
            var next = Int(points[a].firstCorner)
            while next >= 0 {
                let incoming = before(next)
                corners[next].stamp &+= 1
                corners[incoming].stamp &+= 1
                push(next, to: &queue, error)
                if corners[incoming].isHard { push(incoming, to: &queue, error) }
                next = Int(corners[next].next)
            }
        }
        return true
    }

    private func isCurrent(_ edge: EdgeQueue.Edge) -> Bool {
        let corner = corners[Int(edge.corner)]
        return corner.stamp == edge.stamp && corner.point >= 0
    }

    private func push(_ corner: Int, to queue: inout EdgeQueue, _ error: Double) {
        guard let candidate = candidate(corner), candidate.error <= error else { return }
        queue.push(EdgeQueue.Edge(corner: corner, stamp: corners[corner].stamp), cost: Float(candidate.cost))
    }

    /// Merges point `b` into point `a` and returns the number of triangles shown that this removes.
    private mutating func collapse(_ a: Int, _ b: Int, to place: SIMD3<Double>) -> Int {
        let (fromA, fromB) = (place - points[a].position, place - points[b].position)
        let isNearerToB = dot(fromB, fromB) < dot(fromA, fromA)
        // Rows of `b` and the rows of `a` that replace them; then those that were moved.
        var replaced: [(old: Int32, new: Int32)] = []
        var moved: [Int32] = []
        var removed = 0
        var last = -1
        let ends = ends(a, b)
        for layer in layers {
            for end in ends {
                let (old, new) = (layer[end.b], layer[end.a])
                guard old >= 0, new >= 0, !replaced.contains(where: { $0.old == old }) else { continue }
                replaced.append((old, new))
            }
        }
        // The third points of the edge's triangles, if an edge to there is hard: both edges become one.
        var thirds: [Int32] = []
        for end in ends {
            let triangle = end.a / 3
            let third = triangle * 9 + 3 - end.a - end.b
            let isInOrder = after(end.a) == end.b
            if corners[third].isHard || corners[isInOrder ? end.b : end.a].isHard {
                thirds.append(corners[third].point)
            }
            removed += parts[part(ofTriangle: triangle)].uses
            for corner in triangle * 3..<triangle * 3 + 3 {
                points[Int(corners[corner].point)].cornerCount -= 1
                corners[corner].point = -1
            }
        }
        func move(_ row: Int32, _ way: SIMD3<Double>, _ models: inout AttributeModels) {
            guard row >= 0, !moved.contains(row) else { return }
            moved.append(row)
            models.move(Int(row), by: SIMD3(way))
        }
        for end in ends {
            for layer in layers { move(layer[end.a], fromA, &models) }
        }
        forEachCorner(at: a) { corner in
            for layer in layers { move(layer[corner], fromA, &models) }
            return true
        }
        for pair in replaced {
            move(pair.old, fromB, &models)
            models.merge(Int(pair.old), into: Int(pair.new))
            if isNearerToB { origins[Int(pair.new)] = origins[Int(pair.old)] }
        }
        var corner = Int(points[b].firstCorner)
        while corner >= 0 {
            if corners[corner].point >= 0 {
                corners[corner].point = Int32(truncatingIfNeeded: a)
                for layer in layers.indices {
                    let row = layers[layer][corner]
                    if let new = replaced.first(where: { $0.old == row })?.new {
                        layers[layer][corner] = new
                    } else {
                        move(row, fromB, &models)
                    }
                }
            }
            if corners[corner].next < 0 { last = corner }
            corner = Int(corners[corner].next)
        }
        if last >= 0 {
            corners[last].next = points[a].firstCorner
            points[a].firstCorner = points[b].firstCorner
        }
        points[b].firstCorner = -1
        forgetRemovedCorners(at: a)
        if !thirds.isEmpty { harden(a, thirds) }
        points[a].cornerCount += points[b].cornerCount
        points[a].position = place
        let joining = points[b].quadric
        points[a].quadric += joining
        if points[b].kind.rawValue > points[a].kind.rawValue { points[a].kind = points[b].kind }
        points[a].isChanged = true
        if !nextMembers.isEmpty { nextMembers.swapAt(a, b) }
        points[b].target = Int32(truncatingIfNeeded: a)
        return removed
    }

    /// The corners at both ends of the edge, in each of its triangles.
    private func ends(_ a: Int, _ b: Int) -> [(a: Int, b: Int)] {
        var ends: [(a: Int, b: Int)] = []
        forEachCorner(at: a) { corner in
            let (next, previous) = (after(corner), before(corner))
            if Int(corners[next].point) == b { ends.append((corner, next)) }
            if Int(corners[previous].point) == b { ends.append((corner, previous)) }
            return true
        }
        return ends
    }

    /// Makes the edges from a point to others hard.
    private mutating func harden(_ point: Int, _ others: [Int32]) {
        var corner = Int(points[point].firstCorner)
        while corner >= 0 {
            let previous = before(corner)
            if others.contains(corners[after(corner)].point) { corners[corner].isHard = true }
            if others.contains(corners[previous].point) { corners[previous].isHard = true }
            corner = Int(corners[corner].next)
        }
    }

    /// Takes corners of triangles that are gone out of a point's list.
    private mutating func forgetRemovedCorners(at point: Int) {
        var last = -1
        var corner = Int(points[point].firstCorner)
        points[point].firstCorner = -1
        while corner >= 0 {
            let next = Int(corners[corner].next)
            if corners[corner].point >= 0 {
                if last < 0 {
                    points[point].firstCorner = Int32(truncatingIfNeeded: corner)
                } else {
                    corners[last].next = Int32(truncatingIfNeeded: corner)
                }
                corners[corner].next = -1
                last = corner
            }
            corner = next
        }
    }
}

extension Triangulator {
    /// Joins the rings of holes (clockwise) to the outer ring, from left to right.
    ///
    /// Each hole's leftmost point looks left: the first visible edge belongs to the outer ring or to a hole that was
    /// joined before. No intersection is computed, so nothing is rounded: edges are compared by orientation alone.
    mutating func bridge(_ holes: [Range<Int>]) {
        var leftmost = holes.map { hole in
            var best = hole.lowerBound
            for node in hole where isBefore(points[node], points[best]) { best = node }
            return best
        }
        leftmost.sort { first, second in
            let a = points[first]
            let b = points[second]
            return a == b ? first < second : isBefore(a, b)
        }
        for hole in leftmost {
            let node = visibleNode(from: hole)
            let secondNode = duplicate(node)
            let secondHole = duplicate(hole)
            let after = next[node]
            let last = previous[hole]
            next[node] = hole
            previous[hole] = node
            next[last] = secondHole
            previous[secondHole] = last
            next[secondHole] = secondNode
            previous[secondNode] = secondHole
            next[secondNode] = after
            previous[after] = secondNode
        }
    }

    private func isBefore(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
        a.x < b.x || (a.x == b.x && a.y < b.y)
    }

    /// A node of the ring that can be connected to `hole` without crossing an edge.
    private func visibleNode(from hole: Int) -> Int {
        let h = points[hole]
        // The nearest edge to the left with the polygon's inside on its right, that is, one that goes down.
        var edge = -1
        var node = ringStart
        repeat {
            let p = points[node]
            let q = points[next[node]]
            if p.y >= h.y, h.y >= q.y, p.y > q.y, orientation(p, q, h) >= 0 {
                if edge < 0 || isRight(p, q, of: points[edge], points[next[edge]]) { edge = node }
            }
            node = next[node]
        } while node != ringStart
        guard edge >= 0 else { return nearestNode(to: h) }
        let p = points[edge]
        let q = points[next[edge]]
        // Among the points in the triangle of h, the visible point of the edge and the edge's end, the one at the
        // smallest angle is visible.
        let end = p.x < q.x ? edge : next[edge]
        let m = points[end]
        let isAbove = end == edge
        var best = end
        node = ringStart
        repeat {
            let c = points[node]
            if isInside(c, p, q, h, m, isAbove), isBetter(c, than: points[best], from: h, isAbove) { best = node }
            node = next[node]
        } while node != ringStart
        // Several nodes may have that position: the right one has h within its angle.
        let place = points[best]
        node = ringStart
        repeat {
            if points[node] == place, isInAngle(h, of: node) { return node }
            node = next[node]
        } while node != ringStart
        return best
    }

    /// Whether edge p–q, which goes down and shares a height with edge a–b, is to the right of it there.
    private func isRight(
        _ p: SIMD2<Double>, _ q: SIMD2<Double>, of a: SIMD2<Double>, _ b: SIMD2<Double>
    ) -> Bool {
        // The end that lies between the heights of the other edge's ends decides; edges don't cross.
        let upper = p.y <= a.y ? orientation(a, b, p) : -orientation(p, q, a)
        if upper != 0 { return upper > 0 }
        let lower = q.y >= b.y ? orientation(a, b, q) : -orientation(p, q, b)
        return lower > 0
    }

    private func isInside(
        _ c: SIMD2<Double>, _ p: SIMD2<Double>, _ q: SIMD2<Double>, _ h: SIMD2<Double>, _ m: SIMD2<Double>,
        _ isAbove: Bool
    ) -> Bool {
        guard isAbove ? c.y >= h.y && c.y <= m.y : c.y <= h.y && c.y >= m.y, c.x <= h.x else { return false }
        guard orientation(p, q, c) >= 0 else { return false }
        let side = orientation(h, m, c)
        // From h to an upper end the edge is on the left, to a lower end on the right.
        return m.y == h.y ? c.y == h.y : isAbove ? side >= 0 : side <= 0
    }

    /// Whether c is at a smaller angle to the left direction than the best one so far, or at the same angle and nearer.
    private func isBetter(
        _ c: SIMD2<Double>, than best: SIMD2<Double>, from h: SIMD2<Double>, _ isAbove: Bool
    ) -> Bool {
        let side = orientation(h, best, c)
        if side != 0 { return isAbove ? side > 0 : side < 0 }
        let a = c - h
        let b = best - h
        return a.x * a.x + a.y * a.y < b.x * b.x + b.y * b.y
    }

    private func isInAngle(_ h: SIMD2<Double>, of node: Int) -> Bool {
        let a = points[previous[node]]
        let b = points[node]
        let c = points[next[node]]
        if orientation(a, b, c) >= 0 { return orientation(b, c, h) >= 0 && orientation(b, h, a) >= 0 }
        return !(orientation(b, a, h) > 0 && orientation(b, h, c) > 0)
    }

    private func nearestNode(to h: SIMD2<Double>) -> Int {
        var best = ringStart
        var shortest = Double.infinity
        var node = ringStart
        repeat {
            let way = points[node] - h
            let length = way.x * way.x + way.y * way.y
            if length < shortest {
                shortest = length
                best = node
            }
            node = next[node]
        } while node != ringStart
        return best
    }
}

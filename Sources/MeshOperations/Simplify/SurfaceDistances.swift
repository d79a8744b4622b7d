extension CollapseSurface {
    /// The largest distance of an original point from the surface, in scene units, for each part: that of the nearest
    /// triangle found on a walk that begins at the point that it became part of and goes on while it gets nearer.
    mutating func largestDistances() -> [Double] {
        var largest = ContiguousArray<Double>(repeating: 0, count: parts.count)
        for point in originals.indices {
            var target = point
            while points[target].target >= 0 {
                // Path halving keeps paths short.
                let next = Int(points[target].target)
                if points[next].target >= 0 { points[target].target = points[next].target }
                target = next
            }
            guard points[target].isChanged else { continue }
            var nearest = (corner: -1, square: Double.infinity)
            // As far as this goes no walk has to; it ends long before.
            for _ in 0..<16 {
                let found = nearestCorner(at: target, to: originals[point])
                guard found.square < nearest.square else { break }
                nearest = found
                // The nearer of the triangle's other points.
                let (next, previous) = (after(found.corner), before(found.corner))
                let (x, y) = (Int(corners[next].point), Int(corners[previous].point))
                let (toX, toY) = (points[x].position - originals[point], points[y].position - originals[point])
                target = dot(toX, toX) <= dot(toY, toY) ? x : y
            }
            guard nearest.corner >= 0 else { continue }
            let part = part(ofTriangle: nearest.corner / 3)
            largest[part] = max(largest[part], nearest.square)
        }
        return largest.map { $0.squareRoot() * size }
    }

    /// The corner at a point whose triangle is nearest to a place, and the squared distance.
    private func nearestCorner(at point: Int, to place: SIMD3<Double>) -> (corner: Int, square: Double) {
        var nearest = (corner: -1, square: Double.infinity)
        guard points[point].cornerCount <= Self.mostCorners else { return nearest }
        forEachCorner(at: point) { corner in
            let (x, y) = (Int(corners[after(corner)].point), Int(corners[before(corner)].point))
            let square = squaredDistance(place, points[point].position, points[x].position, points[y].position)
            if square < nearest.square { nearest = (corner, square) }
            return true
        }
        return nearest
    }

    /// Whether all original points that two points stand for are near to the triangles around the place where these
    /// are to merge.
    ///
    /// - Parameter limit: the largest squared distance.
    mutating func keepsDistance(_ a: Int, _ b: Int, _ place: SIMD3<Double>, limit: Double) -> Bool {
        guard !nextMembers.isEmpty else { return true }
        ring.removeAll(keepingCapacity: true)
        for (point, other) in [(a, b), (b, a)] {
            var corner = Int(points[point].firstCorner)
            while corner >= 0 {
                let (x, y) = (Int(corners[after(corner)].point), Int(corners[before(corner)].point))
                if corners[corner].point >= 0, x != other, y != other {
                    ring.append((points[x].position, points[y].position))
                }
                corner = Int(corners[corner].next)
            }
        }
        for point in [a, b] {
            var member = point
            repeat {
                let isNear = ring.contains { squaredDistance(originals[member], place, $0.0, $0.1) <= limit }
                guard isNear else { return false }
                member = Int(nextMembers[member])
            } while member != point
        }
        return true
    }
}

/// The squared distance of a point from a triangle (Ericson, Real-Time Collision Detection, 2005, section 5.1.5).
private func squaredDistance(
    _ p: SIMD3<Double>, _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>
) -> Double {
    let (ab, ac) = (b - a, c - a)
    func square(_ q: SIMD3<Double>) -> Double { dot(p - q, p - q) }
    let (d1, d2) = (dot(ab, p - a), dot(ac, p - a))
    if d1 <= 0, d2 <= 0 { return square(a) }
    let (d3, d4) = (dot(ab, p - b), dot(ac, p - b))
    if d3 >= 0, d4 <= d3 { return square(b) }
    let vc = d1 * d4 - d3 * d2
    if vc <= 0, d1 >= 0, d3 <= 0 { return square(a + ab * (d1 / (d1 - d3))) }
    let (d5, d6) = (dot(ab, p - c), dot(ac, p - c))
    if d6 >= 0, d5 <= d6 { return square(c) }
    let vb = d5 * d2 - d1 * d6
    if vb <= 0, d2 >= 0, d6 <= 0 { return square(a + ac * (d2 / (d2 - d6))) }
    let va = d3 * d6 - d5 * d4
    if va <= 0, d4 - d3 >= 0, d5 - d6 >= 0 { return square(b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)))) }
    let sum = va + vb + vc
    return square(a + ab * (vb / sum) + ac * (vc / sum))
}

extension CollapseSurface {
    /// The smallest cosine of the angle by which a triangle may turn.
    private static let smallestCosine = 0.2
    /// The smallest area of a new triangle, twice, in squares of its longest side: thinner ones must have been as thin.
    private static let smallestShape = 1e-3

    /// Whether an edge may collapse: the surface stays as it is connected, hard edges stay, and no triangle turns over.
    mutating func mayCollapse(_ a: Int, _ b: Int, to place: SIMD3<Double>) -> Bool {
        guard max(points[a].cornerCount, points[b].cornerCount) <= Self.mostCorners,
            points[a].cornerCount + points[b].cornerCount > 0
        else {
            return false
        }
        guard keepsConnections(a, b) else { return false }
        return keepsSides(a, b, place) && keepsSides(b, a, place)
    }

    /// The link condition: the only neighbours of both ends are the other corners of the edge's triangles. A piece of
    /// the surface keeps at least one triangle.
    private mutating func keepsConnections(_ a: Int, _ b: Int) -> Bool {
        if lastMark > Int32.max - 4 {
            for point in points.indices { points[point].mark = 0 }
            lastMark = 0
        }
        let (near, common) = (lastMark + 1, lastMark + 2)
        lastMark += 2
        var triangles = 0
        var isHardEdge = false
        var corner = Int(points[a].firstCorner)
        while corner >= 0 {
            if corners[corner].point >= 0 {
                let (next, previous) = (after(corner), before(corner))
                let (x, y) = (Int(corners[next].point), Int(corners[previous].point))
                points[x].mark = near
                points[y].mark = near
                if x == b || y == b {
                    triangles += 1
                    if corners[x == b ? corner : previous].isHard { isHardEdge = true }
                }
            }
            corner = Int(corners[corner].next)
        }
        let needsHardEdge = points[a].kind != .free && points[b].kind != .free
        guard triangles == 1 || triangles == 2, isHardEdge || !needsHardEdge else { return false }
        guard Int(points[a].cornerCount + points[b].cornerCount) > 2 * triangles else { return false }
        var shared = 0
        var isClosing = false
        corner = Int(points[b].firstCorner)
        while corner >= 0 {
            if corners[corner].point >= 0 {
                let (x, y) = (Int(corners[after(corner)].point), Int(corners[before(corner)].point))
                for point in [x, y] where point != a && points[point].mark == near {
                    points[point].mark = common
                    shared += 1
                }
                // A triangle whose other corners are both neighbours of `a`.
                if x != a, y != a, points[x].mark == common, points[y].mark == common { isClosing = true }
            }
            corner = Int(corners[corner].next)
        }
        guard shared == triangles else { return false }
        guard isClosing else { return true }
        // The same triangle at both ends would become one twice.
        var isDouble = false
        forEachCorner(at: a) { corner in
            let (x, y) = (Int(corners[after(corner)].point), Int(corners[before(corner)].point))
            isDouble = points[x].mark == common && points[y].mark == common
            return !isDouble
        }
        return !isDouble
    }

    /// Whether the triangles at `point` without `other` keep their side and don't become needles.
    private func keepsSides(_ point: Int, _ other: Int, _ place: SIMD3<Double>) -> Bool {
        var result = true
        let from = points[point].position
        forEachCorner(at: point) { corner in
            let (x, y) = (Int(corners[after(corner)].point), Int(corners[before(corner)].point))
            guard x != other, y != other else { return true }
            let (second, third) = (points[x].position, points[y].position)
            let old = normal(from, second, third)
            let new = normal(place, second, third)
            let (oldSquare, newSquare) = (dot(old, old), dot(new, new))
            let cosine = dot(old, new)
            let side = third - second
            let (sideA, sideB) = (second - place, third - place)
            let longest = max(dot(side, side), dot(sideA, sideA), dot(sideB, sideB))
            let least = Self.smallestShape * longest
            let (oldA, oldB) = (second - from, third - from)
            let oldLongest = max(dot(side, side), dot(oldA, oldA), dot(oldB, oldB))
            let isThin =
                newSquare < least * least && newSquare * oldLongest * oldLongest < oldSquare * longest * longest
            result =
                cosine >= 0 && cosine * cosine >= Self.smallestCosine * Self.smallestCosine * oldSquare * newSquare
                && !isThin && (newSquare > 0 || oldSquare == 0)
            return result
        }
        return result
    }
}

/// Operations on single polygons.
public enum Polygon {
    /// Returns triangles that cover a polygon with holes, as indices into the corners of `outer` followed by those of
    /// `holes`.
    ///
    /// - Shape: n + 2h − 2 triangles for n corners in all and h holes that are not empty; none for fewer than three
    ///   corners. Every corner is in a triangle.
    /// - Keeps: the winding of `outer`, in every triangle; the winding of holes doesn't matter. Triangles without area
    ///   occur only if the corners allow no other cut (repeated points, points on one line).
    /// - Order: deterministic. Three corners stay unchanged. Four are cut along the diagonal that lies inside, the
    ///   shorter one if both do, the one from corner 0 if they are equally long. A strictly convex polygon becomes a
    ///   fan around corner 0; from any other, ears are cut one after the other. What is left of a polygon of which a
    ///   thousand corners or more hide each other is divided into parts that only go down, in time n log n.
    /// - Edge: the polygon is projected along its Newell normal; orientation tests are exact. A self-intersecting
    ///   polygon still gives the same number of triangles with the right sum of signed areas. A corner that is not
    ///   finite gets the position of the previous corner. In a large polygon that crosses itself, the tests that keep
    ///   triangles inside stop at a limit (see `Triangulator.budget`).
    public static func triangulate(outer: [SIMD3<Double>], holes: [[SIMD3<Double>]] = []) -> [SIMD3<Int32>] {
        var triangulator = Triangulator()
        var points = ContiguousArray(outer)
        var ends = [points.count]
        for hole in holes {
            points.append(contentsOf: hole)
            ends.append(points.count)
        }
        triangulator.triangulate(points, ringEnds: ends)
        let corners = triangulator.corners
        return stride(from: 0, to: corners.count - 2, by: 3).map {
            SIMD3(corners[$0], corners[$0 + 1], corners[$0 + 2])
        }
    }

    /// The vector area of a polygon, by Newell's method: its length is the area, its direction the normal.
    static func vectorArea(_ points: ArraySlice<SIMD3<Double>>) -> SIMD3<Double> {
        guard let origin = points.first, var previous = points.last else { return SIMD3() }
        previous -= origin
        var sum = SIMD3<Double>()
        for point in points {
            let next = point - origin
            sum += cross(previous, next)
            previous = next
        }
        return sum * 0.5
    }
}

@inline(__always)
func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

@inline(__always)
func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    a.x * b.x + a.y * b.y + a.z * b.z
}

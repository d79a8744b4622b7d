/// Projects a polygon in space onto a plane.
enum PolygonPlane {
    /// Returns the corners without the axis of the largest component of the outer ring's Newell normal; the outer ring
    /// becomes counter-clockwise.
    ///
    /// Dropping an axis rounds nothing, so tests in the plane are exact for the corners themselves. Only corners off
    /// the plane are first moved onto it along the normal.
    static func project(_ corners: ContiguousArray<SIMD3<Double>>, outerCount: Int) -> ContiguousArray<SIMD2<Double>> {
        let points = finite(corners)
        let outer = points[0..<min(max(outerCount, 0), points.count)]
        let normal = Polygon.vectorArea(outer)
        var (u, v, w) = axes(normal, points)
        let isFlat = !(abs(normal[w]) > 0)
        var result = ContiguousArray<SIMD2<Double>>()
        result.reserveCapacity(points.count)
        if !isFlat, let origin = points.first {
            let direction = normal / normal[w]
            let square = dot(direction, direction)
            var largest = 0.0
            var extent = 0.0
            for point in points {
                let offset = point - origin
                extent = max(extent, abs(offset.x), abs(offset.y), abs(offset.z))
                largest = max(largest, abs(dot(offset, direction)))
            }
            if largest > 1e-9 * extent {
                for point in points {
                    let distance = dot(point - origin, direction) / square
                    result.append(SIMD2(point[u] - direction[u] * distance, point[v] - direction[v] * distance))
                }
            }
        }
        if result.isEmpty { for point in points { result.append(SIMD2(point[u], point[v])) } }
        if winding(result[0..<outer.count]) < 0 {
            swap(&u, &v)
            for index in result.indices { result[index] = SIMD2(result[index].y, result[index].x) }
        }
        return result
    }

    /// 1 for a counter-clockwise ring, −1 for a clockwise one, 0 for a ring without area.
    static func winding(_ ring: ArraySlice<SIMD2<Double>>) -> Int {
        guard let origin = ring.first, var previous = ring.last else { return 0 }
        previous -= origin
        var sum = 0.0
        var sizes = 0.0
        for point in ring {
            let next = point - origin
            let left = previous.x * next.y
            let right = previous.y * next.x
            sum += left - right
            sizes += abs(left) + abs(right)
            previous = next
        }
        if abs(sum) > 1e-12 * sizes { return sum > 0 ? 1 : -1 }
        return windingAtLowest(ring)
    }

    /// The turn at the lowest of the leftmost points: exact, and equal to the winding of a ring that doesn't cross
    /// itself.
    private static func windingAtLowest(_ ring: ArraySlice<SIMD2<Double>>) -> Int {
        var best = ring.startIndex
        for index in ring.indices {
            let point = ring[index]
            if point.x < ring[best].x || (point.x == ring[best].x && point.y < ring[best].y) { best = index }
        }
        let count = ring.count
        let first = best - ring.startIndex
        let lowest = ring[best]
        // Skips neighbours at the same position or on the same line, which have no turn.
        var before = lowest
        for step in 1..<max(count, 2) where before == lowest {
            before = ring[ring.startIndex + (first - step + count) % count]
        }
        for step in 1..<max(count, 2) {
            let after = ring[ring.startIndex + (first + step) % count]
            let sign = orientation(before, lowest, after)
            if sign != 0 { return sign }
        }
        return 0
    }

    /// Returns the corners, scaled by a power of two if products would overflow or underflow; one that is not finite
    /// gets the position of the previous one.
    private static func finite(_ corners: ContiguousArray<SIMD3<Double>>) -> ContiguousArray<SIMD3<Double>> {
        var largest = 0.0
        var isFinite = true
        for corner in corners {
            let size = max(abs(corner.x), abs(corner.y), abs(corner.z))
            if corner.x.isFinite, corner.y.isFinite, corner.z.isFinite {
                largest = max(largest, size)
            } else {
                isFinite = false
            }
        }
        let isScaled = largest > 0x1p200 || (largest < 0x1p-200 && largest > 0)
        guard !isFinite || isScaled else { return corners }
        var result = corners
        if !isFinite {
            var last = SIMD3<Double>()
            if let first = corners.first(where: { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }) { last = first }
            for index in result.indices {
                let corner = result[index]
                if corner.x.isFinite, corner.y.isFinite, corner.z.isFinite {
                    last = corner
                } else {
                    result[index] = last
                }
            }
        }
        if isScaled {
            // In two steps, since the factor for subnormal numbers is too large for a float64.
            let half = largest.exponent / 2
            let first = Double(sign: .plus, exponent: -half, significand: 1)
            let second = Double(sign: .plus, exponent: half - largest.exponent, significand: 1)
            for index in result.indices { result[index] = result[index] * first * second }
        }
        return result
    }

    /// The two remaining axes and the dropped one: the normal's largest component or, without a normal, the axis of
    /// least extent.
    private static func axes(
        _ normal: SIMD3<Double>, _ points: ContiguousArray<SIMD3<Double>>
    ) -> (Int, Int, Int) {
        var sizes = SIMD3(abs(normal.x), abs(normal.y), abs(normal.z))
        if !(max(sizes.x, sizes.y, sizes.z) > 0), let first = points.first {
            var low = first
            var high = first
            for point in points {
                low.replace(with: point, where: point .< low)
                high.replace(with: point, where: point .> high)
            }
            sizes = low - high
        }
        if sizes.z >= sizes.x, sizes.z >= sizes.y { return (0, 1, 2) }
        return sizes.x >= sizes.y ? (1, 2, 0) : (2, 0, 1)
    }
}

/// Numbers that are the same on every run (splitmix64).
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

typealias Point = SIMD2<Int>

/// Polygons with integer corners, so that areas are exact.
enum Shape {
    /// Twice the signed area.
    static func area(_ ring: [Point]) -> Int {
        var sum = 0
        for index in ring.indices {
            let a = ring[index]
            let b = ring[(index + 1) % ring.count]
            sum += a.x * b.y - a.y * b.x
        }
        return sum
    }

    static func turn(_ a: Point, _ b: Point, _ c: Point) -> Int {
        ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum()
    }

    /// A polygon around the origin whose corners have ascending angles.
    static func star(_ count: Int, radius: Int, _ random: inout Seeded) -> [Point] {
        var corners: [Point] = []
        while corners.count < count {
            let point = Point(
                .random(in: -radius...radius, using: &random), .random(in: -radius...radius, using: &random))
            if point != Point(0, 0) { corners.append(point) }
        }
        func half(_ p: Point) -> Int { p.y > 0 || (p.y == 0 && p.x > 0) ? 0 : 1 }
        corners.sort { a, b in
            if half(a) != half(b) { return half(a) < half(b) }
            let side = a.x * b.y - a.y * b.x
            return side != 0 ? side > 0 : a.x * a.x + a.y * a.y < b.x * b.x + b.y * b.y
        }
        // One corner per direction, and no gap of half a turn, so that the origin is inside.
        var result: [Point] = []
        for corner in corners {
            if let last = result.last, last.x * corner.y == last.y * corner.x, half(last) == half(corner) { continue }
            result.append(corner)
        }
        return result
    }

    /// A comb with `teeth` teeth of different lengths.
    static func comb(_ teeth: Int, _ random: inout Seeded) -> [Point] {
        var upper: [Point] = []
        for tooth in 0..<teeth {
            upper.append(Point(tooth * 4, 10))
            upper.append(Point(tooth * 4 + 2, .random(in: 11...200, using: &random)))
        }
        upper.append(Point(teeth * 4, 10))
        return [Point(0, 0), Point(teeth * 4, 0)] + upper.reversed()
    }

    /// A corridor that spirals inwards around the origin.
    static func spiral(_ turns: Int) -> [Point] {
        var outside: [Point] = []
        var inside: [Point] = []
        for turn in 0..<turns {
            let r = 10 * (turns - turn) + 10
            outside += [Point(-r, -r), Point(r, -r), Point(r, r), Point(-r + 10, r)]
            let s = r - 4
            inside += [Point(-s, -s), Point(s, -s), Point(s, s), Point(-s + 10, s)]
        }
        return outside + inside.reversed()
    }

    /// Random points on a small grid, ordered so that edges neither cross nor touch.
    static func untangled(_ count: Int, size: Int, _ random: inout Seeded) -> [Point]? {
        var seen = Set<Point>()
        while seen.count < min(count, size * size) {
            seen.insert(Point(.random(in: 0..<size, using: &random), .random(in: 0..<size, using: &random)))
        }
        var ring = seen.sorted { $0.x == $1.x ? $0.y < $1.y : $0.x < $1.x }
        ring.shuffle(using: &random)
        for _ in 0..<4000 {
            guard let (i, j) = firstCrossing(ring) else { return area(ring) < 0 ? ring.reversed() : ring }
            ring[(i + 1)...j].reverse()
        }
        return nil
    }

    private static func firstCrossing(_ ring: [Point]) -> (Int, Int)? {
        let count = ring.count
        for i in 0..<count {
            for j in (i + 1)..<max(count, i + 1) {
                let isNext = j == i + 1
                let isWrapped = i == 0 && j == count - 1
                let a = ring[i]
                let b = ring[i + 1 == count ? 0 : i + 1]
                let c = ring[j]
                let d = ring[j + 1 == count ? 0 : j + 1]
                if isNext {
                    if turn(a, b, d) == 0, (b &- a).x * (d &- b).x + (b &- a).y * (d &- b).y < 0 { return (i, j) }
                } else if isWrapped {
                    if turn(c, a, b) == 0, (a &- c).x * (b &- a).x + (a &- c).y * (b &- a).y < 0 { return (i, j) }
                } else if meet(a, b, c, d) {
                    return (i, j)
                }
            }
        }
        return nil
    }

    private static func meet(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Bool {
        let abc = turn(a, b, c)
        let abd = turn(a, b, d)
        let cda = turn(c, d, a)
        let cdb = turn(c, d, b)
        if abc * abd < 0, cda * cdb < 0 { return true }
        func on(_ p: Point, _ q: Point, _ r: Point) -> Bool {
            min(p.x, q.x) <= r.x && r.x <= max(p.x, q.x) && min(p.y, q.y) <= r.y && r.y <= max(p.y, q.y)
        }
        return (abc == 0 && on(a, b, c)) || (abd == 0 && on(a, b, d)) || (cda == 0 && on(c, d, a))
            || (cdb == 0 && on(c, d, b))
    }

    /// The rings of a random connected set of unit squares: outer ring first, a corner at each unit.
    static func blot(_ cells: Int, _ random: inout Seeded) -> (outer: [Point], holes: [[Point]]) {
        var filled: Set<Point> = [Point(0, 0)]
        var border = [Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1)]
        while filled.count < cells {
            let cell = border.remove(at: .random(in: 0..<border.count, using: &random))
            guard filled.insert(cell).inserted else { continue }
            for step in [Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1)] {
                if !filled.contains(cell &+ step) { border.append(cell &+ step) }
            }
        }
        // Edges with a filled square on their left and an empty one on their right.
        var edges: [Point: [Point]] = [:]
        for cell in filled.sorted(by: { $0.x == $1.x ? $0.y < $1.y : $0.x < $1.x }) {
            let corners = [cell, cell &+ Point(1, 0), cell &+ Point(1, 1), cell &+ Point(0, 1)]
            let outside = [Point(0, -1), Point(1, 0), Point(0, 1), Point(-1, 0)]
            for side in 0..<4 where !filled.contains(cell &+ outside[side]) {
                edges[corners[side], default: []].append(corners[(side + 1) % 4])
            }
        }
        var rings: [[Point]] = []
        for first in edges.keys.sorted(by: { $0.x == $1.x ? $0.y < $1.y : $0.x < $1.x }) {
            while let second = edges[first]?.popLast() {
                var ring = [first]
                var last = first
                var here = second
                while here != first {
                    ring.append(here)
                    // Where two squares touch at a corner, turning left stays at the same square.
                    let options = edges[here] ?? []
                    let index = options.indices.max { turn(last, here, options[$0]) < turn(last, here, options[$1]) }
                    guard let index, let next = edges[here]?.remove(at: index) else { break }
                    last = here
                    here = next
                }
                rings.append(ring)
            }
        }
        rings.sort { area($0) > area($1) }
        return (rings[0], Array(rings.dropFirst()))
    }
}

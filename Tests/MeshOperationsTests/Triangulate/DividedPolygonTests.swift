import Testing

@testable import MeshOperations

/// Polygons of which the ears cost too much: the rest is divided by a sweep.
@Suite struct DividedPolygonTests {
    /// The faults of a triangulation that divides after `budget` tests, found by integer arithmetic; empty if none.
    private func faults(_ rings: [[Point]], budget: Int) -> [String] {
        let corners = rings.flatMap(\.self)
        let triangles = cut(rings, budget: budget)
        var found: [String] = []
        let expected = corners.count + 2 * (rings.count - 1) - 2
        if triangles.count != expected { found.append("\(triangles.count) triangles, expected \(expected)") }
        let sign = Shape.area(rings[0]).signum()
        var sum = 0
        for triangle in triangles {
            let area = Shape.area(triangle.map { corners[$0] })
            if area.signum() * sign < 0 { found.append("\(triangle) has the wrong sign") }
            sum += area
        }
        let whole = Shape.area(rings[0]) - sign * rings.dropFirst().reduce(0) { $0 + abs(Shape.area($1)) }
        if sum != whole { found.append("area \(sum), expected \(whole)") }
        if Set(triangles.joined()).count != corners.count { found.append("corners in no triangle") }
        return found
    }

    private func flatCount(_ ring: [Point], budget: Int) -> Int {
        cut([ring], budget: budget).count { triangle in Shape.area(triangle.map { ring[$0] }) == 0 }
    }

    private func cut(_ rings: [[Point]], budget: Int?) -> [[Int]] {
        var triangulator = Triangulator()
        var ends: [Int] = []
        for ring in rings { ends.append((ends.last ?? 0) + ring.count) }
        let points = rings.flatMap { $0.map { SIMD3(Double($0.x), Double($0.y), 0) } }
        triangulator.triangulate(ContiguousArray(points), ringEnds: ends, budget: budget)
        let corners = triangulator.corners
        return stride(from: 0, to: corners.count - 2, by: 3).map { first in (0..<3).map { Int(corners[first + $0]) } }
    }

    @Test(arguments: [-1, 0, 10, 60])
    func simplePolygonsAreCoveredWithoutFlatTriangles(budget: Int) {
        var random = Seeded(state: 29)
        for round in 0..<400 {
            let count = 5 + round % 40
            guard let ring = Shape.untangled(count, size: 4 + round % 11, &random), Shape.area(ring) > 0 else {
                continue
            }
            #expect(faults([ring], budget: budget) == [], "\(ring)")
            #expect(flatCount(ring, budget: budget) == 0, "\(ring)")
            #expect(faults([ring.reversed()], budget: budget) == [], "\(ring)")
        }
    }

    @Test(arguments: [1, 2, 5, 40, 300])
    func combsAndSpiralsAreCovered(size: Int) {
        var random = Seeded(state: 31)
        for ring in [Shape.comb(size, &random), Shape.spiral(size)] {
            for turned in [ring, ring.map { Point($0.y, -$0.x) }, ring.map { Point(-$0.x, -$0.y) }] {
                #expect(faults([turned], budget: -1) == [])
                #expect(flatCount(turned, budget: -1) == 0)
            }
        }
    }

    @Test func ringsThatTouchThemselvesAreCovered() {
        var random = Seeded(state: 37)
        for cells in [3, 6, 10, 20, 60, 300] {
            for _ in 0..<20 {
                let blot = Shape.blot(cells, &random)
                #expect(faults([blot.outer] + blot.holes, budget: -1) == [], "\(blot)")
            }
        }
    }

    @Test(arguments: [4, 5, 7, 60, 500])
    func ringsThatCrossThemselvesKeepTheirSignedArea(count: Int) {
        var random = Seeded(state: UInt64(count))
        for size in [3, 10, 1000] {
            for _ in 0..<40 {
                let ring = (0..<count).map { _ in
                    Point(.random(in: 0..<size, using: &random), .random(in: 0..<size, using: &random))
                }
                let triangles = cut([ring], budget: -1)
                #expect(triangles.count == count - 2)
                #expect(Set(triangles.joined()).count == count)
                #expect(triangles.reduce(0) { $0 + Shape.area($1.map { ring[$0] }) } == Shape.area(ring))
            }
        }
    }

    @Test func smallPolygonsAreNeverDivided() {
        var random = Seeded(state: 41)
        for ring in [Shape.comb(480, &random), Shape.star(900, radius: 5000, &random), Shape.spiral(100)] {
            #expect(cut([ring], budget: nil) == cut([ring], budget: .max))
        }
    }

    /// Measured in a release build: three million corners in 0.5 to 3 s by their shape, growing as n log n.
    @Test func teethAndSpikesInTheirThousandsAreCutInTime() {
        var random = Seeded(state: 43)
        let count = 40_000
        let teeth = (0..<count).map { Point($0, $0 % 2 == 0 ? 1 : 1000) } + [Point(count - 1, 0), Point(0, 0)]
        let star = Shape.star(count, radius: 30_000, &random)
        let time = ContinuousClock().measure {
            for ring in [teeth, teeth.map { Point($0.y, -$0.x) }, star] {
                #expect(faults([ring], budget: 1 << 16) == [])
            }
        }
        #expect(time < .seconds(600))
    }
}

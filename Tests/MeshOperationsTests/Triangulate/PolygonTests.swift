import Testing

@testable import MeshOperations

/// The faults of a triangulation, found by integer arithmetic; empty if there are none.
private func faults(outer: [Point], holes: [[Point]] = [], lift: (Point) -> SIMD3<Int> = { SIMD3($0.x, $0.y, 0) })
    -> [String]
{
    func place(_ ring: [Point]) -> [SIMD3<Double>] { ring.map { SIMD3<Double>(lift($0)) } }
    let triangles = Polygon.triangulate(outer: place(outer), holes: holes.map(place))
    let corners = outer + holes.flatMap(\.self)
    var found: [String] = []
    let expected = corners.count + 2 * holes.count - 2
    if triangles.count != expected { found.append("\(triangles.count) triangles, expected \(expected)") }
    var sum = 0
    var used = Set<Int32>()
    for triangle in triangles {
        let area = Shape.area([triangle.x, triangle.y, triangle.z].map { corners[Int($0)] })
        if area.signum() * Shape.area(outer).signum() < 0 { found.append("\(triangle) has the wrong sign") }
        sum += area
        used.formUnion([triangle.x, triangle.y, triangle.z])
    }
    let sign = Shape.area(outer).signum()
    let whole = Shape.area(outer) - sign * holes.reduce(0) { $0 + abs(Shape.area($1)) }
    if sum != whole { found.append("area \(sum), expected \(whole)") }
    if used.count != corners.count { found.append("\(corners.count - used.count) corners in no triangle") }
    return found
}

/// The number of triangles without area.
private func flatCount(outer: [Point], holes: [[Point]] = []) -> Int {
    func place(_ ring: [Point]) -> [SIMD3<Double>] { ring.map { SIMD3(Double($0.x), Double($0.y), 0) } }
    let corners = outer + holes.flatMap(\.self)
    return Polygon.triangulate(outer: place(outer), holes: holes.map(place)).count { triangle in
        Shape.area([triangle.x, triangle.y, triangle.z].map { corners[Int($0)] }) == 0
    }
}

@Suite struct PolygonTests {
    @Test func threeCornersStayAsTheyAre() {
        let triangles = Polygon.triangulate(outer: [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0)])
        #expect(triangles == [SIMD3(0, 1, 2)])
    }

    @Test func fewerThanThreeCornersGiveNothing() {
        #expect(Polygon.triangulate(outer: []).isEmpty)
        #expect(Polygon.triangulate(outer: [SIMD3(1, 2, 3), SIMD3(3, 2, 1)]).isEmpty)
    }

    @Test func aSquareIsCutFromItsFirstCorner() {
        let square: [SIMD3<Double>] = [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0)]
        #expect(Polygon.triangulate(outer: square) == [SIMD3(0, 1, 2), SIMD3(0, 2, 3)])
    }

    @Test func aFourCorneredPolygonIsCutAlongTheShorterDiagonal() {
        let kite: [SIMD3<Double>] = [SIMD3(0, 0, 0), SIMD3(3, -1, 0), SIMD3(9, 0, 0), SIMD3(3, 1, 0)]
        #expect(Polygon.triangulate(outer: kite) == [SIMD3(0, 1, 3), SIMD3(1, 2, 3)])
    }

    @Test(arguments: 0..<4)
    func aDentedQuadIsCutThroughItsDent(rotation: Int) {
        let arrow = [Point(0, 0), Point(4, -3), Point(1, 0), Point(4, 3)]
        let turned = (0..<4).map { arrow[($0 + rotation) % 4] }
        #expect(faults(outer: turned).isEmpty)
        #expect(faults(outer: turned.reversed()).isEmpty)
    }

    @Test func aQuadWithACornerOnAnEdgeHasNoFlatTriangle() {
        for rotation in 0..<4 {
            let quad = [Point(0, 0), Point(2, 0), Point(4, 0), Point(2, 5)]
            #expect(flatCount(outer: (0..<4).map { quad[($0 + rotation) % 4] }) == 0)
        }
    }

    @Test func aConvexPolygonBecomesAFanAroundItsFirstCorner() {
        let ring = [Point(0, 0), Point(4, -2), Point(8, 0), Point(8, 5), Point(3, 9), Point(0, 5)]
        let triangles = Polygon.triangulate(outer: ring.map { SIMD3(Double($0.x), Double($0.y), 3) })
        #expect(triangles == (1...4).map { SIMD3(0, $0, $0 + 1) })
    }

    @Test func aStarThatGoesRoundTwiceIsNotTakenForConvex() {
        let pentagram = [Point(0, 10), Point(-6, -8), Point(9, 3), Point(-9, 3), Point(6, -8)]
        let triangles = Polygon.triangulate(outer: pentagram.map { SIMD3(Double($0.x), Double($0.y), 0) })
        #expect(triangles.count == 3)
    }

    @Test func randomStarsAreCovered() {
        var random = Seeded(state: 1)
        for count in [5, 8, 13, 50, 200] {
            for _ in 0..<20 {
                let star = Shape.star(count, radius: 1000, &random)
                guard isAround(star, Point(0, 0)) else { continue }
                #expect(faults(outer: star) == [])
                #expect(faults(outer: star.reversed()) == [])
            }
        }
    }

    @Test(arguments: [1, 2, 5, 40, 300])
    func combsAreCovered(teeth: Int) {
        var random = Seeded(state: UInt64(teeth))
        let comb = Shape.comb(teeth, &random)
        #expect(faults(outer: comb) == [])
        #expect(flatCount(outer: comb) == 0)
    }

    @Test(arguments: [1, 2, 3, 10, 100])
    func spiralsAreCovered(turns: Int) {
        let spiral = Shape.spiral(turns)
        #expect(faults(outer: spiral) == [])
        #expect(flatCount(outer: spiral) == 0)
    }

    @Test func randomSimplePolygonsOnSmallGridsAreCoveredWithoutFlatTriangles() {
        var random = Seeded(state: 7)
        var checked = 0
        for round in 0..<500 {
            let count = 4 + round % 28
            guard let ring = Shape.untangled(count, size: 4 + round % 9, &random), Shape.area(ring) > 0 else {
                continue
            }
            checked += 1
            #expect(faults(outer: ring) == [], "\(ring)")
            #expect(flatCount(outer: ring) == 0, "\(ring)")
        }
        #expect(checked > 250)
    }

    @Test func polygonsInTiltedPlanesAreCovered() {
        var random = Seeded(state: 11)
        let lifts: [(Point) -> SIMD3<Int>] = [
            { SIMD3($0.x, $0.y, 2 * $0.x - 3 * $0.y) }, { SIMD3($0.x, 5, -$0.y) }, { SIMD3(7, $0.y, $0.x) },
            { SIMD3($0.x + $0.y, $0.x - $0.y, 9 * $0.x) },
        ]
        for round in 0..<200 {
            guard let ring = Shape.untangled(12, size: 8, &random), Shape.area(ring) > 0 else { continue }
            #expect(faults(outer: ring, lift: lifts[round % 4]) == [])
        }
    }

    @Test func blotsWithHolesThatTouchAreCovered() {
        var random = Seeded(state: 3)
        for cells in [3, 6, 10, 20, 60, 300] {
            for _ in 0..<20 {
                let blot = Shape.blot(cells, &random)
                #expect(faults(outer: blot.outer, holes: blot.holes) == [], "\(blot)")
                #expect(flatCount(outer: blot.outer, holes: blot.holes) == 0, "\(blot)")
            }
        }
    }

    @Test func holesOfAnyWindingAndOrderAreLeftOut() {
        var random = Seeded(state: 5)
        for _ in 0..<100 {
            let outer = [Point(0, 0), Point(100, 0), Point(100, 100), Point(0, 100)]
            var holes: [[Point]] = []
            for column in 0..<5 {
                for row in 0..<5 {
                    let corner = Point(column * 20 + 2, row * 20 + 2)
                    var hole = Shape.star(9, radius: 8, &random).map { $0 &+ corner &+ Point(8, 8) }
                    guard hole.count > 2, Shape.area(hole) > 0, isAround(hole, corner &+ Point(8, 8)) else { continue }
                    if Bool.random(using: &random) { hole.reverse() }
                    holes.append(hole)
                }
            }
            holes.shuffle(using: &random)
            #expect(faults(outer: outer, holes: holes) == [])
            #expect(faults(outer: outer.reversed(), holes: holes) == [])
        }
    }

    private func isAround(_ ring: [Point], _ center: Point) -> Bool {
        ring.indices.allSatisfy { Shape.turn(center, ring[$0], ring[($0 + 1) % ring.count]) > 0 }
    }

    @Test func aHoleOfOnePointBecomesACornerOfTheTriangles() {
        let outer = [Point(0, 0), Point(10, 0), Point(0, 10)]
        #expect(faults(outer: outer, holes: [[Point(2, 3)]]) == [])
        // Both ends of the bridge are corners: one triangle more than three corners around a point need.
        #expect(flatCount(outer: outer, holes: [[Point(2, 3)]]) == 1)
    }

    @Test func aRingThatIsBridgedAlreadyIsCovered() {
        let keyhole = [
            Point(0, 0), Point(9, 0), Point(9, 9), Point(0, 9), Point(0, 0), Point(3, 3), Point(3, 6), Point(6, 6),
            Point(6, 3), Point(3, 3),
        ]
        #expect(faults(outer: keyhole) == [])
        #expect(flatCount(outer: keyhole) == 0)
    }

    @Test func spikesThatStickOutDoNotTurnTrianglesRound() {
        let ring = [Point(0, 0), Point(2, 0), Point(2, 2), Point(3, 3), Point(2, 2), Point(0, 2)]
        for rotation in ring.indices {
            #expect(faults(outer: ring.indices.map { ring[($0 + rotation) % ring.count] }) == [])
        }
    }

    @Test func spikesThatReachInsideAreCorners() {
        let ring = [Point(0, 0), Point(9, 0), Point(9, 9), Point(5, 4), Point(9, 9), Point(0, 9)]
        for rotation in ring.indices {
            let turned = ring.indices.map { ring[($0 + rotation) % ring.count] }
            #expect(faults(outer: turned) == [])
            #expect(flatCount(outer: turned) == 0)
        }
    }

    @Test func repeatedPointsGiveFlatTrianglesAndNothingElse() {
        var random = Seeded(state: 13)
        for _ in 0..<300 {
            guard let ring = Shape.untangled(9, size: 6, &random), Shape.area(ring) > 0 else { continue }
            let repeated = ring.flatMap { [Point](repeating: $0, count: .random(in: 1...3, using: &random)) }
            #expect(faults(outer: repeated) == [])
            #expect(flatCount(outer: repeated) == repeated.count - ring.count)
        }
    }

    @Test(arguments: [4, 5, 6, 50, 3000])
    func polygonsWithoutAreaStillHaveAllTriangles(count: Int) {
        let line = (0..<count).map { Point($0 * 37 % 11, $0 * 37 % 11) }
        #expect(faults(outer: line) == [])
        #expect(faults(outer: [Point](repeating: Point(3, 4), count: count)) == [])
    }

    @Test(arguments: [4, 5, 7, 60, 500])
    func ringsThatCrossThemselvesKeepTheirSignedArea(count: Int) {
        var random = Seeded(state: UInt64(count))
        for _ in 0..<20 {
            let ring = (0..<count).map { _ in
                SIMD3<Double>(
                    .random(in: -9...9, using: &random), .random(in: -9...9, using: &random),
                    .random(in: -9...9, using: &random))
            }
            let triangles = Polygon.triangulate(outer: ring)
            #expect(triangles.count == count - 2)
            #expect(Set(triangles.flatMap { [$0.x, $0.y, $0.z] }).count == count)
            var sum = SIMD3<Double>()
            for triangle in triangles {
                sum += Polygon.vectorArea([ring[Int(triangle.x)], ring[Int(triangle.y)], ring[Int(triangle.z)]])
            }
            let difference = sum - Polygon.vectorArea(ring[...])
            #expect(dot(difference, difference) < 1e-18 * Double(count * count))
        }
    }

    @Test(arguments: [Double.nan, .infinity, 1e308, 0x1p-1070, 0])
    func numbersAtTheEdgeOfFloat64NeitherStopNorCrash(value: Double) {
        for count in [4, 5, 9, 100] {
            for place in 0..<min(count, 5) {
                var ring: [SIMD3<Double>] = []
                for index in 0..<count {
                    ring.append(SIMD3<Double>(SIMD3<Int>(index % 7, index * index % 5, index % 3)))
                }
                ring[place] = SIMD3(value, -value, 1)
                #expect(Polygon.triangulate(outer: ring).count == count - 2)
                #expect(Polygon.triangulate(outer: ring.map { $0 * value }).count == count - 2)
            }
        }
    }

    @Test func tinyAndHugePolygonsAreCutAsTheirEqualsOfOrdinarySize() {
        var random = Seeded(state: 17)
        let ring = Shape.star(40, radius: 500, &random).map { SIMD3(Double($0.x), Double($0.y), 0) }
        let triangles = Polygon.triangulate(outer: ring)
        for scale in [0x1p-900, 0x1p-200, 0x1p300, 0x1p900] {
            #expect(Polygon.triangulate(outer: ring.map { $0 * scale }) == triangles)
        }
    }

    @Test func aBentPolygonIsCutAsItIsSeenAlongItsNormal() {
        // Thin in its plane, and bent by more than its width.
        var ring: [SIMD3<Double>] = []
        for step in 0..<12 { ring.append(SIMD3(Double(step), 0, step % 2 == 0 ? 0.3 : -0.3)) }
        for step in (0..<12).reversed() { ring.append(SIMD3(Double(step), 0.1, step % 2 == 0 ? -0.3 : 0.3)) }
        for triangle in Polygon.triangulate(outer: ring) {
            let area = Polygon.vectorArea([ring[Int(triangle.x)], ring[Int(triangle.y)], ring[Int(triangle.z)]])
            #expect(area.z > 0)
        }
    }

    @Test func aManyThousandCorneredPolygonIsCutInTime() {
        var random = Seeded(state: 23)
        let comb = Shape.comb(2000, &random)
        let clock = ContinuousClock()
        var triangles: [SIMD3<Int32>] = []
        let time = clock.measure {
            triangles = Polygon.triangulate(outer: comb.map { SIMD3(Double($0.x), Double($0.y), 0) })
        }
        #expect(triangles.count == comb.count - 2)
        #expect(time < .seconds(600))
    }
}

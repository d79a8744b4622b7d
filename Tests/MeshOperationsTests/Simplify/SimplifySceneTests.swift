import MeshModel
import Testing

@testable import MeshOperations

/// Scenes of several meshes, and broken ones.
@Suite struct SimplifySceneTests {
    @Test func primitivesWithTheirOwnVerticesStayTogether() throws {
        let (left, right) = (Patch(8), Patch(8, from: SIMD3(1, 0, 0)))
        let sets = [left, right].map { VertexSet(count: $0.places.count, attributes: [positions($0.places)]) }
        let scene = MeshScene(
            vertexSets: sets, primitives: [triangles(left.corners), triangles(right.corners, set: 1)])
        let (result, changes) = try #require(scene.simplified(SimplifyOptions(faces: 20)))
        #expect(changes.reduce(0) { $0 + $1.after } == 20)
        try result.validate()
        // Open edges are those of the outline; the line between both is none.
        #expect(abs(SurfaceMeasure(result).area - 2) < 1e-3)
        let edges = MeshStatistics(result, identity: .position).edges()
        #expect(edges.nonManifold == 0 && edges.open < 20)
        let places = result.vertexSets.map { $0.attribute(.position)?.values.doubles() ?? [] }
        func seam(_ set: Int) -> Set<Double> {
            let rows = stride(from: 0, to: places[set].count, by: 3)
            return Set(rows.filter { abs(places[set][$0] - 1) < 1e-3 }.map { places[set][$0 + 1] })
        }
        #expect(seam(0) == seam(1))
    }

    @Test func aMeshShownTwiceCountsTwiceAndHiddenOnesStay() throws {
        var scene = Ball.sphere(4)
        scene.meshes.append(scene.meshes[0])
        var second = scene.nodes[0]
        second.transform = .trs(translation: SIMD3(3, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1))
        scene.nodes.append(second)
        scene.scenes[0].roots.append(1)
        let (result, changes) = try #require(scene.simplified(SimplifyOptions(faces: 200)))
        #expect(changes.map { [$0.mesh, $0.before, $0.after] } == [[0, 192, 100]])
        // The hidden mesh has the old vertices, the other one has its own now.
        #expect(result.vertexSets.count == 2)
        #expect(result.meshes[1].primitives[0].corners == scene.meshes[1].primitives[0].corners)
        #expect(result.meshes[0].primitives[0].vertexSet == 1)
        try result.validate()
    }

    @Test func pointsAndLinesStay() throws {
        var scene = Patch(6).scene
        scene.meshes[0].primitives.append(.cloud(vertexSet: 0, count: 49))
        let (result, changes) = try #require(scene.simplified(SimplifyOptions(faces: 10)))
        #expect(changes.map { [$0.primitive, $0.after] } == [[0, 10]])
        #expect(result.meshes[0].primitives[1].elementCount == 49)
        #expect(result.vertexSets[0].count == 49)
        try result.validate()
    }

    @Test func trianglesGoWhereTheyAreNeededLeast() throws {
        // A flat square and a ball.
        let (ball, patch) = (Ball.sphere(6), Patch(15))
        var scene = patch.scene
        scene.vertexSets.append(ball.vertexSets[0])
        var primitive = ball.meshes[0].primitives[0]
        primitive.vertexSet = 1
        scene.meshes[0].primitives.append(primitive)
        let (_, changes) = try #require(scene.simplified(SimplifyOptions(faces: 440)))
        #expect(changes[0].after < 20 && changes[1].after > 420)
    }

    @Test func theSameSceneGivesTheSameBytes() throws {
        let ball = Ball.sphere(10)
        func bytes() throws -> [[Double]] {
            let scene = try #require(ball.simplified(SimplifyOptions(faces: 200))).scene
            return [
                scene.vertexSets[0].attributes[0].values.doubles(),
                scene.meshes[0].primitives[0].corners.map { Double($0) },
            ]
        }
        #expect(try bytes() == bytes())
    }

    @Test func workEndsWhenAsked() {
        #expect(Ball.sphere(4).simplified(SimplifyOptions(faces: 10), shouldStop: { true }) == nil)
    }

    @Test func brokenSurfacesNeitherTrapNorGetWorse() throws {
        var random = SplitMix64(seed: 7)
        func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        let odd: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 0, -0.0, .leastNonzeroMagnitude]
        for round in 0..<30 {
            let patch = Patch(5)
            var (places, corners) = (patch.places, patch.corners)
            for _ in 0..<round % 6 { places[number(places.count)][number(3)] = odd[number(odd.count)] }
            for _ in 0..<round % 7 { corners[number(corners.count)] = Int32(number(places.count)) }
            for _ in 0..<round % 4 {
                let first = number(corners.count / 3) * 3
                corners += corners[first..<first + 3]
            }
            for _ in 0..<round % 3 { places[number(places.count)] = places[number(places.count)] }
            if round % 5 == 0 { places = places.map { $0 * 1e30 } }
            let scene = MeshScene(
                vertexSets: [VertexSet(count: places.count, attributes: [positions(places)])],
                primitives: [triangles(corners)])
            let before = MeshStatistics(scene, identity: .position).edges()
            for options in [SimplifyOptions(faces: 20), SimplifyOptions(faces: 0), SimplifyOptions(error: 1e9)] {
                let (result, changes) = try #require(scene.simplified(options))
                try result.validate()
                let after = MeshStatistics(result, identity: .position).edges()
                // An edge of three may become one of two that don't agree.
                #expect(
                    after.nonManifold + after.inconsistent <= before.nonManifold + before.inconsistent,
                    "\(round) \(options) \(before) \(after)")
                #expect(changes.allSatisfy { $0.after <= $0.before && $0.after > 0 })
            }
        }
    }

    @Test func scenesWithoutUsablePositionsStay() throws {
        var scene = Patch(3).scene
        scene.vertexSets[0].attributes = []
        #expect(try #require(scene.simplified(SimplifyOptions(faces: 1))).changes.isEmpty)
        #expect(try #require(MeshScene().simplified(SimplifyOptions(faces: 1))).changes.isEmpty)
        let folded = Solid.scene([[0, 0, 1], [1, 1, 1]], [SIMD3(), SIMD3(1, 0, 0)])
        #expect(try #require(folded.simplified(SimplifyOptions(faces: 1))).changes.isEmpty)
    }

    @Test func vertexWithManyTrianglesTakesLinearTime() throws {
        // A disc around one vertex: its rim may get simpler, but no collapse walks around the centre.
        let count = 20_000
        var places: [SIMD3<Float>] = [SIMD3()]
        var corners: [Int32] = []
        for index in 0..<count {
            // Points of a parabola and back: a closed rim without trigonometry.
            let t = Float(index) / Float(count) * 4
            places.append(t < 2 ? SIMD3(1 - t, t * (2 - t), 0) : SIMD3(t - 3, (t - 2) * (t - 4), 0))
            corners += [0, Int32(index + 1), Int32((index + 1) % count + 1)]
        }
        let scene = MeshScene(
            vertexSets: [VertexSet(count: places.count, attributes: [positions(places)])],
            primitives: [triangles(corners)])
        let (_, changes) = try #require(scene.simplified(SimplifyOptions(faces: 19_000)))
        #expect(changes[0].after == 19_000)
    }
}

import MeshModel
import Testing

@testable import MeshOperations

/// What simplification keeps of a surface's shape.
@Suite struct SimplifyShapeTests {
    @Test func aFlatGridBecomesTwoTriangles() throws {
        let (scene, changes) = try #require(Patch(10).scene.simplified(SimplifyOptions(error: 1e-6)))
        #expect(changes.map { [$0.before, $0.after] } == [[200, 2]])
        #expect(changes[0].largestDistance < 1e-6)
        #expect(scene.vertexSets[0].count == 4)
        #expect(abs(SurfaceMeasure(scene).area - 1) < 1e-9)
        try scene.validate()
    }

    @Test func aCubeKeepsItsEdges() throws {
        let cube = Ball.cube(8)
        let (scene, changes) = try #require(cube.simplified(SimplifyOptions(error: 1e-6)))
        #expect(changes.map(\.after) == [12])
        #expect(abs(SurfaceMeasure(scene).volume - 8) < 1e-5)
        #expect(MeshStatistics(scene).edges().isClosed)
    }

    @Test func aBallStaysClosedAndRound() throws {
        let (scene, changes) = try #require(Ball.sphere(16).simplified(SimplifyOptions(faces: 300)))
        #expect(changes.map { [$0.before, $0.after] } == [[3072, 300]])
        let statistics = MeshStatistics(scene)
        let edges = statistics.edges()
        #expect(edges.isClosed && edges.inconsistent == 0)
        #expect(scene.vertexSets[0].count - edges.total + 300 == 2)
        let volume = SurfaceMeasure(scene).volume
        // 4 π ÷ 3 is 4.19.
        let own = SurfaceMeasure(Ball.sphere(16)).volume
        #expect(abs(volume - own) < own * 0.025, "\(volume) \(own)")
        #expect(changes[0].largestDistance > 0.001 && changes[0].largestDistance < 0.05)
    }

    @Test func theErrorIsALimit() throws {
        let ball = Ball.sphere(12)
        var last = 1728
        for error in [0.003, 0.01, 0.03] {
            let (_, changes) = try #require(ball.simplified(SimplifyOptions(error: error)))
            #expect(changes[0].largestDistance <= error * 2)
            #expect(changes[0].after < last)
            last = changes[0].after
        }
        #expect(last < 200)
    }

    @Test func countAndErrorAreBothLimits() throws {
        let ball = Ball.sphere(8)
        let few = try #require(ball.simplified(SimplifyOptions(faces: 10, error: 0.01)))
        #expect(few.changes[0].after > 10)
        let many = try #require(ball.simplified(SimplifyOptions(faces: 700, error: 0.5)))
        #expect(many.changes[0].after == 700)
    }

    @Test func nothingChangesWithoutNeed() throws {
        for options in [
            SimplifyOptions(), SimplifyOptions(faces: 12), SimplifyOptions(error: 0), SimplifyOptions(error: .nan),
            SimplifyOptions(error: -1),
        ] {
            let (scene, changes) = try #require(Solid.cube.simplified(options))
            #expect(changes.isEmpty)
            #expect(scene.meshes[0].primitives[0].faces == Solid.cube.meshes[0].primitives[0].faces)
        }
    }

    @Test func piecesDoNotVanishNorTouch() throws {
        let (places, faces) = Solid.ring()
        let far = places.map { $0 + SIMD3(100, 0, 0) }
        let two = Solid.scene(faces + Solid.shifted(faces, by: places.count), places + far)
        let (scene, changes) = try #require(two.simplified(SimplifyOptions(faces: 0)))
        // A torus needs at least 14 triangles, which these rules need not reach.
        #expect(changes[0].after >= 28 && changes[0].after <= 80)
        let edges = MeshStatistics(scene, identity: .position).edges()
        #expect(edges.isClosed && edges.inconsistent == 0)
        #expect(scene.vertexSets[0].count - edges.total + changes[0].after == 0)

        let tetrahedron: [[Int32]] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
        let solid = Solid.scene(tetrahedron, [SIMD3(), SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)])
        #expect(try #require(solid.simplified(SimplifyOptions(faces: 0))).changes.isEmpty)
    }

    @Test func aHoleStaysOpenAndInPlace() throws {
        // A grid of 12 × 12 squares without the 4 × 4 in its middle.
        var patch = Patch(12)
        patch.corners = stride(from: 0, to: patch.corners.count, by: 3).flatMap { first -> [Int32] in
            let triangle = Array(patch.corners[first..<first + 3])
            let middle = triangle.reduce(SIMD2<Float>()) { sum, vertex in
                let place = patch.places[Int(vertex)]
                return sum + SIMD2(place.x, place.y) / 3
            }
            let isInside = abs(middle.x - 0.5) < 1 / 6 && abs(middle.y - 0.5) < 1 / 6
            return isInside ? [] : triangle
        }
        let (scene, changes) = try #require(patch.scene.simplified(SimplifyOptions(faces: 0)))
        #expect(changes[0].after >= 6)
        let (exact, few) = try #require(patch.scene.simplified(SimplifyOptions(error: 1e-5)))
        #expect(few[0].after == 8)
        #expect(abs(SurfaceMeasure(exact).area - (1 - 1 / 9)) < 1e-5)
        #expect(MeshStatistics(scene).edges().nonManifold == 0)
    }

    @Test func noTriangleTurnsOver() throws {
        // Waves: all triangles look up.
        var patch = Patch(24)
        for index in patch.places.indices {
            let x = patch.places[index].x * 4
            patch.places[index].z =
                0.2 * (x - x.rounded(.down)) * (1 - x + x.rounded(.down)) + patch.places[index].y / 9
        }
        let (scene, _) = try #require(patch.scene.simplified(SimplifyOptions(faces: 60)))
        var triangles = ShownTriangles(scene)
        while let block = triangles.next() {
            for triangle in 0..<block.elements.count {
                let (a, b, c) = triangles.corners(triangle)
                let (x, y) = (b - a, c - a)
                #expect(x.x * y.y - x.y * y.x > 0)
            }
        }
    }
}

/// A square from 0 to 1 at z = 0, of `count` × `count` squares of two triangles.
struct Patch {
    var places: [SIMD3<Float>] = []
    var corners: [Int32] = []

    init(_ count: Int, from offset: SIMD3<Float> = SIMD3()) {
        for y in 0...count {
            for x in 0...count { places.append(SIMD3(Float(x), Float(y), 0) / Float(count) + offset) }
        }
        for y in 0..<count {
            for x in 0..<count {
                let a = Int32(y * (count + 1) + x)
                let c = a + Int32(count) + 1
                corners += [a, a + 1, c + 1, a, c + 1, c]
            }
        }
    }

    func scene(_ attributes: [Attribute] = []) -> MeshScene {
        MeshScene(
            vertexSets: [VertexSet(count: places.count, attributes: [positions(places)] + attributes)],
            primitives: [triangles(corners)])
    }

    var scene: MeshScene { scene() }
}

/// Closed surfaces of six square grids.
enum Ball {
    /// A cube from −1 to 1; its faces repeat the vertices of edges.
    static func cube(_ count: Int) -> MeshScene { scene(count) { $0 } }

    /// A sphere of radius 1.
    static func sphere(_ count: Int) -> MeshScene {
        scene(count) { $0 / ($0.x * $0.x + $0.y * $0.y + $0.z * $0.z).squareRoot() }
    }

    private static func scene(_ count: Int, _ place: (SIMD3<Float>) -> SIMD3<Float>) -> MeshScene {
        var places: [SIMD3<Float>] = []
        var corners: [Int32] = []
        for axis in 0..<3 {
            for side in [Float(-1), 1] {
                let patch = Patch(count)
                let first = Int32(places.count)
                for own in patch.places {
                    var point = SIMD3<Float>()
                    point[axis] = side
                    point[(axis + 1) % 3] = (own.x * 2 - 1) * side
                    point[(axis + 2) % 3] = own.y * 2 - 1
                    // Rounded, so that faces meet exactly.
                    places.append(place((point * 1024).rounded(.toNearestOrEven) / 1024))
                }
                corners += patch.corners.map { $0 + first }
            }
        }
        let soup = MeshScene(
            vertexSets: [VertexSet(count: places.count, attributes: [positions(places)])],
            primitives: [triangles(corners)])
        return weldVertices(soup, WeldOptions(zerosAreEqual: true)).scene
    }
}

import MeshModel
import Testing

@testable import MeshOperations

@Suite struct MeshStatisticsTests {
    private let cube: [[Int32]] = [
        [0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7],
    ]
    private let corners: [SIMD3<Float>] = [
        SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 0, 1),
        SIMD3(1, 1, 1), SIMD3(0, 1, 1),
    ]

    private func scene(_ faces: [[Int32]], _ places: [SIMD3<Float>]) -> MeshScene {
        MeshScene(
            vertexSets: [VertexSet(count: places.count, attributes: [positions(places)])],
            primitives: [polygons(faces)])
    }

    @Test func aCubeIsClosed() {
        let statistics = MeshStatistics(scene(cube, corners))
        #expect(statistics.edges() == MeshStatistics.Edges(total: 12, open: 0, nonManifold: 0, inconsistent: 0))
        #expect(statistics.edges().isClosed)
        #expect(statistics.pieceCount() == 1)
        #expect(statistics.duplicateFaces().count == 0)
        #expect(statistics.degenerateFaceCount() == 0)
    }

    @Test func aMissingFaceOpensItsEdges() {
        let edges = MeshStatistics(scene(Array(cube.dropLast()), corners)).edges()
        #expect(edges.open == 4)
        #expect(!edges.isClosed)
    }

    @Test func aTurnedFaceIsInconsistentWithItsNeighbours() {
        var faces = cube
        faces[2].reverse()
        let edges = MeshStatistics(scene(faces, corners)).edges()
        #expect(edges.inconsistent == 4)
        #expect(edges.isClosed)
    }

    @Test func aWallInsideMakesEdgesNonManifold() {
        let edges = MeshStatistics(scene(cube + [[0, 2, 6, 4]], corners)).edges()
        // The wall's two upright edges have three faces, its two diagonals one.
        #expect(edges.nonManifold == 2)
        #expect(edges.open == 2)
    }

    @Test func aSoupIsClosedOnceEqualPositionsAreOneVertex() {
        let soup = cube.flatMap { face in face.map { corners[Int($0)] } }
        let faces = (0..<6).map { face in (0..<4).map { Int32(face * 4 + $0) } }
        let source = scene(faces, soup)
        #expect(MeshStatistics(source).pieceCount() == 6)
        #expect(MeshStatistics(source).edges().open == 24)
        #expect(MeshStatistics(source, identity: .position).pieceCount() == 1)
        #expect(MeshStatistics(source, identity: .position).edges().isClosed)
    }

    @Test func minusZeroIsZeroAndNaNStandsAlone() {
        let places: [SIMD3<Float>] = [
            SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(-0.0, 0, -0.0), SIMD3(.nan, 0, 0), SIMD3(.nan, 0, 0),
        ]
        let statistics = MeshStatistics(scene([[0, 1, 2], [3, 4, 5]], places), identity: .position)
        #expect(statistics.pieceCount() == 1)
        #expect(statistics.edges().total == 6)
    }

    @Test func facesOfTheSameVerticesAreDuplicates() {
        let faces: [[Int32]] = [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 1, 3], [0, 1, 2, 3], [3, 0, 1, 2]]
        #expect(MeshStatistics(scene(faces, corners)).duplicateFaces().count == 3)
    }

    @Test func facesWithoutAreaAreDegenerate() {
        let faces: [[Int32]] = [[0, 1, 1], [0, 1, 2], [0, 1], [3, 3, 3, 3], [0, 6, 0]]
        #expect(MeshStatistics(scene(faces, corners)).degenerateFaceCount() == 4)
    }

    @Test func piecesAreCountedOverPrimitivesAndSets() {
        var source = scene([[0, 1, 2], [4, 5, 6]], corners)
        source.meshes[0].primitives.append(
            Primitive(
                topology: .lines, vertexSet: 0, elementCount: 1, arity: .uniform(2),
                vertices: Column([2, 4] as [Int32])))
        source.vertexSets.append(VertexSet(count: 3))
        source.meshes.append(Mesh(primitives: [triangles([0, 1, 2], set: 1), .cloud(vertexSet: 1, count: 3)]))
        #expect(MeshStatistics(source).pieceCount() == 2)
    }

    @Test func edgesOfALargeGridAreCounted() {
        // 100 × 100 squares: 2 · 100 · 101 edges, 400 of them at the border.
        var faces: [[Int32]] = []
        for row in 0..<100 {
            for column in 0..<100 {
                let corner = Int32(row * 101 + column)
                faces.append([corner, corner + 1, corner + 102, corner + 101])
            }
        }
        let source = MeshScene(vertexSets: [VertexSet(count: 101 * 101)], primitives: [polygons(faces)])
        let statistics = MeshStatistics(source)
        #expect(statistics.edges() == MeshStatistics.Edges(total: 20_200, open: 400, nonManifold: 0, inconsistent: 0))
        #expect(statistics.pieceCount() == 1)
        #expect(statistics.duplicateFaces().count == 0)
    }

    @Test func boundsAreOfWhatIsShownInTheWorld() throws {
        var source = scene(cube, corners + [SIMD3(.infinity, 50, 0), SIMD3(.nan, 0, 70)])
        source.nodes = [
            Node(transform: .matrix([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 10, 0, 0, 1]), children: [1]),
            Node(
                transform: .trs(translation: SIMD3(0, 1, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, -1)),
                mesh: 0),
        ]
        let bounds = try #require(Bounds(source))
        #expect(bounds == Bounds(minimum: SIMD3(10, 2, -2), maximum: SIMD3(12, 4, 0)))
        source.scenes = [SceneRoot(roots: [])]
        #expect(Bounds(source) == nil)
    }
}

extension MeshStatistics {
    /// The number of faces whose corners are collinear, or that have fewer than three different ones.
    fileprivate func degenerateFaceCount() -> Int {
        var count = 0
        var test = DegenerateTest(of: scene)
        for mesh in scene.meshes {
            for primitive in mesh.primitives where primitive.topology == .polygons {
                test.begin(primitive)
                primitive.forEachElement { _, vertices, corners in
                    if test.isDegenerate(vertices, corners) { count += 1 }
                }
            }
        }
        return count
    }
}

import MeshModel
import Testing

@testable import MeshOperations

@Suite struct MeshFindingTests {
    private func found(_ scene: MeshScene, _ identity: MeshStatistics.VertexIdentity = .index) -> [String] {
        MeshStatistics(scene, identity: identity).findings().map {
            "\($0.kind.rawValue) \($0.count) \($0.first.path) \($0.first.index)"
        }
    }

    private let first = "/meshes/0/primitives/0"

    @Test func nothingIsWrongWithACubeOrNothing() {
        #expect(found(Solid.cube).isEmpty)
        #expect(found(MeshScene()).isEmpty)
        #expect(found(MeshScene(vertexSets: [], primitives: [polygons([])])).count == 0)
    }

    @Test func openEdgesAreFoundAtTheFirstFaceThatHasOne() {
        // Without the last square its four neighbours have an open edge; the second square isn't a neighbour.
        let faces =
            [Solid.cubeFaces[3]] + Solid.cubeFaces.filter { $0 != Solid.cubeFaces[5] && $0 != Solid.cubeFaces[3] }
        #expect(found(Solid.scene(faces, Solid.cubeCorners)) == ["edge.open 4 \(first) 1"])
    }

    @Test func aMoebiusStripHasOneBorderAndNoFront() {
        let source = Solid.moebius(7)
        let statistics = MeshStatistics(source)
        // Seven rungs, one of which connects reversed, and a border of fourteen edges.
        #expect(statistics.edges() == MeshStatistics.Edges(total: 21, open: 14, nonManifold: 0, inconsistent: 1))
        #expect(statistics.pieces(joinedBy: .edge).count == 1)
        #expect(found(source) == ["edge.open 14 \(first) 0", "edge.inconsistent 1 \(first) 0"])
    }

    @Test func aBowTieIsOnePieceByItsVertexAndTwoByEdges() {
        let source = MeshScene(vertexSets: [VertexSet(count: 5)], primitives: [polygons([[0, 1, 2], [0, 3, 4]])])
        let statistics = MeshStatistics(source)
        #expect(statistics.pieces().faceCounts == [2])
        #expect(statistics.pieces(joinedBy: .edge).faceCounts == [1, 1])
        #expect(statistics.pieces(joinedBy: .edge).labels == [0, 1])
    }

    @Test func twoCubesThatShareAnEdgeMeetInANonManifoldEdge() {
        // The second cube is at x + 1, y + 1: they share the upright edge 2–6.
        let second: [Int32] = [2, 8, 9, 10, 6, 11, 12, 13]
        let faces = Solid.cubeFaces + Solid.cubeFaces.map { face in face.map { second[Int($0)] } }
        let places = Solid.cubeCorners + [1, 2, 3, 5, 6, 7].map { Solid.cubeCorners[$0] + SIMD3(1, 1, 0) }
        let source = Solid.scene(faces, places)
        let statistics = MeshStatistics(source)
        #expect(statistics.edges() == MeshStatistics.Edges(total: 23, open: 0, nonManifold: 1, inconsistent: 0))
        #expect(!statistics.edges().isClosed)
        #expect(statistics.pieces(joinedBy: .edge).count == 1)
        #expect(found(source) == ["edge.non-manifold 1 \(first) 3"])
        #expect(SurfaceMeasure(source).volume == 2)
    }

    @Test func piecesFollowTheirFirstFacesAndCountTheirs() {
        let faces = Solid.shifted(Solid.cubeFaces, by: 8) + Array(Solid.cubeFaces.prefix(4))
        var source = Solid.scene(faces, Solid.cubeCorners + Solid.cubeCorners)
        source.meshes.append(Mesh(primitives: [polygons([[1, 2, 3], [1, 2, 99], []])]))
        for joint in [MeshStatistics.Joint.vertex, .edge] {
            let pieces = MeshStatistics(source).pieces(joinedBy: joint)
            #expect(pieces.count == 2)
            #expect(pieces.faceCounts == [6, 5])
            #expect(pieces.labels == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, -1, -1])
        }
        #expect(MeshStatistics(source, identity: .position).pieces().faceCounts == [11])
        #expect(MeshStatistics(MeshScene()).pieces().count == 0)
    }

    @Test func duplicatesAreToldByHowTheyGoRound() {
        let faces: [[Int32]] = [
            [0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [0, 2, 1, 3], [4, 5, 6], [4, 6, 5], [0, 2, 1, 3], [4, 5, 7],
        ]
        let source = Solid.scene(faces, Solid.cubeCorners)
        let duplicates = MeshStatistics(source).duplicateFaces()
        #expect(duplicates.same == 2)
        #expect(duplicates.reversed == 2)
        #expect(duplicates.reordered == 1)
        #expect(MeshStatistics(source).duplicateFaces().count == 5)
        let lines = found(source)
        #expect(lines.contains("face.duplicate 2 \(first) 1"))
        #expect(lines.contains("face.duplicate-reversed 2 \(first) 2"))
        #expect(lines.contains("face.duplicate-reordered 1 \(first) 3"))
    }

    @Test func aFaceThatIsItsOwnBackIsADuplicateNotItsReverse() {
        let source = Solid.scene([[0, 1], [1, 0], [2, 2, 2], [2, 2, 2]], Solid.cubeCorners)
        #expect(
            MeshStatistics(source).duplicateFaces()
                == {
                    var d = MeshStatistics.DuplicateFaces(); d.same = 2; return d
                }())
    }

    @Test func duplicatesAmongManyFacesAreAllFound() {
        var random = Seeded(state: 3)
        var faces: [[Int32]] = []
        var same = 0
        var reversed = 0
        for index in 0..<3000 {
            let count = 3 + index % 5
            let face = (0..<count).map { Int32(index * 8 + $0) }
            faces.append(face)
            let shift = Int.random(in: 0..<count, using: &random)
            let turned = Array(face[shift...] + face[..<shift])
            switch index % 3 {
            case 0:
                faces.append(turned)
                same += 1
            case 1:
                faces.append(turned.reversed())
                reversed += 1
            default: break
            }
        }
        faces.sort { $0[0] % 97 < $1[0] % 97 }
        let duplicates = MeshStatistics(
            MeshScene(vertexSets: [VertexSet(count: 24_000)], primitives: [polygons(faces)])
        ).duplicateFaces()
        #expect(duplicates.same == same)
        #expect(duplicates.reversed == reversed)
        #expect(duplicates.reordered == 0)
    }

    @Test func facesThatCoverNothingAreToldApart() {
        let places: [SIMD3<Float>] = [SIMD3(), SIMD3(1, 0, 0), SIMD3(2, 0, 0), SIMD3(0, 1, 0), SIMD3(.nan, 0, 0)]
        let faces: [[Int32]] = [[0, 1, 3], [0, 1], [0, 1, 2], [0, 0, 1], [0, 1, 3, 1], [1, 4, 3]]
        #expect(
            found(Solid.scene(faces, places)).filter { !$0.hasPrefix("edge") } == [
                "face.too-few-corners 1 \(first) 1", "face.repeated-corner 2 \(first) 3",
                "face.zero-area 1 \(first) 2", "vertex.non-finite 1 /vertexSets/0 4",
            ])
    }

    @Test func repeatedCornersOfLargeFacesAreFound() {
        let ring = (0..<40).map { SIMD3<Float>(Float($0), Float($0 * $0), 0) }
        let face = (0..<40).map { Int32($0) }
        #expect(!found(Solid.scene([face], ring)).contains { $0.hasPrefix("face") })
        #expect(found(Solid.scene([face + [7]], ring)).contains("face.repeated-corner 1 \(first) 0"))
    }

    @Test func cornersOnVerticesThatDoNotExistAreFound() {
        var source = Solid.scene([[0, 1, 2], [0, 1, 8], [-1, 0, 1]], Solid.cubeCorners)
        source.meshes[0].primitives.append(triangles([0, 1, 2], set: 5))
        source.meshes[0].primitives.append(
            Primitive(
                topology: .lines, vertexSet: 0, elementCount: 1, arity: .uniform(2),
                vertices: Column([0, 77] as [Int32])))
        #expect(
            found(source).filter { !$0.hasPrefix("edge") } == [
                "index.out-of-range 4 \(first) 1", "vertex.unreferenced 5 /vertexSets/0 3",
            ])
    }

    @Test func verticesWithoutCornersAndBadNormalsAreFound() {
        var source = Solid.scene([[0, 1, 2]], Solid.cubeCorners + [SIMD3(0, .infinity, 0)])
        source.vertexSets[0].attributes.append(
            Attribute(.normal, Column([1, 0, 0, 0, 0.5, 0, 0.6, 0.8, 0] as [Float], components: 3)))
        source.vertexSets[0].pools = [
            Attribute(.normal, Column([0, 0, -127, 0, 0, 0] as [Int8], components: 3), normalized: true),
            Attribute(.texCoord(0), Column([0, 0] as [Float], components: 2)),
        ]
        #expect(
            found(source) == [
                "edge.open 3 \(first) 0", "vertex.unreferenced 6 /vertexSets/0 3",
                "vertex.non-finite 1 /vertexSets/0 8", "normal.not-unit 2 /vertexSets/0/NORMAL 1",
            ])
    }

    @Test func aSoupIsLookedAtByPositions() {
        let soup = Solid.cubeFaces.flatMap { face in face.map { Solid.cubeCorners[Int($0)] } }
        let source = MeshScene(
            vertexSets: [VertexSet(count: 24, attributes: [positions(soup)])],
            primitives: [
                Primitive(topology: .polygons, vertexSet: 0, elementCount: 6, arity: .uniform(4), vertices: nil)
            ])
        #expect(found(source) == ["edge.open 24 \(first) 0"])
        #expect(found(source, .position).isEmpty)
        #expect(MeshStatistics(source, identity: .position).pieces(joinedBy: .edge).faceCounts == [6])
        let welded = weldVertices(source).scene
        #expect(found(welded).isEmpty)
        #expect(welded.vertexSets[0].count == 8)
    }

    @Test func aRingIsClosed() {
        // trimesh 5.2: is_watertight, is_winding_consistent, len(edges_unique) 120;
        // without the first two triangles group_rows(edges_sorted, require_count=1) has 4.
        let (places, faces) = Solid.ring()
        let statistics = MeshStatistics(Solid.scene(faces, places))
        #expect(statistics.edges() == MeshStatistics.Edges(total: 120, open: 0, nonManifold: 0, inconsistent: 0))
        #expect(statistics.pieces(joinedBy: .edge).faceCounts == [80])
        #expect(MeshStatistics(Solid.scene(Array(faces.dropFirst(2)), places)).edges().open == 4)
    }
}

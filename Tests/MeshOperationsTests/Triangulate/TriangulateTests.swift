import MeshModel
import Testing

@testable import MeshOperations

@Suite struct TriangulateTests {
    /// A quad, a triangle, a degenerate face of two corners, a pentagon with a dent.
    private var scene: MeshScene {
        let set = VertexSet(
            count: 8,
            attributes: [
                positions([
                    SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0), SIMD3(4, 0, 0), SIMD3(8, 0, 0),
                    SIMD3(6, 1, 0), SIMD3(8, 4, 0),
                ])
            ],
            pools: [Attribute(.texCoord(0), Column([Float](repeating: 0, count: 40), components: 2))])
        var primitive = polygons([[0, 1, 2, 3], [1, 4, 2], [0, 1], [4, 5, 6, 7, 2]])
        primitive.cornerAttributes = [
            CornerAttribute(pool: 0, indices: Column([10, 11, 12, 13, 14, -1, 16, 17, 18, 0, 1, 2, 3, 4] as [Int16]))
        ]
        primitive.elementAttributes = [
            Attribute(.smoothingGroup, Column([7, 8, 9, 10] as [UInt32])),
            Attribute(
                AttributeSemantic(name: "tags"), Column([1, 2, 3, 4, 5] as [UInt8]),
                offsets: Column([0, 2, 2, 3, 5] as [Int32])),
        ]
        primitive.material = .perElement(Column([0, 1, 2, -1] as [Int32]))
        primitive.subsetFamilies = [
            SubsetFamily(
                name: "groups",
                subsets: [Subset(name: "a", ranges: [0..<1, 2..<4]), Subset(name: "b", ranges: [2..<3])])
        ]
        return MeshScene(vertexSets: [set], primitives: [primitive])
    }

    @Test func everythingFollowsTheTriangles() throws {
        let source = scene
        let (result, correspondence, changed) = triangulate(source)
        let primitive = result.meshes[0].primitives[0]
        #expect(primitive.isTriangles)
        #expect(primitive.faces.count == 2 + 1 + 3)
        #expect(Array(primitive.faces[0..<3]) == [[0, 1, 2], [0, 2, 3], [1, 4, 2]])
        #expect(Array(primitive.rows(0)[0..<9]) == [10, 11, 12, 10, 12, 13, 14, -1, 16])
        #expect(primitive.cornerAttributes[0].indices?.type == .int16)
        // Each corner keeps its vertex and its row together.
        let pairs = Dictionary(
            zip(source.meshes[0].primitives[0].corners, source.meshes[0].primitives[0].rows(0)).suffix(5).map {
                ($0, $1)
            },
            uniquingKeysWith: { first, _ in first })
        for (vertex, row) in zip(primitive.corners, primitive.rows(0)).dropFirst(9) { #expect(pairs[vertex] == row) }
        #expect(primitive.elementAttributes[0].values.integers() == [7, 7, 8, 10, 10, 10])
        #expect(primitive.elementAttributes[1].values.integers() == [1, 2, 1, 2, 4, 5, 4, 5, 4, 5])
        #expect(primitive.elementAttributes[1].offsets?.integers() == [0, 2, 4, 4, 6, 8, 10])
        #expect(primitive.materials == [0, 0, 1, -1, -1, -1])
        #expect(primitive.subsetFamilies[0].subsets[0].ranges == [0..<2, 3..<6])
        #expect(primitive.subsetFamilies[0].subsets[1].ranges == [])
        #expect(correspondence.cuts.map(\.elements) == [[0, 0, 1, 3, 3, 3]])
        #expect(correspondence.cuts[0].corners.prefix(9) == [0, 1, 2, 0, 2, 3, 4, 5, 6])
        #expect(correspondence.vertices.rows == nil)
        #expect(changed == [TriangulationChange(mesh: 0, primitive: 0, polygons: 3, dropped: 1, folded: 0)])
    }

    @Test func theDentIsRespected() {
        let source = scene
        let places = source.vertexSets[0].attributes[0].values.doubles()
        for face in triangulate(source).scene.meshes[0].primitives[0].faces {
            let p = face.map { SIMD3(places[Int($0) * 3], places[Int($0) * 3 + 1], 0) }
            #expect(Polygon.vectorArea(p[...]).z > 0)
        }
    }

    @Test func trianglesAreNotCopied() throws {
        let primitive = triangles([0, 1, 2])
        let source = MeshScene(vertexSets: [VertexSet(count: 3)], primitives: [primitive])
        let (result, correspondence, changed) = triangulate(source)
        let before = try #require(primitive.vertices)
        let after = try #require(result.meshes[0].primitives[0].vertices)
        #expect(after.isSameView(as: before))
        #expect(changed.isEmpty)
        #expect(correspondence.cuts.isEmpty)
    }

    @Test func rowsOfFourInAStridedViewAreRead() throws {
        // A count byte and four int32 per face, as in binary PLY.
        var bytes: [UInt8] = []
        for face in [[0, 1, 2, 3], [3, 2, 1, 0]] {
            bytes.append(4)
            for vertex in face { bytes += [UInt8(vertex), 0, 0, 0] }
        }
        let storage = Column(bytes).storage
        let view = try #require(
            Column(viewing: storage, offset: 1, stride: 17, count: 2, components: 4, type: .int32, byteOrder: .little))
        let primitive = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(4), vertices: view)
        let set = VertexSet(
            count: 4, attributes: [positions([SIMD3(0, 0, 0), SIMD3(2, 0, 0), SIMD3(2, 2, 0), SIMD3(0, 2, 0)])])
        let (result, _, _) = triangulate(MeshScene(vertexSets: [set], primitives: [primitive]))
        #expect(result.meshes[0].primitives[0].faces == [[0, 1, 2], [0, 2, 3], [3, 2, 1], [3, 1, 0]])
    }

    @Test func withoutPositionsTheNumberIsTheSame() {
        let source = MeshScene(
            vertexSets: [VertexSet(count: 9)], primitives: [polygons([[0, 1, 2, 3, 4, 5], [5, 6, 7, 8]])])
        #expect(triangulate(source).scene.meshes[0].primitives[0].elementCount == 6)
    }

    @Test func cutsNameTheirMeshAndPrimitive() {
        var source = MeshScene(vertexSets: [VertexSet(count: 4)], primitives: [triangles([0, 1, 2])])
        source.meshes.append(Mesh(primitives: [triangles([1, 2, 3]), polygons([[0, 1, 2, 3]])]))
        let cuts = triangulate(source).correspondence.cuts
        #expect(cuts.map(\.mesh) == [1])
        #expect(cuts.map(\.primitive) == [1])
    }

    @Test func aFaceThatCrossesItselfIsTold() {
        let set = VertexSet(
            count: 5,
            attributes: [
                // The five points of a star, and the same points in order around it.
                positions([
                    SIMD3(0, 4, 0), SIMD3(2, -3, 0), SIMD3(-4, 1, 0), SIMD3(4, 1, 0), SIMD3(-2, -3, 0),
                ])
            ])
        let source = MeshScene(vertexSets: [set], primitives: [polygons([[0, 1, 2, 3, 4], [0, 2, 4, 1, 3]])])
        #expect(triangulate(source).changed.map(\.folded) == [1])
    }
}

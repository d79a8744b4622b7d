import MeshModel
import Testing

@testable import MeshOperations

@Suite struct SplitVerticesTests {
    @Test func verticesAreRepeatedWhereCornersDisagree() {
        let set = VertexSet(
            count: 5, attributes: [positions((0..<5).map { SIMD3(Float($0), 0, 0) })],
            pools: [
                Attribute(.texCoord(0), Column([0, 0, 1, 1, 2, 2, 3, 3] as [Float], components: 2)),
                Attribute(.normal, Column([9, 9, 9] as [Float], components: 3)),
            ])
        var faces = triangles([0, 1, 2, 2, 1, 3, 2, 1, 0])
        faces.cornerAttributes = [
            CornerAttribute(pool: 0, indices: Column([0, 1, 2, 3, 1, -1, 3, 2, 0] as [Int32])),
            CornerAttribute(pool: 1, indices: Column([Int32](repeating: 0, count: 9))),
        ]
        let lines = Primitive(
            topology: .lines, vertexSet: 0, elementCount: 1, arity: .uniform(2), vertices: Column([2, 3] as [Int32]))
        let source = Scene(vertexSets: [set], primitives: [faces, lines])
        let (result, gathers, correspondence, changed) = splitVertices(source, pools: [0: [0]])
        #expect(gathers[0] == [0, 1, 2, 3, 4, 2, 1])
        #expect(result.meshes[0].primitives[0].corners == [0, 1, 2, 5, 1, 3, 5, 6, 0])
        #expect(result.meshes[0].primitives[1].corners == [2, 3])
        let values = result.vertexSets[0]
        #expect(values.count == 7)
        #expect(
            values.attributes[0].values.doubles().enumerated().filter { $0.offset % 3 == 0 }.map(\.element) == [
                0, 1, 2, 3, 4, 2, 1,
            ])
        #expect(values.attributes[1].semantic == .texCoord(0))
        #expect(values.attributes[1].values.doubles() == [0, 0, 1, 1, 2, 2, 0, 0, 0, 0, 3, 3, 2, 2])
        // The other pool moves up.
        #expect(values.pools.map(\.semantic) == [.normal])
        #expect(result.meshes[0].primitives[0].cornerAttributes.map(\.pool) == [0])
        #expect(
            changed == [
                VertexSplitChange(set: 0, pools: [0], copies: 2, filledCorners: [1], filledVertices: [2])
            ])
        #expect(correspondence.vertices.rows == [0, 1, 2, 3, 4, 2, 1])
        #expect(correspondence.attributes.contains(.init("/vertexSets/0/pools/0", "/vertexSets/0/TEXCOORD_0")))
        #expect(correspondence.attributes.contains(.init("/vertexSets/0/pools/1", "/vertexSets/0/pools/0")))
    }

    @Test(arguments: [1, 2, 3])
    func everyCornerKeepsItsValues(poolCount: Int) {
        var random = Seeded(state: UInt64(poolCount))
        let vertexCount = 500
        let cornerCount = 30_000
        let poolSizes = [700, 300, 4]
        var set = VertexSet(count: vertexCount, attributes: [])
        set.attributes = [Attribute(AttributeSemantic(name: "id"), Column((0..<vertexCount).map { Int32($0) }))]
        for pool in 0..<poolCount {
            set.pools.append(Attribute(.texCoord(pool), Column((0..<poolSizes[pool]).map { Float($0 + 1) })))
        }
        var primitive = triangles(
            (0..<cornerCount).map { _ in Int32.random(in: 0..<Int32(vertexCount), using: &random) })
        for pool in 0..<poolCount {
            let rows = (0..<cornerCount).map { _ in Int32.random(in: -1..<Int32(poolSizes[pool]), using: &random) }
            primitive.cornerAttributes.append(CornerAttribute(pool: pool, indices: Column(rows)))
        }
        let source = Scene(vertexSets: [set], primitives: [primitive])
        let result = splitVertices(source, pools: [0: Array(0..<poolCount)]).scene
        let corners = result.meshes[0].primitives[0].corners
        let ids = result.vertexSets[0].attributes[0].values.integers()
        #expect(corners.map { ids[Int($0)] } == primitive.corners)
        var seen = Set<[Double]>()
        let columns = (0..<poolCount).map { result.vertexSets[0].attributes[1 + $0].values.doubles() }
        for pool in 0..<poolCount {
            // Row r holds r + 1, and −1 becomes 0.
            #expect(corners.map { Int64(columns[pool][Int($0)]) - 1 } == primitive.rows(pool))
        }
        // No two vertices of one origin have the same values, so there are no more than needed.
        for vertex in ids.indices { seen.insert([Double(ids[vertex])] + columns.map { $0[vertex] }) }
        #expect(seen.count == ids.count)
    }

    @Test func aVertexWithAHundredThousandValuesIsSplitInLinearTime() {
        let count = 99_999
        let set = VertexSet(count: 1, pools: [Attribute(.texCoord(0), Column([Float](repeating: 0, count: count)))])
        var primitive = triangles([Int32](repeating: 0, count: count))
        primitive.cornerAttributes = [CornerAttribute(pool: 0, indices: nil)]
        let (result, _, _, changed) = splitVertices(
            Scene(vertexSets: [set], primitives: [primitive]), pools: [0: [0]])
        #expect(result.vertexSets[0].count == count)
        #expect(changed[0].copies == count - 1)
    }

    @Test func columnsStayWhenNothingIsSplit() throws {
        let set = VertexSet(count: 3, pools: [Attribute(.texCoord(0), Column([5, 6, 7] as [Float]))])
        var primitive = triangles([2, 1, 0, 0, 1, 2])
        primitive.cornerAttributes = [CornerAttribute(pool: 0, indices: Column([0, 1, 2, 2, 1, 0] as [UInt8]))]
        let (result, gathers, correspondence, _) = splitVertices(
            Scene(vertexSets: [set], primitives: [primitive]), pools: [0: [0]])
        let before = try #require(primitive.vertices)
        let after = try #require(result.meshes[0].primitives[0].vertices)
        #expect(after.isSameView(as: before))
        #expect(gathers[0] == [0, 1, 2])
        #expect(correspondence.vertices.rows == nil)
        #expect(result.vertexSets[0].attributes[0].values.doubles() == [7, 6, 5])
    }

    @Test func aPoolWhoseMeaningVerticesHaveStays() {
        let set = VertexSet(
            count: 1, attributes: [Attribute(.normal, Column([1, 2, 3] as [Float], components: 3))],
            pools: [Attribute(.normal, Column([1, 2, 3] as [Float], components: 3))])
        var primitive = triangles([0, 0, 0])
        primitive.cornerAttributes = [CornerAttribute(pool: 0, indices: Column([0, 0, 0] as [Int8]))]
        let (result, _, _, changed) = splitVertices(
            Scene(vertexSets: [set], primitives: [primitive]), pools: [0: [0, 5]])
        #expect(changed[0].keptPools == [0, 5])
        #expect(result.vertexSets[0].pools.count == 1)
        #expect(result.meshes[0].primitives[0].cornerAttributes.count == 1)
    }
}

import MeshModel
import Testing

@testable import MeshOperations

@Suite struct RemoveUnusedTests {
    @Test func verticesWithoutCornersGo() {
        let set = VertexSet(count: 6, attributes: [Attribute(.color(0), Column([10, 11, 12, 13, 14, 15] as [UInt8]))])
        let source = MeshScene(
            vertexSets: [set, VertexSet(count: 2)], primitives: [triangles([5, 1, 3]), triangles([3, 1, 1])])
        let (result, correspondence, removed) = removeUnreferencedVertices(source)
        #expect(result.vertexSets[0].attributes[0].values.integers() == [11, 13, 15])
        #expect(result.meshes[0].primitives.map(\.corners) == [[2, 0, 1], [1, 0, 0]])
        #expect(removed == [3, 2])
        #expect(correspondence.vertices.rows == [1, 3, 5])
    }

    @Test func aCloudUsesAllItsVertices() {
        let source = MeshScene(vertexSets: [VertexSet(count: 4)], primitives: [.cloud(vertexSet: 0, count: 4)])
        #expect(removeUnreferencedVertices(source).removed == [0])
    }

    @Test func elementsThatCoverNothingGo() {
        let set = VertexSet(
            count: 5,
            attributes: [
                positions([SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(3, 3, 3), SIMD3(0, 1, 0), SIMD3(0, 1, 0)])
            ])
        var faces = polygons([[0, 1, 2], [0, 1, 3], [0, 3, 4], [0, 0, 1, 3], [1, 1, 1], [0, 1, 2, 0]])
        faces.elementAttributes = [Attribute(.smoothingGroup, Column([0, 1, 2, 3, 4, 5] as [UInt8]))]
        faces.subsetFamilies = [SubsetFamily(name: "g", subsets: [Subset(name: "s", ranges: [0..<2, 3..<6])])]
        let lines = Primitive(
            topology: .lines, vertexSet: 0, elementCount: 2, arity: .uniform(2),
            vertices: Column([3, 4, 0, 1] as [Int32]))
        let (result, correspondence, removed) = removeDegenerateElements(
            MeshScene(vertexSets: [set], primitives: [faces, lines]))
        #expect(result.meshes[0].primitives[0].faces == [[0, 1, 3], [0, 0, 1, 3]])
        #expect(result.meshes[0].primitives[0].elementAttributes[0].values.integers() == [1, 3])
        #expect(result.meshes[0].primitives[0].subsetFamilies[0].subsets[0].ranges == [0..<2])
        #expect(result.meshes[0].primitives[1].faces == [[0, 1]])
        #expect(removed == [[4, 1]])
        #expect(correspondence.elements[.polygons]?.rows == [1, 3])
    }
}

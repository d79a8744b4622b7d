import MeshBytes
import MeshModel
import Testing

@testable import FormatOBJ

/// A list of faces becomes again the primitives that it was merged from.
@Suite struct OBJMergedPrimitivesTests {
    /// A triangle, two quads and a pentagon, with a number for each.
    private func faces(_ families: [SubsetFamily] = []) -> Primitive {
        Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 4, arity: .offsets(Column([0, 3, 7, 11, 16] as [Int32])),
            vertices: Column([0, 1, 2, 0, 1, 2, 3, 3, 2, 1, 0, 4, 3, 2, 1, 0] as [Int32]),
            elementAttributes: [Attribute(AttributeSemantic(name: "_ID"), Column([10, 11, 12, 13] as [Int32]))],
            cornerAttributes: [CornerAttribute(pool: 0, indices: Column(Array(0..<16 as Range<Int32>)))],
            subsetFamilies: families)
    }

    private func scene(_ primitives: Primitive...) -> MeshScene {
        var scene = MeshScene(vertexSets: [VertexSet(count: 5)], primitives: [])
        scene.meshes = [Mesh(primitives: primitives)]
        return scene
    }

    private func merged(_ numbers: JSONValue) throws -> OBJMergedPrimitives {
        try #require(OBJMergedPrimitives(json: numbers))
    }

    @Test func aListIsCutWhereThePrimitivesEnded() throws {
        var scene = scene(faces())
        #expect(try merged([0, 0, 1, 0, 2, 0, 1]).restore(in: &scene))
        let primitives = scene.meshes[0].primitives
        // Faces of one size need no offsets.
        #expect(primitives.map(\.isUniform) == [3, 4, 5])
        #expect(primitives.map(\.elementCount) == [1, 2, 1])
        #expect(primitives.map(\.indices) == [[0, 1, 2], [0, 1, 2, 3, 3, 2, 1, 0], [4, 3, 2, 1, 0]])
        #expect(primitives.map { $0.elementAttributes[0].values.integers() } == [[10], [11, 12], [13]])
        #expect(primitives.map { $0.rows(0) } == [[0, 1, 2], [3, 4, 5, 6, 7, 8, 9, 10], [11, 12, 13, 14, 15]])
    }

    @Test func offsetsOfAPartBeginAtZero() throws {
        var scene = scene(faces())
        #expect(try merged([0, 0, 1, 0, 3]).restore(in: &scene))
        #expect(scene.meshes[0].primitives.map(\.starts) == [nil, [0, 4, 8, 13]])
    }

    @Test(arguments: [
        [1, 0, 4] as JSONValue, [0, 0, 3], [0, 0, 5], [0, 0, 2, 0, 3], [0, 1, 4], [0, 0, 4, 2, 1],
    ])
    func anEntryThatDoesNotFitChangesNothing(_ numbers: JSONValue) throws {
        var scene = scene(faces())
        #expect(try !merged(numbers).restore(in: &scene))
        #expect(scene.meshes[0].primitives.map(\.starts) == [[0, 3, 7, 11, 16]])
    }

    /// Merging makes one list of each kind, without groups: others are somebody's work.
    @Test func otherListsStayAsTheyAre() throws {
        var twice = scene(faces(), faces())
        #expect(try !merged([0, 0, 1, 0, 3]).restore(in: &twice))
        #expect(twice.meshes[0].primitives.count == 2)
        var grouped = scene(faces([SubsetFamily(name: "groups", subsets: [Subset(name: "a", ranges: [0..<2])])]))
        #expect(try !merged([0, 0, 1, 0, 3]).restore(in: &grouped))
        #expect(grouped.meshes[0].primitives.count == 1)
    }

    @Test(arguments: [[] as JSONValue, [0, 0], [0, 3, 1], [0, 0, 0], [0, "0", 1], [0, 0, -1], 0])
    func anInvalidEntryIsNone(_ numbers: JSONValue) { #expect(OBJMergedPrimitives(json: numbers) == nil) }
}

import MeshModel
import Testing

@testable import MeshOperations

@Suite struct SplitMergeTests {
    @Test func elementsOfOneMaterialBecomeOnePrimitive() {
        var faces = polygons([[0, 1, 2], [0, 1, 2, 3], [1, 2, 3], [3, 2, 1]])
        faces.material = .perElement(Column([4, -1, 4, 2] as [Int32]))
        faces.cornerAttributes = [CornerAttribute(pool: 0, indices: nil)]
        faces.subsetFamilies = [SubsetFamily(name: "g", subsets: [Subset(name: "s", ranges: [1..<3])])]
        let source = MeshScene(vertexSets: [VertexSet(count: 4)], primitives: [triangles([0, 1, 2]), faces])
        let (result, correspondence, origins) = splitByMaterial(source)
        let parts = result.meshes[0].primitives
        #expect(parts.map(\.faces) == [[[0, 1, 2]], [[0, 1, 2], [1, 2, 3]], [[0, 1, 2, 3]], [[3, 2, 1]]])
        #expect(parts.map(\.materials) == [[-1], [4, 4], [-1], [2]])
        #expect(parts[1].rows(0) == [0, 1, 2, 7, 8, 9])
        #expect(parts.dropFirst().map { $0.subsetFamilies[0].subsets[0].ranges } == [[1..<2], [0..<1], []])
        #expect(origins == [[0, 1, 1, 1]])
        #expect(correspondence.elements[.polygons]?.rows == [0, 1, 3, 2, 4])
    }

    @Test func primitivesOfOneKindBecomeOne() {
        var first = triangles([0, 1, 2])
        first.material = .one(3)
        first.elementAttributes = [Attribute(.smoothingGroup, Column([200] as [UInt8]))]
        first.subsetFamilies = [SubsetFamily(name: "g", subsets: [Subset(name: "a", ranges: [0..<1])])]
        var second = polygons([[3, 2, 1, 0], [1, 2, 3]])
        second.cornerAttributes = [CornerAttribute(pool: 1, indices: nil)]
        second.elementAttributes = [
            Attribute(.smoothingGroup, Column([-5, 6] as [Int16])),
            Attribute(AttributeSemantic(name: "x"), Column([1.5, 2.5] as [Float])),
        ]
        second.subsetFamilies = [
            SubsetFamily(
                name: "g", subsets: [Subset(name: "b", ranges: []), Subset(name: "a", ranges: [0..<2])])
        ]
        let other = triangles([0, 1, 2], set: 1)
        let source = MeshScene(
            vertexSets: [VertexSet(count: 4), VertexSet(count: 3)], primitives: [first, other, second])
        let (result, correspondence, changed) = mergePrimitives(source)
        #expect(result.meshes[0].primitives.count == 2)
        let merged = result.meshes[0].primitives[0]
        #expect(merged.faces == [[0, 1, 2], [3, 2, 1, 0], [1, 2, 3]])
        #expect(merged.rows(0) == [-1, -1, -1, 0, 1, 2, 3, 4, 5, 6])
        #expect(merged.cornerAttributes[0].pool == 1)
        #expect(merged.elementAttributes[0].values.type == .int16)
        #expect(merged.elementAttributes[0].values.integers() == [200, -5, 6])
        #expect(merged.elementAttributes[1].values.doubles() == [0, 1.5, 2.5])
        #expect(merged.materials == [3, -1, -1])
        #expect(
            merged.subsetFamilies[0].subsets == [Subset(name: "a", ranges: [0..<3]), Subset(name: "b", ranges: [])])
        #expect(changed == [MergeChange(mesh: 0, merged: 1, filledValues: 1)])
        #expect(correspondence.elements[.polygons]?.rows == [0, 2, 3, 1])
    }

    @Test func splittingAndMergingBackKeepsElementsAndMaterials() {
        var random = Seeded(state: 99)
        var primitive = triangles((0..<300).map { _ in Int32.random(in: 0..<50, using: &random) })
        primitive.material = .perElement(Column((0..<100).map { _ in Int32.random(in: -1..<5, using: &random) }))
        let source = MeshScene(vertexSets: [VertexSet(count: 50)], primitives: [primitive])
        let back = mergePrimitives(splitByMaterial(source).scene).scene.meshes[0].primitives
        #expect(back.count == 1)
        func described(_ primitive: Primitive) -> [String] {
            zip(primitive.faces, primitive.materials).map { "\($0) \($1)" }.sorted()
        }
        #expect(described(back[0]) == described(primitive))
    }

    @Test func attributesThatDifferInFormKeepPrimitivesApart() {
        var first = triangles([0, 1, 2])
        first.elementAttributes = [Attribute(.color(0), Column([1, 2, 3] as [UInt8], components: 3), normalized: true)]
        var second = first
        second.elementAttributes = [Attribute(.color(0), Column([1, 2, 3] as [Float], components: 3))]
        let source = MeshScene(vertexSets: [VertexSet(count: 3)], primitives: [first, second, first])
        let (result, _, changed) = mergePrimitives(source)
        #expect(result.meshes[0].primitives.map(\.elementCount) == [2, 1])
        #expect(changed == [MergeChange(mesh: 0, merged: 1, filledValues: 0)])
    }

    @Test func pointsAndLinesAreSplitAndMergedToo() {
        var points = Primitive.cloud(vertexSet: 0, count: 4)
        points.material = .perElement(Column([1, 0, 1, 0] as [UInt8]))
        var lines = Primitive(
            topology: .lines, vertexSet: 0, elementCount: 2, arity: .offsets(Column([0, 3, 5] as [Int32])),
            vertices: Column([0, 1, 2, 3, 0] as [Int32]))
        lines.material = .perElement(Column([5, -7] as [Int32]))
        let source = MeshScene(vertexSets: [VertexSet(count: 4)], primitives: [points, lines])
        let (result, correspondence, _) = splitByMaterial(source)
        let parts = result.meshes[0].primitives
        #expect(parts.map(\.faces) == [[[0], [2]], [[1], [3]], [[0, 1, 2]], [[3, 0]]])
        #expect(parts.map(\.materials) == [[1, 1], [0, 0], [5], [-1]])
        #expect(correspondence.elements[.points]?.rows == [0, 2, 1, 3])
        #expect(correspondence.elements[.lines]?.rows == nil)
        let back = mergePrimitives(result).scene.meshes[0].primitives
        #expect(back.map(\.faces) == [[[0], [2], [1], [3]], [[0, 1, 2], [3, 0]]])
        #expect(back.map(\.materials) == [[1, 1, 0, 0], [5, -1]])
    }

    @Test func oneMaterialForAllNeedsNoSecondPrimitive() {
        var faces = triangles([0, 1, 2, 2, 1, 0])
        faces.material = .perElement(Column([6, 6] as [Int32]))
        let source = MeshScene(vertexSets: [VertexSet(count: 3)], primitives: [faces])
        let once = splitByMaterial(source).scene
        #expect(once.meshes[0].primitives.count == 1)
        if case .one(6) = once.meshes[0].primitives[0].material {} else { Issue.record("expected one material") }
        // Splitting again changes nothing.
        let (twice, correspondence, origins) = splitByMaterial(once)
        #expect(twice.meshes[0].primitives.map(\.faces) == once.meshes[0].primitives.map(\.faces))
        #expect(correspondence.elements.isEmpty)
        #expect(origins == [[0]])
    }

    @Test func primitivesWithoutElementsStay() {
        var empty = polygons([])
        empty.material = .perElement(Column([] as [Int32]))
        let source = MeshScene(vertexSets: [VertexSet(count: 3)], primitives: [empty, triangles([0, 1, 2])])
        #expect(splitByMaterial(source).scene.meshes[0].primitives.map(\.elementCount) == [0, 1])
        let merged = mergePrimitives(source).scene.meshes[0].primitives
        #expect(merged.map(\.faces) == [[[0, 1, 2]]])
        #expect(splitByMaterial(MeshScene()).origins.isEmpty)
        #expect(mergePrimitives(MeshScene()).changed.isEmpty)
    }

    @Test func elementValuesAndListsFollowTheirMaterials() {
        var faces = triangles([0, 1, 2, 1, 2, 3, 2, 3, 0])
        faces.material = .perElement(Column([1, 0, 1] as [Int8]))
        faces.elementAttributes = [
            Attribute(.smoothingGroup, Column([10, 11, 12] as [Int32])),
            Attribute(
                AttributeSemantic(name: "tags"), Column([7, 8, 8, 9] as [UInt8]),
                offsets: Column([0, 1, 1, 4] as [Int32])),
        ]
        let parts = splitByMaterial(MeshScene(vertexSets: [VertexSet(count: 4)], primitives: [faces])).scene.meshes[0]
            .primitives
        #expect(parts.map { $0.elementAttributes[0].values.integers() } == [[10, 12], [11]])
        #expect(parts.map { $0.elementAttributes[1].values.integers() } == [[7, 8, 8, 9], []])
        #expect(parts[0].elementAttributes[1].offsets?.integers() == [0, 1, 4])
        let back = mergePrimitives(
            MeshScene(vertexSets: [VertexSet(count: 4)], primitives: parts)
        ).scene.meshes[0].primitives[0]
        #expect(back.elementAttributes[1].offsets?.integers() == [0, 1, 4, 4])
    }
}

import MeshComparison
import MeshModel
import Testing

@testable import MeshOperations

/// Changes by operations, as found by the comparison, which doesn't trust them.
@Suite struct OperationsComparedTests {
    /// Two meshes over one set with pools, materials per face, subsets, element attributes, lines and points.
    private func scene() -> MeshScene {
        var random = Seeded(state: 4)
        func numbers(_ count: Int, _ range: Range<Int32>) -> [Int32] {
            (0..<count).map { _ in Int32.random(in: range, using: &random) }
        }
        let count = 60
        let set = VertexSet(
            count: count,
            attributes: [
                Attribute(.position, Column((0..<count * 3).map { Float(($0 * 7919) % 101) }, components: 3)),
                Attribute(
                    .color(0), Column((0..<count * 3).map { UInt8($0 % 251) }, components: 3), normalized: true,
                    frame: .srgb),
            ],
            pools: [
                Attribute(.texCoord(0), Column((0..<80).map { Float($0) }, components: 2), frame: .bottomLeftUV),
                Attribute(.normal, Column((0..<90).map { Float($0) }, components: 3)),
            ])
        var result = MeshScene(vertexSets: [set], primitives: [])
        result.nodes = []
        result.meshes = []
        result.scenes = [SceneRoot(roots: [0, 1])]
        result.materials = [SceneMaterial(name: "a"), SceneMaterial(name: "b"), SceneMaterial(name: "c")]
        for mesh in 0..<2 {
            var faces = polygons((0..<30).map { face in numbers(3 + face % 4, 0..<Int32(count - 5)) })
            let corners = faces.cornerCount
            faces.cornerAttributes = [
                CornerAttribute(pool: 0, indices: Column(numbers(corners, -1..<36))),
                CornerAttribute(pool: 1, indices: Column(numbers(corners, 0..<30))),
            ]
            faces.elementAttributes = [Attribute(.smoothingGroup, Column(numbers(30, 0..<9)))]
            faces.material = .perElement(Column(numbers(30, -1..<3)))
            faces.subsetFamilies = [
                SubsetFamily(
                    name: "groups",
                    subsets: [Subset(name: "x", ranges: [0..<4, 9..<20]), Subset(name: "y", ranges: [20..<30])])
            ]
            let lines = Primitive(
                topology: .lines, vertexSet: 0, elementCount: 4, arity: .uniform(2),
                vertices: Column(numbers(8, 0..<20)))
            result.meshes.append(Mesh(name: "mesh \(mesh)", primitives: [faces, lines]))
            result.nodes.append(Node(name: "node \(mesh)", mesh: mesh))
        }
        return result
    }

    private func described(_ differences: [Difference]) -> [String] {
        differences.map { "\($0.facet) \($0.subject) \($0.count)" }
    }

    @Test func bakingWithoutTransformsAndInstancesChangesPlacesOfNodesOnly() {
        var source = scene()
        source.nodes.append(Node(name: "group", children: [0, 1]))
        source.scenes[0].roots = [2]
        let (result, correspondence, _) = bakeHierarchy(source)
        #expect(
            described(Comparison.differences(from: source, to: result, by: correspondence)) == ["presence /nodes 3"])
    }

    @Test func triangulatingIsToldByFacesAndNothingElseDiffers() {
        let source = scene()
        let (result, correspondence, changed) = triangulate(source)
        let found = Comparison.differences(from: source, to: result, by: correspondence)
        #expect(
            described(found.filter { $0.facet == .value }).prefix(2) == [
                "value /meshes/0/primitives/0 \(changed[0].polygons)",
                "value /meshes/0/primitives/0 \(changed[0].folded)",
            ])
        #expect(found.allSatisfy { $0.facet == .value || $0.subject.contains("pools") })
    }

    @Test func aMirroredInstanceArrivesWithItsPlaceAndItsNormals() {
        var source = scene()
        source.vertexSets[0].attributes.append(
            Attribute(.normal, Column((0..<60).flatMap { _ in [Float(0.6), 0.8, 0] }, components: 3)))
        source.nodes[1].transform = .trs(
            translation: SIMD3(1, 2, 3), rotation: SIMD4(0, 0, 0.6, 0.8), scale: SIMD3(-1, 2, 4))
        source.nodes.append(Node(transform: source.nodes[1].transform, mesh: 0))
        source.nodes.append(Node(children: [2]))
        source.scenes[0].roots = [0, 1, 3]
        let (result, correspondence, changed) = bakeHierarchy(source)
        #expect(changed.reversedPolygons == 60)
        let found = Comparison.differences(from: source, to: result, by: correspondence)
        #expect(
            described(found.filter { $0.facet != .value }) == [
                "sharing /meshes/0 1", "presence /nodes 3", "sharing /vertexSets/0 60",
            ])
        #expect(found.filter { $0.facet == .value }.map(\.subject) == ["/vertexSets/0/POSITION"])
        #expect(found.filter { $0.facet == .value }.map(\.largestError) == [changed.largestError])
        #expect(found.filter { $0.facet == .value }.map(\.valueClass) == [.rounded])
    }

    @Test func removingUnreferencedVerticesRemovesThemOnly() {
        let source = scene()
        let (result, correspondence, removed) = removeUnreferencedVertices(source)
        #expect(
            described(Comparison.differences(from: source, to: result, by: correspondence)) == [
                "presence /vertexSets/0 \(removed[0])"
            ])
    }

    @Test func splittingByMaterialAndMergingChangeOrderAndSharingOnly() {
        var source = scene()
        // Subsets can only stay whole within one primitive.
        for mesh in 0..<2 { source.meshes[mesh].primitives[0].subsetFamilies = [] }
        let (result, correspondence, origins) = splitByMaterial(source)
        #expect(
            described(Comparison.differences(from: source, to: result, by: correspondence)) == [
                "order /elements/polygons 1"
            ])
        let (back, second, changed) = mergePrimitives(result)
        #expect(changed.map(\.merged) == origins.map { $0.count { $0 == 0 } - 1 })
        #expect(
            described(Comparison.differences(from: result, to: back, by: second)) == [
                "sharing /meshes/0 \(changed[0].merged)", "sharing /meshes/1 \(changed[1].merged)",
            ])
    }

    @Test func removingDegenerateElementsRemovesThemOnly() {
        var source = scene()
        for mesh in 0..<2 { source.meshes[mesh].primitives[0].subsetFamilies = [] }
        let (result, correspondence, removed) = removeDegenerateElements(source)
        let found = Comparison.differences(from: source, to: result, by: correspondence)
        #expect(removed.allSatisfy { $0[0] > 0 })
        #expect(
            described(found.filter { $0.facet != .sharing }) == [
                "presence /meshes/0/primitives/0 \(removed[0][0])", "presence /meshes/1/primitives/0 \(removed[1][0])",
            ])
    }
}

import MeshModel
import Testing

@testable import MeshComparison

/// Claims of operations, written by hand, as the comparison judges them.
@Suite struct DerivationTests {
    /// A pentagon with a dent at corner 2, and a triangle; each corner has its own row.
    private func faces() -> MeshScene {
        let set = VertexSet(
            count: 5,
            attributes: [
                Attribute(
                    .position, Column([0, 0, 0, 4, 0, 0, 1, 1, 0, 0, 4, 0, -1, 2, 0] as [Float], components: 3))
            ],
            pools: [Attribute(.texCoord(0), Column((0..<16).map { Float($0) }, components: 2))])
        let primitive = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .offsets(Column([0, 5, 8] as [Int32])),
            vertices: Column([0, 1, 2, 3, 4, 0, 1, 2] as [Int32]),
            elementAttributes: [Attribute(.smoothingGroup, Column([7, 9] as [UInt32]))],
            cornerAttributes: [CornerAttribute(pool: 0, indices: nil)],
            subsetFamilies: [SubsetFamily(name: "groups", subsets: [Subset(name: "one", ranges: [1..<2])])])
        return MeshScene(vertexSets: [set], primitives: [primitive])
    }

    private func derived(
        _ corners: ContiguousArray<Int32>, elements: ContiguousArray<Int32> = [0, 0, 0, 1]
    ) -> Derivation {
        let cut = Correspondence.Triangulation.Cut(
            mesh: 0, primitive: 0, polygonCount: 2, elements: elements, corners: corners)
        return Derivation(faces(), [.triangulated(Correspondence.Triangulation(cuts: [cut]))])
    }

    private let path = "/meshes/0/primitives/0"
    private var wrong: Difference { Difference(.value, path + "/corners", count: 1, valueClass: .approximated) }
    private var cut: Difference { Difference(.value, path, count: 1, valueClass: .approximated) }

    @Test func trianglesOfADentedFaceAreOneDifference() throws {
        let result = derived([1, 2, 0, 2, 4, 0, 2, 3, 4, 5, 6, 7])
        #expect(result.found == [cut])
        let primitive = result.scene.meshes[0].primitives[0]
        #expect(primitive.vertices?.integers() == [1, 2, 0, 2, 4, 0, 2, 3, 4, 0, 1, 2])
        #expect(primitive.cornerAttributes[0].indices?.integers() == [1, 2, 0, 2, 4, 0, 2, 3, 4, 5, 6, 7])
        #expect(primitive.elementAttributes[0].values.integers() == [7, 7, 7, 9])
        #expect(primitive.elementAttributes[0].values.type == .uint32)
        #expect(primitive.subsetFamilies[0].subsets[0].ranges == [3..<4])
    }

    @Test func aFanOverTheDentIsFolded() {
        // Corners 0 1 2, 0 2 3, 0 3 4 are valid; from corner 3 a triangle lies outside.
        #expect(derived([0, 1, 2, 0, 2, 3, 0, 3, 4, 5, 6, 7]).found == [cut])
        #expect(derived([3, 4, 0, 3, 0, 1, 3, 1, 2, 5, 6, 7]).found == [cut, cut])
    }

    @Test(
        "what does not cover the face once is wrong",
        arguments: [
            // Turned over; a corner of the other face; a triangle twice; two that overlap; one missing.
            [2, 1, 0, 2, 4, 0, 2, 3, 4, 5, 6, 7], [1, 2, 5, 2, 4, 0, 2, 3, 4, 5, 6, 7],
            [1, 2, 0, 1, 2, 0, 2, 3, 4, 5, 6, 7], [0, 1, 2, 1, 2, 3, 2, 3, 4, 5, 6, 7],
        ] as [ContiguousArray<Int32>])
    func wrongCovers(corners: ContiguousArray<Int32>) {
        #expect(derived(corners).found.contains(wrong))
    }

    @Test func aTriangleTooFewOrInAnotherOrderIsWrong() {
        #expect(derived([1, 2, 0, 2, 4, 0, 5, 6, 7], elements: [0, 0, 1]).found == [cut, wrong])
        let late = derived([5, 6, 7, 1, 2, 0, 2, 4, 0, 2, 3, 4], elements: [1, 0, 0, 0])
        #expect(late.found.contains { $0.subject == wrong.subject })
    }

    @Test func aCutOfWhatIsNotThereIsWrong() {
        let cut = Correspondence.Triangulation.Cut(
            mesh: 3, primitive: 0, polygonCount: 0, elements: [], corners: [])
        let result = Derivation(faces(), [.triangulated(Correspondence.Triangulation(cuts: [cut]))])
        #expect(
            result.found == [Difference(.value, "/meshes/3/primitives/0/corners", count: 1, valueClass: .approximated)])
    }

    // MARK: Hierarchies

    /// A triangle with two instances: one doubled, turned from x to y and moved, the other unchanged.
    private func shown() -> MeshScene {
        let set = VertexSet(
            count: 3,
            attributes: [
                Attribute(.position, Column([1, 0, 0, 0, 1, 0, 0, 0, 1] as [Float], components: 3)),
                Attribute(.normal, Column([1, 0, 0, 0, 1, 0, 3, 0, 0] as [Float], components: 3)),
            ])
        let primitive = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
            vertices: Column([0, 1, 2] as [Int32]))
        var scene = MeshScene(vertexSets: [set], primitives: [primitive])
        scene.nodes = [
            Node(
                name: "moved",
                transform: .matrix([0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 4, 0, 10, 20, 30, 1]), mesh: 0),
            Node(name: "still", mesh: 0),
        ]
        scene.scenes = [SceneRoot(roots: [0, 1])]
        return scene
    }

    private var turn: Affine {
        var transform = Affine()
        transform.x = SIMD3(0, -2, 0)
        transform.y = SIMD3(2, 0, 0)
        transform.z = SIMD3(0, 0, 4)
        transform.translation = SIMD3(10, 20, 30)
        return transform
    }

    private func baked(
        _ change: (inout Correspondence.BakedHierarchy) -> Void = { _ in }
    ) -> Derivation {
        var hierarchy = Correspondence.BakedHierarchy(
            showings: [
                .init(node: 0, mesh: 0, transform: turn, isReversed: false, vertexSets: [0]),
                .init(node: 1, mesh: 0, transform: .identity, isReversed: false, vertexSets: [1]),
            ], vertexSets: [0, 0])
        change(&hierarchy)
        return Derivation(shown(), [.baked(hierarchy)])
    }

    private let soundDifferences = [
        Difference(.sharing, "/meshes/0", count: 1), Difference(.presence, "/nodes", count: 1),
        Difference(.sharing, "/vertexSets/0", count: 3),
    ]

    @Test func positionsAndNormalsAreMovedByTheClaimedTransform() {
        let result = baked()
        #expect(result.found == soundDifferences)
        #expect(result.scene.vertexSets[0].attributes[0].values.doubles() == [10, 22, 30, 8, 20, 30, 10, 20, 34])
        // Normals keep their length.
        #expect(result.scene.vertexSets[0].attributes[1].values.doubles() == [0, 1, 0, -1, 0, 0, 0, 3, 0])
        #expect(result.scene.vertexSets[1].attributes[0].values.doubles() == [1, 0, 0, 0, 1, 0, 0, 0, 1])
        #expect(result.scene.nodes.map(\.name) == ["moved", "still"])
        #expect(result.scene.meshes.map { $0.primitives[0].vertexSet } == [0, 1])
    }

    @Test func aTransformThatIsNotTheNodesIsADifference() {
        let wrong = Difference(.value, "/nodes/0", count: 1, valueClass: .approximated)
        #expect(baked { $0.showings[0].transform.x = SIMD3(0, 2, 0) }.found.contains(wrong))
        #expect(baked { $0.showings[0].transform.translation.z = 30.001 }.found.contains(wrong))
        #expect(baked { $0.showings[0].isReversed = true }.found.contains(wrong))
        #expect(baked { $0.showings[0].transform.translation.z = 30.000_000_000_000_004 }.found == soundDifferences)
    }

    @Test func aShowingThatIsLeftOutIsMissing() {
        let result = baked {
            $0.showings.removeLast()
            $0.vertexSets.removeLast()
        }
        #expect(result.found.contains(Difference(.presence, "/nodes/1", count: 1)))
    }

    @Test func aShowingOfAnotherNodeIsADifference() {
        let result = baked { $0.showings[1].node = 0 }
        #expect(result.found.contains(Difference(.presence, "/nodes/1", count: 1)))
        #expect(result.found.contains(Difference(.value, "/nodes/0", count: 1, valueClass: .approximated)))
    }

    @Test func twoTransformsOfOneSetAreADifference() {
        let result = baked { $0.showings[1].vertexSets = [0] }
        #expect(
            result.found.contains(Difference(.value, "/vertexSets/0", count: 3, valueClass: .approximated)))
    }

    @Test func claimsOfPartsThatAreNotThereAreNotFollowed() {
        let result = baked { $0.showings[0].mesh = 4 }
        #expect(result.found == [Difference(.value, "/nodes", count: 2, valueClass: .approximated)])
        #expect(result.scene.meshes.count == 1)
    }

    @Test func quaternionsTurnAsTheirMatricesDo() {
        var scene = shown()
        // First the same transform as a rotation around z and a scale; then below a parent that moves it.
        scene.nodes[0].transform = .trs(
            translation: SIMD3(0, 20, 30), rotation: SIMD4(0, 0, 0.5.squareRoot(), 0.5.squareRoot()),
            scale: SIMD3(2, 2, 4))
        scene.nodes.append(
            Node(
                transform: .trs(translation: SIMD3(10, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)),
                children: [0]))
        scene.scenes[0].roots = [1, 2]
        let places = NodePlacements(scene)
        #expect(places.agrees(0, turn, isReversed: false))
        #expect(places.isRoot == [false, true, true])
        #expect(!places.agrees(1, turn, isReversed: false))
    }

    @Test func pathsAreTurnedBackIntoThoseOfTheSource() {
        let origins = baked().origins
        #expect(origins.source(of: "/meshes/1/primitives/0/NORMAL") == "/meshes/0/primitives/0/NORMAL")
        #expect(origins.source(of: "/vertexSets/1") == "/vertexSets/0")
        #expect(origins.source(of: "/nodes/1") == "/nodes/1")
        #expect(origins.source(of: "/vertexSets/7/COLOR_0") == "/vertexSets/7/COLOR_0")
        #expect(origins.source(of: "native:/meshes/1") == "native:/meshes/1")
        #expect(origins.source(of: "/meshes/1", .generated) == "/meshes/1")
    }
}

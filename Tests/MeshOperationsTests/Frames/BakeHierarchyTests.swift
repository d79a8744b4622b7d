import MeshComparison
import MeshModel
import Testing

@testable import MeshOperations

@Suite struct BakeHierarchyTests {
    private let half = 0.5.squareRoot()

    private func scene(_ nodes: [Node], roots: [Int] = [0], meshes: Int = 1) -> MeshScene {
        let set = VertexSet(
            count: 3,
            attributes: [
                positions([SIMD3(1, 0, 0), SIMD3(0, 2, 0), SIMD3(0, 0, 3)]),
                Attribute(.normal, Column([1, 0, 0, 0, 1, 0, 0, 0, 5] as [Float], components: 3)),
            ])
        var result = MeshScene(vertexSets: [set], primitives: [triangles([0, 1, 2])])
        result.meshes[0].name = "mesh"
        for index in 1..<max(meshes, 1) {
            result.meshes.append(Mesh(name: "mesh \(index)", primitives: [triangles([2, 1, 0])]))
        }
        result.nodes = nodes
        result.scenes = [SceneRoot(name: "scene", roots: roots)]
        return result
    }

    @Test func transformsAreMultipliedDownTheTree() {
        // Turned by 90° around z, then moved; the parent doubles it.
        let parent = Node(
            name: "parent", transform: .matrix([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 10, 20, 30, 1]), children: [1])
        let child = Node(
            name: "child",
            transform: .trs(
                translation: SIMD3(1, 0, 0), rotation: SIMD4(0, 0, half, half), scale: SIMD3(1, 1, 4)),
            mesh: 0)
        let (result, correspondence, changed) = bakeHierarchy(scene([parent, child]))
        // (1,0,0) → (0,1,0) → (1,1,0) → (12,22,30); (0,2,0) → (−2,0,0) → (−1,0,0) → (8,20,30); (0,0,3) → 12 → 24 + 30.
        #expect(
            result.vertexSets[0].attributes[0].values.doubles().map { ($0 * 1e5).rounded() / 1e5 }
                == [12, 22, 30, 8, 20, 30, 12, 20, 54])
        // Normals keep their length.
        #expect(
            result.vertexSets[0].attributes[1].values.doubles().map { ($0 * 1e5).rounded() / 1e5 }
                == [0, 1, 0, -1, 0, 0, 0, 0, 5])
        #expect(result.nodes == [Node(name: "child", mesh: 0)])
        #expect(result.meshes[0].name == "mesh")
        #expect(result.scenes == [SceneRoot(name: "scene", roots: [0])])
        #expect(correspondence.baked?.showings.map(\.node) == [1])
        #expect(correspondence.baked?.vertexSets == [0])
        #expect(changed.changedNodes == 2)
        #expect(changed.nodes == 2)
        #expect(changed.transforms == 2)
        #expect(changed.movedVertices == 3)
        #expect(changed.instances == 0)
        #expect(changed.largestError < 1e-5)
    }

    @Test func nothingChangesWithoutTransforms() throws {
        let source = scene([Node(name: "a", children: [1]), Node(name: "b", mesh: 0)])
        let (result, correspondence, changed) = bakeHierarchy(source)
        #expect(result.vertexSets[0].attributes[0].values.isSameView(as: source.vertexSets[0].attributes[0].values))
        #expect(changed.movedVertices == 0)
        #expect(changed.largestError == 0)
        #expect(changed.changedNodes == 2)
        #expect(correspondence.baked?.showings.map(\.transform) == [.identity])
    }

    @Test func aMirrorTurnsPolygonsRound() {
        var source = scene([
            Node(
                transform: .trs(translation: SIMD3(), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(-1, 1, 1)), mesh: 0)
        ])
        source.vertexSets[0].pools = [Attribute(.normal, Column([0, 0, 1, 1, 0, 0] as [Float], components: 3))]
        source.meshes[0].primitives[0].cornerAttributes = [
            CornerAttribute(pool: 0, indices: Column([0, -1, 1] as [Int32]))
        ]
        let (result, _, changed) = bakeHierarchy(source)
        #expect(result.meshes[0].primitives[0].faces == [[0, 2, 1]])
        #expect(result.meshes[0].primitives[0].rows(0) == [0, 1, -1])
        #expect(result.vertexSets[0].attributes[0].values.doubles() == [-1, 0, 0, 0, 2, 0, 0, 0, 3])
        #expect(result.vertexSets[0].attributes[1].values.doubles() == [-1, 0, 0, 0, 1, 0, 0, 0, 5])
        #expect(result.vertexSets[0].pools[0].values.doubles() == [0, 0, 1, -1, 0, 0])
        #expect(changed.reversedPolygons == 1)
    }

    @Test func normalsOfElementsTurnAsThoseOfVerticesDo() {
        // A turn by 90° around z, doubled along y: normals stay perpendicular to the faces.
        var source = scene([Node(transform: .matrix([0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]), mesh: 0)])
        let normals = Attribute(.normal, Column([1, 0, 0] as [Float], components: 3))
        let color = Attribute(.color(0), Column([1, 0, 0] as [Float], components: 3))
        let quaternion = Attribute(
            AttributeSemantic(name: "TANGENT"), Column([1, 0, 0, 1] as [Float], components: 4))
        source.meshes[0].primitives[0].elementAttributes = [normals, color, quaternion]
        let (result, correspondence, changed) = bakeHierarchy(source)
        let baked = result.meshes[0].primitives[0].elementAttributes
        #expect(baked.map { $0.values.doubles() } == [[0, 1, 0], [1, 0, 0], [1, 0, 0, 1]])
        #expect(changed.untouched == ["/meshes/0/primitives/0/TANGENT"])
        func values(_ target: MeshScene) -> [String] {
            Comparison.differences(from: source, to: target, by: correspondence)
                .filter { $0.facet == .value && $0.subject.hasPrefix("/meshes") }.map { "\($0.subject) \($0.count)" }
        }
        #expect(values(result) == ["/meshes/0/primitives/0/TANGENT 1"])
        var unturned = result
        unturned.meshes[0].primitives[0].elementAttributes[0] = normals
        #expect(values(unturned) == ["/meshes/0/primitives/0/TANGENT 1", "/meshes/0/primitives/0/NORMAL 1"])
    }

    @Test func aMeshThatIsShownTwiceIsRepeated() {
        let moved = Node(name: "moved", transform: .matrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]), mesh: 0)
        let (result, correspondence, changed) = bakeHierarchy(
            scene([Node(name: "still", mesh: 0), moved, moved], roots: [0, 1, 2]))
        #expect(result.meshes.count == 3)
        #expect(result.meshes.map { $0.primitives[0].vertexSet } == [0, 1, 1])
        #expect(result.nodes.map(\.name) == ["still", "moved", "moved"])
        #expect(result.nodes.map(\.mesh) == [0, 1, 2])
        #expect(result.vertexSets.count == 2)
        #expect(result.vertexSets[1].attributes[0].values.doubles() == [6, 0, 0, 5, 2, 0, 5, 0, 3])
        #expect(correspondence.baked?.vertexSets == [0, 0])
        #expect(correspondence.baked?.showings.map(\.vertexSets) == [[0], [1], [1]])
        #expect(correspondence.baked?.showings.map(\.mesh) == [0, 0, 0])
        #expect(changed.meshCopies == [2])
        #expect(changed.vertexSetCopies == [1])
        #expect(changed.instances == 2)
        #expect(changed.repeatedVertices == 3)
    }

    @Test func meshesThatNoNodeShowsFollow() {
        let (result, correspondence, changed) = bakeHierarchy(scene([Node(name: "n", mesh: 1)], meshes: 3))
        #expect(result.meshes.map(\.name) == ["mesh 1", "mesh", "mesh 2"])
        #expect(result.nodes.map(\.name) == ["n", nil, nil])
        #expect(result.scenes[0].roots == [0, 1, 2])
        #expect(correspondence.baked?.showings.map(\.mesh) == [1, 0, 2])
        #expect(correspondence.baked?.showings.map(\.node) == [0, nil, nil])
        #expect(changed.unshownMeshes == 2)
    }

    @Test func aPerspectiveThatIsLeftOutIsTold() throws {
        var lens: [Double] = [2, 0, 0, 0.5, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]
        let parent = Node(transform: .matrix(lens), children: [1])
        lens[3] = 0
        let child = Node(transform: .matrix(lens), mesh: 0)
        let hidden = Node(transform: .matrix([Double](repeating: 0, count: 16)))
        let source = scene([parent, child, hidden])
        let (result, correspondence, changed) = bakeHierarchy(source)
        #expect(changed.perspectives == [0])
        let told = Comparison.differences(from: source, to: result, by: correspondence)
        #expect(told.filter { $0.facet == .value }.map(\Difference.subject) == ["/nodes/0"])
    }

    @Test func cyclesAndBadIndicesAreIgnoredAndCounted() {
        let nodes = [
            Node(children: [1, 7, -1], mesh: 0), Node(children: [0], mesh: 9),
            Node(transform: .matrix([1, 2]), mesh: 0),
        ]
        let (result, _, changed) = bakeHierarchy(scene(nodes, roots: [0, 2, 44]))
        #expect(result.nodes.count == 2)
        // Two children, the way back to the root, a mesh, a matrix, a root.
        #expect(changed.ignored == 6)
        #expect(changed.nodes == 3)
    }

    @Test func aDeepChainNeedsNoStack() {
        let count = 200_000
        var nodes = (0..<count).map {
            Node(
                transform: .trs(translation: SIMD3(1, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)),
                children: [$0 + 1])
        }
        nodes.append(Node(mesh: 0))
        let (result, _, changed) = bakeHierarchy(scene(nodes))
        #expect(result.vertexSets[0].attributes[0].values.doubles()[0] == Double(count + 1))
        #expect(changed.nodes == count + 1)
    }

    @Test func theErrorOfFloat32IsTold() {
        let far = Node(transform: .matrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 16_777_216, 0.25, 0, 1]), mesh: 0)
        let (result, _, changed) = bakeHierarchy(scene([far]))
        #expect(result.vertexSets[0].attributes[0].values.type == .float32)
        // 16 777 217 is halfway between two float32.
        #expect(changed.largestError == 1)
        #expect(changed.roundings == [PositionRounding(set: 0, target: 0, count: 1, largestError: 1, isRounding: true)])
    }

    @Test func float64AndWholeNumbersLoseNothing() {
        let far = Node(transform: .matrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 16_777_216, 0.25, 0, 1]), mesh: 0)
        var source = scene([far])
        source.vertexSets[0].attributes = [
            Attribute(.position, Column([1, 2, 3, 4, 5, 6, 7, 8, 9] as [Int32], components: 3))
        ]
        let (result, _, changed) = bakeHierarchy(source)
        #expect(result.vertexSets[0].attributes[0].values.type == .float64)
        #expect(Array(result.vertexSets[0].attributes[0].values.doubles()[0..<3]) == [16_777_217, 2.25, 3])
        #expect(changed.largestError == 0)
    }

    @Test func scenesThatShareARootBothShowIt() {
        var source = scene([Node(name: "a", mesh: 0), Node(name: "b", mesh: 0)])
        source.scenes = [SceneRoot(roots: [1]), SceneRoot(roots: [0, 1])]
        let (result, _, _) = bakeHierarchy(source)
        #expect(result.nodes.map(\.name) == ["b", "a"])
        #expect(result.scenes.map(\.roots) == [[0], [1, 0]])
    }
}

import MeshComparison
import MeshModel
import Testing

/// Two scenes without anything that says how one became the other.
@Suite struct CorrespondenceDerivedTests {
    private static func quad(
        _ vertices: [UInt32] = [0, 1, 2, 0, 2, 3], positions: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
    ) -> MeshScene {
        MeshScene(
            vertexSets: [
                VertexSet(
                    count: positions.count / 3, attributes: [Attribute(.position, Column(positions, components: 3))])
            ],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: vertices.count / 3, arity: .uniform(3),
                    vertices: Column(vertices))
            ])
    }

    private func differences(_ a: MeshScene, _ b: MeshScene) -> [Difference] {
        Comparison.differences(from: a, to: b, by: .derived(from: a, to: b))
    }

    @Test func aSceneDoesNotDifferFromItself() {
        #expect(differences(Self.quad(), Self.quad()).isEmpty)
    }

    /// Programs write a face from any of its corners on.
    @Test(arguments: [[1, 2, 0, 2, 3, 0], [1, 2, 0, 0, 2, 3]] as [[UInt32]])
    func aFaceThatBeginsElsewhereMovesNoVertex(_ turned: [UInt32]) {
        let found = differences(Self.quad(), Self.quad(turned))
        let position = ScenePath.vertexAttribute(set: 0, .position)
        #expect(!found.isEmpty && !found.contains { $0.subject == position || $0.facet == .presence })
    }

    /// Programs write meshes in an order of their own.
    @Test func meshesInAnotherOrderAreTheSame() {
        func scene(_ names: [String]) -> MeshScene {
            var scene = Self.quad()
            let small = Self.quad([0, 1, 2], positions: [5, 0, 0, 6, 0, 0, 6, 1, 0])
            let parts = [
                "quad": (scene.vertexSets[0], scene.meshes[0]), "small": (small.vertexSets[0], small.meshes[0]),
            ]
            (scene.vertexSets, scene.meshes, scene.nodes) = ([], [], [])
            for (index, name) in names.enumerated() {
                guard let (set, own) = parts[name] else { continue }
                var mesh = own
                mesh.name = name
                for primitive in mesh.primitives.indices { mesh.primitives[primitive].vertexSet = index }
                scene.vertexSets.append(set)
                scene.meshes.append(mesh)
                scene.nodes.append(Node(name: name, mesh: index))
            }
            scene.scenes[0].roots = Array(names.indices)
            return scene
        }
        let found = differences(scene(["quad", "small"]), scene(["small", "quad"]))
        #expect(!found.isEmpty && found.allSatisfy { $0.facet == .order || $0.facet == .sharing }, "\(found)")
        // One that is bent is still found.
        var bent = scene(["small", "quad"])
        bent.vertexSets[0].attributes[0].values = Column([5, 0, 0, 6, 0, 0, 6, 1, 9] as [Float], components: 3)
        #expect(
            differences(scene(["quad", "small"]), bent).contains {
                $0.facet == .value && $0.largestError == 9 && $0.count == 1
            })
    }

    @Test func nodesOfOneNameAreToldByWhatTheyShow() {
        var one = Self.quad()
        one.nodes = [Node(name: "wall"), Node(name: "wall", mesh: 0)]
        var other = Self.quad()
        other.nodes = [Node(name: "wall", mesh: 0), Node(name: "wall")]
        one.scenes[0].roots = [0, 1]
        other.scenes[0].roots = [0, 1]
        #expect(differences(one, other).isEmpty)
        other.nodes[0].mesh = nil
        #expect(!differences(one, other).isEmpty)
    }

    @Test func aNodeThatNoSceneHasIsMissing() {
        var other = Self.quad()
        other.scenes[0].roots = []
        #expect(differences(Self.quad(), other) == [Difference(.presence, "/nodes/0", count: 1)])
        // It must not be shown, either.
        #expect(
            differences(other, Self.quad()) == [
                Difference(.value, "/nodes/0/visibility", count: 1, valueClass: .approximated)
            ])
    }

    @Test func aNodeOfAnotherSceneIsNotShown() {
        var other = Self.quad()
        other.nodes.append(other.nodes[0])
        other.scenes.append(SceneRoot(name: nil, roots: [1]))
        var shown = other
        shown.defaultScene = 1
        #expect(
            differences(other, shown) == [
                Difference(.presence, "/nodes/0", count: 1),
                Difference(.value, "/nodes/1/visibility", count: 1, valueClass: .approximated),
            ])
    }

    @Test func renumberedVerticesAreFoundByTheirCorners() {
        // The same faces with vertices 1 and 3 swapped.
        let other = Self.quad([0, 3, 2, 0, 2, 1], positions: [0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0])
        #expect(differences(Self.quad(), other).map(\.facet) == [.order])
    }

    @Test func repeatedVerticesAreSharingAndNothingElse() {
        let positions: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0]
        let found = differences(Self.quad(), Self.quad([0, 1, 2, 4, 5, 3], positions: positions))
        #expect(found == [Difference(.sharing, "/vertexSets/0", count: 2)])
    }

    @Test func oneWrongIndexIsOneFaceNotARenumbering() {
        let found = differences(Self.quad(), Self.quad([0, 1, 2, 0, 2, 1]))
        #expect(
            found.contains { $0.facet == .value && $0.subject == "/meshes/0/primitives/0/corners" && $0.count == 1 })
        #expect(!found.contains { $0.facet == .presence })
    }

    @Test func missingVerticesAndFacesAreCounted() {
        let shorter = Self.quad([0, 1, 2], positions: [0, 0, 0, 1, 0, 0, 1, 1, 0])
        let found = differences(Self.quad(), shorter)
        #expect(found.contains(Difference(.presence, "/vertexSets/0", count: 1)))
        #expect(found.contains(Difference(.presence, "/meshes/0/primitives/0", count: 1)))
    }

    @Test func valuesPerVertexAreFoundInAPoolAndBack() {
        var perVertex = Self.quad()
        let normals = Column([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1] as [Float], components: 3)
        perVertex.vertexSets[0].attributes.append(Attribute(.normal, normals))
        var perCorner = Self.quad()
        perCorner.vertexSets[0].pools = [Attribute(.normal, Column([0, 0, 1] as [Float], components: 3))]
        perCorner.meshes[0].primitives[0].cornerAttributes = [
            CornerAttribute(pool: 0, indices: Column([0, 0, 0, 0, 0, 0] as [Int32]))
        ]
        for (a, b) in [(perVertex, perCorner), (perCorner, perVertex)] {
            #expect(!differences(a, b).contains { $0.facet == .presence || $0.facet == .value })
        }
    }

    @Test func eightBitColoursAreTheFloatsThatMeanThem() {
        var codes = Self.quad()
        codes.vertexSets[0].attributes.append(
            Attribute(
                .color(0), Column((0..<12).map { UInt8($0 * 20) }, components: 3), normalized: true, frame: .srgb))
        var floats = Self.quad()
        floats.vertexSets[0].attributes.append(
            Attribute(.color(0), Column((0..<12).map { Float($0 * 20) / 255 }, components: 3), frame: .srgb))
        #expect(differences(codes, floats).map(\.facet) == [.type])
    }

    @Test func partsCorrespondByNameThenByOrder() {
        var a = Self.quad()
        a.materials = [SceneMaterial(name: "wall"), SceneMaterial(name: "floor"), SceneMaterial(name: "old")]
        var b = Self.quad()
        b.materials = [
            SceneMaterial(name: "floor"), SceneMaterial(name: "new"), SceneMaterial(name: "wall"),
            SceneMaterial(name: "extra"),
        ]
        #expect(Correspondence.derived(from: a, to: b).materials == [1, 2, 0, nil])
    }

    @Test func polylinesAreTheSegmentsThatFollowEachOther() {
        func lines(_ vertices: [UInt32], _ arity: Primitive.Arity, count: Int) -> MeshScene {
            var scene = Self.quad()
            scene.meshes[0].primitives = [
                Primitive(
                    topology: .lines, vertexSet: 0, elementCount: count, arity: arity, vertices: Column(vertices))
            ]
            return scene
        }
        let whole = lines([0, 1, 2, 3, 0], .offsets(Column([0, 3, 5] as [Int32])), count: 2)
        let segments = lines([0, 1, 1, 2, 3, 0], .uniform(2), count: 3)
        #expect(
            Comparison.differences(from: whole, to: segments, by: .derived(from: whole, to: segments)).map(\.facet)
                == [.value])
    }

    @Test func verticesThatNothingUsesAreFoundWhereTheyAre() {
        // Two vertices without faces, between and after the others.
        let one = Self.quad([0, 2, 3], positions: [0, 0, 0, 7, 7, 7, 1, 0, 0, 1, 1, 0, 8, 8, 8])
        let other = Self.quad([0, 1, 2], positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 8, 8, 8, 7, 7, 7])
        #expect(differences(one, other).map(\.facet) == [.order])
    }

    /// A writer gives points their own vertices, before those that faces use.
    @Test func verticesThatAreThereOnceMoreForPointsAreNotTakenForOthers() {
        let positions: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 5, 5, 5, .nan, 2, 3]
        func scene(_ points: [UInt32], _ faces: [UInt32], _ positions: [Float]) -> MeshScene {
            var scene = Self.quad(faces, positions: positions)
            scene.meshes.insert(
                Mesh(primitives: [
                    Primitive(
                        topology: .points, vertexSet: 0, elementCount: points.count, arity: .uniform(1),
                        vertices: Column(points))
                ]), at: 0)
            return scene
        }
        let source = scene([3, 1], [0, 1, 2], positions)
        let target = scene([0, 1], [2, 3, 4], [0, 1, 0, 1, 0, 0] + positions)
        // Vertex 1 is used by a point and by a face; the copy of vertex 3 is unused.
        #expect(
            differences(source, target) == [
                Difference(.sharing, "/vertexSets/0", count: 1), Difference(.order, "/vertexSets", count: 1),
                Difference(.generated, "/vertexSets/0", count: 1),
            ])
        // Moving a vertex that nothing uses is found, too.
        var moved = positions
        moved[12] = 6
        let found = differences(source, scene([0, 1], [2, 3, 4], [0, 1, 0, 1, 0, 0] + moved))
        #expect(found.contains { $0.facet == .presence } && found.contains { $0.facet == .generated })
    }

    @Test func meshesWithoutNamesAreFoundByTheirElements() {
        var one = Self.quad()
        one.meshes = [one.meshes[0], Mesh(primitives: [])]
        one.nodes = [Node(mesh: 0), Node(children: [0], mesh: 1)]
        one.scenes = [SceneRoot(roots: [1])]
        var other = one
        other.meshes.swapAt(0, 1)
        other.nodes = [Node(children: [1], mesh: 0), Node(mesh: 1)]
        other.scenes = [SceneRoot(roots: [0])]
        #expect(differences(one, other).filter { $0.facet != .order }.isEmpty)
        other.nodes[0].mesh = 1
        other.nodes[1].mesh = 0
        #expect(!differences(one, other).filter { $0.facet != .order }.isEmpty)
    }

    @Test func nodesWithoutNamesAreFoundByWhatTheyShowAndWhereTheyStand() {
        var one = MeshScene()
        one.meshes = [Mesh(primitives: [])]
        one.nodes = [Node(), Node(mesh: 0), Node(children: [1])]
        one.nodes[0].transform = .trs(translation: [1, 2, 3], rotation: [0, 0, 0, 1], scale: [1, 1, 1])
        one.scenes = [SceneRoot(roots: [2, 0])]
        var other = one
        other.nodes = [Node(children: [1]), Node(mesh: 0), one.nodes[0]]
        other.scenes = [SceneRoot(roots: [0, 2])]
        #expect(Correspondence.derived(from: one, to: other).nodes == [2, 1, 0])
    }

    @Test func valuesOfPointsAreThoseOfTheirVertices() {
        let quality = Attribute(AttributeSemantic(name: "quality"), Column([1, 2] as [Float]))
        let set = VertexSet(
            count: 2, attributes: [Attribute(.position, Column([0, 0, 0, 1, 1, 1] as [Float], components: 3))])
        var one = MeshScene(vertexSets: [set], primitives: [.cloud(vertexSet: 0, count: 2)])
        var other = one
        one.meshes[0].primitives[0].elementAttributes = [quality]
        other.vertexSets[0].attributes.append(quality)
        #expect(!differences(one, other).contains { $0.facet == .presence || $0.facet == .value })
    }

    @Test func setsOfOtherSizesAreComparedFromTheirStarts() {
        func two(_ first: Int) -> MeshScene {
            let sets = [first, 2].map { count in
                VertexSet(
                    count: count,
                    attributes: [Attribute(.position, Column((0..<count * 3).map { Float($0) }, components: 3))])
            }
            return MeshScene(
                vertexSets: sets, primitives: [.cloud(vertexSet: 0, count: first), .cloud(vertexSet: 1, count: 2)])
        }
        let found = differences(two(4), two(3))
        #expect(found.contains(Difference(.presence, "/vertexSets/0", count: 1)))
        #expect(!found.contains { $0.subject.hasPrefix("/vertexSets/1") })
    }
}

import MeshFormats
import MeshModel
import MeshRouting
import Testing

/// When the legaliser asks for welding; nothing is welded here.
@Suite struct LegaliserWeldTests {
    private func scene(_ primitives: [Primitive], vertices: Int = 6) -> MeshScene {
        MeshScene(
            vertexSets: [
                VertexSet(
                    count: vertices,
                    attributes: [
                        Attribute(
                            .position, Column([Float](repeating: 1, count: vertices * 3), components: 3))
                    ])
            ], primitives: primitives)
    }

    private func triangles(_ count: Int, _ vertices: [Int32]? = nil) -> Primitive {
        Primitive(
            topology: .polygons, vertexSet: 0, elementCount: count, arity: .uniform(3),
            vertices: vertices.map { Column($0) })
    }

    private func welds(_ scene: MeshScene, _ rule: WeldRule = .auto, sharesVertices: Bool = true) -> [RouteOperation] {
        Legaliser.operations(
            for: scene, needs: FormatNeeds(flatHierarchy: false, sharesVertices: sharesVertices), target: "T",
            wishes: RouteWishes(weld: rule)
        ).map(\.operation)
    }

    @Test func metresBecomeUnitsOfTheScene() {
        var millimeters = scene([triangles(2)])
        millimeters.metersPerUnit = 0.001
        #expect(welds(millimeters, .withinMeters(0.002)) == [.weld(sets: nil, tolerance: 2)])
        #expect(welds(scene([triangles(2)]), .withinMeters(0.002)) == [.weld(sets: nil, tolerance: 0.002)])
    }

    @Test func aSoupIsWeldedWhereVerticesCanBeShared() {
        #expect(scene([triangles(2)]).soups == [0])
        #expect(welds(scene([triangles(2)])) == [.weld(sets: [0], tolerance: nil)])
        #expect(welds(scene([triangles(2)]), sharesVertices: false).isEmpty)
        #expect(welds(scene([triangles(2)]), RouteWishes(weld: .none).weld).isEmpty)
    }

    /// glTF into USD: its author could have used indices.
    @Test func aFormThatTheSourceChoseIsKept() {
        let scene = scene([triangles(2)])
        func welds(from source: FormatNeeds, to needs: FormatNeeds, _ rule: WeldRule = .auto) -> Bool {
            !Legaliser.operations(
                for: scene, needs: needs, target: "T", wishes: RouteWishes(weld: rule), from: source
            ).isEmpty
        }
        let (stl, ply) = (FormatNeeds(sharesVertices: false), FormatNeeds())
        let (gltf, usd) = (FormatNeeds(flatHierarchy: false), FormatNeeds(flatHierarchy: false))
        #expect(!welds(from: gltf, to: usd))
        #expect(welds(from: gltf, to: usd, .exact))
        #expect(welds(from: gltf, to: ply) && welds(from: stl, to: usd) && welds(from: ply, to: usd))
    }

    @Test func whatSharesVerticesIsNoSoup() {
        // An index, though it repeats nothing; a set that two primitives use; vertices without corners; points.
        #expect(scene([triangles(2, [0, 1, 2, 3, 4, 5])]).soups.isEmpty)
        #expect(scene([triangles(2), triangles(2)]).soups.isEmpty)
        #expect(scene([triangles(2)], vertices: 7).soups.isEmpty)
        #expect(scene([.cloud(vertexSet: 0, count: 6)]).soups.isEmpty)
        #expect(scene([triangles(0)], vertices: 0).soups.isEmpty)
        #expect(welds(scene([triangles(2, [0, 1, 2, 3, 4, 5])])).isEmpty)
    }

    @Test func whoAsksGetsAWeldOfEverything() {
        let indexed = scene([triangles(2, [0, 1, 2, 3, 4, 5])])
        #expect(welds(indexed, .exact) == [.weld(sets: nil, tolerance: nil)])
        #expect(welds(indexed, .exact, sharesVertices: false).isEmpty)
        #expect(welds(indexed, .within(0.5), sharesVertices: false) == [.weld(sets: nil, tolerance: 0.5)])
    }
}

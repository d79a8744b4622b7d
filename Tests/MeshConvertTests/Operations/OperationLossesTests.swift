import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting
import Testing

/// The losses of a route's operations, proved by reading the file back.
@Suite struct OperationLossesTests {
    /// A mesh with two instances, one of them moved and mirrored, and a property that OBJ can't hold.
    private var scene: MeshScene {
        let set = VertexSet(
            count: 4,
            attributes: [
                Attribute(.position, Column([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0] as [Float], components: 3)),
                Attribute(AttributeSemantic(name: "confidence"), Column([1, 2, 3, 4] as [Float])),
            ])
        let quad = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(4),
            vertices: Column([0, 1, 2, 3] as [Int32]))
        var scene = MeshScene(vertexSets: [set], primitives: [quad])
        scene.nodes = [
            Node(name: "still", mesh: 0),
            Node(
                name: "moved",
                transform: .trs(
                    translation: SIMD3(0.1, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(-1, 1, 1)), mesh: 0),
        ]
        scene.scenes = [SceneRoot(roots: [0, 1])]
        return scene
    }

    private struct Native: NativeDocument {}

    private var document: Document {
        Document(format: "scene", variant: "scene", native: Native(), scene: scene, byteCount: 0)
    }

    @Test func lossesSpeakOfTheSource() throws {
        let route = try Pipeline().route(document, to: "obj")
        #expect(route.operations == [.bakeHierarchy])
        #expect(route.derivation.count == 1)
        #expect(
            route.operationLosses.map { "\($0.code.rawValue) \($0.subject) \($0.count)" } == [
                "hierarchy.baked /nodes 1", "instance.repeated /meshes/0 1", "instance.repeated /vertexSets/0 4",
                "precision.reduced /vertexSets/0/POSITION 4",
            ])
        // Each of the two instances loses it.
        #expect(route.losses.filter { $0.code == .attributeDropped }.map(\.subject).count == 2)
        #expect(
            Set(route.losses.filter { $0.code == .attributeDropped }.map(\.subject)) == ["/vertexSets/0/confidence"])
        let plan = Plan(document, path: "a", to: ["obj"])
        #expect(plan.targets[0].losses.filter { $0.code == .attributeDropped }.map(\.count) == [8])
    }

    @Test func theFileShowsWhatTheReportSays() throws {
        let pipeline = Pipeline()
        let route = try pipeline.route(document, to: "obj")
        let output = Output(memoryNamed: "a.obj")
        try pipeline.write(document, route, options: ConvertOptions(), to: output)
        var reading = ConvertOptions()
        reading.reading.options["origin"] = "ignore"
        var back = try pipeline.read(Input.bytes(output.mainBytes(), name: "a.obj"), options: reading)
        func breaches() -> [Law.Breach] {
            pipeline.breaches(of: scene, [], route.losses, route.correspondence, readBack: back)
        }
        #expect(breaches().isEmpty)
        // Mirrored: reversed with the first corner first, moved by 0.1.
        #expect(back.scene.meshes[1].primitives[0].vertices?.integers() == [4, 7, 6, 5])
        #expect(
            Array(back.scene.vertexSets[0].attributes[0].values.doubles()[12..<18]) == [
                Double(Float(0.1)), 0, 0, Double(Float(-0.9)), 0, 0,
            ])
        back.scene.meshes[1].primitives[0].vertices = Column([4, 5, 6, 7] as [Int32])
        #expect(!breaches().isEmpty)
    }
}

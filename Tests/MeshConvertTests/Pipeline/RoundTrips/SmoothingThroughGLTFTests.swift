import FormatGLTF
import MeshBytes
import MeshFormats
import MeshModel
import MeshOperations
import Testing

/// glTF has no values of faces: smoothing groups stand in the origin record, one entry a primitive.
@Suite struct SmoothingThroughGLTFTests {
    private let format = GLTFFormat()

    /// A quad and two triangles, in groups.
    private func scene(_ groups: Column, materials: [Int32] = [0, 0, 0]) -> MeshScene {
        let places: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
        var scene = MeshScene(
            vertexSets: [VertexSet(count: 4, attributes: [Attribute(.position, Column(places, components: 3))])],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 3,
                    arity: .offsets(Column([0, 4, 7, 10] as [Int32])),
                    vertices: Column([0, 1, 2, 3, 0, 1, 2, 0, 2, 3] as [Int32]),
                    elementAttributes: [Attribute(.smoothingGroup, groups)],
                    material: .perElement(Column(materials)))
            ])
        scene.materials = [SceneMaterial(name: "oak"), SceneMaterial(name: "elm")]
        return scene
    }

    private func write(_ scene: MeshScene) throws -> (text: String, side: OutputSide, loss: Loss?) {
        let cut = triangulate(scene)
        let plan = try format.plan(
            Content(cut.scene, steps: cut.correspondence.steps), variant: "gltf", options: WriteOptions())
        let output = Output(memoryNamed: "out.gltf")
        try format.write(plan, to: output)
        let side = try #require(output.sideFiles().first)
        return (
            String(decoding: output.mainBytes(), as: UTF8.self), (side.name, side.bytes),
            plan.losses.first { $0.name == "smoothing groups" }
        )
    }

    private typealias OutputSide = (name: String, bytes: [UInt8])

    private func read(_ text: String, _ side: OutputSide, isForeign: Bool = false) throws -> Document {
        var options = ReadOptions()
        if isForeign { options.options["origin"] = "ignore" }
        options.sideFiles[side.name] = .bytes(side.bytes)
        return try format.read(Input.bytes(Array(text.utf8), name: "out.gltf"), options: options)
    }

    private func groups(_ document: Document) -> [Attribute] {
        document.scene.meshes.flatMap(\.primitives).flatMap(\.elementAttributes)
    }

    @Test(
        "each polygon gets its group back, in its type and beside another material",
        arguments: [
            Column([4, 0, 4] as [UInt32]), Column([7, 7, 7] as [UInt8]), Column([1, 2, 3] as [Int32]),
        ])
    func restored(_ column: Column) throws {
        for materials in [[0, 0, 0], [0, 1, 0]] as [[Int32]] {
            let written = try write(scene(column, materials: materials))
            #expect(written.loss?.severity == .reencoded && written.loss?.rank == .bookkeeping)
            let back = try groups(read(written.text, written.side))
            #expect(back.map(\.semantic) == [.smoothingGroup])
            #expect(back.first?.values.type == column.type && back.first?.values.integers() == column.integers())
            #expect(try groups(read(written.text, written.side, isForeign: true)).isEmpty)
        }
    }

    @Test(
        "groups of an unusual kind are lost, and it is said",
        arguments: [
            Column([-1, 0, 0] as [Int32]), Column([1, 0, 0] as [Int16]), Column([1, 0.5, 0] as [Float]),
        ])
    func lost(_ column: Column) throws {
        let written = try write(scene(column))
        #expect(written.loss?.severity == .dropped && written.loss?.rank == .data)
        #expect(try groups(read(written.text, written.side)).isEmpty)
    }

    @Test(
        "a record that doesn't fit is told, and nothing is restored from it",
        arguments: [
            "\"runs\":[4,1,0,1]", "\"runs\":[4,1,0,1,4,2]", "\"runs\":[4,1,0,1,4]", "\"runs\":[4,-1,0,1,4,1]",
            "\"runs\":[4,1,0,4000000000000000000,4,1]", "\"runs\":[4000000000000,1,0,1,4,1]",
            "\"runs\":[4.5,1,0,1,4,1]",
            "\"runs\":7",
        ])
    func misfit(_ runs: String) throws {
        let written = try write(scene(Column([4, 0, 4] as [UInt32])))
        let range = try #require(written.text.firstRange(of: "\"runs\":[4,1,0,1,4,1]"))
        var text = written.text
        text.replaceSubrange(range, with: runs)
        let document = try read(text, written.side)
        #expect(groups(document).isEmpty)
        #expect(document.diagnostics.contains { $0.code == "origin.ignored" })
    }

    @Test func aTypeThatIsNoneOfTheseDoesNotFit() throws {
        let written = try write(scene(Column([4, 0, 4] as [UInt32])))
        for type in ["float32", "int64", "text"] {
            let range = try #require(written.text.firstRange(of: "\"type\":\"uint32\""))
            var text = written.text
            text.replaceSubrange(range, with: "\"type\":\"\(type)\"")
            #expect(try groups(read(text, written.side)).isEmpty)
        }
    }
}

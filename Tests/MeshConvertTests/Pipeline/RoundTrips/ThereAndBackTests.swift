import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting
import Testing

/// Facts that a format can't express are restored from it by the origin record.
@Suite struct ThereAndBackTests {
    private let text = """
        o table
        v 0 0 0
        v 1 0 0
        v 1 1 0
        v 0 1 0
        v 0 0 1
        v 1 0 1
        v 1 1 1
        v 0 1 1
        g top legs
        usemtl red
        f 1 2 3 4
        usemtl blue
        f 5 6 7 8
        g legs
        usemtl red
        f 1 2 6 5
        usemtl blue
        f 3 4 8
        o wire
        g edges
        l 1 2 3 4 1
        l 5 6
        l 6 7 8

        """
    private let materials = "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n"

    private func object() throws -> Document {
        var options = ConvertOptions()
        options.reading.sideFiles["a.mtl"] = .bytes(Array(materials.utf8))
        return try Pipeline().read(.bytes(Array("mtllib a.mtl\n\(text)".utf8), name: "a.obj"), options: options)
    }

    private func written(
        _ document: Document, _ variant: String
    ) throws -> (bytes: [UInt8], losses: [Loss], sides: [String: SideFile]) {
        let pipeline = Pipeline()
        let options = ConvertOptions()
        let output = Output(memoryNamed: "a.\(variant)")
        let route = try pipeline.route(document, to: variant, options: options)
        try pipeline.write(document, route, options: options, to: output)
        let sides = output.sideFiles().map { ($0.name, SideFile.bytes($0.bytes)) }
        return (output.mainBytes(), route.losses, Dictionary(sides, uniquingKeysWith: { first, _ in first }))
    }

    private func lost(_ losses: [Loss]) -> [String] {
        losses.filter { $0.severity <= .rounded }.map { "\($0.code.rawValue) \($0.subject)" }
    }

    @Test(arguments: ["glb", "gltf"])
    func groupsOrderOfMaterialsAndPolylinesComeBackFromGLTF(variant: String) throws {
        let there = try written(try object(), variant)
        #expect(lost(there.losses) == [])
        #expect(there.losses.contains { $0.code == .subsetDropped && $0.severity == .reencoded })
        #expect(there.losses.contains { $0.code == .topologySegmented && $0.severity == .reencoded })
        #expect(there.losses.contains { $0.code == .elementReordered && $0.severity == .reencoded })
        var options = ConvertOptions()
        options.reading.sideFiles = there.sides
        let back = try Pipeline().read(.bytes(there.bytes, name: "a.\(variant)"), options: options)
        #expect(back.diagnostics.filter { $0.code == "origin.ignored" }.isEmpty)
        let again = try written(back, "obj")
        #expect(lost(again.losses) == [])
        let lines = String(decoding: again.bytes, as: UTF8.self).split(separator: "\n").filter { $0.first != "#" }
        #expect(lines.dropFirst(9) == ["o table"] + text.split(separator: "\n").dropFirst(9))
    }

    @Test func otherReadersFindSegmentsAndAPrimitiveForEachMaterial() throws {
        let there = try written(try object(), "glb")
        var options = ConvertOptions()
        options.reading.options["origin"] = "ignore"
        let back = try Pipeline().read(.bytes(there.bytes, name: "a.glb"), options: options)
        #expect(back.scene.meshes.map { $0.primitives.map(\.elementCount) } == [[4, 3], [7]])
        #expect(back.scene.meshes.flatMap(\.primitives).allSatisfy { $0.subsetFamilies.isEmpty })
    }

    /// Writes a document, changes its record and checks that the record is ignored.
    private func expectIgnored(_ was: String, _ now: String, in document: Document, _ variant: String) throws {
        let there = try written(document, variant)
        var text = String(decoding: there.bytes, as: UTF8.self)
        let place = try #require(text.firstRange(of: was), "\(was) is not in \(text)")
        text.replaceSubrange(place, with: now)
        var options = ConvertOptions()
        options.reading.sideFiles = there.sides
        let back = try Pipeline().read(.bytes(Array(text.utf8), name: "a.\(variant)"), options: options)
        #expect(back.diagnostics.contains { $0.code == "origin.ignored" })
        try back.scene.validate()
    }

    @Test(arguments: [
        ("\"order\":[0,1,1,1,0,1,1,1]", "\"order\":[0,1,1,1,0,1,1,2]"),
        ("\"order\":[0,1,1,1,0,1,1,1]", "\"order\":[0,1,1,1,0,1,9,1]"),
        ("\"order\":[0,1,1,1,0,1,1,1]", "\"order\":[0,9007199254740991]"),
        ("\"corners\":[5,1,2,1,3,1]", "\"corners\":[3,1,4,1,3,1]"),
        ("\"corners\":[5,1,2,1,3,1]", "\"corners\":[5,1,2,1]"), ("\"corners\":[5,1,2,1,3,1]", "\"corners\":[0,1,8,1]"),
        ("\"ranges\":[0,2]", "\"ranges\":[0,5]"), ("\"first\":0,\"count\":2", "\"first\":1,\"count\":2"),
        ("\"mesh\":1,\"first\"", "\"mesh\":7,\"first\""),
    ])
    func aRecordOfWhatIsNotThereChangesNothing(was: String, is now: String) throws {
        try expectIgnored(was, now, in: try object(), "gltf")
    }

    private let tree = """
        {"asset":{"version":"2.0"},"scene":0,"scenes":[{"name":"main","nodes":[0]}],"nodes":[{"name":"room",
        "children":[2,1]},{"name":"chair","mesh":0},{"name":"table","mesh":1}],"materials":[{"name":"red"},
        {"name":"blue"}],"meshes":[{"name":"seat","primitives":[{"attributes":{"POSITION":0},"material":0},
        {"attributes":{"POSITION":0},"mode":0},{"attributes":{"POSITION":0},"material":1}]},{"primitives":[{"attributes":
        {"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],
        "max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":
        "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}
        """

    @Test func nodesScenesAndPrimitivesComeBackFromOBJ() throws {
        let source = try Pipeline().read(.bytes(Array(tree.utf8), name: "a.gltf"))
        let there = try written(source, "obj")
        #expect(lost(there.losses) == [])
        var options = ConvertOptions()
        options.reading.sideFiles = there.sides
        let back = try Pipeline().read(.bytes(there.bytes, name: "a.obj"), options: options)
        #expect(back.scene.nodes.map(\.name) == ["room", "chair", "table"])
        #expect(back.scene.nodes.map(\.children) == [[2, 1], [], []])
        #expect(back.scene.scenes.map(\.name) == ["main"])
        #expect(back.scene.scenes.map(\.roots) == [[0]])
        let chair = try #require(back.scene.nodes[1].mesh.map { back.scene.meshes[$0] })
        #expect(chair.name == "seat")
        #expect(chair.primitives.map(\.topology) == [.polygons, .points, .polygons])
        #expect(chair.primitives.map(\.elementCount) == [1, 3, 1])
        // A reader that ignores the record finds objects with these names.
        options.reading.options["origin"] = "ignore"
        let foreign = try Pipeline().read(.bytes(there.bytes, name: "a.obj"), options: options).scene
        #expect(foreign.nodes.map(\.name) == ["room", "chair", "table"])
        #expect(foreign.nodes.filter { !$0.children.isEmpty }.isEmpty)
    }

    @Test(arguments: [
        ("\"children\":[2,1]", "\"children\":[2,0]"), ("\"children\":[2,1]", "\"children\":[2,2]"),
        ("\"object\":1", "\"object\":2"), ("\"nodes\":[0]", "\"nodes\":[9]"), ("[1,0,1,2,3,0,1]", "[1,0,2,2,3,0,1]"),
        ("[1,0,1,2,3,0,1]", "[7,0,1,2,3,0,1]"), ("[1,0,1,2,3,0,1]", "[1,0,1]"),
    ])
    func aHierarchyThatIsNoneIsLeftAlone(was: String, is now: String) throws {
        let source = try Pipeline().read(.bytes(Array(tree.utf8), name: "a.gltf"))
        try expectIgnored(was, now, in: source, "obj")
    }

    @Test(arguments: ["stl.ascii", "obj"])
    func whatHasNoElementsStaysWhereItStood(variant: String) throws {
        let solids = """
            solid a
            endsolid a
            solid a
            facet normal 0 0 1
            outer loop
            vertex 0 0 0
            vertex 1 0 0
            vertex 0 1 0
            endloop
            endfacet
            endsolid a
            solid b
            endsolid b

            """
        let source = try Pipeline().read(.bytes(Array(solids.utf8), name: "a.stl"))
        var options = ConvertOptions()
        options.forceScene = true
        let output = Output(memoryNamed: "b")
        let route = try Pipeline().route(source, to: variant, options: options)
        try Pipeline().write(source, route, options: options, to: output)
        let lines = String(decoding: output.mainBytes(), as: UTF8.self).split(separator: "\n")
        let names = lines.filter { $0.hasPrefix("solid") || $0.hasPrefix("o ") }.map { $0.split(separator: " ").last }
        #expect(names == ["a", "a", "b"])
        let name = variant == "obj" ? "b.obj" : "b.stl"
        let back = try Pipeline().read(.bytes(output.mainBytes(), name: name))
        let shows = back.scene.nodes.map { node in
            node.mesh.map { !back.scene.meshes[$0].primitives.isEmpty } ?? false
        }
        #expect(shows == [false, true, false])
    }
}

import FormatGLTF
import MeshBytes
import MeshFormats
import MeshModel
import MeshOperations
import Testing

/// Polygons are written as triangles, and restored where the origin record describes them.
@Suite struct PolygonsThroughGLTFTests {
    private let format = GLTFFormat()
    private let corners: [Int32] = [0, 1, 2, 3, 3, 2, 4, 0, 4, 2, 1, 5, 6]

    /// A quad, a triangle and a polygon of six corners, over seven positions.
    private var scene: MeshScene {
        let places: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 2, 0, 3, 3, 1, -1, 2, 2]
        return MeshScene(
            vertexSets: [VertexSet(count: 7, attributes: [Attribute(.position, Column(places, components: 3))])],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 3,
                    arity: .offsets(Column([0, 4, 7, 13] as [Int32])),
                    vertices: Column(corners))
            ])
    }

    private func write(_ scene: MeshScene) throws -> (output: Output, plan: WritePlan, links: Correspondence) {
        let cut = triangulate(scene)
        let content = Content(cut.scene, steps: cut.correspondence.steps)
        let plan = try format.plan(content, variant: "gltf", options: WriteOptions())
        let output = Output(memoryNamed: "out.gltf")
        try format.write(plan, to: output)
        return (output, plan, plan.correspondence)
    }

    private func read(_ output: Output, text: String? = nil, isForeign: Bool = false) throws -> Document {
        var options = ReadOptions()
        if isForeign { options.options["origin"] = "ignore" }
        for side in output.sideFiles() { options.sideFiles[side.name] = .bytes(side.bytes) }
        let bytes = text.map { Array($0.utf8) } ?? output.mainBytes()
        return try format.read(Input.bytes(bytes, name: "out.gltf"), options: options)
    }

    private func text(_ output: Output) -> String { String(decoding: output.mainBytes(), as: UTF8.self) }

    private func changing(_ output: Output, _ old: String, _ new: String) throws -> Document {
        var text = text(output)
        let range = try #require(text.firstRange(of: old), "\(old) is not in \(text)")
        text.replaceSubrange(range, with: new)
        return try read(output, text: text)
    }

    @Test func theOwnWayBackHasThePolygonsCornerByCorner() throws {
        let written = try write(scene)
        #expect(written.plan.restoresPolygons)
        let back = try #require(read(written.output).scene.meshes.first?.primitives.first)
        #expect(back.elementCount == 3)
        var vertices = ContiguousArray<Int32>()
        back.readVertices(of: 0..<back.cornerCount, into: &vertices)
        #expect(Array(vertices) == corners)
        guard case .offsets(let starts) = back.arity else { throw Misfit() }
        #expect(starts.integers() == [0, 4, 7, 13])
    }

    @Test func aForeignReaderFindsTriangles() throws {
        let back = try #require(read(write(scene).output, isForeign: true).scene.meshes.first?.primitives.first)
        #expect(back.isTriangles && back.elementCount == 2 + 1 + 4)
    }

    @Test func quadsAloneAreOneRun() throws {
        var quads = scene
        quads.meshes[0].primitives[0].arity = .uniform(4)
        quads.meshes[0].primitives[0].elementCount = 3
        quads.meshes[0].primitives[0].vertices = Column([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3] as [Int32])
        let output = try write(quads).output
        #expect(text(output).contains("\"faces\":[0,3]"))
        guard case .uniform(4)? = try read(output).scene.meshes.first?.primitives.first?.arity else { throw Misfit() }
    }

    @Test func aPolygonThatComesToACornerTwiceIsTheSame() throws {
        var twice = scene
        twice.meshes[0].primitives[0].vertices = Column([0, 1, 2, 1, 3, 2, 4, 0, 4, 0, 4, 5, 5] as [Int32])
        let back = try #require(read(write(twice).output).scene.meshes.first?.primitives.first)
        var vertices = ContiguousArray<Int32>()
        back.readVertices(of: 0..<back.cornerCount, into: &vertices)
        #expect(Array(vertices) == [0, 1, 2, 1, 3, 2, 4, 0, 4, 0, 4, 5, 5])
    }

    @Test func nothingIsKeptWhereATriangleOfAPolygonIsMissing() throws {
        var broken = scene
        var places = broken.vertexSets[0].attributes[0].values.doubles()
        places[3 * 5] = .nan
        broken.vertexSets[0].attributes[0].values = Column(places.map { Float($0) }, components: 3)
        let written = try write(broken)
        #expect(!written.plan.restoresPolygons && written.links.restored.isEmpty)
    }

    @Test func nothingIsKeptWhereAFaceHasTwoCorners() throws {
        var broken = scene
        broken.meshes[0].primitives[0].arity = .offsets(Column([0, 4, 6, 12] as [Int32]))
        #expect(try !write(broken).plan.restoresPolygons)
    }

    @Test(arguments: [
        // Another corner, a corner that is in no pattern, a sequence longer than the list, and a number that is too
        // large.
        ("\"faces\":[0,1,1,1,2,1]", "\"faces\":[1,1,0,1,2,1]"),
        ("\"faces\":[0,1,1,1,2,1]", "\"faces\":[0,1,1,1,2,4000000000000000000]"),
        ("\"faces\":[0,1,1,1,2,1]", "\"faces\":[0,1,1,1]"),
        ("\"faces\":[0,1,1,1,2,1]", "\"faces\":[0,1,1,1,7,1]"),
        ("\"faces\":[0,1,1,1,2,1]", "\"faces\":[0,1,1,-1,2,1]"),
        ("\"faces\":[0,1,1,1,2,1]", "\"faces\":[0,1,1]"),
        ("\"patterns\":[[0,1,", "\"patterns\":[[0,9,"),
        ("\"patterns\":[[0,1,", "\"patterns\":[[],[0,1,"),
        ("\"patterns\":[[0,1,", "\"patterns\":[[0,1,1e300,"),
        ("\"primitive\":0,\"faces\"", "\"primitive\":5,\"faces\""),
        ("\"primitive\":0,\"faces\"", "\"primitive\":-1,\"faces\""),
    ])
    func aRecordThatDoesNotFitLeavesTriangles(_ old: String, _ new: String) throws {
        let document = try changing(write(scene).output, old, new)
        let primitive = try #require(document.scene.meshes.first?.primitives.first)
        #expect(primitive.isTriangles && primitive.elementCount == 7)
        #expect(document.diagnostics.contains { $0.code == "origin.ignored" })
    }

    @Test func trianglesThatWereMovedAreNotPutTogether() throws {
        let output = try write(scene).output
        var side = try #require(output.sideFiles().first)
        // The indices of the first two triangles are swapped.
        let document = try read(output, isForeign: true)
        let primitive = try #require(document.scene.meshes.first?.primitives.first)
        var indices = ContiguousArray<Int32>()
        primitive.readVertices(of: 0..<primitive.cornerCount, into: &indices)
        let stored = indices.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let place = try #require(side.bytes.firstRange(of: stored)).lowerBound
        for byte in 0..<6 { side.bytes.swapAt(place + byte, place + 6 + byte) }
        var options = ReadOptions()
        options.sideFiles[side.name] = .bytes(side.bytes)
        let moved = try format.read(Input.bytes(output.mainBytes(), name: "out.gltf"), options: options)
        #expect(moved.scene.meshes.first?.primitives.first?.isTriangles == true)
        #expect(moved.diagnostics.contains { $0.code == "origin.ignored" })
    }

    private struct Misfit: Error {}
}

import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// The written bytes, by the specification.
@Suite struct GLTFWriterTests {
    private func write(_ scene: MeshScene, _ variant: String = "glb") throws -> (output: Output, result: WritePlan) {
        let format = GLTFFormat()
        let plan = try format.plan(Content(scene), variant: variant, options: WriteOptions())
        let output = Output(memoryNamed: "out.\(variant)")
        try format.write(plan, to: output)
        return (output, plan)
    }

    private func tree(_ bytes: [UInt8]) throws -> JSONValue {
        let length = bytes[12..<16].enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
        return try JSONValue.parse(Array(bytes[20..<20 + length]))
    }

    private func triangle(_ attributes: [Attribute] = []) -> MeshScene {
        let positions = Attribute(.position, Column([0, 0, 0, 1, 0, 0, 0, 2, 0] as [Float], components: 3))
        return MeshScene(
            vertexSets: [VertexSet(count: 3, attributes: [positions] + attributes)],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                    vertices: Column([0, 1, 2] as [Int32]))
            ])
    }

    @Test func headerAndChunksHaveTheirLengths() throws {
        let bytes = try write(triangle()).output.mainBytes()
        func word(_ place: Int) -> Int {
            bytes[place..<place + 4].enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
        }
        #expect(Array(bytes[..<4]) == Array("glTF".utf8) && word(4) == 2 && word(8) == bytes.count)
        let binary = 20 + word(12)
        #expect(word(16) == 0x4E4F_534A && word(12) % 4 == 0 && word(binary + 4) == 0x004E_4942)
        #expect(word(binary) % 4 == 0 && binary + 8 + word(binary) == bytes.count)
    }

    @Test func positionsHaveTheirBounds() throws {
        let root = try tree(write(triangle()).output.mainBytes())
        #expect(root["accessors"]?[0]?["min"] == [0, 0, 0])
        #expect(root["accessors"]?[0]?["max"] == [1, 2, 0])
    }

    @Test func whatIsEmptyIsNotThere() throws {
        let root = try tree(write(MeshScene()).output.mainBytes())
        #expect(root.object?.map(\.0) == ["asset"])
    }

    @Test func jointsAndWeightsWithoutASkinAreAttributesOfOnesOwn() throws {
        let joints = Attribute(
            AttributeSemantic(name: "JOINTS_0"), Column([0, 1, 2, 3, 3, 2, 1, 0, 1, 1, 1, 1] as [UInt8], components: 4))
        let weights = Attribute(
            AttributeSemantic(name: "WEIGHTS_0"),
            Column([255, 0, 0, 0, 0, 255, 0, 0, 128, 127, 0, 0] as [UInt8], components: 4), normalized: true)
        let written = try write(triangle([joints, weights]))
        let root = try tree(written.output.mainBytes())
        let attributes = root["meshes"]?[0]?["primitives"]?[0]?["attributes"]?.object?.map(\.0)
        #expect(attributes == ["POSITION", "_JOINTS_0", "_WEIGHTS_0"])
        #expect(root["accessors"]?[2]?["normalized"] == true)
        let names = written.result.losses.filter { $0.code == .nameChanged }
        #expect(names.map(\.subject) == ["/vertexSets/0/JOINTS_0", "/vertexSets/0/WEIGHTS_0"])
        #expect(names.allSatisfy { $0.severity == .reencoded })
        #expect(written.result.losses.allSatisfy { $0.severity >= .reencoded })
        let back = try GLTFFormat().read(
            Input.bytes(written.output.mainBytes(), name: "out.glb"), options: ReadOptions())
        let set = back.scene.vertexSets[0]
        #expect(set.attributes.map(\.semantic.name) == ["POSITION", "JOINTS_0", "WEIGHTS_0"])
        #expect(set.attributes[1].values.integers() == joints.values.integers())
        #expect(set.attributes[2].values.integers() == weights.values.integers() && set.attributes[2].normalized)
    }

    @Test(arguments: [3, 4]) func manyColorsOfBytesAreWhatTheirValuesAreAsLinearOnes(components: Int) throws {
        let count = 1000
        let bytes = ContiguousArray((0..<count * components).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 3) })
        let scene = MeshScene(
            vertexSets: [
                VertexSet(
                    count: count,
                    attributes: [
                        Attribute(.position, Column((0..<count * 3).map { Float($0) }, components: 3)),
                        Attribute(.color(0), Column(bytes, components: components), normalized: true, frame: .srgb),
                    ])
            ], primitives: [.cloud(vertexSet: 0, count: count)])
        var options = ReadOptions()
        options.options["origin"] = "ignore"
        let back = try GLTFFormat().read(
            .bytes(try write(scene).output.mainBytes(), name: "out.glb"), options: options)
        let colors = try #require(back.scene.vertexSets[0].attribute(.color(0)))
        let wanted = bytes.enumerated().map { index, byte in
            let unit = Double(byte) / 255
            return Double(Float(index % components == 3 ? unit : ColorTransfer.linear(fromSRGB: unit)))
        }
        #expect(colors.values.components == components && colors.values.doubles() == wanted)
    }

    @Test func rowsOfThreeBytesAreFilledUpToFour() throws {
        let label = Attribute(
            AttributeSemantic(name: "label"), Column([1, 2, 3, 4, 5, 6, 7, 8, 9] as [UInt8], components: 3))
        let output = try write(triangle([label])).output
        let root = try tree(output.mainBytes())
        #expect(root["bufferViews"]?[1]?["byteStride"]?.int == 4)
        let bytes = output.mainBytes()
        let length = try #require(root["buffers"]?[0]?["byteLength"]?.int)
        let start = bytes.count - Int((length + 3) / 4 * 4)
        #expect(Array(bytes[start + 36..<start + 48]) == [1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0])
    }

    @Test func coloursAreLinearAndComeBackAsTheirCodes() throws {
        let colors = Attribute(
            .color(0), Column([255, 0, 128, 7, 8, 9, 1, 2, 3] as [UInt8], components: 3), normalized: true, frame: .srgb
        )
        let (output, result) = try write(triangle([colors]))
        let bytes = output.mainBytes()
        var ignoring = ReadOptions()
        ignoring.options["origin"] = "ignore"
        let foreign = try GLTFFormat().read(.bytes(bytes, name: "a.glb"), options: ignoring).scene
        let linear = try #require(foreign.vertexSets[0].attribute(.color(0)))
        #expect(linear.values.type == .float32 && linear.frame.colorSpace == .linear)
        #expect(linear.values.doubles()[0] == 1)
        #expect(linear.values.doubles()[2] == Double(Float(ColorTransfer.linear(fromSRGB: 128.0 / 255))))
        let own = try GLTFFormat().read(.bytes(bytes, name: "a.glb"), options: ReadOptions()).scene
        let codes = try #require(own.vertexSets[0].attribute(.color(0)))
        #expect(codes.values.type == .uint8 && codes.normalized && codes.values.integers() == colors.values.integers())
        #expect(result.losses.allSatisfy { $0.severity >= .reencoded })
    }

    @Test func surfacesWithoutAMaterialGetAWhiteOneThatGoesAgain() throws {
        let bytes = try write(triangle()).output.mainBytes()
        let root = try tree(bytes)
        #expect(root["materials"]?[0]?["pbrMetallicRoughness"]?["metallicFactor"]?.number == 0)
        #expect(root["materials"]?[0]?["doubleSided"]?.bool == true)
        let own = try GLTFFormat().read(.bytes(bytes, name: "a.glb"), options: ReadOptions()).scene
        #expect(own.materials.isEmpty && own.upAxis == nil && own.metersPerUnit == nil)
        guard case .none = own.meshes[0].primitives[0].material else { throw Missing() }
    }

    @Test func vertexAtNoPlaceTakesItsFacesWithIt() throws {
        var scene = triangle()
        scene.vertexSets[0] = VertexSet(
            count: 4,
            attributes: [
                Attribute(
                    .position, Column([0, 0, 0, 1, 0, 0, 0, 2, 0, .nan, 0, 0] as [Float], components: 3))
            ])
        scene.meshes[0].primitives[0].vertices = Column([0, 1, 2, 0, 1, 3] as [Int32])
        scene.meshes[0].primitives[0].elementCount = 2
        let (output, result) = try write(scene)
        let own = try GLTFFormat().read(.bytes(output.mainBytes(), name: "a.glb"), options: ReadOptions()).scene
        #expect(own.vertexSets[0].count == 3 && own.meshes[0].primitives[0].elementCount == 1)
        let told = result.losses.filter { $0.severity == .dropped }.map { "\($0.code.rawValue) \($0.subject)" }
        #expect(told == ["topology.dropped /meshes/0/primitives/0", "values.unreferenced /vertexSets/0"])
    }

    @Test func bigIndicesTakeFourBytes() throws {
        for (count, type) in [(65_535, 5123), (65_536, 5125)] {
            let positions = Attribute(
                .position, Column(ContiguousArray<Float>(repeating: 1, count: count * 3), components: 3))
            let scene = MeshScene(
                vertexSets: [VertexSet(count: count, attributes: [positions])],
                primitives: [
                    Primitive(
                        topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                        vertices: Column([0, 1, Int32(count - 1)]))
                ])
            let root = try tree(write(scene).output.mainBytes())
            #expect(root["accessors"]?[1]?["componentType"]?.int == Int64(type))
        }
    }

    @Test func sceneWithZUpStandsBelowANodeThatTurnsIt() throws {
        var scene = triangle()
        scene.upAxis = .z
        scene.metersPerUnit = 0.001
        let bytes = try write(scene).output.mainBytes()
        let root = try tree(bytes)
        #expect(root["nodes"]?[1]?["children"] == [0] && root["scenes"]?[0]?["nodes"] == [1])
        #expect(
            root["nodes"]?[1]?["matrix"]
                == [0.001, 0, 0, 0, 0, 0, -0.001, 0, 0, 0.001, 0, 0, 0, 0, 0, 1])
        let own = try GLTFFormat().read(.bytes(bytes, name: "a.glb"), options: ReadOptions()).scene
        #expect(own.nodes.count == 1 && own.scenes[0].roots == [0])
        #expect(own.upAxis == .z && own.metersPerUnit == 0.001)
    }

    @Test func textOfValuesStandsBesideTheTree() throws {
        let output = try write(triangle(), "gltf").output
        let root = try JSONValue.parse(output.mainBytes())
        #expect(root["buffers"]?[0]?["uri"]?.string == "out.bin")
        #expect(output.sideFiles().map(\.name) == ["out.bin"] && output.sideFiles()[0].bytes.count == 42)
    }

    @Test func bytesAreTheSameOnAnyNumberOfThreads() throws {
        let count = 100_000
        let values = ContiguousArray((0..<count * 3).map { Double($0) * 0.37 })
        let scene = MeshScene(
            vertexSets: [VertexSet(count: count, attributes: [Attribute(.position, Column(values, components: 3))])],
            primitives: [.cloud(vertexSet: 0, count: count)])
        var outputs: [[UInt8]] = []
        for threads in [1, 4] {
            var options = WriteOptions()
            options.threads = threads
            let plan = try GLTFFormat().plan(Content(scene), variant: "glb", options: options)
            let output = Output(memoryNamed: "a.glb")
            try GLTFFormat().write(plan, to: output)
            outputs.append(output.mainBytes())
        }
        #expect(outputs[0] == outputs[1])
    }

    private struct Missing: Error {}
}

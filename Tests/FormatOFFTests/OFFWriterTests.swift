import FormatOFF
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@Suite struct OFFWriterTests {
    private func text(_ scene: MeshScene) throws -> String { String(decoding: try written(scene).bytes, as: UTF8.self) }

    @Test func writesVerticesAndFaces() throws {
        var scene = square()
        scene.metadata = [
            MetadataEntry(key: "comment", value: "made by hand"), MetadataEntry(key: "comment", value: ""),
        ]
        #expect(
            try text(scene)
                == "OFF\n# made by hand\n#\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n")
        #expect(try written(scene).plan.losses.isEmpty)
        #expect(try written(scene).back.scene.metadata == scene.metadata)
    }

    @Test func coloursAreFourCodes() throws {
        let red = Attribute(
            .color(0), Column([255, 0, 0, 0, 255, 0, 0, 0, 255, 1, 2, 3] as [UInt8], components: 3), normalized: true,
            frame: .srgb)
        let result = try written(square([red]))
        #expect(String(decoding: result.bytes, as: UTF8.self).hasPrefix("COFF\n4 2 0\n0 0 0 255 0 0 255\n"))
        #expect(result.plan.losses.map(\.code) == [.attributeFilled])
    }

    @Test func coloursOfFacesStandBehindThem() throws {
        let colors = Attribute(
            .color(0), Column([255, 0, 0, 0, 128, 0] as [UInt8], components: 3), normalized: true, frame: .srgb)
        let result = try written(square(elements: [colors]))
        #expect(String(decoding: result.bytes, as: UTF8.self).hasSuffix("3 0 1 2 255 0 0\n3 0 2 3 0 128 0\n"))
        #expect(result.plan.losses.isEmpty)
        #expect(result.back.faceColors?.values.integers() == [255, 0, 0, 0, 128, 0])
    }

    @Test func fractionsBecomeCodesAndTheErrorIsTold() throws {
        let half = Attribute(
            .color(0), Column(Array(repeating: Float(0.5), count: 16), components: 4), frame: .srgb)
        let loss = try #require(try written(square([half])).plan.losses.first { $0.code == .attributeNarrowed })
        #expect(loss.count == 4)
        #expect(abs((loss.largestError ?? 0) - (128.0 / 255 - 0.5)) < 1e-7)
        // Binary files have them as they are.
        #expect(try written(square([half]), as: "off.binary").plan.losses.isEmpty)
    }

    @Test(arguments: [[1, 0, 0.2], [0.749020, 0.501961, 0.003922]] as [[Float]])
    func fractionsOfCodesAreNoChangeThatIsSeen(color: [Float]) throws {
        let colors = Attribute(.color(0), Column(color + color + color + color, components: 3), frame: .srgb)
        let losses = try written(square([colors])).plan.losses.filter { $0.name == "colours" }
        #expect(!losses.isEmpty && losses.allSatisfy { $0.severity >= .rounded && $0.rank == .bookkeeping })
    }

    @Test func binaryReadsBackAsItWas() throws {
        let normals = Attribute(.normal, Column(Array(repeating: Float(0.25), count: 12), components: 3))
        let result = try written(square([normals]), as: "off.binary")
        #expect(result.plan.losses.isEmpty)
        #expect(result.bytes.starts(with: Array("NOFF BINARY\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 0]))
        #expect(Digest(result.back.scene) == Digest(square([normals])))
    }

    @Test func aPoolWithOneValueForEachVertexBecomesNormals() throws {
        var scene = square()
        scene.vertexSets[0].pools = [Attribute(.normal, Column([0, 0, 1] as [Float], components: 3))]
        scene.meshes[0].primitives[0].cornerAttributes = [
            CornerAttribute(pool: 0, indices: Column([0, 0, 0, 0, 0, 0] as [Int32]))
        ]
        #expect(try text(scene).hasPrefix("NOFF\n4 2 0\n0 0 0 0 0 1\n"))
        scene.vertexSets[0].pools[0].values = Column([0, 0, 1, 1, 0, 0] as [Float], components: 3)
        scene.meshes[0].primitives[0].cornerAttributes[0].indices = Column([0, 0, 0, 1, 0, 0] as [Int32])
        #expect(try text(scene).hasPrefix("OFF\n"))
        #expect(try written(scene).plan.losses.map(\.code) == [.attributeDropped])
    }

    @Test func aDocumentIsCopiedInItsOwnEncoding() throws {
        let bytes = Array("OFF 3 1 9 # odd\n0 0 0\n1 0 0\n\n0 1 0\n3 0 1 2 7\n".utf8)
        let document = try OFFFormat().read(.bytes(bytes, name: "x.off"), options: ReadOptions())
        let output = Output(memoryNamed: "y.off")
        try OFFFormat().transcode(document, variant: "off", options: WriteOptions(), to: output)
        #expect(output.mainBytes() == bytes)
        #expect(throws: WriteError.self) {
            try OFFFormat().planTranscoding(document, variant: "off.binary", options: WriteOptions())
        }
    }

    @Test func theNumberOfThreadsDoesNotChangeTheBytes() throws {
        let count = 40_000
        let positions = (0..<count * 3).map { Float($0) / 8 }
        let corners = (0..<Int32(count - 2)).flatMap { first -> [Int32] in [first, first + 1, first + 2] }
        let faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: count - 2, arity: .uniform(3), vertices: Column(corners))
        let scene = MeshScene(
            vertexSets: [VertexSet(count: count, attributes: [Attribute(.position, Column(positions, components: 3))])],
            primitives: [faces])
        for variant in ["off", "off.binary"] {
            #expect(try written(scene, as: variant).bytes == written(scene, as: variant, threads: 4).bytes)
        }
    }
}

import FormatSTL
import MeshFormats
import MeshModel
import Testing

@Suite struct STLWriterTests {
    @Test func binaryIsAHeaderACountAndFacets() throws {
        let (bytes, _, back) = try written(square())
        #expect(bytes.count == 84 + 2 * 50)
        #expect(bytes[80..<84].elementsEqual([2, 0, 0, 0]))
        #expect(back.positions == [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0])
        // The normal is computed: 0 0 1.
        #expect(bytes[84..<96].elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3F]))
    }

    @Test func textHasNamesAndShortestDigits() throws {
        var scene = square()
        scene.nodes[0].name = "my box"
        let (bytes, _, back) = try written(scene, as: "stl.ascii")
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.first == "solid my box")
        #expect(lines[1...3] == ["  facet normal 0 0 1", "    outer loop", "      vertex 0 0 0"])
        #expect(lines.last == "endsolid my box")
        #expect(back.scene.nodes.map(\.name) == ["my box"])
    }

    @Test func sharedVerticesAreRepeatedAndThatIsNoLoss() throws {
        let losses = try written(square()).plan.losses
        #expect(losses.map(\.severity) == [.generated])
        #expect(losses.map(\.count) == [2])
    }

    @Test func aCloudIsRefusedWithARemedy() throws {
        let scene = MeshScene(
            vertexSets: [
                VertexSet(
                    count: 2, attributes: [Attribute(.position, Column([0, 0, 0, 1, 1, 1] as [Float], components: 3))])
            ],
            primitives: [.cloud(vertexSet: 0, count: 2)])
        let error = #expect(throws: WriteError.self) { try written(scene) }
        #expect(error?.code == .unrepresentable)
        #expect(error?.message.contains(".ply") == true)
    }

    @Test func float64IsNarrowedInBinaryAndKeptInText() throws {
        var scene = square()
        scene.vertexSets[0].attributes[0].values = Column(
            [0, 0, 0, 0.1, 0, 0, 4_500_000.3, 1, 0, 0, 1, 0] as [Double], components: 3)
        let binary = try written(scene).plan.losses
        let loss = binary.first { $0.code == .precisionReduced }
        // The second corner, and the third, which two facets share.
        #expect(loss?.count == 3)
        #expect(loss?.largestError == abs(4_500_000.3 - Double(Float(4_500_000.3))))
        let text = try written(scene, as: "stl.ascii")
        #expect(text.plan.losses.map(\.code) == [.interpolationSplit])
        #expect(text.back.scene.vertexSets[0].attribute(.position)?.values.type == .float64)
    }

    /// A small thing in coordinates of a country has steps of half a metre: that is seen, and not so in a large one.
    @Test(arguments: [(0.25, Loss.Rank.visible), (10_000, .bookkeeping)])
    func placesFarFromTheOriginAreSeenToMoveWhereTheThingIsSmall(size: Double, rank: Loss.Rank) throws {
        var scene = square()
        let y = 5_412_345.456
        scene.vertexSets[0].attributes[0].values = Column(
            [0, y, 0, size, y, 0, size, y + size, 0, 0, y + size, 0] as [Double], components: 3)
        let losses = try written(scene).plan.losses.filter { $0.name == "positions" && $0.largestError != nil }
        #expect(losses.map(\.rank) == [rank])
    }

    @Test func aHeaderKeepsWhatFits() throws {
        var scene = square()
        let values = ["made by hand", "twice", String(repeating: "x", count: 70), "solid"]
        scene.metadata = values.map { MetadataEntry(key: "comment", value: $0) }
        let (bytes, plan, back) = try written(scene)
        #expect(bytes.starts(with: Array("made by hand\ntwice\nsolid\0".utf8)))
        #expect(back.scene.metadata.map(\.value) == ["made by hand", "twice", "solid"])
        #expect(plan.losses.first { $0.code == .metadataDropped }?.count == 1)
    }

    @Test func threadsChangeNoByte() throws {
        let count = 20_000
        let positions = (0..<count * 9).map { Float($0 * 7919 % 10_007) / 16 }
        let scene = MeshScene(
            vertexSets: [
                VertexSet(count: count * 3, attributes: [Attribute(.position, Column(positions, components: 3))])
            ],
            primitives: [
                Primitive(topology: .polygons, vertexSet: 0, elementCount: count, arity: .uniform(3), vertices: nil)
            ])
        for variant in ["stl.binary", "stl.ascii"] {
            #expect(try written(scene, as: variant).bytes == written(scene, as: variant, threads: 4).bytes)
            #expect(try written(scene, as: variant).plan.losses.isEmpty)
        }
    }
}

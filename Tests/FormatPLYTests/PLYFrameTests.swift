import FormatPLY
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Scenes whose colours are linear and whose texture coordinates count from the top, as PLY.
@Suite struct PLYFrameTests {
    private func written(_ attribute: Attribute) throws -> (own: Attribute, foreign: Attribute, codes: [String]) {
        let positions = Attribute(
            .position, Column((0..<attribute.count * 3).map { Float($0) }, components: 3))
        let scene = Scene(
            vertexSets: [VertexSet(count: attribute.count, attributes: [positions, attribute])],
            primitives: [.cloud(vertexSet: 0, count: attribute.count)])
        let format = PLYFormat()
        let plan = try format.plan(Content(scene), variant: "ply.binary", options: WriteOptions())
        let output = Output(memoryNamed: "out.ply")
        let losses = try format.write(scene, plan: plan, to: output).losses
        func read(_ options: ReadOptions) throws -> Attribute {
            let document = try format.read(.bytes(output.mainBytes(), name: "out.ply"), options: options)
            return try #require(document.scene.vertexSets[0].attribute(attribute.semantic))
        }
        var foreign = ReadOptions()
        foreign.options["origin"] = "ignore"
        return (
            try read(ReadOptions()), try read(foreign), losses.map { "\($0.code.rawValue) \($0.severity.rawValue)" }
        )
    }

    @Test func linearFloatsOfCodesAreCodesAgainAndComeBack() throws {
        let codes = Attribute(
            .color(0), Column([0, 10, 128, 77, 255, 200] as [UInt8], components: 3), normalized: true, frame: .srgb)
        let linear = Attribute(
            .color(0), ColorTransfer.converted(codes, to: .linear, type: .float32), frame: .linear)
        let (own, foreign, losses) = try written(linear)
        #expect(losses == ["color.reencoded re-encoded"])
        #expect(foreign.values.integers() == [0, 10, 128, 77, 255, 200] && foreign.frame == .srgb)
        #expect(own.values.doubles() == linear.values.doubles() && own.frame == .linear && !own.normalized)
    }

    @Test func whatLiesBetweenTwoCodesIsNarrowed() throws {
        let linear = Attribute(.color(0), Column([0.5, 0.25, 1] as [Float], components: 3), frame: .linear)
        let (own, foreign, losses) = try written(linear)
        #expect(losses.sorted() == ["attribute.narrowed narrowed", "color.reencoded re-encoded"])
        #expect(foreign.values.integers() == [188, 137, 255])
        #expect(own.frame == .linear && abs(own.values.doubles()[0] - 0.5) < 0.005)
    }

    @Test func sixteenBitsStaySixteenBits() throws {
        let linear = Attribute(
            .color(0), Column([0, 30_000, 65_535] as [UInt16], components: 3), normalized: true, frame: .linear)
        let (own, foreign, _) = try written(linear)
        #expect(foreign.values.type == .uint16 && foreign.normalized)
        #expect(own.values.type == .uint16 && own.frame == .linear)
    }

    @Test func coordinatesFromTheTopAreFlippedAndComeBack() throws {
        let top = Attribute(
            .texCoord(0), Column([0.1, 0.1, 1, 0, 0.5, 0.7] as [Float], components: 2), frame: .topLeftUV)
        let (own, foreign, losses) = try written(top)
        #expect(losses == ["attribute.reencoded re-encoded"])
        #expect(foreign.values.doubles().map { Float($0) } == [0.1, 0.9, 1, 1, 0.5, 0.3])
        #expect(own.values.doubles() == top.values.doubles() && own.frame == .topLeftUV)
    }
}

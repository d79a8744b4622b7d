import FormatPLY
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Scenes with linear colours and texture coordinates from the top, as PLY.
@Suite struct PLYFrameTests {
    private func written(_ attribute: Attribute) throws -> (own: Attribute, foreign: Attribute, codes: [String]) {
        let positions = Attribute(
            .position, Column((0..<attribute.count * 3).map { Float($0) }, components: 3))
        let scene = MeshScene(
            vertexSets: [VertexSet(count: attribute.count, attributes: [positions, attribute])],
            primitives: [.cloud(vertexSet: 0, count: attribute.count)])
        let format = PLYFormat()
        let plan = try format.plan(Content(scene), variant: "ply.binary", options: WriteOptions())
        let output = Output(memoryNamed: "out.ply")
        try format.write(plan, to: output)
        func read(_ options: ReadOptions) throws -> Attribute {
            let document = try format.read(.bytes(output.mainBytes(), name: "out.ply"), options: options)
            return try #require(document.scene.vertexSets[0].attribute(attribute.semantic))
        }
        var foreign = ReadOptions()
        foreign.options["origin"] = "ignore"
        return (
            try read(ReadOptions()), try read(foreign),
            plan.losses.map { "\($0.code.rawValue) \($0.severity.rawValue)" }
        )
    }

    @Test(arguments: [3, 4]) func codesThatComeBackAsOthersAreCountedByRow(width: Int) {
        let count = 5000
        let bytes = ContiguousArray((0..<count * 4).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 5) })
        let original = Attribute(.color(0), Column(bytes, components: 4), normalized: true, frame: .linear)
        var codes = ContiguousArray(
            ColorTransfer.converted(original, to: .srgb, type: .uint8, normalized: true).integers().map { UInt8($0) })
        // A different alpha, which counts only where alpha is written.
        codes[4 * 4321 + 3] ^= 0x80
        let stored = Attribute(.color(0), Column(codes, components: 4), normalized: true, frame: .srgb)
        let errors = FrameAdaptation.Errors(original, stored, width: width)
        let rows = (0..<count).map { row -> Double in
            (0..<width).map { component -> Double in
                let (before, after) = (Double(bytes[row * 4 + component]), Double(codes[row * 4 + component]))
                if component == 3 { return abs(before - after) }
                return abs(before - (ColorTransfer.linear(fromSRGB: after / 255) * 255).rounded())
            }.max() ?? 0
        }
        let odd = rows.count { $0 > 0 }
        #expect(!errors.isEmpty && !errors.isRounding && errors.rows == 0..<count)
        #expect(errors.summary() == (odd, rows.max() ?? 0, false))
        #expect(errors.summary([4321, 4321, -1, count]) == (rows[4321] > 0 ? 2 : 0, rows[4321], rows[4321] == 0))
        #expect(odd > 0 && odd < count && (width == 3 || rows[4321] == 128))
    }

    /// MeshLab prints six decimals, Blender four, trimesh eight: other programs see colours in bytes only.
    @Test(arguments: [4, 6, 8], [ScalarType.float32, .float64])
    func printedCodesAreCodesAgainAndComeBack(decimals: Int, type: ScalarType) throws {
        let codes: [UInt8] = [191, 128, 64, 1, 2, 254, 0, 255, 77]
        let unit = decimals == 4 ? 1e4 : decimals == 6 ? 1e6 : 1e8
        let printed = codes.map { (Double($0) / 255 * unit).rounded() / unit }
        let column =
            type == .float32 ? Column(printed.map { Float($0) }, components: 3) : Column(printed, components: 3)
        let (own, foreign, losses) = try written(Attribute(.color(0), column, frame: .srgb))
        #expect(foreign.values.type == .uint8 && foreign.values.integers() == codes.map { Int64($0) })
        #expect(own.values.type == type && own.values.doubles() == column.doubles())
        #expect(losses == ["precision.reduced re-encoded", "color.reencoded re-encoded"])
    }

    @Test func fractionsThatAreNoPrintedCodesStay() throws {
        let colors = Attribute(.color(0), Column([0.749020, 0.5, 0.251] as [Float], components: 3), frame: .srgb)
        let (own, foreign, losses) = try written(colors)
        #expect(own.values.doubles() == colors.values.doubles() && foreign.values.type == .float32 && losses.isEmpty)
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

import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatSTL

@Suite struct STLTextTests {
    private static let flat = [0.0, 0, 0, 1, 0, 0, 0, 1, 0]

    @Test(arguments: [
        "solid a\n" + STLSample.flatText + "endsolid a\n",
        "SOLID a\n" + STLSample.flatText.uppercased() + "ENDSOLID a\n",
        ("solid a\n" + STLSample.flatText + "endsolid a\n").replacing("\n", with: "\r\n"),
        ("solid a\n" + STLSample.flatText + "endsolid a\n").replacing("\n", with: "\r"),
        ("solid a\n" + STLSample.flatText + "endsolid a\n").replacing("\n", with: " "),
        "\u{FEFF} \t solid   a \n\n" + STLSample.flatText.replacing(" ", with: "\t\n") + "endsolid",
    ])
    func whitespaceAndCaseAreFree(text: String) throws {
        let document = try STLSample(text).read()
        #expect(document.positions == Self.flat)
        #expect(document.scene.nodes.map { $0.name?.lowercased() } == ["a"])
        #expect(document.primitive?.vertices == nil)
        #expect(document.diagnostics.isEmpty)
        #expect(document.isAccountedFor)
    }

    @Test func solidsAreNodesWithNames() throws {
        let text =
            "solid lid \(STLSample.flatText)endsolid lid\nsolid\nendsolid\nsolid big box\n\(STLSample.flatText)endsolid"
        let scene = try STLSample(text).read().scene
        #expect(scene.nodes.map(\.name) == ["lid", nil, "big box"])
        #expect(scene.nodes.map(\.mesh) == [0, nil, 1])
        #expect(scene.meshes.map { $0.primitives.count } == [1, 1])
        #expect(scene.vertexSets.map(\.count) == [3, 3])
    }

    @Test func whatIsMissingIsTold() throws {
        let facet = STLSample.flatText
        #expect(try STLSample("solid a\n" + facet).read().codes == ["stl.endsolid-missing"])
        #expect(try STLSample(facet + "endsolid\n").read().codes == ["stl.solid-missing"])
        let open = try STLSample("solid a\n" + facet.replacing("endfacet\n", with: "") + facet + "endsolid").read()
        #expect(open.codes == ["stl.endfacet-missing"])
        #expect(open.diagnostics[0].location == .line(2, column: 1))
        let sample = STLSample("solid a\n" + facet + "facet normal 0 0 1\nouter loop\nvertex 1 2 3")
        let error = #expect(throws: ReadError.self) { try sample.read() }
        #expect(error?.code == .truncated)
        var lenient = ReadOptions()
        lenient.lenient = true
        let cut = try sample.read(lenient)
        #expect(cut.residue.map(\.path) == ["facet"])
        #expect(cut.codes == ["stl.endsolid-missing", "stl.truncated-facet"])
        #expect(cut.positions == Self.flat)
        #expect(cut.isAccountedFor)
    }

    @Test func linesThatNobodyKnowsAreResidue() throws {
        let text = "; made by hand\nsolid a\ncolor 1 0 0\n" + STLSample.flatText + "color 0 1 0\nendsolid\n"
        let document = try STLSample(text).read()
        #expect(document.residue.map(\.path) == ["statement color", "statement remark"])
        #expect(document.residue.map(\.count) == [2, 1])
        #expect(document.positions == Self.flat)
        #expect(document.isAccountedFor)
    }

    @Test(arguments: [
        ("vertex 1 0 0", "vertex 1,5 0 0", 5, 8), ("vertex 1 0 0", "vertex 1 zero 0", 5, 10),
        ("vertex 1 0 0", "vertex 1 0\nvertex 3 3 3", 6, 1), ("outer loop", "vertex 0 0 0", 3, 1),
        ("endloop", "vertex 1 1 1\nendloop", 7, 1), ("facet normal", "facet", 2, 7),
    ])
    func whatMeansNothingIsRefusedWhereItStands(old: String, new: String, line: Int, column: Int) throws {
        let text = "solid a\n" + STLSample.flatText.replacing(old, with: new, maxReplacements: 1) + "endsolid\n"
        let error = #expect(throws: ReadError.self) { try STLSample(text).read() }
        #expect(error?.code == .invalidValue)
        #expect(error?.location == .line(line, column: column))
        var options = ReadOptions()
        options.lenient = true
        let document = try STLSample(text).read(options)
        #expect(document.codes.contains("stl.facet-skipped"))
        #expect(document.isAccountedFor)
    }

    @Test func numbersAreAsOtherToolsPrintThem() throws {
        let text = STLSample.flatText.replacing("vertex 1 0 0", with: "vertex 1.0E+000 -.0 +0.").replacing(
            "normal 0 0 1", with: "normal -1.#IND nan -nan(ind)")
        let document = try STLSample("solid\n" + text + "endsolid").read()
        #expect(document.positions == Self.flat)
        #expect(document.codes == ["stl.normal-not-finite"])
        #expect(document.primitive?.elementAttributes.isEmpty == true)
    }

    @Test func digitsDecideTheType() throws {
        func type(_ number: String) throws -> ScalarType? {
            let text = "solid\n" + STLSample.flatText.replacing("vertex 1 ", with: "vertex \(number) ") + "endsolid"
            return try STLSample(text).read().scene.vertexSets[0].attribute(.position)?.values.type
        }
        #expect(try type("0.1") == .float32)
        #expect(try type("1.000000e+00") == .float32)
        #expect(try type("0.123456789012") == .float64)
        #expect(try type("4500000.375") == .float64)
    }

    @Test func solidsHaveTypesOfTheirOwn() throws {
        let wide = STLSample.flatText.replacing("vertex 1 ", with: "vertex 0.123456789012 ")
        let scene = try STLSample("solid a\n\(STLSample.flatText)endsolid\nsolid b\n\(wide)endsolid").read().scene
        #expect(scene.vertexSets.map { $0.attribute(.position)?.values.type } == [.float32, .float64])
    }

    @Test func piecesOfAnySizeAndThreadsGiveTheSame() throws {
        var text = "; remark\n"
        for solid in 0..<5 {
            text += "solid part \(solid)\n"
            for facet in 0..<7 {
                text += STLSample.flatText.replacing("vertex 1 0", with: "vertex \(facet).5 \(solid)")
            }
            text += solid == 3 ? "" : "endsolid part\n"
        }
        let input = Input.bytes(Array(text.utf8), name: "x.stl")
        let whole = try STLTextReader.read(input, options: ReadOptions())
        for size in [1, 7, 64, 100, 333, 1000] {
            var options = ReadOptions()
            options.threads = size % 3 + 1
            let document = try STLTextReader.read(input, options: options, pieceByteCount: size)
            #expect(document.scene.nodes == whole.scene.nodes)
            #expect(document.diagnostics == whole.diagnostics)
            #expect(document.census == whole.census)
            for (set, other) in zip(document.scene.vertexSets, whole.scene.vertexSets) {
                #expect(set.attributes[0].values.doubles() == other.attributes[0].values.doubles())
            }
        }
    }

    @Test(arguments: [1, 2, 3])
    func cornersThatComeBackAreFoundOnTheWay(solids: Int) throws {
        var text = ""
        for solid in 0..<solids {
            text += "solid part \(solid)\n"
            for facet in 0..<50 {
                text += STLSample.flatText.replacing("vertex 1 0", with: "vertex \(facet % 5 == 0 ? "-0" : "2.5") 0")
            }
            text += "endsolid\n"
        }
        let input = Input.bytes(Array(text.utf8), name: "x.stl")
        let plain = try STLTextReader.read(input, options: ReadOptions())
        for size in [64, 333, 4096, 1 << 20] {
            var options = ReadOptions()
            options.findsRepetitions = true
            options.threads = size % 3 + 1
            let found = try STLTextReader.read(input, options: options, pieceByteCount: size)
            #expect(found.scene.nodes == plain.scene.nodes)
            #expect(found.isAccountedFor)
            for (set, other) in zip(found.scene.vertexSets, plain.scene.vertexSets) {
                let columns = [set, other].compactMap { $0.attribute(.position)?.values }
                #expect(columns.map(\.count) == [150, 150])
                // (0 0 0), (2.5 0 0), (0 1 0) and (−0 0 0), which is a position of its own.
                #expect(columns.map(\.repetition?.rows.count) == [solids == 1 ? 4 : nil, nil])
                #expect(columns[0].doubles().map(\.bitPattern) == columns[1].doubles().map(\.bitPattern))
            }
        }
    }

    @Test func cornersOfManyDigitsAreNotTakenForOne() throws {
        let text = STLSample.flatText + STLSample.flatText.replacing("vertex 1 ", with: "vertex 0.123456789012 ")
        var options = ReadOptions()
        options.findsRepetitions = true
        let document = try STLSample("solid a\n\(text)endsolid").read(options)
        #expect(document.positions == Self.flat + [0, 0, 0, 0.123456789012, 0, 0, 0, 1, 0])
    }

    @Test func oneNormalOfItsOwnBringsAllBack() throws {
        var text = "solid a\n"
        for facet in 0..<40 {
            text +=
                facet == 30 ? STLSample.flatText.replacing("normal 0 0 1", with: "normal 0 1 0") : STLSample.flatText
        }
        let input = Input.bytes(Array((text + "endsolid a\n").utf8), name: "x.stl")
        for (size, finds) in [(64, false), (333, true), (1 << 20, true)] {
            var options = ReadOptions()
            options.findsRepetitions = finds
            let document = try STLTextReader.read(input, options: options, pieceByteCount: size)
            let expected: [Double] = (0..<40).flatMap { facet -> [Double] in facet == 30 ? [0, 1, 0] : [0, 0, 1] }
            #expect(document.primitive?.values("NORMAL") == expected)
            #expect(document.scene.vertexSets[0].count == 120)
        }
    }

    @Test func aLineWithAllSolidsIsReadInLinearTime() throws {
        let one = "solid a " + STLSample.flatText.replacing("\n", with: " ") + "endsolid a "
        let document = try STLSample(String(repeating: one, count: 3000)).read()
        #expect(document.scene.nodes.count == 3000)
    }

    @Test func moreSolidsThanTheLimitAreRefused() throws {
        var options = ReadOptions()
        options.limits.headerEntries = 3
        let error = #expect(throws: ReadError.self) {
            try STLSample(String(repeating: "solid\nendsolid\n", count: 4)).read(options)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.location == .line(7, column: 1))
    }
}

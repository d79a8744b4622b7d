import FormatSTL
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@Suite struct STLBinaryTests {
    private static let facet = (numbers: STLSample.flat, word: UInt16(0))

    @Test func facetsAreASoupWithoutIndices() throws {
        let document = try STLSample(facets: [Self.facet, Self.facet]).read()
        #expect(document.variant == "stl.binary")
        #expect(document.positions == [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0])
        #expect(document.primitive?.vertices == nil)
        #expect(document.primitive?.elementAttributes.isEmpty == true)
        #expect(document.scene.hasImplicitHierarchy)
        #expect(document.isAccountedFor)
    }

    @Test func cornersThatComeBackAreFoundOnTheWay() throws {
        var turned = STLSample.flat
        turned[3] = -0.0
        turned[6] = .nan
        let facets = (0..<2000).map { $0 % 7 == 0 ? (numbers: turned, word: UInt16(0)) : Self.facet }
        var options = ReadOptions()
        options.findsRepetitions = true
        for count in [0, 1, 600, 2000] {
            let sample = STLSample(facets: Array(facets.prefix(count)))
            let (plain, found) = (try sample.read(), try sample.read(options))
            let columns = [plain, found].map { $0.scene.vertexSets.first?.attribute(.position)?.values }
            #expect(columns[0]?.repetition == nil)
            let known = columns[1]?.repetition
            #expect(known?.numbers.count == columns[0]?.count)
            #expect(known?.rows.count == (count == 0 ? nil : count == 1 ? 3 : 5))
            #expect(known?.hasMinusZeros == (count == 0 ? nil : true))
            // Bit by bit: the same words.
            var words: [ContiguousArray<UInt8>] = []
            for column in columns {
                words.append(
                    unsafe column?.storage.withBytes { unsafe ContiguousArray($0) } ?? [])
            }
            #expect(words[0] == words[1])
            #expect(found.isAccountedFor)
        }
    }

    @Test func aHeaderMayBeginWithSolid() throws {
        for header in ["solid part", "solid part\nfacet normal 0 0 1\nouter loop"] {
            let document = try STLSample(header: header, facets: [Self.facet]).read()
            #expect(document.variant == "stl.binary")
            #expect(document.scene.metadata.map(\.value) == header.split(separator: "\n").map(String.init))
        }
        // The size does not fit, but the count has zero bytes, which a text never has.
        let document = try STLSample(header: "solid part", facets: [Self.facet], count: 9).read(Self.lenient)
        #expect(document.positions.count == 9)
    }

    @Test(
        arguments: [
            (0, [], 2, ["stl.facet-count"]), (1, [], 2, ["stl.facet-count"]),
            (2, [1, 2, 3], 2, ["stl.trailing-bytes"]),
            (2, [UInt8](repeating: 0xFF, count: 50), 2, ["stl.trailing-bytes"]),
        ] as [(UInt32, [UInt8], Int, [String])])
    func wrongCountsAreRecoveredWithAWord(count: UInt32, tail: [UInt8], facets: Int, codes: [String]) throws {
        let document = try STLSample(facets: [Self.facet, Self.facet], count: count, tail: tail).read()
        #expect(document.primitive?.elementCount == facets)
        #expect(document.codes == codes)
        #expect(document.diagnostics.allSatisfy { $0.severity == .warning })
    }

    @Test(arguments: [3, 4, 400, UInt32.max])
    func aCutFileIsRefusedAndGivesItsWholeFacetsLeniently(count: UInt32) throws {
        let sample = STLSample(
            facets: [Self.facet, Self.facet], count: count, tail: [UInt8](repeating: 0, count: 49))
        let error = #expect(throws: ReadError.self) { try sample.read() }
        #expect(error?.code == .truncated)
        #expect(error?.location == .byte(84 + 149))
        let document = try sample.read(Self.lenient)
        #expect(document.primitive?.elementCount == 2)
        #expect(document.codes == ["stl.facet-count", "stl.truncated-facet"])
        #expect(document.residue == [.broken("facet", count: Int(count) - 2)])
    }

    private static var lenient: ReadOptions {
        var options = ReadOptions()
        options.lenient = true
        return options
    }

    @Test func normalsOfTheirOwnAreAnAttribute() throws {
        var up = STLSample.flat
        up[2] = -1
        let document = try STLSample(facets: [Self.facet, (up, 0)]).read()
        #expect(document.primitive?.values("NORMAL") == [0, 0, 1, 0, 0, -1])
    }

    @Test func aShortFileIsRefused() {
        for count in [0, 5, 83] {
            let error = #expect(throws: ReadError.self) {
                try STLFormat().read(.bytes([UInt8](repeating: 0, count: count), name: "x"), options: ReadOptions())
            }
            #expect(error?.code == .truncated)
            #expect(error?.location == .byte(count))
        }
    }

    @Test func threadsChangeNothing() throws {
        let facets = (0..<30_000).map { index -> (numbers: [Float], word: UInt16) in
            ([0, 0, 1, Float(index), 0, 0, 1, Float(index), 0, 0, 1, 7], UInt16(truncatingIfNeeded: index))
        }
        let sample = STLSample(facets: facets)
        var options = ReadOptions()
        let one = try sample.read(options)
        options.threads = 3
        let three = try sample.read(options)
        #expect(one.positions == three.positions)
        #expect(one.primitive?.values("stl_attribute") == three.primitive?.values("stl_attribute"))
        #expect(one.census == three.census)
    }
}

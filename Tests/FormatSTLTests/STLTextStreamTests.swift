import FormatSTL
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Texts that are turned into binary files while they are read: the same as through the document, or nothing.
@Suite struct STLTextStreamTests {
    private static let facets = [
        "facet normal 0 0 1\n  outer loop\n    vertex 0 0 0\n    vertex 1 0 0\n    vertex 0 1 0\n  endloop\nendfacet\n",
        "facet normal 9.969833e-01 8.983389e-04 -7.761052e-02\n  outer loop\n"
            + "    vertex -2.996844e+00 -1.400000e+00 -2.250000e+00\n"
            + "    vertex -2.996850e+00 -1.393120e+00 -2.250000e+00\n"
            + "    vertex -2.995990e+00 -1.393120e+00 -2.238944e+00\n  endloop\nendfacet\n",
        "facet normal 0 0 0\n outer loop\n vertex 0 0 0\n vertex 0 0 0\n vertex -0 0 0\n endloop\nendfacet\n",
        "facet normal 0.5774 0.5774 0.5774\nouter loop\nvertex 1e0 0 0\nvertex 0 +1 .0\nvertex 0 0. 1E-00\nendloop\n"
            + "endfacet\n",
    ]
    /// A normal that differs from the corners' one.
    private static let own = facets[0].replacing("normal 0 0 1", with: "normal 0.6 0 0.8")

    private static func text(_ name: String = " room", _ facets: [String] = Self.facets) -> String {
        "solid\(name)\n" + facets.joined() + "endsolid\(name)\n"
    }

    /// The result of streaming a text.
    private struct Result: Equatable {
        var bytes: [UInt8]
        var losses: [Loss]
        var residue: [Residue]
        var diagnostics: [Diagnostic]
        var variant: String
    }

    private func losses(_ document: Document) throws -> [Loss] {
        try STLFormat().plan(Content(document.scene), variant: "stl.binary", options: WriteOptions()).losses
    }

    private func stream(_ bytes: [UInt8], threads: Int = 2, to variant: String = "stl.binary") throws -> Result? {
        let output = Output(memoryNamed: "a.stl")
        var writing = WriteOptions()
        writing.threads = threads
        guard
            let document = try STLFormat().stream(
                .bytes(bytes, name: "a.stl"), to: variant, reading: ReadOptions(), writing: writing,
                digesting: false, output: output)?.document
        else { return nil }
        return Result(
            bytes: output.mainBytes(), losses: try losses(document), residue: document.residue,
            diagnostics: document.diagnostics, variant: document.variant)
    }

    private func whole(_ bytes: [UInt8]) throws -> Result {
        let document = try STLFormat().read(.bytes(bytes, name: "a.stl"), options: ReadOptions())
        let written = try written(document.scene)
        return Result(
            bytes: written.bytes, losses: written.plan.losses, residue: document.residue,
            diagnostics: document.diagnostics, variant: document.variant)
    }

    @Test(arguments: [
        text(), text(""), text(" a solid of two words "), text("\tÄ"), text(" room", facets + [own]),
        text(" room", [own] + facets), text().replacing("\n", with: "\r\n"), text().uppercased(),
        text().replacing(" ", with: " \t "), text().replacing("\n", with: "\n\n"), " \n" + text() + "\n \n",
        String(text().dropLast()), text().replacing("endsolid room", with: "endsolid another"),
        text().replacing("\nendloop\nendfacet", with: " endloop endfacet"),
        text(" room", Array(repeating: facets, count: 3).flatMap { $0 }),
    ])
    func aPlainSolidBecomesWhatItsDocumentBecomes(text: String) throws {
        let bytes = Array(text.utf8)
        #expect(try #require(try stream(bytes)) == whole(bytes))
    }

    @Test func manyPiecesArriveInOrderOnAnyNumberOfThreads() throws {
        for last in [Self.facets[0], Self.own] {
            var facets = (0..<14_000).map { index in
                "facet normal 0 0 1\nouter loop\nvertex \(index) 0 0\nvertex \(index).5 0 0\nvertex \(index) 1e-3 0\n"
                    + "endloop\nendfacet\n" + String(repeating: " ", count: index % 7)
            }
            facets.append(last)
            let bytes = Array(Self.text(" room", facets).utf8)
            #expect(bytes.count > 1 << 20)
            let expected = try whole(bytes)
            for threads in 1...4 { #expect(try #require(try stream(bytes, threads: threads)) == expected) }
        }
    }

    private func digests(_ bytes: [UInt8], threads: Int = 2) throws -> RowDigests? {
        var reading = ReadOptions()
        reading.threads = threads
        return try STLFormat().digest(.bytes(bytes, name: "a.stl"), reading: reading)?.rows
    }

    private func digested(_ text: String, threads: Int = 2) throws -> (read: RowDigests, bytes: [UInt8]) {
        let output = Output(memoryNamed: "a.stl")
        var writing = WriteOptions()
        writing.threads = threads
        let streamed = try STLFormat().stream(
            .bytes(Array(text.utf8), name: "a.stl"), to: "stl.binary", reading: ReadOptions(), writing: writing,
            digesting: true, output: output)
        return (try #require(streamed?.rows), output.mainBytes())
    }

    @Test(arguments: [[], [own]])
    func theDigestsOfManyPiecesAreThoseOfTheResult(others: [String]) throws {
        let text = Self.text(" room", Array(repeating: Self.facets + others, count: 4000).flatMap(\.self))
        let expected = try digested(text, threads: 1)
        let paths = (others.isEmpty ? [] : ["facet.normal"]) + ["facet.corners", "facet.word"]
        #expect(expected.read.parts.map(\.path) == paths)
        for threads in 1...3 {
            #expect(try digested(text, threads: threads).read == expected.read)
            #expect(try digests(expected.bytes, threads: threads) == expected.read)
        }
    }

    @Test func eachByteOfAFacetCounts() throws {
        let (read, bytes) = try digested(Self.text(" room", [Self.own]))
        #expect(try digests(bytes) == read)
        for place in 84..<bytes.count {
            var changed = bytes
            changed[place] ^= 0x20
            #expect(try digests(changed) != read, "byte \(place)")
        }
        #expect(try digests(bytes + [0]) == nil)
        #expect(try digests(bytes.dropLast()) == nil)
        #expect(try digests(Array(Self.text().utf8)) == nil)
    }

    @Test(arguments: [
        // Nothing, or something else, or more than one solid.
        "", "solid", "solid room\n", "solid room\nendsolid room\n", facets.joined(), text() + text(),
        text() + facets[0], text() + "x\n", text("", ["x\n"]), text("", facets + ["color 1 0 0\n"]),
        "\u{FEFF}" + text(), "solid a\nsolid b\n" + facets[0] + "endsolid\n", "# made by hand\n" + text(),
        text(" facet"), text(" room").replacing("endsolid room", with: "endsolid facet"),
        "solid room\n" + facets.joined(), text().replacing("\n", with: " "),
        text().replacing("\n", with: "\r").replacing("\rendfacet", with: "\rx\rendfacet"),
        // Facets with defects.
        text("", [facets[0].replacing("endloop\n", with: "")]), text("", [facets[0].replacing("outer", with: "inner")]),
        text("", [facets[0].replacing("vertex 1 0 0\n", with: "")]),
        text("", [facets[0].replacing("vertex 1 0 0\n", with: "vertex 1 0 0\nvertex 1 0 0\n")]),
        text("", [facets[0].replacing("1 0 0", with: "1 0")]),
        text("", [facets[0].replacing("1 0 0", with: "1 0 0 0")]),
        text("", [facets[0].replacing("1 0 0", with: "1 0 x")]),
        // Numbers that aren't finite or need more than a float32.
        text("", [facets[0].replacing("1 0 0", with: "1 0 nan")]),
        text("", [facets[0].replacing("1 0 0", with: "1 0 1e39")]),
        text("", [facets[0].replacing("0 0 1\n", with: "0 0 inf\n")]),
        text("", [facets[0].replacing("1 0 0", with: "0.123456789 0 0")]),
        text("", [facets[0].replacing("1 0 0", with: "1.23456789e-01 0 0")]),
        text("", [facets[0].replacing("0 0 1\n", with: "0.123456789012 0 0.9\n")]),
    ])
    func anythingToRemarkOnIsLeftToTheDocument(text: String) throws {
        #expect(try stream(Array(text.utf8)) == nil)
    }

    @Test func otherVariantsAreLeftToTheDocument() throws {
        let bytes = Array(Self.text().utf8)
        for variant in ["stl.ascii", "stl.color", "ply.binary"] {
            #expect(try stream(bytes, to: variant) == nil)
        }
        #expect(try stream(STLSample(facets: [(STLSample.flat, 0)]).bytes) == nil)
    }

    @Test func aTextWithoutFacetsOfGreatLengthIsLeftToTheDocument() throws {
        let bytes = Array(("solid room\n" + String(repeating: "x y z\n", count: 600_000)).utf8)
        #expect(try stream(bytes) == nil)
    }

    @Test func everyTruncationGivesWhatTheDocumentGivesOrNothing() throws {
        let bytes = Array(Self.text(" room", Self.facets + [Self.own]).utf8)
        for count in 0..<bytes.count {
            let part = Array(bytes[..<count])
            if let result = try stream(part) { #expect(try result == whole(part)) }
        }
    }

    @Test func mutationsGiveWhatTheDocumentGivesOrNothing() throws {
        var random = SplitMix(state: 0x57_4C5)
        let words: [[UInt8]] = ["facet", "endsolid", "1e-3", " ", "\n", "nan", "0.1234567", "-", "e", "9"].map {
            Array($0.utf8)
        }
        var streamed = 0
        for round in 0..<2000 {
            var bytes = Array(Self.text(" room", round % 2 == 0 ? Self.facets : Self.facets + [Self.own]).utf8)
            for _ in 0...Int(random.next() % 3) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 4 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes[place] = UInt8(0x30 + random.next() % 10)
                case 2: bytes.insert(contentsOf: words[Int(random.next() % UInt64(words.count))], at: place)
                default: bytes.remove(at: place)
                }
            }
            guard let result = try stream(bytes) else { continue }
            streamed += 1
            #expect(try result == whole(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(streamed > 100)
    }
}

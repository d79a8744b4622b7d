import FormatPLY
import MeshFormats
import MeshModel
import Testing

@Suite struct PLYHeaderTests {
    private static let point = ["element vertex 1", "property float x", "property float y", "property float z"]

    private func refusal(_ lines: [String], body: [UInt8] = []) -> ReadError? {
        #expect(throws: ReadError.self) { try PLYSample(lines, body: body).read() }
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func aFirstBodyByteThatLooksLikeALineEndBelongsToTheBody(lineEnd: String) throws {
        let lines = ["ply", "format binary_little_endian 1.0", "element vertex 2", "property uchar x"]
        let document = try PLYSample(lines, lineEnd: lineEnd, body: [0x0A, 0x0D]).read()
        #expect(document.scene.vertexSets[0].attributes[0].values.integers() == [10, 13])
        #expect(document.diagnostics.isEmpty)
    }

    @Test func theFirstLineIsPlyAloneAndNothingElse() {
        for text in ["plyfoo\n", "PLY\n", "ply \n", "", "solid\n"] {
            let error = #expect(throws: ReadError.self) {
                try PLYSample(text: text + "format ascii 1.0\nend_header\n").read()
            }
            #expect(error?.code == .invalidHeader)
        }
        let error = #expect(throws: ReadError.self) {
            try PLYSample(text: "plyfoo\nformat ascii 1.0\nend_header\n").read()
        }
        #expect(error?.location == .line(1, column: 4))
    }

    @Test func commentsMayStandBeforeTheFormatAndMayBeEmpty() throws {
        let lines = ["ply", "comment first", "comment", "obj_info num_cols 4", "format ascii 1.0"]
        let document = try PLYSample(lines).read()
        #expect(
            document.scene.metadata == [
                MetadataEntry(key: "comment", value: "first"), MetadataEntry(key: "comment", value: ""),
                MetadataEntry(key: "obj_info", value: "num_cols 4"),
            ])
    }

    /// As an exporter wrote it in 2008.
    @Test func whoCreatedTheFileIsACommentWithoutTheWordToo() throws {
        let line = "Created by Blender3D 247 - www.blender.org, source file: "
        let document = try PLYSample(
            ["ply", "comment one", "format ascii 1.0", line] + Self.point, body: Array("1 2 3\n".utf8)
        ).read()
        #expect(document.scene.metadata.map(\.value) == ["one", line])
        #expect(document.scene.vertexSets[0].attribute(.position)?.values.doubles() == [1, 2, 3])
        let diagnostic = try #require(document.diagnostics.first)
        #expect(diagnostic.code == "ply.bare-comment" && diagnostic.severity == .warning)
        #expect(diagnostic.location == .line(4, column: 1))
        let output = Output(memoryNamed: "out.ply")
        try PLYFormat().transcode(document, variant: "ply.ascii", options: WriteOptions(), to: output)
        let header = ["ply", "comment one", "format ascii 1.0", "comment " + line] + Self.point + ["end_header"]
        #expect(output.mainBytes() == Array((header.joined(separator: "\n") + "\n1 2 3\n").utf8))
        #expect(refusal(["ply", "format ascii 1.0"] + Self.point + [line])?.location == .line(7, column: 1))
    }

    @Test func blanksBetweenTheWordsOfALineDoNotMatter() throws {
        let lines = [
            "ply", "  format\tascii   1.0 ", " element   vertex\t1 ", "\tproperty   float  x ", "property float y",
            "property float z", " element face 0", "property  list\tuchar   int  vertex_indices",
        ]
        let document = try PLYSample(lines, body: Array("1 2 3\n".utf8)).read()
        #expect(document.scene.vertexSets[0].attribute(.position)?.values.doubles() == [1, 2, 3])
    }

    @Test func aHeaderOfMoreThanABlockIsReadWhole() throws {
        let comments = (0..<5000).map { "comment line \($0) of a header that is longer than one block" }
        let lines = ["ply", "format ascii 1.0"] + comments + Self.point
        let document = try PLYSample(lines, body: Array("1 2 3\n".utf8)).read()
        #expect(document.scene.metadata.count == 5000)
        #expect(document.scene.vertexSets[0].count == 1)
    }

    @Test(arguments: [
        ("char", ScalarType.int8), ("int8", .int8), ("i1", .int8), ("uchar", .uint8), ("uint8", .uint8),
        ("u1", .uint8), ("b1", .uint8), ("short", .int16), ("int16", .int16), ("i2", .int16), ("ushort", .uint16),
        ("uint16", .uint16), ("u2", .uint16), ("int", .int32), ("int32", .int32), ("i4", .int32), ("uint", .uint32),
        ("uint32", .uint32), ("u4", .uint32), ("int64", .int64), ("uint64", .uint64), ("float", .float32),
        ("float32", .float32), ("f4", .float32), ("double", .float64), ("float64", .float64), ("f8", .float64),
    ])
    func aTypeHasItsOldAndItsNewWord(word: String, type: ScalarType) throws {
        let lines = ["ply", "format ascii 1.0", "element vertex 1", "property \(word) value"]
        let document = try PLYSample(lines, body: Array("7\n".utf8)).read()
        #expect(document.scene.vertexSets[0].attributes[0].values.type == type)
        #expect(document.scene.vertexSets[0].attributes[0].values.doubles() == [7])
    }

    @Test(arguments: [
        (["ply", "format ascii 1.0", "element vertex 4 extra"], 3, 1),
        (["ply", "format ascii 1.0", "property float x"], 3, 1),
        (["ply", "element vertex 1", "format ascii 1.0"], 2, 1),
        (["ply", "format binary_mixed_endian 1.0"], 2, 8),
        (["ply", "format ascii 1.0", "format ascii 1.0"], 3, 1),
        (["ply", "format ascii 1.0", "element vertex 1", "property float16 x"], 4, 10),
        (["ply", "format ascii 1.0", "element vertex +35"], 3, 16),
        (["ply", "format ascii 1.0", "element vertex 567+"], 3, 16),
        (["ply", "format ascii 1.0", "element vertex -1"], 3, 16),
        (["ply", "format ascii 1.0", ""], 3, 1),
        (["ply", "format ascii 1.0", "elements vertex 1"], 3, 1),
        (["ply", "format ascii 1.0", "element vertex 0", "element vertex 0"], 4, 9),
        (["ply", "format ascii 1.0", "element face 0", "property list float int vertex_indices"], 4, 15),
        (["ply", "format ascii 1.0", "element face 0", "property list uchar vertex_indices"], 4, 1),
    ])
    func aHeaderLineThatIsWrongIsRefusedWhereItStands(lines: [String], line: Int, column: Int) {
        let error = refusal(lines)
        #expect(error?.code == .invalidHeader)
        #expect(error?.location == .line(line, column: column))
    }

    @Test func aHeaderThatNeverEndsIsTruncated() {
        let error = #expect(throws: ReadError.self) {
            try PLYSample(text: "ply\nformat ascii 1.0\nelement vertex 3\n").read()
        }
        #expect(error?.code == .truncated)
        #expect(error?.location == .line(4, column: 1))
    }

    @Test func anEndOfHeaderWithoutALineEndIsNoEnd() {
        let error = #expect(throws: ReadError.self) {
            try PLYSample(text: "ply\nformat ascii 1.0\nend_header").read()
        }
        #expect(error?.code == .truncated)
    }

    @Test func limitsOnElementsAndOnTheHeaderHold() {
        var options = ReadOptions()
        options.limits.headerEntries = 2
        let lines = ["ply", "format ascii 1.0", "element a 0", "element b 0", "element c 0"]
        let error = #expect(throws: ReadError.self) { try PLYSample(lines).read(options) }
        #expect(error?.code == .limitExceeded)
    }
}

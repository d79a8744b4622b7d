import FormatPLY
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Text bodies that are turned into binary while they are read: the same bytes as through the document, or nothing.
@Suite struct PLYTextStreamTests {
    private static let vertices = "1 2.5 -3 255\n0.1 2 3 0\n4 5 6 7\n-0.25 1e-3 7 9\n"
    private static let faces = "3 0 1 2\n3 3 2 1\n"

    private static func text(
        remarks: String = "", type: String = "uchar red", more: String = "", list: String = "uchar int vertex_indices",
        vertices: String = Self.vertices, faces: String = Self.faces, count: Int = 2
    ) -> String {
        "ply\nformat ascii 1.0\n\(remarks)element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
            + "property \(type)\n\(more)element face \(count)\nproperty list \(list)\nend_header\n\(vertices)\(faces)"
    }

    private func stream(_ text: String, to variant: String, threads: Int = 2) throws -> ([UInt8], Document)? {
        let output = Output(memoryNamed: "a.ply")
        var writing = WriteOptions()
        writing.threads = threads
        let document = try PLYFormat().stream(
            Input.bytes(Array(text.utf8), name: "a.ply"), to: variant, reading: ReadOptions(), writing: writing,
            digesting: false, output: output)?.document
        return document.map { (output.mainBytes(), $0) }
    }

    private func whole(_ text: String, to variant: String) throws -> ([UInt8], Document) {
        let document = try PLYFormat().read(
            Input.bytes(Array(text.utf8), name: "a.ply"), options: ReadOptions())
        let output = Output(memoryNamed: "a.ply")
        try PLYFormat().transcode(document, variant: variant, options: WriteOptions(), to: output)
        return (output.mainBytes(), document)
    }

    @Test(arguments: ["ply.binary", "ply.binary-big-endian"])
    func aPlainScanBecomesWhatItsDocumentBecomes(variant: String) throws {
        for text in [
            Self.text(), Self.text(remarks: "comment made by hand\nobj_info room 7\n"),
            Self.text(list: "uchar uint vertex_index"), Self.text(type: "double confidence"),
            Self.text(vertices: Self.vertices.replacing("\n", with: "\r\n")), String(Self.text().dropLast()),
            Self.text(vertices: Self.vertices.replacing(" ", with: "  \t")),
            Self.text(faces: "5 0 1 2 3 0\n5 1 2 3 0 1\n"),
            Self.text(faces: String(repeating: "3 0 1 2\n3  3 2 1\n3 2 1 +0\n", count: 40), count: 120),
        ] {
            let (bytes, document) = try #require(try stream(text, to: variant))
            let (expected, read) = try whole(text, to: variant)
            #expect(bytes == expected)
            #expect(document.residue == read.residue)
            #expect(document.diagnostics == read.diagnostics)
            #expect(document.variant == read.variant)
        }
    }

    /// The digests of a streamed text, and the file that was written.
    private func digested(
        _ text: String, to variant: String, threads: Int = 2
    ) throws -> (read: RowDigests, bytes: [UInt8]) {
        let output = Output(memoryNamed: "a.ply")
        var writing = WriteOptions()
        writing.threads = threads
        let streamed = try PLYFormat().stream(
            Input.bytes(Array(text.utf8), name: "a.ply"), to: variant, reading: ReadOptions(), writing: writing,
            digesting: true, output: output)
        return (try #require(streamed?.rows), output.mainBytes())
    }

    private func digests(_ bytes: [UInt8], threads: Int = 2) throws -> RowDigests? {
        var reading = ReadOptions()
        reading.threads = threads
        return try PLYFormat().digest(Input.bytes(bytes, name: "a.ply"), reading: reading)?.rows
    }

    @Test(arguments: ["ply.binary", "ply.binary-big-endian"])
    func theDigestsOfManyPiecesAreThoseOfTheResult(variant: String) throws {
        var rows = ""
        for row in 0..<60_000 { rows += "\(row).5 0.\(row) -\(Double(row) / 7) \(row % 256)\n" }
        let text = Self.text(vertices: rows).replacing("element vertex 4", with: "element vertex 60000")
        let expected = try digested(text, to: variant, threads: 1)
        #expect(
            expected.read.parts.map(\.path)
                == ["vertex.x", "vertex.y", "vertex.z", "vertex.red", "face.vertex_indices"])
        #expect(expected.read.parts.map(\.digest.rowCount) == [60_000, 60_000, 60_000, 60_000, 2])
        for threads in 1...3 {
            #expect(try digested(text, to: variant, threads: threads).read == expected.read)
            #expect(try digests(expected.bytes, threads: threads) == expected.read)
        }
    }

    @Test(arguments: ["ply.binary", "ply.binary-big-endian"])
    func eachByteOfTheRowsCounts(variant: String) throws {
        let (read, bytes) = try digested(Self.text(), to: variant)
        let header = try #require(bytes.firstRange(of: Array("end_header\n".utf8))).upperBound
        #expect(try digests(bytes) == read)
        for place in header..<bytes.count {
            var changed = bytes
            changed[place] ^= 1
            // Another length of a list means another layout, or too few bytes.
            if let found = try? digests(changed) { #expect(found != read) }
        }
        #expect(try digests(bytes + [0]) == nil)
        for count in header..<bytes.count {
            #expect(throws: ReadError.self) { try digests(Array(bytes[..<count])) }
        }
        #expect(try digests(Array(Self.text().utf8)) == nil)
    }

    @Test func manyPiecesArriveInOrder() throws {
        var rows = ""
        for row in 0..<60_000 { rows += "\(row).5 0.\(row) -\(Double(row) / 7) \(row % 256)\n" }
        let text = Self.text(vertices: rows).replacing("element vertex 4", with: "element vertex 60000")
        let (expected, _) = try whole(text, to: "ply.binary")
        for threads in 1...3 { #expect(try stream(text, to: "ply.binary", threads: threads)?.0 == expected) }
    }

    @Test(arguments: [
        text(faces: faces + "7\n"), text(faces: faces + "\n"), text(faces: "3 0 1 2\n3 3 2 4\n"),
        text(faces: "3 0 1 2\n3 3 2 -1\n"), text(faces: "3 0 1 2\n4 3 2 1 0\n"), text(faces: "2 0 1\n2 3 2\n"),
        text(faces: "3 0 1\n2 3 3 2 1\n"), text(faces: "3 0 1 2\n"), text(faces: "3 0 1 2 \n3 3 2 1 0\n"),
        text(faces: "3 0 1 2\n3 3 2 x\n"), text(faces: "3 0 1 2\n3 3 2\n"), text(faces: "0\n0\n"),
        text(vertices: vertices.replacing("0.1", with: "nan")), text(vertices: vertices.replacing("0.1", with: "1e39")),
        text(vertices: vertices.replacing("255", with: "256")), text(vertices: "\n" + vertices),
        text(vertices: vertices.replacing("\n", with: "\r")),
        text(type: "float red", more: "property float green\nproperty float blue\n"),
        text(remarks: "comment TextureFile a.png\n"), text(remarks: "obj_info meshconv-origin {\"v\":1}\n"),
        text(type: "float x"), text(type: "list uchar int red"), text(list: "uint int vertex_indices"),
        text(list: "uchar short vertex_indices"), text(list: "uchar int corners"), text(count: 0),
        text(count: 1_000_000_000_000), text(faces: "200 0 1 2\n200 0 1 2\n"),
    ])
    func anythingToRemarkOnIsLeftToTheDocument(text: String) throws {
        #expect(try stream(text, to: "ply.binary") == nil)
    }

    @Test func everyTruncationGivesWhatTheDocumentGives() throws {
        let text = Self.text()
        for count in 0..<text.utf8.count {
            let part = String(text.prefix(count))
            guard let (bytes, document) = try stream(part, to: "ply.binary") else { continue }
            let (expected, read) = try whole(part, to: "ply.binary")
            #expect(bytes == expected)
            #expect(read.diagnostics == document.diagnostics)
        }
    }
}

import FormatPLY
import MeshFormats
import MeshModel
import Testing

@Suite struct PLYTranscodeTests {
    private static let text = """
        ply
        comment  kept  as it is\u{20}
        format ascii 1.0
        obj_info num_cols 2
        element grid 2
        property list uint8 int32 vertex_index
        property uint64 stamp
        comment between
        element vertex 2
        property float64 diffuse_red
        property float32 x
        property int8 tag
        end_header
        2 5 -6 18446744073709551615
        0 0
        0.1 0.1 -128
        1e+300 nan 127

        """

    private func transcode(_ document: Document, _ variant: String, threads: Int = 1) throws -> [UInt8] {
        var options = WriteOptions()
        options.threads = threads
        let output = Output(memoryNamed: "out.ply")
        try PLYFormat().transcode(document, variant: variant, options: options, to: output)
        return output.mainBytes()
    }

    @Test func everyEncodingKeepsHeaderLinesAndValues() throws {
        let source = PLYSample(text: Self.text)
        let document = try source.read()
        #expect(try transcode(document, "ply.ascii") == source.bytes)
        for variant in ["ply.binary", "ply.binary-big-endian"] {
            var other = PLYSample(text: "")
            other.bytes = try transcode(document, variant)
            let header = String(decoding: other.bytes, as: UTF8.self)
            #expect(header.contains("comment  kept  as it is \nformat binary_"))
            #expect(header.contains("comment between\nelement vertex 2\nproperty float64 diffuse_red\n"))
            let again = try other.read()
            #expect(again.variant == variant)
            #expect(try transcode(again, "ply.ascii") == source.bytes)
            #expect(try transcode(again, variant, threads: 3) == other.bytes)
        }
    }

    @Test func theLineEndsOfTheHeaderAreKept() throws {
        for lineEnd in ["\r\n", "\r"] {
            let sample = PLYSample(
                ["ply", "format ascii 1.0", "element vertex 2", "property uchar x"], lineEnd: lineEnd,
                body: Array("10\(lineEnd)13\(lineEnd)".utf8))
            let document = try sample.read()
            #expect(try transcode(document, "ply.ascii") == sample.bytes)
            var binary = sample
            binary.bytes = try transcode(document, "ply.binary")
            #expect(binary.bytes.suffix(2) == [10, 13])
            #expect(try transcode(binary.read(), "ply.ascii") == sample.bytes)
        }
    }

    @Test func anUnknownVariantIsRefused() throws {
        let document = try PLYSample(text: Self.text).read()
        #expect(throws: WriteError.self) { try transcode(document, "ply.other") }
    }
}

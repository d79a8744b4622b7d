import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

struct GLTFTranscodeTests {
    private let format = GLTFFormat()

    private func transcode(_ document: Document, _ variant: String) throws -> Output {
        let output = Output(memoryNamed: "out.\(variant)")
        try format.transcode(document, variant: variant, options: WriteOptions(), to: output)
        return output
    }

    @Test func aGLBStaysByteForByte() throws {
        let bytes = GLTFSample.triangle.binary
        let document = try format.read(Input.bytes(bytes, name: "a.glb"), options: ReadOptions())
        #expect(try transcode(document, "glb").mainBytes() == bytes)
    }

    @Test func aDataURIBecomesTheChunk() throws {
        let output = try transcode(try GLTFSample.triangle.read(), "glb")
        let back = try format.read(Input.bytes(output.mainBytes(), name: "a.glb"), options: ReadOptions())
        let native = try #require(back.native as? GLTFDocument)
        #expect(native.buffers.map(\.place) == [.chunk])
        #expect(native.buffers[0].bytes?.array == GLTFSample.triangle.bytes)
        #expect(back.diagnostics.isEmpty)
    }

    @Test func aChunkBecomesAFileBesideNamedAfterTheOutput() throws {
        let document = try format.read(
            Input.bytes(GLTFSample.triangle.binary, name: "a.glb"), options: ReadOptions())
        let output = try transcode(document, "gltf")
        #expect(output.sideFiles().map(\.name) == ["out.bin"])
        #expect(output.sideFiles()[0].bytes == GLTFSample.triangle.bytes)
        #expect(String(decoding: output.mainBytes(), as: UTF8.self).contains(#""uri":"out.bin""#))
    }

    @Test func severalBuffersBecomeOneAndViewsFollow() throws {
        let sample = GLTFSample(
            members: """
                "buffers": [{"byteLength": 3, "uri": "data:;base64,AQID"}, {"byteLength": 2, "uri": "data:;base64,BAU="}],
                "bufferViews": [{"buffer": 1, "byteLength": 2}, {"buffer": 0, "byteOffset": 1, "byteLength": 2}]
                """)
        let output = try transcode(try sample.read(), "glb")
        let back = try format.read(Input.bytes(output.mainBytes(), name: "a.glb"), options: ReadOptions())
        let native = try #require(back.native as? GLTFDocument)
        #expect(native.buffers.count == 1)
        #expect(native.buffers[0].bytes?.array == [1, 2, 3, 0, 4, 5])
        #expect(native.tree["bufferViews"]?[0]?["byteOffset"]?.int == 4)
        #expect(native.tree["bufferViews"]?[1]?["byteOffset"]?.int == 1)
    }

    /// A GLB has one buffer, and it can have the members of one only.
    @Test func membersOfABufferThatIsMergedAreALoss() throws {
        let sample = GLTFSample(
            members: """
                "buffers": [{"byteLength": 3, "uri": "data:;base64,AQID", "extras": {"a": 1}},
                  {"byteLength": 2, "uri": "data:;base64,BAU=", "made": "by hand"}]
                """)
        let document = try sample.read()
        #expect(try format.planTranscoding(document, variant: "gltf", options: WriteOptions()).isEmpty)
        let losses = try format.planTranscoding(document, variant: "glb", options: WriteOptions())
        #expect(losses.map(\.subject) == ["native:/buffers/*/made"])
        #expect(losses.map(\.count) == [1])
        let back = try format.read(
            Input.bytes(try transcode(document, "glb").mainBytes(), name: "a.glb"), options: ReadOptions())
        let kept = back.residue.map(\.path)
        #expect(
            !kept.contains("/buffers/*/made") && document.residue.map(\.path).filter { !kept.contains($0) }.count == 1)
    }

    /// The buffer of the second image is missing: it must not become the bytes of the first.
    @Test func anImageIsPutBesideABufferWhoseBytesAreMissing() throws {
        let sample = GLTFSample(
            members: """
                "buffers": [{"byteLength": 9, "uri": "missing.bin"}], "bufferViews": [{"buffer": 0, "byteLength": 9}],
                "images": [{"uri": "data:image/png;base64,iVBORw0KGgo="}, {"bufferView": 0, "mimeType": "image/png"}]
                """)
        for document in [
            try sample.read(),
            try format.read(
                Input.bytes(
                    GLTFSample(members: sample.members.replacing(", \"uri\": \"missing.bin\"", with: "")).binary,
                    name: "a.glb"),
                options: ReadOptions()),
        ] {
            let back = try format.read(
                Input.bytes(try transcode(document, "glb").mainBytes(), name: "a.glb"), options: ReadOptions())
            let native = try #require(back.native as? GLTFDocument)
            #expect(native.buffers.map(\.bytes?.count) == [8, nil])
            #expect(native.tree["bufferViews"]?[0]?["buffer"]?.int == 1)
            #expect(native.tree["bufferViews"]?[1]?["buffer"]?.int == 0)
            #expect(back.scene.images.map { $0.bytes?.count } == [8, nil])
        }
    }

    @Test func anImageBesideIsPutInside() throws {
        var options = ReadOptions()
        options.sideFiles["t x.png"] = .bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])
        let document = try GLTFSample(members: #""images": [{"uri": "t%20x.png"}]"#).read(options)
        let output = try transcode(document, "glb")
        let back = try format.read(Input.bytes(output.mainBytes(), name: "a.glb"), options: ReadOptions())
        #expect(back.scene.images[0].bytes == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])
        #expect(back.scene.images[0].mediaType == "image/png")
        #expect(try format.planTranscoding(document, variant: "glb", options: WriteOptions()).isEmpty)
    }

    @Test func wholeNumbersOfAnySizeStayNumbers() throws {
        let sample = GLTFSample(
            members: #""extras": {"id": 9007199254740993}, "buffers": [{"byteLength": 1, "uri": "data:;base64,AQ=="}]"#)
        let output = try transcode(try sample.read(), "glb")
        #expect(String(decoding: output.mainBytes(), as: UTF8.self).contains(#""id":9007199254740993"#))
    }

    @Test func chunksThatNobodyKnowsStayInAGLB() throws {
        var bytes = GLTFSample.triangle.binary
        bytes += GLTFSample.littleEndian(UInt32(4)) + GLTFSample.littleEndian(UInt32(0x1234_5678)) + [9, 8, 7, 6]
        bytes.replaceSubrange(8..<12, with: GLTFSample.littleEndian(UInt32(bytes.count)))
        let document = try format.read(Input.bytes(bytes, name: "a.glb"), options: ReadOptions())
        #expect(try transcode(document, "glb").mainBytes() == bytes)
        let losses = try format.planTranscoding(document, variant: "gltf", options: WriteOptions())
        #expect(losses.map(\.code) == [.nativeUnmapped])
    }
}

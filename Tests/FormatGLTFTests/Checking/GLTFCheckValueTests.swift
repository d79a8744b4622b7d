import MeshBytes
import MeshFormats
import Testing

@testable import FormatGLTF

/// Each file breaks one rule about buffers or the values in them.
@Suite struct GLTFCheckValueTests {
    private typealias Base = GLTFCheckTests

    // MARK: Buffers and views

    @Test(arguments: [
        (#""buffers": [{"byteLength": 9}]"#, "buffer-length /buffers/0/byteLength"),
        (#""buffers": [{"byteLength": 4, "uri": "a%2"}]"#, "invalid-uri /buffers/0/uri"),
        (#""buffers": [{"byteLength": 4, "uri": "a%"}]"#, "invalid-uri /buffers/0/uri"),
        (#""buffers": [{"byteLength": 4, "uri": ":a"}]"#, "invalid-uri /buffers/0/uri"),
        (#""buffers": [{"byteLength": 4, "uri": "a\\b"}]"#, "invalid-uri /buffers/0/uri"),
        (
            #""buffers": [{"byteLength": 4, "uri": "data:application/octet-stream,abc%zz"}]"#,
            "invalid-uri /buffers/0/uri"
        ),
        (
            #""buffers": [{"byteLength": 4, "uri": "data:application/octet-stream;;base64,AAAAAA=="}]"#,
            "invalid-uri /buffers/0/uri"
        ),
        (
            #""buffers": [{"byteLength": 4, "uri": "data:image/png;base64,AAAAAAA="}]"#,
            "buffer-data-uri-mime-type-invalid /buffers/0/uri"
        ),
        (
            #""buffers": [{"byteLength": 4}], "bufferViews": [{"buffer": 0, "byteLength": 2, "byteOffset": 3}]"#,
            "buffer-view-too-long /bufferViews/0/byteLength"
        ),
        (
            #""buffers": [{"byteLength": 4}], "bufferViews": [{"buffer": 0, "byteLength": 2, "byteOffset": 4}]"#,
            "buffer-view-too-long /bufferViews/0/byteOffset"
        ),
        (
            #""buffers": [{"byteLength": 4}], "bufferViews": [{"buffer": 1, "byteLength": 2}]"#,
            "unresolved-reference /bufferViews/0/buffer"
        ),
        (
            #""buffers": [{"byteLength": 4}], "bufferViews": [{"buffer": 0, "byteLength": 4, "byteStride": 8}]"#,
            "buffer-view-too-big-byte-stride /bufferViews/0/byteStride"
        ),
        (
            #""buffers": [{"byteLength": 4}], "bufferViews": [{"buffer": 0, "byteLength": 4, "byteStride": 4,"#
                + #" "target": 34963}]"#, "buffer-view-invalid-byte-stride /bufferViews/0/byteStride"
        ),
    ])
    func aBufferThatIsNotAsDeclared(members: String, finding: String) throws {
        #expect(try Base.findings(members, bytes: [1, 2, 3, 4]) == [finding])
    }

    @Test func strideIsAMultipleOfFour() throws {
        let members = Base.stored([UInt8](repeating: 0, count: 12), #", "byteStride": 6"#)
        #expect(
            try Base.findings(members, bytes: [UInt8](repeating: 0, count: 12)) == [
                "value-multiple-of /bufferViews/0/byteStride"
            ])
    }

    @Test func aBufferWithoutBytesIsMissing() throws {
        let tree = try JSONValue.parse(
            Array(
                #"{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 1}, {"byteLength": 1, "uri": "a.bin"}]}"#
                    .utf8))
        let document = GLTFDocument(
            isBinary: true, tree: tree, text: GLTFBytes([]),
            buffers: [GLTFBuffer(place: .missing), GLTFBuffer(place: .missing, reason: "is not there")])
        let found = document.defects
        #expect(found.map(\.code) == ["gltf.buffer-missing-glb-data", "gltf.buffer-missing"])
        #expect(found.map(\.message) == ["expected a binary chunk, found none", "is not there"])
    }

    // MARK: Accessors

    private func accessor(
        _ accessor: String, bytes: [UInt8] = GLTFSample.floats([1, 2, 3, 4]), view: String = "", _ more: String = ""
    ) throws -> [String] {
        try Base.findings(
            #""accessors": [{\#(accessor)}], \#(Base.stored(bytes, view))\#(more)"#, bytes: bytes)
    }

    @Test func accessorsAreAlignedAndFit() throws {
        #expect(
            try accessor(#""byteOffset": 0, "componentType": 5126, "count": 1, "type": "VEC2""#) == [
                "unsatisfied-dependency /accessors/0/byteOffset"
            ])
        #expect(
            try accessor(#""bufferView": 0, "byteOffset": 2, "componentType": 5126, "count": 1, "type": "SCALAR""#) == [
                "accessor-offset-alignment /accessors/0/byteOffset", "accessor-total-offset-alignment /accessors/0",
            ])
        #expect(
            try accessor(
                #""bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC2""#, view: #", "byteStride": 4"#)
                == [
                    "accessor-small-bytestride /accessors/0"
                ])
        #expect(
            try accessor(
                #""bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR", "normalized": true"#) == [
                    "accessor-normalized-invalid /accessors/0/normalized"
                ])
        #expect(
            try accessor(#""bufferView": 0, "byteOffset": 1, "componentType": 5121, "count": 1, "type": "MAT2""#) == [
                "accessor-matrix-alignment /accessors/0/byteOffset"
            ])
        #expect(
            try accessor(#""bufferView": 4, "componentType": 5121, "count": 1, "type": "SCALAR""#) == [
                "unresolved-reference /accessors/0/bufferView"
            ])
    }

    @Test func boundsAreThoseOfTheValues() throws {
        let vector = #""bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC2""#
        #expect(try accessor(#"\#(vector), "min": [1, 2], "max": [3, 4]"#) == [])
        #expect(
            try accessor(#"\#(vector), "min": [1, 1], "max": [3, 4]"#) == ["accessor-min-mismatch /accessors/0/min/1"])
        #expect(
            try accessor(#"\#(vector), "min": [1, 2], "max": [4, 4]"#) == ["accessor-max-mismatch /accessors/0/max/0"])
        #expect(try accessor(#"\#(vector), "max": [1]"#) == ["array-length-not-in-list /accessors/0/max"])
        let byte = #""bufferView": 0, "componentType": 5120, "count": 1, "type": "SCALAR""#
        #expect(try accessor(#"\#(byte), "max": [128]"#, bytes: [127]).contains("invalid-gl-value /accessors/0/max/0"))
        #expect(try accessor(#"\#(byte), "max": [127]"#, bytes: [127]) == [])
        let positive = #""bufferView": 0, "componentType": 5121, "count": 1, "type": "SCALAR""#
        #expect(try accessor(#"\#(positive), "min": [-1]"#, bytes: [1]).contains("invalid-gl-value /accessors/0/min/0"))
    }

    @Test func floatsAreFinite() throws {
        #expect(
            try accessor(
                #""bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR""#,
                bytes: GLTFSample.floats([.infinity, .nan])) == ["accessor-invalid-float /accessors/0"])
    }

    @Test func sparseValuesAreNotMoreThanValues() throws {
        let parts =
            #""indices": {"bufferView": 0, "componentType": 5123, "byteOffset": 1}, "values": {"bufferView": 0}"#
        let found = try accessor(
            #""componentType": 5126, "count": 1, "type": "SCALAR", "sparse": {"count": 2, \#(parts)}"#,
            view: #", "byteStride": 4"#)
        #expect(
            found == [
                "accessor-sparse-count-out-of-range /accessors/0/sparse/count",
                "buffer-view-invalid-byte-stride /accessors/0/sparse/indices/bufferView",
                "accessor-offset-alignment /accessors/0/sparse/indices/byteOffset",
                "accessor-total-offset-alignment /accessors/0/sparse/indices",
            ])
    }

    // MARK: Images

    private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 16)

    private func image(_ image: String, _ texture: String, _ more: String = "") throws -> [String] {
        try Base.findings(
            #""images": [{"bufferView": 0, \#(image)}], "textures": [{\#(texture)}], \#(Base.stored(png))\#(more)"#,
            bytes: png)
    }

    @Test func imagesAreWhatTheySay() throws {
        #expect(
            try image(#""mimeType": "image/jpeg""#, #""source": 0"#) == [
                "image-mime-type-invalid /images/0", "image-unexpected-eos /images/0",
            ])
        #expect(
            try image(#""mimeType": "image/png""#, #""source": 3"#).contains("unresolved-reference /textures/0/source"))
        #expect(
            try image(
                #""mimeType": "image/png""#, #""extensions": {"EXT_texture_webp": {"source": 0}}"#,
                #", "extensionsUsed": ["EXT_texture_webp"]"#)
                == [
                    "image-unexpected-eos /images/0",
                    "texture-invalid-image-mime-type /textures/0/extensions/EXT_texture_webp/source",
                ])
        #expect(
            try Base.findings(#""images": [{"uri": "data:image/webp;base64,AAAA"}], "textures": [{"source": 0}]"#) == [
                "image-non-enabled-mime-type /images/0", "texture-invalid-image-mime-type /textures/0/source",
            ])
        #expect(try Base.findings(#""images": [{"uri": ""}]"#) == ["invalid-uri /images/0/uri"])
    }

    @Test func viewsHaveOneUse() throws {
        let bytes = GLTFSample.floats([0, 0, 0, 0])
        let accessors =
            #""accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3", "#
            + #""min": [0, 0, 0], "max": [0, 0, 0]}, {"bufferView": 0, "componentType": 5121, "count": 1,"#
            + #" "type": "SCALAR"}]"#
        let mesh = #""meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}]"#
        #expect(
            try Base.findings("\(accessors), \(mesh), \(Base.stored(bytes))", bytes: bytes) == [
                "buffer-view-target-override /meshes/0/primitives/0/indices"
            ])
        let image = #""images": [{"bufferView": 0, "mimeType": "image/png"}]"#
        #expect(
            try Base.findings(
                #"\#(image), \#(Base.stored(bytes, #", "byteStride": 8, "target": 34962"#))"#, bytes: bytes)
                == [
                    "buffer-view-target-override /images/0/bufferView",
                    "image-buffer-view-with-bytestride /images/0/bufferView",
                ])
    }
}

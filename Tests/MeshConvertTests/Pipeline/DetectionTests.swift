import MeshBytes
import MeshConvert
import MeshFormats
import Testing

@Suite struct DetectionTests {
    private func format(_ text: String, _ name: String = "standard-input") -> String? {
        let input = Input.bytes(Array(text.utf8), name: name)
        return (try? Detection.format(of: input, named: nil, among: StandardFormats.all))?.descriptor.id
    }

    @Test(arguments: [
        "{\"asset\":{\"version\":\"2.0\"}}", " \r\n\t{ \"accessors\" : [", "{\"scene\":0,\"asset\":{",
        "\u{FEFF}{\"extensionsUsed\":[]",
    ])
    func aTreeIsKnownByItsFirstMember(_ text: String) { #expect(format(text) == "gltf") }

    @Test(arguments: ["", "{", "{}", "[{\"asset\":0}]", "{\"asset\"", "{\"camera_model\": 1, \"asset\": 2}", "asset"])
    func otherTextsAreNone(_ text: String) { #expect(format(text) == nil) }

    @Test(arguments: [
        "# a cube\r\nmtllib a.mtl\r\nv 0 0 0 1 0.5 0\r\nf 1 2", "v 1e-3 -2 .5\nv 0 0", "g a\n\nv 0\t0 0\n",
    ])
    func statementsOfOBJAreKnown(_ text: String) { #expect(format(text) == "obj") }

    @Test(arguments: ["v 0 0 0", "v 0 0\n", "v a b c\n", "x 0 0 0\nv 0 0 0\n", "# only words\n", "f 1 2 3\n"])
    func otherLinesAreNone(_ text: String) { #expect(format(text) == nil) }

    @Test func anExtensionSaysMore() { #expect(format("{\"asset\":{}}", "a.ply") == "ply") }

    @Test func aTreeOnAStreamIsConverted() throws {
        let text = """
            {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
             "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
             "accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3", "min": [0, 0, 1],
                            "max": [0, 0, 1]}],
             "bufferViews": [{"buffer": 0, "byteLength": 12}],
             "buffers": [{"byteLength": 12, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAIA/"}]}
            """
        var options = ConvertOptions()
        options.variant = "ply.ascii"
        let report = try convert(
            .bytes(Array(text.utf8), named: "standard-input"), to: .data(named: "a.ply"), options: options)
        #expect(String(decoding: report.data ?? [], as: UTF8.self).contains("end_header\n0 0 1"))
    }
}

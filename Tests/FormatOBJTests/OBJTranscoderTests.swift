import MeshBytes
import MeshFormats
import Testing

@testable import FormatOBJ

@Suite struct OBJTranscoderTests {
    /// Transcodes a file with these libraries to another name.
    private func transcode(
        _ text: String, libraries: [String: String] = [:], images: [String: String] = [:], as name: String
    ) throws -> (text: String, sides: [String: String], losses: [Loss]) {
        var options = ReadOptions()
        for (name, text) in libraries { options.sideFiles[name] = .bytes(Array(text.utf8)) }
        for (name, path) in images { options.sideFiles[name] = .path(path) }
        let format = OBJFormat()
        let document = try format.read(.bytes(Array(text.utf8), name: "source.obj"), options: options)
        let output = Output(memoryNamed: name)
        let losses = try format.planTranscoding(document, variant: "obj", options: WriteOptions())
        try format.transcode(document, variant: "obj", options: WriteOptions(), to: output)
        var sides: [String: String] = [:]
        for side in output.sideFiles() { sides[side.name] = String(decoding: side.bytes, as: UTF8.self) }
        return (String(decoding: output.mainBytes(), as: UTF8.self), sides, losses)
    }

    @Test func bytesStayAsTheyAre() throws {
        let text = "# c\r\nv 0.10 1e0 0 \r\n\tv 1 0 0\nv 0 1 +0\nvp 1\ncstype bezier\nf -3 -2 \\\n -1\nmtllib gone.mtl"
        let written = try transcode(text, as: "room.obj")
        #expect(written.text == text)
        #expect(written.sides.isEmpty)
        #expect(written.losses.isEmpty)
    }

    @Test func librariesAndImagesAreNamedAfterTheOutput() throws {
        let written = try transcode(
            "mtllib a.mtl gone.mtl b.mtl\r\nv 0 0 0\r\n",
            libraries: [
                "a.mtl": "newmtl x\n\tmap_Kd -s 2 2 2 my wood.png\nmap_Ks lost.png\n",
                "b.mtl": "newmtl y\nmap_Kd my wood.png",
            ], images: ["my wood.png": #filePath], as: "room.obj")
        #expect(written.text == "mtllib room.mtl gone.mtl room_1.mtl\r\nv 0 0 0\r\n")
        #expect(
            written.sides["room.mtl"] == "newmtl x\n\tmap_Kd -s 2 2 2 room_texture0.swift\nmap_Ks lost.png\n")
        #expect(written.sides["room_1.mtl"] == "newmtl y\nmap_Kd room_texture0.swift")
        #expect(written.sides["room_texture0.swift"]?.contains("librariesAndImagesAreNamedAfterTheOutput") == true)
        #expect(written.sides.count == 3)
        #expect(written.losses.isEmpty)
    }

    @Test func namesWithBlanksHaveStatementsOfTheirOwn() throws {
        let written = try transcode(
            "mtllib a.mtl b.mtl\nv 0 0 0\n", libraries: ["a.mtl": "newmtl x\n", "b.mtl": "newmtl y\n"],
            as: "my room.obj")
        #expect(written.text == "mtllib my room.mtl\nmtllib my room_1.mtl\nv 0 0 0\n")
    }
}

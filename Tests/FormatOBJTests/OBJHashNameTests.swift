import FormatOBJ
import MeshBytes
import MeshFormats
import MeshModel
import Testing

/// Names that begin with the sign of comments, such as colours.
@Suite struct OBJHashNameTests {
    private func scene(_ use: String, _ mtl: String, object: String = "o a") throws -> MeshScene {
        try OBJSample.read(
            "mtllib a.mtl\n\(object)\n\(OBJSample.triangle)usemtl \(use)\nf 1 2 3\n", sideFiles: ["a.mtl": mtl]
        ).scene
    }

    @Test func aNameMayBeginWithIt() throws {
        for end in ["", " # the first", "\t#x"] {
            let scene = try scene("#ff0000\(end)", "newmtl #ff0000\(end)\nKd 1 0 0\n", object: "o #a\(end)")
            #expect(scene.materials.map(\.name) == ["#ff0000"] && scene.materials[0]["baseColor"] == [1, 0, 0])
            guard case .one(0) = scene.meshes[0].primitives[0].material else {
                return #expect(Bool(false), "no material")
            }
            #expect(scene.nodes[0].name == "#a" || scene.meshes[0].name == "#a")
        }
    }

    @Test func afterABlankItIsAComment() throws {
        let scene = try scene("red # not #blue", "newmtl red # it is\nKd 1 0 0\n", object: "o # nothing")
        #expect(scene.materials.map(\.name) == ["red"])
        #expect(scene.nodes[0].name != "# nothing" && scene.meshes[0].name != "# nothing")
    }

    @Test func itComesBackFromAnOBJ() throws {
        let first = try scene("#ff0000", "newmtl #ff0000\nKd 1 0 0\n", object: "o #a")
        let written = try write(first)
        #expect(written.text.contains("usemtl #ff0000") && written.text.contains("o #a"))
    }
}

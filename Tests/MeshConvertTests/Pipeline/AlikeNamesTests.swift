import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import MeshConvert

/// Names that look the same and have other bytes: an accent in its letter, and behind it.
@Suite struct AlikeNamesTests {
    private static let whole = "\u{E9}"
    private static let parts = "e\u{301}"

    private func bytes(_ names: [String?]) -> [[UInt8]] { names.map { Array(($0 ?? "").utf8) } }

    private func read(_ text: String, named name: String, materials: String? = nil) throws -> Document {
        var options = ConvertOptions()
        if let materials { options.reading.sideFiles["a.mtl"] = .bytes(Array(materials.utf8)) }
        return try Pipeline().read(.bytes(Array(text.utf8), name: name), options: options)
    }

    private func room(_ first: String, _ second: String) -> String {
        "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\no \(first)\ng \(first)\nusemtl \(first)\nf 1 2 3\n"
            + "o \(second)\ng \(second)\nusemtl \(second)\nf 3 2 1\n"
    }

    private var document: Document {
        get throws {
            try read(
                room(Self.whole, Self.parts), named: "a.obj",
                materials: "newmtl \(Self.whole)\nKd 1 0 0\nnewmtl \(Self.parts)\nKd 0 1 0\n")
        }
    }

    @Test func twoMaterialsOfOBJStayTwo() throws {
        let scene = try document.scene
        #expect(bytes(scene.materials.map(\.name)) == bytes([Self.whole, Self.parts]))
        #expect(scene.materials.map { $0["baseColor"] } == [[1, 0, 0], [0, 1, 0]])
        #expect(bytes(scene.nodes.compactMap(\.name)) == bytes([Self.whole, Self.parts]))
    }

    @Test func aMaterialThatOnlyLooksLikeTheOneUsedIsTaken() throws {
        let scene = try read(
            room(Self.whole, Self.whole), named: "a.obj", materials: "newmtl \(Self.parts)\nKd 0 1 0\n"
        ).scene
        #expect(bytes(scene.materials.map(\.name)) == bytes([Self.parts]))
    }

    @Test(arguments: ["glb", "usda", "usdc", "obj"])
    func namesComeBackByTheirBytes(_ variant: String) throws {
        let document = try document
        let output = Output(memoryNamed: "out")
        let route = try Pipeline().route(document, to: variant)
        try Pipeline().write(document, route, options: ConvertOptions(), to: output)
        var reading = ConvertOptions()
        for side in output.sideFiles() { reading.reading.sideFiles[side.name] = .bytes(side.bytes) }
        let back = try Pipeline().read(.bytes(output.mainBytes(), name: "out.\(variant)"), options: reading).scene
        #expect(bytes(back.materials.map(\.name)) == bytes([Self.whole, Self.parts]))
        #expect(bytes(back.nodes.compactMap(\.name)) == bytes([Self.whole, Self.parts]))
    }

    @Test func primsOfUSDAreTwo() throws {
        let triangle =
            "{\npoint3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\nint[] faceVertexCounts = [3]\n"
            + "int[] faceVertexIndices = [0, 1, 2]\n}\n"
        let text = "#usda 1.0\ndef Mesh \"\(Self.whole)\"\n\(triangle)def Mesh \"\(Self.parts)\"\n\(triangle)"
        let scene = try read(text, named: "a.usda").scene
        #expect(bytes(scene.nodes.compactMap(\.name)) == bytes([Self.whole, Self.parts]))
    }
}

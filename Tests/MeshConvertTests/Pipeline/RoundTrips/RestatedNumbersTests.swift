import MeshConvert
import MeshFormats
import Testing

/// Integers of glTF that stand for positions and normals (KHR_mesh_quantization) are floats elsewhere, and reports say so.
@Suite struct RestatedNumbersTests {
    /// A triangle of int8 fractions, in rows of four bytes.
    private let triangle = """
        {
          "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
          "extensionsUsed": ["KHR_mesh_quantization"], "extensionsRequired": ["KHR_mesh_quantization"],
          "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}}]}],
          "accessors": [
            {"bufferView": 0, "componentType": 5120, "normalized": true, "count": 3, "type": "VEC3",
             "min": [0, 0, 0], "max": [127, 127, 0]},
            {"bufferView": 0, "byteOffset": 12, "componentType": 5120, "normalized": true, "count": 3, "type": "VEC3"}],
          "bufferViews": [{"buffer": 0, "byteLength": 24, "byteStride": 4}],
          "buffers": [{"byteLength": 24, "uri": "data:application/octet-stream;base64,AAAAAH8AAAAAfwAAAAB/AAAAfwAAAH8A"}]
        }
        """

    private func losses(_ name: String, throughScene: Bool = false) throws -> [Loss] {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.gltf", triangle)
        var options = ConvertOptions()
        options.forceScene = throughScene
        options.verify = true
        let report = try convert(folder.path("a.gltf"), to: folder.path(name), options: options)
        return report.losses.filter { $0.code == .nativeReencoded }
    }

    @Test(arguments: ["b.usda", "b.usdc", "b.usdz", "b.ply", "b.obj"])
    func otherFormatsHaveTheSameValuesAsFloats(name: String) throws {
        let losses = try losses(name)
        #expect(losses.map(\.count) == [2])
        #expect(losses.map(\.rank) == [.bookkeeping])
        #expect(
            losses.first?.message
                == "numbers stored as integers (2 accessors): stored as 32-bit floats of the same values; "
                + "only GLTF keeps the integers")
    }

    @Test func glTFKeepsThem() throws {
        #expect(try losses("b.glb").isEmpty)
        #expect(try losses("b.glb", throughScene: true).count == 1)
    }
}

import FormatPLY
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@Suite struct PLYBinaryTests {
    private let triangle = [
        "ply", "format binary_little_endian 1.0", "element vertex 3", "property float x", "property float y",
        "property float z", "property uchar red", "property uchar green", "property uchar blue", "element face 1",
        "property list uchar int vertex_indices",
    ]

    private var triangleBody: [UInt8] {
        littleEndian(floats: 0, 0, 0) + [10, 20, 30] + littleEndian(floats: 1, 0, 0) + [40, 50, 60]
            + littleEndian(floats: 0, 1, 0.5) + [70, 80, 90] + [3] + littleEndian(Int32(0), 1, 2)
    }

    @Test func aTriangleHasPositionsColoursAndOneFace() throws {
        let document = try PLYSample(triangle, body: triangleBody).read()
        let set = try #require(document.scene.vertexSets.first)
        #expect(set.count == 3)
        #expect(set.attribute(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 0, 1, 0.5])
        #expect(set.attribute(.color(0))?.values.integers() == [10, 20, 30, 40, 50, 60, 70, 80, 90])
        #expect(set.attribute(.color(0))?.normalized == true)
        #expect(set.attribute(.color(0))?.frame == .srgb)
        let primitive = try #require(document.scene.meshes.first?.primitives.first)
        #expect(primitive.isTriangles)
        #expect(primitive.vertices?.integers() == [0, 1, 2])
        #expect(document.isAccountedFor)
        #expect(document.diagnostics.isEmpty)
        #expect(document.residue.isEmpty)
    }

    @Test func aSceneWrittenAsItWasReadHasTheSameBytes() throws {
        let sample = PLYSample(triangle, body: triangleBody)
        let document = try sample.read()
        let copy = try written(document.scene)
        #expect(copy.bytes == sample.bytes)
        #expect(copy.plan.losses.isEmpty)
    }
}

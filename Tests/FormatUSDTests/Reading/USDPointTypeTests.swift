import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Points of a type that no program of USD shows cost one mesh, not the file.
@Suite struct USDPointTypeTests {
    @Test(arguments: [
        ("int[]", "[0, 4, 6]", "1 of int32"), ("int3[]", "[(0, 0, 0), (1, 0, 0), (0, 1, 0)]", "3 of int32"),
        ("float2[]", "[(0, 0), (1, 0), (0, 1)]", "2 of float32"), ("double[]", "[0, 4, 6]", "1 of float64"),
    ])
    func otherMeshesAreRead(_ type: String, _ points: String, _ found: String) throws {
        let text = """
            #usda 1.0
            def Mesh "Odd"
            {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                \(type) points = \(points)
            }
            def Mesh "Usual"
            {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                float3[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
            }
            """
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        #expect(document.scene.meshes.flatMap(\.primitives).map(\.elementCount).filter { $0 > 0 } == [1])
        let warnings = document.diagnostics.filter { $0.severity == .warning }
        #expect(warnings.map(\.code) == ["usd.points", "usd.no-points"])
        #expect(warnings.first?.message.contains("expected points of 3 floats, found \(found)") == true)
    }
}

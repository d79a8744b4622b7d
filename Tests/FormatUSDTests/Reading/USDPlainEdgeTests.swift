import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("Images that are black beyond their edges")
struct USDPlainEdgeTests {
    /// Two triangles, of which the second wears another material, whose image repeats.
    private func losses(
        _ wrapping: String, _ coordinates: String, second: String = "(0, 0), (1, 0), (0, 1)", transform: String = ""
    ) throws -> [String] {
        let text = """
            #usda 1.0
            (metersPerUnit = 1; upAxis = "Y")
            def Mesh "Mesh" (prepend apiSchemas = ["MaterialBindingAPI"]) {
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (2, 0, 0), (3, 0, 0), (2, 1, 0)]
                int[] faceVertexCounts = [3, 3]
                int[] faceVertexIndices = [0, 1, 2, 3, 4, 5]
                texCoord2f[] primvars:st = [\(coordinates), \(second)] ( interpolation = "vertex" )
                uniform token subdivisionScheme = "none"
                bool doubleSided = 1
                rel material:binding = </M>
                def GeomSubset "Other" (prepend apiSchemas = ["MaterialBindingAPI"]) {
                    uniform token elementType = "face"
                    uniform token familyName = "materialBind"
                    int[] indices = [1]
                    rel material:binding = </Tiled>
                }
            }
            \(material("M", wrapping, transform: transform))
            \(material("Tiled", "token inputs:wrapS = \"repeat\"\ntoken inputs:wrapT = \"repeat\""))
            """
        return try USDScenes.read(Array(text.utf8)).residue.map(\.path).filter { $0.contains("edges") }
    }

    /// A material with a texture, whose coordinates a transform may change.
    private func material(_ name: String, _ wrapping: String, transform: String = "") -> String {
        """
        def Material "\(name)" {
            token outputs:surface.connect = </\(name)/S.outputs:surface>
            def Shader "S" {
                uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor.connect = </\(name)/T.outputs:rgb>
                token outputs:surface
            }
            def Shader "T" {
                uniform token info:id = "UsdUVTexture"
                asset inputs:file = @gone.png@
                float2 inputs:st.connect = </\(name)/\(transform.isEmpty ? "R" : "X").outputs:result>
                \(wrapping)
                float3 outputs:rgb
            }
            def Shader "X" {
                uniform token info:id = "UsdTransform2d"
                float2 inputs:in.connect = </\(name)/R.outputs:result>
                \(transform)
                float2 outputs:result
            }
            def Shader "R" {
                uniform token info:id = "UsdPrimvarReader_float2"
                string inputs:varname = "st"
                float2 outputs:result
            }
        }
        """
    }

    private static let lost = ["shader input colour beyond the edges of images"]

    @Test(
        "are a loss where a mesh shows what lies there",
        arguments: [
            "", "token inputs:wrapS = \"black\"\ntoken inputs:wrapT = \"clamp\"",
            "token inputs:wrapS = \"useMetadata\"",
        ])
    func beyond(wrapping: String) throws {
        #expect(try losses(wrapping, "(0, 0), (1.5, 0), (0, 1)") == Self.lost)
        #expect(try losses(wrapping, "(0, 0), (1, 0), (-0.5, 1)") == Self.lost)
    }

    @Test("are none where coordinates stay on the image, but for rounding, or go beyond in another direction")
    func within() throws {
        #expect(try losses("", "(0, 0), (1.00001, 0), (0, 1)") == [])
        #expect(try losses("token inputs:wrapT = \"repeat\"", "(0, 0), (1, 7), (0, 1)") == [])
        #expect(
            try losses("token inputs:wrapS = \"clamp\"\ntoken inputs:wrapT = \"mirror\"", "(0, -3), (9, 7), (0, 1)")
                == [])
    }

    @Test("are none for faces with another material")
    func otherFaces() throws {
        #expect(try losses("", "(0, 0), (1, 0), (0, 1)", second: "(0, 0), (8, 0), (0, 8)") == [])
    }

    @Test("count after the transform of the coordinates")
    func transformed() throws {
        #expect(
            try losses("", "(0, 0), (1.5, 0), (0, 1)", transform: "float2 inputs:scale = (0.5, 1)") == [])
        #expect(
            try losses("", "(0, 0), (0.5, 0), (0, 1)", transform: "float2 inputs:translation = (0.75, 0)") == Self.lost)
    }
}

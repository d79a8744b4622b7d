import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// `scale` and `bias` of UsdUVTexture, and values that materials read from primvars: what the scene has no word for is lost.
@Suite struct USDTextureScaleTests {
    private func document(_ input: String, _ texture: String = "", mesh: String = "") throws -> Document {
        try USDScenes.read(
            Array(
                """
                #usda 1.0
                def Mesh "mesh" (prepend apiSchemas = ["MaterialBindingAPI"]) {
                    int[] faceVertexCounts = [3]
                    int[] faceVertexIndices = [0, 1, 2]
                    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                    uniform token subdivisionScheme = "none"
                    rel material:binding = </M>
                    \(mesh)
                }
                def Material "M" {
                    token outputs:surface.connect = </M/S.outputs:surface>
                    def Shader "S" {
                        uniform token info:id = "UsdPreviewSurface"
                        \(input)
                        token outputs:surface
                    }
                    def Shader "T" {
                        uniform token info:id = "UsdUVTexture"
                        asset inputs:file = @t.png@
                        \(texture)
                        float outputs:r
                        float3 outputs:rgb
                    }
                    def Shader "P" {
                        uniform token info:id = "UsdPrimvarReader_float3"
                        string inputs:varname = "displayColor"
                        float3 outputs:result
                    }
                    def Shader "Q" {
                        uniform token info:id = "UsdPrimvarReader_float"
                        string inputs:varname = "rough"
                        float inputs:fallback = 0.25
                        float outputs:result
                    }
                }

                """.utf8))
    }

    private func lost(_ document: Document) -> [String] {
        document.residue.filter { $0.shownAs != nil && $0.kind == "shader input" }.map(\.path)
    }

    @Test(
        arguments: [
            ("", "", nil as Double?, []), ("(2, 2, 2, 1)", "(-1, -1, -1, 0)", nil, []),
            ("(1, 1, 2, 1)", "(-0.5, -0.5, -1, 0)", 0.5, []),
            ("(2, -2, 2, 1)", "(-1, 1, -1, 0)", nil, ["shader input scale and bias of normal maps"]),
        ])
    func aNormalMapHasOneStrengthForBothAxes(scale: String, bias: String, strength: Double?, gone: [String]) throws {
        let said =
            (scale.isEmpty ? "" : "float4 inputs:scale = \(scale)\n")
            + (bias.isEmpty ? "" : "float4 inputs:bias = \(bias)")
        let document = try document("normal3f inputs:normal.connect = </M/T.outputs:rgb>", said)
        #expect(document.scene.materials[0]["normalScale"] == strength.map { [$0] } && lost(document) == gone)
    }

    /// glTF's shade is 1 + strength × (texel − 1).
    @Test(arguments: [(0.3, 0.7, 0.3 as Double?), (1, 0, nil), (0.5, 0, nil)])
    func occlusionIsAStrengthOnlyWithItsBias(scale: Double, bias: Double, strength: Double?) throws {
        let document = try document(
            "float inputs:occlusion.connect = </M/T.outputs:r>",
            "float4 inputs:scale = (\(scale), 1, 1, 1)\nfloat4 inputs:bias = (\(bias), 0, 0, 0)")
        let found = document.scene.materials[0]["occlusionStrength"]?.first
        #expect(abs((found ?? 1) - (strength ?? 1)) < 1e-6)
        #expect(lost(document).isEmpty == (scale + bias == 1))
    }

    /// Roughness from a gloss map: 1 − texel. Its scale alone would make a mirror.
    @Test func anInvertedMapIsLostAndNoFactor() throws {
        let document = try document(
            "float inputs:roughness.connect = </M/T.outputs:r>",
            "float4 inputs:scale = (-1, 1, 1, 1)\nfloat4 inputs:bias = (1, 0, 0, 0)")
        #expect(document.scene.materials[0]["roughness"] == [1])
        #expect(lost(document) == ["shader input bias of textures"])
    }

    @Test func onlyADiffuseColorShowsVertexColors() throws {
        let colors = "color3f[] primvars:displayColor = [(1, 0, 0)]"
        let read = try document("color3f inputs:diffuseColor.connect = </M/P.outputs:result>", mesh: colors)
        #expect(read.scene.materials[0]["vertexColors"] == nil && lost(read).isEmpty)
        let glow = try document("color3f inputs:emissiveColor.connect = </M/P.outputs:result>", mesh: colors)
        #expect(glow.scene.materials[0]["vertexColors"] == [0])
        #expect(lost(glow) == ["shader input emissiveColor from 'displayColor'"])
    }

    @Test func ofOtherPrimvarsTheFallbackCounts() throws {
        let document = try document("float inputs:roughness.connect = </M/Q.outputs:result>")
        #expect(document.scene.materials[0]["roughness"] == [0.25])
        #expect(lost(document) == ["shader input roughness from 'rough'"])
    }
}

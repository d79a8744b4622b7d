import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("A texture without a file")
struct USDTextureFallbackTests {
    @Test(
        "shows its fallback, or black",
        arguments: [("(0.5, 0.25, 0, 0.75)", [0.5, 0.25, 0], 0.75), (nil, [0, 0, 0], 1)])
    func fallback(said: String?, color: [Double], alpha: Double) throws {
        let line = said.map { "float4 inputs:fallback = \($0)" } ?? ""
        let text = """
            #usda 1.0
            def Material "M" {
                token outputs:surface.connect = </M/S.outputs:surface>
                def Shader "S" {
                    uniform token info:id = "UsdPreviewSurface"
                    color3f inputs:diffuseColor.connect = </M/T.outputs:rgb>
                    float inputs:opacity.connect = </M/T.outputs:a>
                    token outputs:surface
                }
                def Shader "T" {
                    uniform token info:id = "UsdUVTexture"
                    \(line)
                    float3 outputs:rgb
                    float outputs:a
                }
            }
            """
        let document = try USDScenes.read(Array(text.utf8))
        let material = try #require(document.scene.materials.first)
        #expect(material["baseColor"] == color && material["alpha"] == [alpha] && material.textures.isEmpty)
        #expect(document.diagnostics.contains { $0.code == "usd.texture" })
    }
}

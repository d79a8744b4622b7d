import MeshFormats
import Testing

@testable import MeshConvert

struct UnshownMotionTests {
    @Test func weightsOfAMeshWithoutFacesAreALossInGLTF() throws {
        let layer = """
            #usda 1.0
            (
                metersPerUnit = 1
                upAxis = "Y"
            )
            def Mesh "Mesh"
            {
                point3f[] points.timeSamples = {
                    1: [(0, 0, 0), (1, 0, 0), (1, 1, 0)],
                    2: [(0, 0, 1), (1, 0, 1), (1, 1, 1)],
                }
            }

            """
        var options = ConvertOptions()
        options.verify = true
        let report = try Pipeline().convert(
            .bytes(Array(layer.utf8), named: "a.usda"), to: .data(named: "a.glb"), options: options)
        #expect(report.verified == true)
        #expect(report.losses.contains { $0.code == .animationDropped && $0.subject == "/animations/0" })
    }

    @Test func aTextureThatMovesAndIsMissingIsLostWithItsMotion() throws {
        let layer = """
            #usda 1.0
            (
                metersPerUnit = 1
                upAxis = "Y"
            )
            def Mesh "M" (prepend apiSchemas = ["MaterialBindingAPI"]) {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0)]
                texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1)] (interpolation = "vertex")
                uniform token subdivisionScheme = "none"
                rel material:binding = </W>
                double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 24: (1, 0, 0) }
                uniform token[] xformOpOrder = ["xformOp:translate"]
            }
            def Material "W" {
                token outputs:surface.connect = </W/S.outputs:surface>
                def Shader "S" {
                    uniform token info:id = "UsdPreviewSurface"
                    color3f inputs:diffuseColor.connect = </W/T.outputs:rgb>
                    token outputs:surface
                }
                def Shader "R" {
                    uniform token info:id = "UsdPrimvarReader_float2"
                    string inputs:varname = "st"
                    float2 outputs:result
                }
                def Shader "X" {
                    uniform token info:id = "UsdTransform2d"
                    float2 inputs:in.connect = </W/R.outputs:result>
                    float2 inputs:translation.timeSamples = { 0: (0, 0), 24: (1, 0) }
                    float2 outputs:result
                }
                def Shader "T" {
                    uniform token info:id = "UsdUVTexture"
                    asset inputs:file = @nowhere.png@
                    float2 inputs:st.connect = </W/X.outputs:result>
                    float3 outputs:rgb
                }
            }

            """
        var options = ConvertOptions()
        options.verify = true
        for name in ["a.glb", "a.gltf"] {
            let report = try convert(
                .bytes(Array(layer.utf8), named: "a.usda"), to: .data(named: name), options: options)
            #expect(report.verified == true)
            #expect(report.losses.contains { $0.code == .textureMissing })
            #expect(report.losses.contains { $0.code == .animationDropped && $0.subject.contains("/settings/") })
        }
    }
}

import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// `--set paint=texture`: a texture painted from colours, in formats whose viewers show textures.
@Suite struct PaintTextureTests {
    private let scan = """
        ply
        format ascii 1.0
        element vertex 4
        property float x
        property float y
        property float z
        property uchar red
        property uchar green
        property uchar blue
        element face 2
        property list uchar int vertex_indices
        end_header
        0 0 0 255 0 0
        1 0 0 255 0 0
        1 1 0 0 0 255
        0 1 0 0 128 0
        3 0 1 2
        3 0 2 3

        """

    private func converted(_ bytes: [UInt8], _ name: String, to target: String) throws -> (Report, [UInt8]) {
        var options = ConvertOptions()
        options.writing.options["paint"] = "texture"
        options.verify = true
        let report = try convert(.bytes(bytes, named: name), to: .data(named: target), options: options)
        #expect(report.verified == true)
        return (report, try #require(report.outputs.first?.contents))
    }

    @Test(arguments: ["glb", "gltf", "obj", "usdc", "usdz"])
    func eachFormatWithTexturesGetsOne(ending: String) throws {
        let (report, _) = try converted(Array(scan.utf8), "a.ply", to: "a.\(ending)")
        #expect(report.losses.contains { $0.code == .colorBaked && $0.severity == .generated })
        #expect(!report.losses.contains { $0.severity <= .narrowed })
    }

    @Test func withoutAskingOBJAndGLBHaveNone() throws {
        for ending in ["glb", "obj"] {
            let report = try convert(.bytes(Array(scan.utf8), named: "a.ply"), to: .data(named: "a.\(ending)"))
            #expect(!report.losses.contains { $0.code == .colorBaked })
        }
    }

    /// USD shows the material alone: glTF would make black of red and blue, and blue of white and blue.
    @Test(arguments: ["1, 0, 0", "1, 1, 1"])
    func inGLBColoursAreNotMultipliedWithAMaterialThatDoesNotReadThem(_ diffuse: String) throws {
        let usda = """
            #usda 1.0
            (
                metersPerUnit = 1
                upAxis = "Y"
            )
            def Mesh "V" (
                prepend apiSchemas = ["MaterialBindingAPI"]
            )
            {
                uniform token subdivisionScheme = "none"
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0)]
                color3f[] primvars:displayColor = [(0, 0, 1)]
                rel material:binding = </A>
            }
            def Material "A"
            {
                token outputs:surface.connect = </A/S.outputs:surface>
                def Shader "S"
                {
                    uniform token info:id = "UsdPreviewSurface"
                    color3f inputs:diffuseColor = (\(diffuse))
                    token outputs:surface
                }
            }
            """
        let (_, glb) = try converted(Array(usda.utf8), "a.usda", to: "a.glb")
        let text = String(decoding: glb.prefix(4000), as: UTF8.self)
        #expect(text.contains("\"_COLOR_0\":"))
        let (_, back) = try converted(glb, "a.glb", to: "back.usda")
        #expect(String(decoding: back, as: UTF8.self).contains("displayColor = [(0, 0, 1), (0, 0, 1), (0, 0, 1)]"))
    }

    @Test func inGLBColoursAreNotMultipliedWithTheirOwnTexture() throws {
        let (report, glb) = try converted(Array(scan.utf8), "a.ply", to: "a.glb")
        let text = String(decoding: glb.prefix(4000), as: UTF8.self)
        #expect(text.contains("\"_COLOR_0\":"))
        #expect(!text.contains("\"COLOR_0\":"))
        #expect(text.contains("\"baseColorTexture\""))
        #expect(report.losses.contains { $0.code == .nameChanged && $0.severity == .reencoded })
        // On the way back the colours are restored.
        let back = try convert(.bytes(glb, named: "a.glb"), to: .data(named: "b.ply"))
        let ply = String(decoding: try #require(back.outputs.first?.contents).prefix(300), as: UTF8.self)
        #expect(ply.contains("property uchar red"))
    }

    @Test func aFileOfTheSameFamilyGetsOneToo() throws {
        let (_, glb) = try {
            let report = try convert(.bytes(Array(scan.utf8), named: "a.ply"), to: .data(named: "a.glb"))
            return (report, try #require(report.outputs.first?.contents))
        }()
        let (report, _) = try converted(glb, "a.glb", to: "b.glb")
        #expect(report.losses.contains { $0.code == .colorBaked })
    }

    @Test func whatHasNoColoursStaysAsItIs() throws {
        let plain = Array("o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8)
        let (report, _) = try converted(plain, "a.obj", to: "b.glb")
        #expect(!report.losses.contains { $0.code == .colorBaked })
    }
}

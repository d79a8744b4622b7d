import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Materials of UsdPreviewSurface.
@Suite struct USDMaterialReadingTests {
    /// A material with these inputs of its surface, and shaders beside it. `T` reads the image `a.png`.
    private func read(
        _ inputs: String, texture: String = "", shaders: String = "", id: String = "UsdPreviewSurface",
        material: String = ""
    ) throws -> Document {
        try MtlxFixture.usd(
            """
            def Material "M" {
                \(material)
                token outputs:surface.connect = </M/S.outputs:surface>
                def Shader "S" {
                    uniform token info:id = "\(id)"
                    \(inputs)
                    token outputs:surface
                }
                def Shader "T" {
                    uniform token info:id = "UsdUVTexture"
                    asset inputs:file = @a.png@
                    \(texture)
                    float3 outputs:rgb
                    float outputs:r
                    float outputs:a
                }
                \(shaders)
            }
            """)
    }

    private func warnings(_ document: Document) -> [String] {
        document.diagnostics.filter { $0.severity == .warning }.map { "\($0.code): \($0.message)" }
    }

    private let color = "color3f inputs:diffuseColor.connect = </M/T.outputs:rgb>"

    @Test func aScaleIsAFactorAndABiasIsSaidToBeLost() throws {
        let scale = "float4 inputs:scale = (0.5, 0.25, 1, 1)"
        let scaled = try read(color, texture: scale)
        #expect(scaled.scene.materials[0]["baseColor"] == [0.5, 0.25, 1] && warnings(scaled).isEmpty)
        let moved = try read(color, texture: scale + "\nfloat4 inputs:bias = (0, 0.25, 0, 0)")
        #expect(moved.scene.materials[0]["baseColor"] == nil)
        #expect(moved.residue.contains { $0.path == "shader input bias of textures" && $0.shownAs != nil })
    }

    @Test func anOpacityThresholdMakesAMask() throws {
        let masked = try read("float inputs:opacity = 0.5\nfloat inputs:opacityThreshold = 0.25").scene.materials[0]
        #expect(masked["alphaMode"] == [1] && masked["alphaCutoff"] == [0.25] && masked["alpha"] == [0.5])
        let image = try read(
            color + "\nfloat inputs:opacity.connect = </M/T.outputs:a>\nfloat inputs:opacityThreshold = 0.75"
        ).scene.materials[0]
        #expect(image["alphaMode"] == [1] && image["alphaCutoff"] == [0.75])
        #expect(image.parameters.filter { $0.name == "alphaMode" }.count == 1)
        let blended = try read("float inputs:opacity = 0.5\nfloat inputs:opacityThreshold = 0").scene.materials[0]
        #expect(blended["alphaMode"] == [2] && blended["alphaCutoff"] == nil)
    }

    @Test func otherSurfacesAreALossThatIsSaid() throws {
        let document = try read("color3f inputs:diffuseColor = (1, 0, 0)", id: "standard_surface")
        // The mesh is shown as if it had no material.
        #expect(document.scene.materials.map(\.name) == ["M"])
        #expect(document.scene.materials[0]["baseColor"] == [1, 1, 1])
        #expect(
            warnings(document) == [
                "usd.shader: the shader 'standard_surface' is not supported, only UsdPreviewSurface and MaterialX"
            ])
        #expect(document.shaderLosses == ["shader node standard_surface 1"])
    }

    @Test func otherShadersAreALossThatIsSaid() throws {
        let other = """
            def Shader "X" {
                uniform token info:id = "Noise"
                float2 outputs:result
            }
            """
        let fed = try read("color3f inputs:diffuseColor.connect = </M/X.outputs:result>", shaders: other)
        #expect(warnings(fed) == ["usd.shader: the shader 'Noise' is not supported"])
        let placed = try read(color, texture: "float2 inputs:st.connect = </M/X.outputs:result>", shaders: other)
        #expect(
            warnings(placed) == ["usd.shader: texture coordinates from a shader are not supported: 'st' is used"])
        #expect(placed.scene.materials[0].textures.map(\.slot) == ["baseColor"])
        let reader = """
            def Shader "X" {
                uniform token info:id = "UsdPrimvarReader_float3"
                string inputs:varname = "heat"
                float3 outputs:result
            }
            """
        let heat = try read("color3f inputs:diffuseColor.connect = </M/X.outputs:result>", shaders: reader)
        #expect(heat.scene.materials[0]["baseColor"] == [1, 1, 1])
        #expect(heat.residue.contains { $0.path == "shader input diffuseColor from 'heat'" && $0.shownAs != nil })
        let shown = try read(
            "color3f inputs:diffuseColor.connect = </M/X.outputs:result>",
            shaders: reader.replacing("heat", with: "displayColor"))
        #expect(!shown.diagnostics.contains { $0.code == "usd.primvar-reader" })
    }

    /// What usdview shows.
    @Test(arguments: [
        "", "color3f[] primvars:displayColor = [(1, 1, 0), (1, 1, 0), (0, 0, 0)] (interpolation = \"vertex\")",
    ])
    func coloursOfTheMaterialsOwnNameAreShown(others: String) throws {
        func text(_ type: String, _ values: String) -> String {
            """
            #usda 1.0
            def Mesh "Mesh" {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                uniform token subdivisionScheme = "none"
                \(others)
                \(type)[] primvars:tint = [\(values)] (interpolation = "vertex")
                rel material:binding = </M>
            }
            def Material "M" {
                token outputs:surface.connect = </M/S.outputs:surface>
                def Shader "S" {
                    uniform token info:id = "UsdPreviewSurface"
                    color3f inputs:diffuseColor.connect = </M/R.outputs:result>
                    token outputs:surface
                }
                def Shader "R" {
                    uniform token info:id = "UsdPrimvarReader_float3"
                    string inputs:varname = "tint"
                    float3 outputs:result
                }
            }
            """
        }
        func read(_ text: String) throws -> Document {
            try USDFormat().read(Input.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        }
        let document = try read(text("color4f", "(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 0.5)"))
        let set = document.scene.vertexSets[0]
        #expect(set.attribute(.color(0))?.values.doubles() == [1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0.5])
        #expect(set.attribute(.color(0))?.frame == .linear && document.scene.materials[0]["vertexColors"] == nil)
        #expect((set.attribute(.color(1)) == nil) == others.isEmpty)
        #expect(!document.residue.contains { $0.path.contains("tint") })
        let directions = try read(text("normal3f", "(1, 0, 0), (0, 1, 0), (0, 0, 1)"))
        #expect(directions.residue.contains { $0.path == "shader input diffuseColor from 'tint'" })
        #expect(directions.scene.vertexSets[0].attribute(AttributeSemantic(name: "tint")) != nil)
    }

    @Test func inputsMayComeFromTheMaterialButNotFromEachOther() throws {
        let connected = "float inputs:roughness.connect = </M.inputs:a>"
        let plain = try read(connected, material: "float inputs:a = 0.25")
        #expect(plain.scene.materials[0]["roughness"] == [0.25])
        let circle = try read(
            connected, material: "float inputs:a.connect = </M.inputs:b>\nfloat inputs:b.connect = </M.inputs:a>")
        #expect(circle.scene.materials.count == 1 && circle.scene.materials[0]["roughness"] == nil)
    }

    /// Blender writes `inputs:specular`, which the definition doesn't have.
    @Test func inputsThatTheSurfaceDoesNotHaveAreNoLoss() throws {
        let document = try read("float inputs:specular = 0.5\nfloat inputs:roughness = 0.2", texture: "")
        #expect(document.diagnostics.map(\.code).contains("usd.shader-input"))
        #expect(!document.residue.contains { $0.path.contains("specular") })
        #expect(document.scene.materials[0]["roughness"] == [Double(Float(0.2))])
    }

    @Test func shadersThatNothingIsConnectedToAreNoLoss() throws {
        let document = try read("float inputs:roughness = 0.2")
        #expect(document.diagnostics.contains { $0.code == "usd.shader-idle" })
        #expect(!document.residue.contains { $0.path.hasPrefix("Shader") })
        let connected = try read(color)
        #expect(!connected.diagnostics.contains { $0.code == "usd.shader-idle" })
    }

    @Test func coloursWithoutEncodingAreALoss() throws {
        let raw = "token inputs:sourceColorSpace = \"raw\""
        let path = "shader input colour space raw of images"
        let colored = try read(color, texture: raw)
        #expect(colored.residue.contains { $0.path == path })
        let transparent = try read("float inputs:opacity.connect = </M/T.outputs:a>", texture: raw)
        #expect(!transparent.residue.contains { $0.path == path })
    }
}

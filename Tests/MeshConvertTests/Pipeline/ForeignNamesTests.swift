import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Names of files that were right on the machine that the model comes from.
@Suite struct ForeignNamesTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]

    /// A triangle with a texture of this name, in each format.
    private static func models(_ texture: String) -> [String: String] {
        let corners = [
            "ply", "format ascii 1.0", "comment TextureFile \(texture)", "element vertex 3", "property float x",
            "property float y", "property float z", "element face 1", "property list uchar int vertex_indices",
            "end_header", "0 0 0", "1 0 0", "0 1 0", "3 0 1 2",
        ]
        let escaped = texture.split(separator: "\\").joined(separator: "\\\\")
        return [
            "a.ply": corners.joined(separator: "\n") + "\n",
            "a.obj": "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n",
            "a.gltf": """
            {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
             "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
             "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
             "textures": [{"source": 0}], "images": [{"uri": "\(escaped)"}],
             "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}]}
            """,
            "a.usda": """
            #usda 1.0
            def Mesh "Mesh" (prepend apiSchemas = ["MaterialBindingAPI"]) {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                rel material:binding = </Paint>
            }
            def Material "Paint" {
                token outputs:surface.connect = </Paint/Surface.outputs:surface>
                def Shader "Surface" {
                    uniform token info:id = "UsdPreviewSurface"
                    color3f inputs:diffuseColor.connect = </Paint/Image.outputs:rgb>
                    token outputs:surface
                }
                def Shader "Image" {
                    uniform token info:id = "UsdUVTexture"
                    asset inputs:file = @\(texture)@
                    float3 outputs:rgb
                }
            }
            """,
        ]
    }

    @Test(arguments: ["a.ply", "a.obj", "a.gltf", "a.usda"], ["C:\\Users\\me\\Wood.png", "../../wood.png"])
    func texturesAreFoundBesideTheModelAndArrive(_ name: String, _ texture: String) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write(name, try #require(Self.models(texture)[name]))
        try folder.write("a.mtl", "newmtl m\nmap_Kd \(texture)\n")
        try folder.writeBytes("wood.png", Self.png)
        let document = try Pipeline().read(.file(folder.path(name)))
        #expect(document.scene.images.map(\.uri) == [texture])
        #expect(document.scene.images.first?.path == folder.path("wood.png"))
        let notes = document.diagnostics.filter { $0.code == "texture.found" }
        #expect(notes.map(\.message).allSatisfy { $0.hasSuffix("'\(texture)' was found as 'wood.png'") })
        #expect(notes.count == 1 && notes.first?.severity == .note)
        // To the own format, and to another one.
        for target in ["b\(name.dropFirst())", "b.glb"] {
            var options = ConvertOptions()
            options.verify = true
            let report = try convert(folder.path(name), to: folder.path(target), options: options)
            #expect(report.verified == true)
            #expect(!report.losses.contains { $0.code == .textureMissing || $0.code == .textureDropped })
            let back = try Pipeline().read(.file(folder.path(target)))
            #expect(back.scene.images.count == 1 && back.scene.images.first?.isFound == true)
            #expect(!back.diagnostics.contains { $0.code.hasPrefix("texture.") }, "\(back.diagnostics)")
        }
    }

    @Test func buffersAndLayersAreOnlyWhereTheirNamesSay() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("a.bin", [UInt8](repeating: 0, count: 36))
        try folder.write("b.usda", "#usda 1.0\ndef \"B\" {\n}\n")
        for name in ["elsewhere/a.bin", "../a.bin", "A.bin", "/a.bin"] {
            try folder.write(
                "a.gltf",
                """
                {"asset": {"version": "2.0"}, "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
                 "bufferViews": [{"buffer": 0, "byteLength": 36}],
                 "buffers": [{"byteLength": 36, "uri": "\(name)"}]}
                """)
            let error = #expect(throws: ReadError.self) { try Pipeline().read(.file(folder.path("a.gltf"))) }
            #expect(error?.code == .referenceMissing, "\(name)")
        }
        for name in ["elsewhere/b.usda", "../b.usda", "B.usda", "/b.usda"] {
            try folder.write("a.usda", "#usda 1.0\ndef \"A\" (references = @\(name)@</B>) {\n}\n")
            let document = try Pipeline().read(.file(folder.path("a.usda")))
            #expect(document.diagnostics.contains { $0.code == "usd.layer-missing" }, "\(name)")
        }
    }
}

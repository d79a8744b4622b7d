import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("A texture in tiles")
struct USDTileTests {
    /// The smallest bytes that pass for a PNG image.
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 32)

    /// Squares of texture coordinates, each by its lower left corner, with one texture.
    private static func read(
        _ squares: [(Double, Double)], tiles: [Int], name: String = "wood.<UDIM>.png", variables: String = ""
    ) throws -> Document {
        var (points, uvs, indices): ([String], [String], [String]) = ([], [], [])
        for (index, square) in squares.enumerated() {
            for corner in [(0.0, 0.0), (1, 0), (1, 1), (0, 1)] {
                points.append("(\(Double(index) * 2 + corner.0), \(corner.1), 0)")
                uvs.append("(\(square.0 + corner.0), \(square.1 + corner.1))")
                indices.append(String(indices.count))
            }
        }
        var options = ReadOptions()
        for tile in tiles { options.sideFiles["wood.\(tile).png"] = .bytes(png + [UInt8(tile % 256)]) }
        let text = """
            #usda 1.0
            (
            \(variables)
            )
            def Mesh "M" (
                prepend apiSchemas = ["MaterialBindingAPI"]
            ) {
                int[] faceVertexCounts = [\(squares.map { _ in "4" }.joined(separator: ", "))]
                int[] faceVertexIndices = [\(indices.joined(separator: ", "))]
                point3f[] points = [\(points.joined(separator: ", "))]
                texCoord2f[] primvars:st = [\(uvs.joined(separator: ", "))] (
                    interpolation = "vertex"
                )
                uniform token subdivisionScheme = "none"
                rel material:binding = </Mat>
            }
            def Material "Mat" {
                token outputs:surface.connect = </Mat/S.outputs:surface>
                def Shader "S" {
                    uniform token info:id = "UsdPreviewSurface"
                    color3f inputs:diffuseColor.connect = </Mat/T.outputs:rgb>
                    token outputs:surface
                }
                def Shader "T" {
                    uniform token info:id = "UsdUVTexture"
                    asset inputs:file = @\(name)@
                    float2 inputs:st.connect = </Mat/R.outputs:result>
                    float3 outputs:rgb
                }
                def Shader "R" {
                    uniform token info:id = "UsdPrimvarReader_float2"
                    string inputs:varname = "st"
                    float2 outputs:result
                }
            }
            """
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "m.usda"), options: options)
        try document.scene.validate()
        return document
    }

    /// The image and the offset of each face.
    private func faces(_ document: Document) throws -> [String] {
        let scene = document.scene
        let primitive = try #require(scene.meshes.first?.primitives.first)
        let bound: [Int] =
            switch primitive.material {
            case .none: []
            case .one(let material): [Int](repeating: material, count: primitive.elementCount)
            case .perElement(let column): column.integers().map { Int($0) }
            }
        return bound.map { material in
            guard let slot = scene.materials[material].texture("baseColor") else { return "none" }
            let image = scene.textures[slot.texture].image
            let offset = slot.options.first { $0.name == "offset" }?.words.joined(separator: " ") ?? ""
            return "\(scene.images[image].uri) \(offset)"
        }
    }

    @Test("is that tile where all faces lie in one, moved onto the unit square")
    func one() throws {
        let first = try Self.read([(0, 0)], tiles: [1001, 1002])
        #expect(try faces(first) == ["wood.1001.png "])
        #expect(first.scene.materials.count == 1)
        #expect(first.residue.allSatisfy { $0.reference == nil })
        let other = try Self.read([(1, 2)], tiles: [1001, 1022])
        #expect(try faces(other) == ["wood.1022.png -1 2"])
    }

    @Test("gives faces in several tiles a material for each, with coordinates unchanged")
    func several() throws {
        let document = try Self.read([(0, 0), (1, 0), (0, 1), (1, 0)], tiles: [1001, 1002, 1011])
        #expect(
            try faces(document) == [
                "wood.1001.png ", "wood.1002.png -1 0", "wood.1011.png 0 1", "wood.1002.png -1 0",
            ])
        #expect(document.scene.materials.map(\.name) == ["Mat", "Mat_1002", "Mat_1011"])
        #expect(document.diagnostics.contains { $0.code == "usd.tiles" && $0.severity == .note })
    }

    @Test("without a tile below faces, or with faces over several, is a warning with their number")
    func losses() throws {
        let document = try Self.read([(0.5, 0), (3, 3)], tiles: [1001, 1002])
        let messages = document.diagnostics.filter { $0.severity == .warning }.map(\.message)
        #expect(messages.contains { $0.contains("(1 faces)") && $0.contains("over several tiles") })
        #expect(messages.contains { $0.contains("no tile") })
    }

    @Test("without any file is a lost texture")
    func missing() throws {
        let document = try Self.read([(0, 0)], tiles: [])
        #expect(document.diagnostics.contains { $0.code == "usd.texture-missing" })
    }

    @Test("may have an expression in its name")
    func expression() throws {
        let variables = "expressionVariables = {\nstring W = \"wood\"\n}"
        let document = try Self.read([(1, 0)], tiles: [1002], name: "`\"${W}.<UDIM>.png\"`", variables: variables)
        #expect(try faces(document) == ["wood.1002.png -1 0"])
    }
}

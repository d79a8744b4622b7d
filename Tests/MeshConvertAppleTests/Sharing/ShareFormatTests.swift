import MeshConvert
import MeshConvertApple
import Testing

/// The formats in which models are shared.
@Suite struct ShareFormatTests {
    @Test(arguments: ShareFormat.allCases) func aTexturedModelIsOneFile(format: ShareFormat) throws {
        var arrays = MeshArrays(positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [0, 1, 2])
        arrays.attributes = [Attribute(.texCoord(0), Column([0, 0, 1, 0, 0, 1] as [Float], components: 2))]
        (arrays.upAxis, arrays.metersPerUnit) = (.y, 1)
        var scene = try arrays.scene()
        scene.images = [try #require(SurfaceImage.png([9, 8, 7], width: 1, height: 1, rowStride: 3, channels: 3))]
        scene.textures = [Texture(image: 0)]
        scene.materials = [SceneMaterial(name: "wood", textures: [TextureSlot("baseColor", texture: 0)])]
        scene.meshes[0].primitives[0].material = .one(0)
        let name = format.fileName(for: "Room 1")
        let report = try convert(.scene(scene), to: .data(named: name), options: format.options(ConvertOptions()))
        #expect(report.ofMainFile.outputs.map(\.path) == [name])
        // Only PLY leaves a texture beside the file, and says so when it is left behind.
        #expect(report.outputs.count == (format == .ply ? 2 : 1))
        let isLost = report.ofMainFile.losses.contains { $0.code == .textureDropped && $0.name == "textures" }
        #expect(isLost == (format == .ply))
        #expect(
            report.outputVariant == format.variant.rawValue
                || report.outputVariant.hasPrefix("\(format.variant.rawValue)."))
    }

    @Test(arguments: [
        ("Kitchen", "Kitchen.usdz"), ("Küche 2", "Küche_2.usdz"), ("a/b: c?", "a_b_c.usdz"), ("..", "model.usdz"),
        ("", "model.usdz"), ("/etc/passwd", "etc_passwd.usdz"), ("客厅", "客厅.usdz"), ("-", "-.usdz"),
    ])
    func fileNamesHoldOnlyWhatAllSystemsTake(model: String, file: String) {
        #expect(ShareFormat.usdz.fileName(for: model) == file)
    }

    @Test func longNamesAreCutBetweenCharacters() {
        let name = ShareFormat.glb.fileName(for: String(repeating: "é", count: 300))
        #expect(name == String(repeating: "é", count: 50) + ".glb")
    }
}

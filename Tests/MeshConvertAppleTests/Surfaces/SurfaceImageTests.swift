import MeshConvert
import MeshConvertApple
import Testing

/// Pixels of textures.
@Suite struct SurfaceImageTests {
    @Test func colorsGetAlphaAndAChannelStandsAlone() throws {
        // Two rows of two pixels, with a gap behind each row.
        let texels: [UInt8] = [1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12]
        let file = try #require(SurfaceImage.png(texels, width: 2, height: 2, rowStride: 7, channels: 3))
        let image = try #require(SurfaceImage(file))
        #expect(image.pixels == [1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255])
        let green = try #require(SurfaceImage(file, channel: 1))
        #expect(green.channels == 1 && green.pixels == [2, 5, 8, 11])
    }

    @Test func grayIsEveryColorAndKeepsItsAlpha() throws {
        let file = try #require(SurfaceImage.png([5, 250], width: 1, height: 1, rowStride: 2, channels: 2))
        #expect(SurfaceImage(file)?.pixels == [5, 5, 5, 250])
        #expect(SurfaceImage(file, channel: 2)?.pixels == [5])
        #expect(SurfaceImage(file, channel: 3)?.pixels == [250])
    }

    @Test func sizesThatDoNotFitGiveNoImage() {
        let sizes = [
            (0, 1, 3, 3), (1, 0, 3, 3), (2, 2, 5, 3), (1, 1, 3, 5), (1, 2, 4, 3), (.max, 1, 3, 3), (1, .max, 3, 3),
        ]
        for (width, height, stride, channels) in sizes {
            let image = SurfaceImage.png(
                [1, 2, 3], width: width, height: height, rowStride: stride, channels: channels)
            #expect(image == nil)
        }
        #expect(SurfaceImage.png([1], width: 1, height: 1, rowStride: -5, channels: 1) == nil)
    }

    @Test func whatIsNoImageIsNil() {
        #expect(SurfaceImage(SceneImage(uri: "a.png", bytes: [1, 2, 3])) == nil)
        #expect(SurfaceImage(SceneImage(uri: "a.png")) == nil)
    }

    @Test func aMissingTextureAndAnUnknownOneAreLosses() throws {
        let arrays = MeshArrays(positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [0, 1, 2])
        var scene = try arrays.scene()
        scene.images = [SceneImage(uri: "gone.png"), SceneImage(uri: "x.ktx2", bytes: [1, 2])]
        scene.textures = [Texture(image: 0), Texture(image: 1)]
        scene.materials = [
            SceneMaterial(
                parameters: [MaterialParameter("sheen", [1])],
                textures: [
                    TextureSlot("baseColor", texture: 0), TextureSlot("normal", texture: 1),
                    TextureSlot("emissive", texture: 1, options: [TextureOption("scale", ["2", "2"])]),
                ])
        ]
        let losses = try SurfaceScene(scene, for: .realityKit).losses
        let found = losses.map { "\($0.code.rawValue) \($0.name)" }
        #expect(
            found == [
                "texture.dropped emissive texture of material 1", "texture.missing image gone.png",
                "texture.dropped image x.ktx2", "name.dropped names", "material.approximated material 1",
            ])
    }
}

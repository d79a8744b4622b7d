import MeshModel
import MeshRender
import Testing

@Suite struct MipTextureTests {
    typealias Texels = Correspondence.SampledColors.Texels

    private var colors: ViewOptions {
        var options = ShownShapes.front
        options.mode = .colors
        return options
    }

    private func board(_ side: Int, _ first: [UInt8], _ second: [UInt8]) -> Texels? {
        var bytes: [UInt8] = []
        for row in 0..<side { for column in 0..<side { bytes += (row + column) % 2 == 0 ? first : second } }
        return Texels(width: side, height: side, components: first.count, bytes: bytes)
    }

    @Test(arguments: [256, 255, 129]) func aFineChessboardIsHalfOfTheLight(side: Int) throws {
        let image = board(side, [0, 0, 0], [255, 255, 255])
        let picture = try ShownShapes.textured().rendered(colors) { _ in image }.picture
        for place in [0.2, 0.5, 0.8] {
            // Half of the light has the code 188. One field of the second size differs by its odd texel.
            #expect(abs(Int(picture.pixel(place, 0.5)[0]) - 188) <= 6)
        }
    }

    @Test func anImageAsLargeAsItsPictureStaysSharp() throws {
        let image = board(8, [255, 0, 0], [0, 0, 255])
        let picture = try ShownShapes.textured().rendered(colors) { _ in image }.picture
        // The upper left field is red, its neighbour blue: each 7.5 pixels wide.
        #expect(picture.isMostly(0, 5 / 64, 5 / 64) && picture.isMostly(2, 12 / 64, 5 / 64))
        #expect(picture.isMostly(2, 5 / 64, 12 / 64) && picture.isMostly(0, 12 / 64, 12 / 64))
    }

    @Test func whatIsTransparentDoesNotColourTheRimOfWhatIsNot() throws {
        // Red leaves on a transparent green ground.
        let image = board(256, [255, 0, 0, 255], [0, 255, 0, 0])
        let scene = ShownShapes.textured([
            MaterialParameter("alphaMode", [1]), MaterialParameter("alphaCutoff", [0.25]),
        ])
        let picture = try scene.rendered(colors) { _ in image }.picture
        #expect(picture.isMostly(0, 0.5, 0.5))
        #expect(picture.pixel(0.5, 0.5)[1] < 30)
        // Without alpha, green counts.
        let opaque = try ShownShapes.textured().rendered(colors) { _ in image }.picture.pixel(0.5, 0.5)
        #expect(abs(Int(opaque[0]) - 188) < 4 && abs(Int(opaque[1]) - 188) < 4)
    }

    @Test func imagesOfOneRowColumnAndTexelAreSampled() throws {
        for (width, height) in [(1, 1), (1, 300), (300, 1), (3, 2)] {
            let image = Texels(
                width: width, height: height, components: 1,
                bytes: [UInt8](repeating: 200, count: width * height))
            let picture = try ShownShapes.textured().rendered(colors) { _ in image }.picture
            #expect(picture.pixel(0.5, 0.5) == [200, 200, 200])
        }
    }

    @Test func wildCoordinatesNeverTrap() throws {
        var scene = ShownShapes.textured()
        let wild: [Float] = [1e30, -1e30, .nan, .infinity, 3e9, -7, 1e10, 0, .leastNonzeroMagnitude, 2, 5, -1e38]
        scene.vertexSets[0].attributes[1] = Attribute(.texCoord(0), Column(wild, components: 2))
        let image = board(4, [255, 0, 0], [0, 0, 255])
        for wrap in ["33071", "33648", "10497"] {
            scene.materials[0].textures[0].options = [TextureOption("wrapS", [wrap]), TextureOption("wrapT", [wrap])]
            for projection in ViewOptions.Projection.allCases {
                var options = ViewOptions()
                (options.width, options.height, options.projection) = (40, 40, projection)
                #expect(try scene.rendered(options) { _ in image }.picture.width == 40)
            }
        }
    }

    @Test func texturesReadOnceServeSeveralPictures() throws {
        let scene = ShownShapes.textured()
        let image = board(64, [255, 0, 0], [0, 0, 255])
        var count = 0
        let textures = ViewTextures(scene) { _ in
            count += 1
            return image
        }
        #expect(try scene.rendered(colors, textures) == scene.rendered(colors) { _ in image })
        #expect(count == 1)
    }
}

import MeshArchive
import MeshFormats
import MeshImages
import MeshModel
import Reconstruction

/// A surface with its texture as a scene, whose pictures are JPEG files.
struct TexturedSurface {
    /// The quality of the pictures: at 85 they differ from the texels by about as much as neighbouring frames do.
    private static let quality = 85

    /// The surface: one mesh of triangles, with vertex colours.
    let plain: MeshScene
    let atlas: TextureAtlas

    /// Returns the scene: one mesh, a material and an image for each page.
    ///
    /// It has no vertex colours, which formats multiply with textures; places that no picture saw have them in the
    /// texture.
    func scene(threads: Int) throws(ReadError) -> MeshScene {
        var scene = plain
        guard var set = scene.vertexSets.first, var primitive = scene.meshes.first?.primitives.first else {
            return scene
        }
        set.attributes.removeAll { $0.semantic == .color(0) }
        let (pool, corners) = atlas.modelCoordinates(pool: set.pools.count)
        set.pools.append(pool)
        primitive.cornerAttributes.append(corners)
        primitive.material =
            atlas.pages.count == 1 ? .one(0) : .perElement(Column(atlas.facePages, components: 1))
        scene.vertexSets[0] = set
        scene.meshes[0].primitives[0] = primitive
        for (number, page) in atlas.pages.enumerated() {
            let name = atlas.pages.count == 1 ? "texture" : "texture\(number + 1)"
            scene.images.append(
                SceneImage(uri: "\(name).jpg", bytes: try Self.jpeg(page, threads), mediaType: "image/jpeg"))
            scene.textures.append(Texture(image: number))
            scene.materials.append(
                SceneMaterial(
                    name: name, model: .metallicRoughness,
                    parameters: [
                        MaterialParameter("baseColor", [1, 1, 1]), MaterialParameter("metallic", [0]),
                        MaterialParameter("roughness", [1]),
                    ],
                    // Nothing beyond the edge of the image is repeated.
                    textures: [
                        TextureSlot(
                            "baseColor", texture: number,
                            options: [TextureOption("wrapS", ["33071"]), TextureOption("wrapT", ["33071"])])
                    ]))
        }
        return scene
    }

    private static func jpeg(_ page: TextureAtlas.Page, _ threads: Int) throws(ReadError) -> [UInt8] {
        var writer = JPEGWriter(width: page.side, height: page.side, layout: .rgb)
        writer.quality = quality
        do throws(ImageError) { return try writer.file(page.rgb, threads: threads) } catch {
            throw ReadError(ReadError.Code(rawValue: error.code.rawValue), .whole, "a texture's page: \(error.message)")
        }
    }
}

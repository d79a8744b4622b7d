public import MeshModel

/// The images that a scene's materials show, decoded and with mip maps: for several pictures of one scene.
public struct ViewTextures: Sendable {
    private struct Key: Hashable {
        var image: Int
        var weighsAlpha: Bool
    }

    private var known: [Key: MipTexture] = [:]
    /// The images that can't be read, ascending.
    let unread: [Int]

    /// Reads the images, each once.
    ///
    /// - Parameters:
    ///   - scene: the scene; the textures serve for others with the same images and textures.
    ///   - workers: the threads.
    ///   - decode: returns the texels of an image; nil if it can't be read.
    public init(
        _ scene: MeshScene, workers: some Workers = OneWorker(),
        decode: (SceneImage) -> Correspondence.SampledColors.Texels?
    ) {
        var wanted: [Int: Set<Bool>] = [:]
        for material in scene.materials {
            let look = SurfaceLook(material)
            for name in ["baseColor", "emissive"] where name == "baseColor" || look.emission != SIMD4() {
                guard let slot = material.texture(name), scene.textures.indices.contains(slot.texture) else { continue }
                wanted[scene.textures[slot.texture].image, default: []].insert(look.usesAlpha)
            }
        }
        var unread: [Int] = []
        for (image, forms) in wanted.inKeyOrder {
            guard scene.images.indices.contains(image), let texels = decode(scene.images[image]) else {
                unread.append(image)
                continue
            }
            for weighsAlpha in forms {
                // Without alpha both forms are one.
                let key = Key(image: image, weighsAlpha: weighsAlpha)
                known[key] = MipTexture(texels, weighsAlpha: weighsAlpha && texels.hasAlpha, workers)
            }
        }
        self.unread = unread
    }

    func texture(_ slot: TextureSlot, of scene: MeshScene, weighsAlpha: Bool) -> MipTexture? {
        guard scene.textures.indices.contains(slot.texture) else { return nil }
        return known[Key(image: scene.textures[slot.texture].image, weighsAlpha: weighsAlpha)]
    }
}

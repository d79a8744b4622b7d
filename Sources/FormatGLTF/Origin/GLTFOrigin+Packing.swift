import MeshBytes
import MeshFormats
import MeshModel

extension GLTFOrigin {
    /// Textures and images of the file that were put together from others, ascending. Materials of the scene don't use
    /// them.
    struct Packing: Sendable {
        /// A texture and its image.
        struct Use: Sendable, Hashable {
            var texture: Int
            var image: Int
        }

        var uses: [Use]
        /// Hashes of the images' bytes.
        var digests: [Int: String]
    }
}

extension GLTFOrigin.Packing {
    init?(json: JSONValue) {
        uses = json.list("textures").compactMap(\.pair).map { Use(texture: $0, image: $1) }
        digests = [:]
        for image in json.list("images") {
            guard let index = image["index"]?.index, let digest = image["digest"]?.string else { return nil }
            digests[index] = digest
        }
    }

    var json: JSONValue {
        var members: [(String, JSONValue)] = []
        members.add("textures", uses.map { [.int($0.texture), .int($0.image)] })
        members.add(
            "images",
            digests.inKeyOrder.map { ["index": .int($0.key), "digest": .string($0.value)] })
        return .object(members)
    }

    /// Whether the textures show the images that were written: others may have painted new ones.
    func fits(_ scene: MeshScene) -> Bool {
        uses.allSatisfy { use in
            scene.textures.indices.contains(use.texture) && scene.textures[use.texture].image == use.image
                && digests[use.image] != nil
        }
            && digests.allSatisfy { index, digest in
                scene.images.indices.contains(index) && Self.digest(of: scene.images[index]) == digest
            }
    }

    /// Whether a material shows one of the textures.
    func isShown(by material: SceneMaterial) -> Bool {
        material.textures.contains { slot in uses.contains { $0.texture == slot.texture } }
    }

    /// Removes the textures and images from a scene whose materials are restored.
    ///
    /// - Returns: whether nothing else uses them. If something does, nothing changes.
    func takeAway(from scene: inout MeshScene) -> Bool {
        let (textures, images) = (Set(uses.map(\.texture)), Set(digests.keys))
        guard !scene.materials.contains(where: isShown),
            scene.textures.indices.allSatisfy({
                textures.contains($0) || !images.contains(scene.textures[$0].image)
            })
        else { return false }
        let kept = (textures: scene.textures.indices.without(textures), images: scene.images.indices.without(images))
        func places(_ kept: [Int]) -> [Int: Int] {
            Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($0.element, $0.offset) })
        }
        let (textureNumbers, imageNumbers) = (places(kept.textures), places(kept.images))
        scene.textures = kept.textures.map { number in
            var texture = scene.textures[number]
            texture.image = imageNumbers[texture.image] ?? texture.image
            return texture
        }
        scene.images = kept.images.map { scene.images[$0] }
        for material in scene.materials.indices {
            for slot in scene.materials[material].textures.indices {
                let texture = scene.materials[material].textures[slot].texture
                scene.materials[material].textures[slot].texture = textureNumbers[texture] ?? texture
            }
        }
        return true
    }

    /// The hash of an image's bytes; nil: it can't be read.
    static func digest(of image: SceneImage) -> String? {
        guard let bytes = image.bytes ?? (try? image.open()).flatMap({ try? $0.read(0..<$0.byteCount) }) else {
            return nil
        }
        var hash = OriginHash()
        hash.add(bytes)
        return hash.text
    }
}

extension Collection {
    /// The elements but those at some places.
    func without(_ places: some Sequence<Int>) -> [Element] {
        let left = Set(places)
        return enumerated().filter { !left.contains($0.offset) }.map(\.element)
    }
}

import MeshBytes
import MeshFormats
import MeshModel

// Reads images one to one, textures that have an image, and the options of their samplers.

extension GLTFSceneBuilder {
    mutating func buildImages() throws(ReadError) {
        for (index, entry) in tree.objects("images").enumerated() {
            let pointer = "/images/\(index)"
            var image = Image(uri: "")
            image.name = tree.string(entry, "name", pointer)
            image.mediaType = tree.string(entry, "mimeType", pointer)
            if let uri = tree.string(entry, "uri", pointer) {
                if let data = DataURI(uri) {
                    if image.mediaType == nil, !data.mediaType.isEmpty { image.mediaType = data.mediaType }
                    image.bytes = data.bytes
                    if data.bytes == nil {
                        leaveOut(
                            "/images/*/uri", "gltf.invalid-uri", "\(pointer)/uri",
                            "a data URI whose bytes can't be decoded")
                    }
                } else {
                    find(uri, pointer, &image)
                }
                imageFiles.append(image)
            } else if entry["bufferView"] != nil {
                guard let view = tree.index(entry, "bufferView", of: accessors.views.count, pointer) else {
                    leftOut["/images/*/bufferView", default: 0] += 1
                    imageFiles.append(nil)
                    scene.images.append(image)
                    continue
                }
                image.bytes = try accessors.bytes(ofView: view).array
                imageFiles.append(nil)
            } else {
                imageFiles.append(nil)
            }
            scene.images.append(image)
        }
    }

    private mutating func find(_ uri: String, _ pointer: String, _ image: inout Image) {
        image.uri = PercentEncoding.decoded(uri)
        switch files.find(image.uri, or: uri) {
        case .path(let path, let remark):
            image.path = path
            if let remark { tree.warn("texture.found", "\(pointer)/uri", "the image \(remark)", .note) }
        case .bytes(let bytes): image.bytes = bytes
        case .missing(let reason), .outside(let reason):
            tree.warn("texture.missing", "\(pointer)/uri", "the image \(reason)", .error)
        }
    }

    mutating func buildTextures() {
        let imageCount = scene.images.count
        for (index, entry) in tree.objects("textures").enumerated() {
            let pointer = "/textures/\(index)"
            var source: Int?
            // The author prefers the image that needs an extension. The plain one is for programs that can't read that.
            for name in GLTFExtensions.images where source == nil {
                guard let special = entry["extensions"]?[name], special["source"] != nil else { continue }
                source = tree.index(special, "source", of: imageCount, "\(pointer)/extensions/\(name)")
                if source == nil { leftOut["/textures/*/extensions/\(name)/source", default: 0] += 1 }
            }
            let plain = entry["source"] == nil ? nil : tree.index(entry, "source", of: imageCount, pointer)
            if entry["source"] != nil, plain == nil { leftOut["/textures/*/source", default: 0] += 1 }
            if plain != nil, source != nil { leaveOutForm(entry, pointer) }
            // The plain image is taken, because other formats can hold it.
            guard let image = plain ?? source else {
                tree.warn("gltf.texture-source", pointer, "a texture without an image", .note)
                if entry["sampler"] != nil { leftOut["/textures/*/sampler", default: 0] += 1 }
                if entry["name"] != nil { leftOut["/textures/*/name", default: 0] += 1 }
                textureOf.append(nil)
                continue
            }
            textureOf.append(scene.textures.count)
            scene.textures.append(Texture(name: tree.string(entry, "name", pointer), image: image))
        }
    }

    /// Reports that a texture has its image in another format too. A scene has one image for each texture.
    private mutating func leaveOutForm(_ entry: JSONValue, _ pointer: String) {
        for name in GLTFExtensions.images where entry["extensions"]?[name]?["source"] != nil {
            leftOut["/textures/*/extensions/\(name)/source", default: 0] += 1
            tree.warn(
                "gltf.texture-forms", "\(pointer)/extensions/\(name)",
                "the texture has another form of its image: the one that every program shows is taken", .note)
        }
    }

    /// The options of the sampler of a texture of the tree.
    mutating func samplerOptions(_ texture: Int) -> [TextureOption] {
        let samplers = tree.root["samplers"]?.array ?? []
        guard let entry = tree.root["textures"]?.array?[texture], entry["sampler"] != nil,
            let index = tree.index(entry, "sampler", of: samplers.count, "/textures/\(texture)")
        else { return [] }
        return GLTFMaterialTable.samplerWords.compactMap { word in
            samplers[index][word]?.int.map { TextureOption(word, ["\($0)"]) }
        }
    }
}

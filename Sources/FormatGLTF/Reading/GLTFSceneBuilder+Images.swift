import MeshBytes
import MeshFormats
import MeshModel

// Reads images one to one, textures that have an image, and the options of their samplers.

extension GLTFSceneBuilder {
    mutating func buildImages() throws(ReadError) {
        for (index, entry) in tree.objects("images").enumerated() {
            let pointer = "/images/\(index)"
            var image = SceneImage(uri: "")
            image.name = tree.string(entry, "name", pointer)
            image.mediaType = tree.string(entry, "mimeType", pointer)
            let uri = tree.string(entry, "uri", pointer)
            if let uri, let data = DataURI(uri) {
                if image.mediaType == nil, !data.mediaType.isEmpty { image.mediaType = data.mediaType }
                image.bytes = data.bytes
                if data.bytes == nil {
                    leaveOut(
                        "/images/*/uri", "gltf.invalid-uri", "\(pointer)/uri",
                        "the image's data URI can't be decoded")
                }
            } else if let uri {
                find(uri, pointer, &image)
            } else if let view = try reference(
                entry["bufferView"], accessors.views.count, "/images/*/bufferView", "\(pointer)/bufferView")
            {
                do throws(ReadError) { image.bytes = try accessors.bytes(ofView: view).array } catch {
                    // The shape can do without it.
                    if error.code == .referenceMissing {
                        tree.warn("texture.missing", "\(pointer)/bufferView", error.wording, .error)
                    } else {
                        try refuse(error, "gltf.image-left-out", "/images/*/bufferView")
                    }
                }
            }
            imageFiles.append(uri == nil ? nil : image)
            scene.images.append(image)
        }
    }

    private mutating func find(_ uri: String, _ pointer: String, _ image: inout SceneImage) {
        image.uri = PercentEncoding.decoded(uri)
        switch files.find(image.uri, or: uri, as: .image) {
        case .path(let path, let remark):
            image.setFile(path, in: files)
            if let remark { tree.warn("texture.found", "\(pointer)/uri", "the image \(remark)", .note) }
        case .bytes(let bytes): image.bytes = bytes
        case .missing(let reason), .outside(let reason):
            tree.warn("texture.missing", "\(pointer)/uri", "the image \(reason)", .error)
        }
    }

    mutating func buildTextures() throws(ReadError) {
        let imageCount = scene.images.count
        for (index, entry) in tree.objects("textures").enumerated() {
            let pointer = "/textures/\(index)"
            var source: Int?
            // The author prefers the image that needs an extension. The plain one is for programs that can't read that.
            for name in GLTFExtensions.images where source == nil {
                guard let special = entry["extensions"]?[name], special["source"] != nil else { continue }
                source = try reference(
                    special["source"], imageCount, "/textures/*/extensions/\(name)/source",
                    "\(pointer)/extensions/\(name)/source")
            }
            let plain = try reference(entry["source"], imageCount, "/textures/*/source", "\(pointer)/source")
            if plain != nil, source != nil { leaveOutForm(entry, pointer) }
            // The plain image is taken, because other formats can hold it.
            guard let image = plain ?? source else {
                tree.warn("gltf.texture-source", pointer, "the texture has no image", .note)
                for member in ["sampler", "name"] where entry[member] != nil {
                    leftOut["/textures/*/\(member)", default: 0] += 1
                }
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
                "the texture has two images; the one that every program can show is used", .note)
        }
    }

    /// The options of the sampler of a texture of the tree.
    mutating func samplerOptions(_ texture: Int) -> [TextureOption] {
        let samplers = tree.root.list("samplers")
        guard let entry = tree.root["textures"]?.array?[texture], entry["sampler"] != nil,
            let index = tree.index(entry, "sampler", of: samplers.count, "/textures/\(texture)")
        else { return [] }
        return GLTFMaterialTable.samplerWords.compactMap { word in
            samplers[index][word]?.int.map { TextureOption(word, ["\($0)"]) }
        }
    }
}

import MeshBytes
import MeshFormats
import MeshModel

// Images, textures and materials.

extension GLTFCheck {
    /// The extension that a media type needs.
    private static let typeOfExtension = [
        "EXT_texture_webp": "image/webp", "KHR_texture_basisu": "image/ktx2", "EXT_texture_avif": "image/avif",
    ]

    mutating func checkImages(_ document: GLTFDocument) {
        var types: [Int: String] = [:]
        for (index, image, pointer) in each("images") {
            if find("bufferViews", image["bufferView"], "\(pointer)/bufferView") != nil {
                useWithoutStride(
                    image, for: "images", "image data", "image-buffer-view-with-bytestride", "\(pointer)/bufferView")
            }
            let declared = image["mimeType"]?.string
            let data = image["uri"]?.string.flatMap { DataURI($0) }
            if let uri = image["uri"]?.string { check(uri, data, "\(pointer)/uri") }
            let bytes = imageBytes(index, image, document)
            let found = bytes.flatMap { ImageKind(Array($0.prefix(16))) }?.mediaType
            let claimed = declared ?? data?.mediaType
            let type = found ?? claimed
            types[index] = type
            if let claimed, let found, claimed != found {
                add("image-mime-type-invalid", pointer, "the image is \(found), but labelled \(claimed)")
            }
            if let type, let needed = Self.typeOfExtension.first(where: { $0.value == type })?.key,
                !used.contains(needed)
            {
                add("image-non-enabled-mime-type", pointer, "\(type) needs the extension \(needed)")
            }
            if let bytes, found == "image/png", !bytes.suffix(12).dropFirst(4).starts(with: Array("IEND".utf8)) {
                add("image-unexpected-eos", pointer, "the PNG is cut off: its last chunk, IEND, is missing")
            }
        }
        checkTextures(types)
    }

    private func imageBytes(_ index: Int, _ image: JSONValue, _ document: GLTFDocument) -> [UInt8]? {
        if image["uri"] != nil { return document.images.indices.contains(index) ? document.images[index]?.bytes : nil }
        var accessors = accessors
        guard let view = image["bufferView"]?.index, accessors.views.indices.contains(view) else { return nil }
        return (try? accessors.bytes(ofView: view))?.array
    }

    private mutating func checkTextures(_ types: [Int: String]) {
        for (_, texture, pointer) in each("textures") {
            _ = find("samplers", texture["sampler"], "\(pointer)/sampler")
            checkSource(texture, ["image/png", "image/jpeg"], types, pointer)
            for (name, type) in Self.typeOfExtension.inKeyOrder {
                guard let extended = extended(texture, name) else { continue }
                checkSource(extended, [type], types, "\(pointer)/extensions/\(name)")
            }
        }
    }

    private mutating func checkSource(_ owner: JSONValue, _ fit: [String], _ types: [Int: String], _ pointer: String) {
        guard find("images", owner["source"], "\(pointer)/source") != nil, let index = owner["source"]?.index,
            let type = types[index], !fit.contains(type)
        else { return }
        add(
            "texture-invalid-image-mime-type", "\(pointer)/source",
            "expected \(fit.joined(separator: " or ")), found \(type)")
    }

    // MARK: Materials

    mutating func checkMaterials() {
        for (_, material, pointer) in each("materials") {
            for (path, info) in Self.textures(of: material) {
                _ = find("textures", info["index"], "\(pointer)\(path)/index")
            }
            let parts = (material["extensions"]?.object ?? []).map(\.0).filter { $0.hasPrefix("KHR_materials_") }
            for name in ["KHR_materials_unlit", "KHR_materials_pbrSpecularGlossiness"]
            where parts.contains(name) && parts.count > 1 {
                add(
                    "multiple-extensions", "\(pointer)/extensions/\(name)",
                    "\(parts.joined(separator: ", ")) can't be used together", .warning)
            }
        }
    }

    /// All uses of textures by a material, with their paths.
    static func textures(of material: JSONValue) -> [(path: String, info: JSONValue)] {
        var found: [(String, JSONValue)] = []
        var owners: [(String, JSONValue)] = [("", material)]
        owners += material["pbrMetallicRoughness"].map { [("/pbrMetallicRoughness", $0)] } ?? []
        owners += (material["extensions"]?.object ?? []).map { ("/extensions/\($0.0)", $0.1) }
        for (path, owner) in owners {
            for (name, value) in owner.object ?? [] where name.hasSuffix("Texture") && value.object != nil {
                found.append(("\(path)/\(name)", value))
            }
        }
        return found
    }
}

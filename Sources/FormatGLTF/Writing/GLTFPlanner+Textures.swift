import MeshBytes
import MeshFormats
import MeshModel

// Plans images that are there, textures that have one, and the slots that use them.

extension GLTFPlanner {
    /// Decides which images are written. This comes before materials, which refer to textures.
    mutating func planImages() {
        var numbers: [Int: Int] = [:]
        let shown = Set(scene.textures.map(\.image))
        for (index, image) in scene.images.enumerated() {
            let path = ScenePath.image(index)
            guard let contents = image.contents else {
                lose(
                    .textureMissing, .dropped, path, "image \(image.uri)", 1, "images",
                    "the file was not found: glTF has images that are there only")
                continue
            }
            guard let kind = contents.kind, [.png, .jpeg, .webp, .ktx2].contains(kind) else {
                lose(
                    .textureDropped, .dropped, path, "image \(image.uri)", 1, "images",
                    "glTF has PNG, JPEG, WebP and KTX2")
                continue
            }
            guard kind == .png || kind == .jpeg || shown.contains(index) else {
                lose(
                    .textureDropped, .dropped, path, "image \(image.uri)", 1, "images",
                    "only a texture says that an image is WebP or KTX2, and none shows this one")
                continue
            }
            numbers[index] = layout.images.count
            var file = GLTFLayout.ImageFile(image: image, kind: kind, part: nil)
            if layout.isBinary, contents.byteCount > 0 {
                file.part = layout.buffer.add(.image(image), byteCount: contents.byteCount)
            }
            layout.images.append(file)
            links.images.append(index)
        }
        planTextures(numbers)
    }

    private mutating func planTextures(_ images: [Int: Int]) {
        for (index, texture) in scene.textures.enumerated() {
            guard let image = images[texture.image] else { continue }
            let words = scene.materials.lazy.flatMap(\.textures).first { $0.texture == index }.map(Self.sampler) ?? []
            _ = addTexture(index, image, words)
        }
    }

    private mutating func addTexture(_ index: Int, _ image: Int, _ words: [TextureOption]) -> Int {
        var members: [(String, JSONValue)] = []
        if let name = scene.textures[index].name { members.append(("name", .string(name))) }
        if !words.isEmpty { members.append(("sampler", .int(sampler(words)))) }
        let special: JSONValue = ["source": .int(image)]
        switch layout.images[image].kind {
        case .webp: members.append(("extensions", ["EXT_texture_webp": special]))
        case .ktx2: members.append(("extensions", ["KHR_texture_basisu": special]))
        default: members.append(("source", .int(image)))
        }
        let number = textureObjects.count
        textureObjects.append(.object(members))
        links.textures.append(index)
        samplerOf.append(words)
        if textureNumbers[index] == nil { textureNumbers[index] = number }
        return number
    }

    private mutating func sampler(_ words: [TextureOption]) -> Int {
        if let known = samplerWords.firstIndex(of: words) { return known }
        samplerWords.append(words)
        samplerObjects.append(
            .object(words.compactMap { option in Int(option.words[0]).map { (option.name, .int($0)) } }))
        return samplerWords.count - 1
    }

    /// The options of a slot that belong to a sampler.
    private static func sampler(_ slot: TextureSlot) -> [TextureOption] {
        var words: [TextureOption] = []
        for name in GLTFMaterialTable.samplerWords {
            guard let option = slot.options.first(where: { $0.name == name }), option.words.count == 1,
                let number = Int(option.words[0]), isWord(number, of: name)
            else { continue }
            words.append(option)
        }
        if words.isEmpty, slot.options.contains(TextureOption("-clamp", ["on"])) {
            words = [TextureOption("wrapS", ["33071"]), TextureOption("wrapT", ["33071"])]
        }
        return words
    }

    private static func isWord(_ number: Int, of name: String) -> Bool {
        switch name {
        case "magFilter": number == 9728 || number == 9729
        case "minFilter": number == 9728 || number == 9729 || (9984...9987).contains(number)
        default: [33071, 33648, 10497].contains(number)
        }
    }

    // MARK: Slots

    /// The texture info object of a slot; nil: the texture is not there.
    mutating func textureInfo(_ slot: TextureSlot) -> JSONValue? {
        guard var number = textureNumbers[slot.texture] else { return nil }
        let words = Self.sampler(slot)
        if samplerOf[number] != words {
            let image = links.images.firstIndex(of: scene.textures[slot.texture].image) ?? 0
            number =
                textureObjects.indices.first { links.textures[$0] == slot.texture && samplerOf[$0] == words }
                ?? addTexture(slot.texture, image, words)
        }
        var members: [(String, JSONValue)] = [("index", .int(number))]
        func numbers(_ name: String, _ count: Int) -> [Double]? {
            guard let words = slot.options.first(where: { $0.name == name })?.words else { return nil }
            let numbers = words.compactMap(Double.init)
            return numbers.count == count && words.count == count && numbers.allSatisfy(\.isFinite) ? numbers : nil
        }
        func whole(_ name: String) -> Int? {
            numbers(name, 1).flatMap { Int(exactly: $0[0]) }.flatMap { $0 >= 0 ? $0 : nil }
        }
        if let set = whole("texCoord") { members.append(("texCoord", .int(set))) }
        var transform: [(String, JSONValue)] = []
        if let offset = numbers("offset", 2) { transform.append(("offset", .array(offset.map { .number($0) }))) }
        if let angle = numbers("rotation", 1) { transform.append(("rotation", .number(angle[0]))) }
        if let scale = numbers("scale", 2) { transform.append(("scale", .array(scale.map { .number($0) }))) }
        if let set = whole("transformTexCoord") { transform.append(("texCoord", .int(set))) }
        if transform.isEmpty { transform = Self.classicTransform(slot) }
        if !transform.isEmpty { members.append(("extensions", [GLTFExtensions.transform: .object(transform)])) }
        return .object(members)
    }

    /// The texture transform of MTL's `-s` and `-o`, which count v from the bottom.
    private static func classicTransform(_ slot: TextureSlot) -> [(String, JSONValue)] {
        func numbers(_ name: String, _ fill: Double) -> [Double]? {
            guard let words = slot.options.first(where: { $0.name == name })?.words else { return nil }
            let numbers = words.compactMap(Double.init)
            guard !numbers.isEmpty, numbers.count == words.count, numbers.allSatisfy(\.isFinite) else { return nil }
            return [numbers[0], numbers.count > 1 ? numbers[1] : fill]
        }
        let scale = numbers("-s", 1)
        let offset = numbers("-o", 0)
        guard scale != nil || offset != nil else { return [] }
        let (s, o) = (scale ?? [1, 1], offset ?? [0, 0])
        return [
            ("offset", [.number(o[0]), .number(1 - s[1] - o[1])]), ("scale", [.number(s[0]), .number(s[1])]),
        ]
    }

    /// The number of sets of texture coordinates that a material of the scene uses, at most 8.
    func texCoordCount(_ material: Int) -> Int {
        guard scene.materials.indices.contains(material) else { return 0 }
        var count = 0
        for slot in scene.materials[material].textures
        where textureNumbers[slot.texture] != nil && Self.slots.contains(slot.slot) {
            func number(_ name: String) -> Int? {
                slot.options.first { $0.name == name }?.words.first.flatMap { Int($0) }
            }
            count = max(count, (number("transformTexCoord") ?? number("texCoord") ?? 0) + 1)
        }
        return min(max(count, 0), 8)
    }

    private static let slots = Set(GLTFMaterialTable.entries.filter { $0.kind == .texture }.map(\.name))

    // MARK: Extensions

    /// The extensions that the file uses, by name.
    var usedExtensions: [String] {
        var names: Set<String> = []
        if !scene.lights.isEmpty { names.insert(GLTFExtensions.lights) }
        if !splatSets.isEmpty { names.insert(GLTFExtensions.splats) }
        for object in materialObjects { Self.collect(object, &names) }
        for object in textureObjects { Self.collect(object, &names) }
        return names.sorted()
    }

    private static func collect(_ value: JSONValue, _ names: inout Set<String>) {
        for (key, member) in value.object ?? [] {
            if key == "extensions" { for (name, _) in member.object ?? [] { names.insert(name) } }
            collect(member, &names)
        }
    }
}

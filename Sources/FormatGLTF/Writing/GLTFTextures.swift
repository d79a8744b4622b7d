import MeshBytes
import MeshFormats
import MeshModel

/// The images that are written, and their indices in the file by index in the scene.
struct GLTFImages {
    var files: [GLTFLayout.ImageFile] = []
    var numbers: [Int: Int] = [:]
}

/// The textures of the file: those of the scene that have an image. A texture whose uses have different samplers becomes
/// several.
struct GLTFTextures {
    private let scene: MeshScene
    let images: GLTFImages
    private(set) var objects: [JSONValue] = []
    private(set) var samplers: [JSONValue] = []
    /// The texture of the scene for each texture.
    private(set) var sources: [Int] = []
    /// The first texture of the file for each texture of the scene that has an image.
    private(set) var numbers: [Int: Int] = [:]
    /// The sampler of each list of options, and the options of each texture.
    private var samplerNumbers: [[TextureOption]: Int] = [:]
    private var samplerOf: [[TextureOption]] = []
    /// The first texture of the file for each texture of the scene and its options.
    private var known: [Use: Int] = [:]

    private struct Use: Hashable {
        let texture: Int
        let options: [TextureOption]
    }

    init(_ scene: MeshScene, _ images: GLTFImages) {
        self.scene = scene
        self.images = images
        var slots: [Int: TextureSlot] = [:]
        for slot in scene.materials.lazy.flatMap(\.textures) where slots[slot.texture] == nil {
            slots[slot.texture] = slot
        }
        for (index, texture) in scene.textures.enumerated() {
            guard let image = images.numbers[texture.image] else { continue }
            _ = add(index, image, slots[index].map(Self.sampler) ?? [])
        }
    }

    private mutating func add(_ index: Int, _ image: Int, _ options: [TextureOption]) -> Int {
        var form: String?
        switch images.files[image].kind {
        case .webp: form = "EXT_texture_webp"
        case .avif: form = "EXT_texture_avif"
        case .ktx2: form = "KHR_texture_basisu"
        default: break
        }
        let source = JSONValue.int(image)
        let number = objects.count
        let sampler = options.isEmpty ? nil : sampler(options)
        objects.append(
            .given([
                "name": JSONValue(scene.textures[index].name), "sampler": JSONValue(sampler),
                "source": form == nil ? source : nil, "extensions": form.map { [$0: ["source": source]] },
            ]))
        sources.append(index)
        samplerOf.append(options)
        if numbers[index] == nil { numbers[index] = number }
        let use = Use(texture: index, options: options)
        if known[use] == nil { known[use] = number }
        return number
    }

    // MARK: Samplers

    private mutating func sampler(_ options: [TextureOption]) -> Int {
        if let known = samplerNumbers[options] { return known }
        samplerNumbers[options] = samplers.count
        samplers.append(.object(options.compactMap { option in Int(option.words[0]).map { (option.name, .int($0)) } }))
        return samplers.count - 1
    }

    /// The options of a slot that belong to a sampler.
    private static func sampler(_ slot: TextureSlot) -> [TextureOption] {
        let options = GLTFMaterialTable.samplerWords.compactMap { name in
            slot.options.first { $0.name == name }.flatMap { option in
                option.words.count == 1 && Int(option.words[0]).map { isWord($0, of: name) } == true ? option : nil
            }
        }
        if options.isEmpty, slot.options.contains(TextureOption("-clamp", ["on"])) {
            return [TextureOption("wrapS", ["33071"]), TextureOption("wrapT", ["33071"])]
        }
        return options
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
    mutating func info(_ slot: TextureSlot) -> JSONValue? {
        guard var number = self.numbers[slot.texture] else { return nil }
        let options = Self.sampler(slot)
        if samplerOf[number] != options {
            number =
                known[Use(texture: slot.texture, options: options)]
                ?? add(slot.texture, images.numbers[scene.textures[slot.texture].image] ?? 0, options)
        }
        func numbers(_ name: String, _ count: Int) -> [Double]? {
            slot.finiteNumbers(name).flatMap { $0.count == count ? $0 : nil }
        }
        func whole(_ name: String) -> JSONValue? {
            numbers(name, 1).flatMap { Int(exactly: $0[0]) }.flatMap { $0 >= 0 ? .int($0) : nil }
        }
        var transform = JSONValue.given([
            "offset": numbers("offset", 2).map { .numbers($0) },
            "rotation": numbers("rotation", 1).map { .number($0[0]) },
            "scale": numbers("scale", 2).map { .numbers($0) }, "texCoord": whole("transformTexCoord"),
        ])
        if transform == [:] { transform = Self.classicTransform(slot) }
        return .given([
            "index": .int(number), "texCoord": whole("texCoord"),
            "extensions": transform == [:] ? nil : [GLTFExtensions.transform: transform],
        ])
    }

    /// The texture transform of MTL's `-s` and `-o`, which count v from the bottom.
    private static func classicTransform(_ slot: TextureSlot) -> JSONValue {
        func numbers(_ name: String, _ fill: Double) -> [Double]? {
            slot.finiteNumbers(name).flatMap { $0.isEmpty ? nil : [$0[0], $0.count > 1 ? $0[1] : fill] }
        }
        let scale = numbers("-s", 1)
        let offset = numbers("-o", 0)
        guard scale != nil || offset != nil else { return [:] }
        let (s, o) = (scale ?? [1, 1], offset ?? [0, 0])
        return ["offset": .numbers([o[0], 1 - s[1] - o[1]]), "scale": .numbers(s)]
    }

    /// The number of sets of texture coordinates that a material of the scene uses, at most 8.
    func texCoordCount(_ material: Int) -> Int {
        guard scene.materials.indices.contains(material) else { return 0 }
        var count = 0
        for slot in scene.materials[material].textures
        where numbers[slot.texture] != nil && Self.slots.contains(slot.slot) {
            func number(_ name: String) -> Int? {
                slot.options.first { $0.name == name }?.words.first.flatMap { Int($0) }
            }
            count = max(count, (number("transformTexCoord") ?? number("texCoord") ?? 0) + 1)
        }
        return min(max(count, 0), 8)
    }

    private static let slots = Set(GLTFMaterialTable.entries.filter { $0.kind == .texture }.map(\.name))
}

extension TextureSlot {
    /// The numbers of an option; nil: it is missing, or one of its words is no finite number.
    fileprivate func finiteNumbers(_ name: String) -> [Double]? {
        guard let words = options.first(where: { $0.name == name })?.words else { return nil }
        let numbers = words.compactMap(Double.init)
        return numbers.count == words.count && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }
}

extension GLTFPlanner {
    /// Decides which images are written. This comes before materials, which refer to textures.
    mutating func planImages() throws(WriteError) -> GLTFImages {
        var images = GLTFImages()
        let shown = Set(scene.textures.map(\.image))
        for (index, image) in scene.images.enumerated() {
            func lose(_ code: Loss.Code, _ cause: String) {
                self.lose(code, .dropped, ScenePath.image(index), image.title(index), 1, "images", cause)
            }
            guard let contents = try image.contents() else { continue }
            guard let kind = contents.kind, kind == .png || kind == .jpeg || ImageKind.ofExtensions[kind] != nil else {
                lose(
                    .textureDropped,
                    "this image is \(contents.kind?.name ?? "of an unknown kind"), glTF has only PNG, JPEG, WebP, AVIF and "
                        + "KTX2: convert it first")
                continue
            }
            guard kind == .png || kind == .jpeg || shown.contains(index) else {
                lose(
                    .textureDropped,
                    "no texture uses it; glTF can keep unused images only as PNG or JPEG")
                continue
            }
            images.numbers[index] = images.files.count
            let isInside = isBinary && contents.byteCount > 0
            let file = GLTFLayout.ImageFile(
                image: image, kind: kind, part: isInside ? buffer.add(image, byteCount: contents.byteCount) : nil)
            if file.name != image.name { origin.imagesOfFiles.append(images.files.count) }
            images.files.append(file)
            links.images.append(index)
        }
        writtenImages = Set(images.numbers.keys)
        return images
    }
}

public import MeshModel

/// The result of putting channels of textures together.
public struct PackedScene: Sendable {
    /// The scene with the images that were made.
    public var scene: MeshScene
    /// The additions and changes.
    public var packed: Correspondence.PackedTextures
}

extension MeshScene {
    /// Gives materials textures as glTF has them: occlusion, roughness and metalness in red, green and blue of one
    /// image, opacity in the alpha of the base colour's.
    ///
    /// Where an image already has a setting in its place it is used as it is. Otherwise a new image is made; materials
    /// with the same textures share it. Former textures and images stay in the scene.
    ///
    /// - Edge: textures that lie differently on the surface, are changed by options or move stay as they were, and so do
    ///   those of a material with a texture that is missing or neither PNG nor JPEG, since it couldn't be restored.
    ///
    /// - Parameters:
    ///   - components: returns the number of components of an image, 1…4; nil: it can't be read.
    ///   - decode: decodes an image; nil if it can't be read.
    ///   - make: returns the image file of channels; nil: it can't be made.
    /// - Returns: nil if nothing changes.
    public func packingTextures(
        components: (SceneImage) -> Int?,
        decode: @escaping @Sendable (SceneImage) -> Correspondence.SampledColors.Texels?,
        make: ([Correspondence.PackedTextures.Channel?]) -> SceneImage?
    ) -> PackedScene? {
        var packed = Correspondence.PackedTextures(made: [], materials: [:], decode: decode)
        var scene = self
        withoutActuallyEscaping(components) { components in
            withoutActuallyEscaping(make) { make in
                var packing = TexturePacking(self, components: components, make: make)
                let moving = materialsWithMovingTextures
                for (index, before) in materials.enumerated()
                where before.hasLooseChannels && !moving.contains(index) {
                    let after = packing.packed(before)
                    guard after != before else { continue }
                    packed.materials[index] = (before, after)
                    scene.materials[index] = after
                }
                packed.made = packing.made
            }
        }
        guard !packed.materials.isEmpty else { return nil }
        for made in packed.made {
            scene.textures.append(Texture(image: scene.images.count))
            scene.images.append(made.image)
        }
        return PackedScene(scene: scene, packed: packed)
    }
}

extension MeshScene {
    /// The materials of which a texture moves over the surface.
    var materialsWithMovingTextures: Set<Int> {
        Set(
            clips.flatMap(\.settings).compactMap { channel in
                guard case .material(let index) = channel.part, SceneMaterial.textureSetting(channel.name) != nil else {
                    return nil
                }
                return index
            })
    }
}

/// Finds the channels for each material and makes each image once.
private struct TexturePacking {
    typealias Channel = Correspondence.PackedTextures.Channel

    /// A channel that a material uses, and how it lies on the surface.
    struct Source {
        var channel: Channel
        var slot: TextureSlot
    }

    let scene: MeshScene
    let components: (SceneImage) -> Int?
    let make: ([Channel?]) -> SceneImage?
    private(set) var made: [Correspondence.PackedTextures.Made] = []
    private var known: [[Channel?]: Int?] = [:]
    private var layouts: [Int: Int?] = [:]

    init(
        _ scene: MeshScene, components: @escaping (SceneImage) -> Int?, make: @escaping ([Channel?]) -> SceneImage?
    ) {
        self.scene = scene
        self.components = components
        self.make = make
    }

    mutating func packed(_ material: SceneMaterial) -> SceneMaterial {
        for slot in material.textures where layout(slot.texture) == nil { return material }
        var material = material
        packRoughness(&material)
        packOpacity(&material)
        return material
    }

    // MARK: Occlusion, roughness and metalness

    private static let settings = ["occlusion", "roughness", "metallic"]

    private mutating func packRoughness(_ material: inout SceneMaterial) {
        guard material.texture("metallicRoughness") == nil else { return }
        var sources: [Source?] = [nil, nil, nil]
        var replaced: Set<String> = []
        for (slot, order) in [("occlusionRoughnessMetallic", [0, 1, 2]), ("roughnessMetallicOcclusion", [1, 2, 0])] {
            guard let own = material.texture(slot), replaced.isEmpty, layout(own.texture) != nil else { continue }
            for (component, target) in order.enumerated() {
                sources[target] = Source(channel: Channel(own.texture, component), slot: own)
            }
            replaced.insert(slot)
        }
        for (target, name) in Self.settings.enumerated() where sources[target] == nil {
            guard let own = material.texture(name), target > 0 || own.channel ?? 0 > 0,
                let source = source(own, usually: target)
            else { continue }
            sources[target] = source
            replaced.insert(name)
        }
        guard let first = sources.compactMap(\.self).first, let options = common(sources) else { return }
        // A channel that a factor of 0 makes idle may have anything.
        let isIdle = (0..<3).map { target in
            sources[target] == nil && (target == 0 || factor(of: Self.settings[target], in: material, false) == [0])
        }
        let isInPlace = (0..<3).allSatisfy { target in
            isIdle[target] || sources[target]?.channel == Channel(first.channel.texture, target)
        }
        let texture =
            isInPlace ? first.channel.texture : image(of: sources.map { $0?.channel }, named: "roughness_metalness")
        guard let texture else { return }
        for target in 1..<3 {
            let name = Self.settings[target]
            material.say(name, factor(of: name, in: material, sources[target] != nil))
        }
        material.textures.removeAll { replaced.contains($0.slot) }
        if sources[1] != nil || sources[2] != nil {
            material.textures.append(TextureSlot("metallicRoughness", texture: texture, options: options))
        }
        if sources[0] != nil, material.texture("occlusion") == nil {
            material.textures.append(TextureSlot("occlusion", texture: texture, options: options))
        }
    }

    /// The factor of a setting: a texture without one counts in full.
    private func factor(of name: String, in material: SceneMaterial, _ hasTexture: Bool) -> [Double] {
        material[name] ?? (hasTexture ? [1] : material.effective(name) ?? [1])
    }

    // MARK: Opacity

    private mutating func packOpacity(_ material: inout SceneMaterial) {
        guard let own = material.texture("alpha"), let layout = layout(own.texture) else { return }
        let base = material.texture("baseColor")
        let isSame = base.map { image($0.texture) == image(own.texture) } ?? false
        // An opacity texture that is the base colour's image means its alpha. An image without alpha is opaque.
        if isSame, own.channel == nil, layout % 2 != 0 {
            return material.textures.removeAll { $0.slot == "alpha" }
        }
        let channel = own.channel ?? (layout % 2 == 0 ? 3 : 0)
        let opacity = Source(channel: Channel(own.texture, channel), slot: own)
        let colors = (0..<3).map { component in
            base.map { Source(channel: Channel($0.texture, component), slot: $0) }
        }
        guard let options = common(colors + [opacity]) else { return }
        // Else the base colour has it already.
        if !isSame || channel != 3 {
            guard let texture = image(of: (colors + [opacity]).map { $0?.channel }, named: "color_opacity") else {
                return
            }
            material.say("baseColor", material.effective("baseColor") ?? [1, 1, 1])
            let slot = TextureSlot("baseColor", texture: texture, options: base?.options ?? options)
            if let index = material.textures.firstIndex(where: { $0.slot == "baseColor" }) {
                material.textures[index] = slot
            } else {
                material.textures.append(slot)
            }
        }
        material.say("alphaMode", [2])
        material.textures.removeAll { $0.slot == "alpha" }
    }

    // MARK: Images

    private func image(_ texture: Int) -> Int? {
        scene.textures.indices.contains(texture) ? scene.textures[texture].image : nil
    }

    /// The components of a texture's image; nil: it can't be read.
    private mutating func layout(_ texture: Int) -> Int? {
        if let known = layouts[texture] { return known }
        let found = image(texture).flatMap { scene.images.indices.contains($0) ? components(scene.images[$0]) : nil }
        layouts[texture] = .some(found)
        return found
    }

    /// The channel of a slot: where none is named, or all are equal, the one where glTF has it.
    private mutating func source(_ slot: TextureSlot, usually target: Int) -> Source? {
        guard let layout = layout(slot.texture) else { return nil }
        let named = slot.channel ?? target
        let component = named < 3 && layout < 3 ? target : named
        return Source(channel: Channel(slot.texture, component), slot: slot)
    }

    /// The options of slots that lie in the same way on the surface; nil: they don't.
    private func common(_ sources: [Source?]) -> [TextureOption]? {
        let slots = sources.compactMap { $0?.slot }
        guard let first = slots.first else { return nil }
        let placement = TexturePlacement(first)
        guard slots.allSatisfy({ TexturePlacement($0) == placement && isPlain($0) }) else { return nil }
        return first.options.filter { !["channel", "-imfchan"].contains($0.name) }
    }

    /// Whether options say only where a texture lies and which channel counts: others change its values.
    private func isPlain(_ slot: TextureSlot) -> Bool {
        slot.effectiveOptions.allSatisfy { option in
            switch option.name {
            case "channel", "-imfchan": slot.channel != nil
            case "texCoord", "transformTexCoord", "offset", "rotation", "scale", "wrapS", "wrapT", "magFilter",
                "minFilter", "-s", "-o", "-clamp":
                true
            default: false
            }
        }
    }

    /// The texture with these channels.
    private mutating func image(of channels: [Channel?], named name: String) -> Int? {
        if let known = known[channels] { return known }
        var texture: Int?
        if var image = make(channels) {
            texture = scene.textures.count + made.count
            let number = made.count { $0.image.uri.hasPrefix(name) } + 1
            image.uri = number == 1 ? "\(name).png" : "\(name)_\(number).png"
            made.append(Correspondence.PackedTextures.Made(image: image, channels: channels))
        }
        known[channels] = .some(texture)
        return texture
    }
}

extension SceneMaterial {
    /// Adds a setting that the material leaves out.
    fileprivate mutating func say(_ name: String, _ values: [Double]) {
        if self[name] == nil { parameters.append(MaterialParameter(name, values)) }
    }
}

extension Correspondence.PackedTextures {
    /// The texels of channels: as wide and as high as their images, at most, each with its nearest texel.
    ///
    /// - Parameter channels: each an image and a component; nil: 255. 16 bits are rounded to 8.
    /// - Returns: the width, the height and the samples of all channels, texel by texel; nil: nothing has a size, or it would be
    ///   more than four times that of the largest image.
    public static func texels(
        _ channels: [(image: Correspondence.SampledColors.Texels, component: Int)?]
    ) -> (width: Int, height: Int, samples: [UInt8])? {
        let images = channels.compactMap { $0?.image }
        guard let width = images.map(\.width).max(), let height = images.map(\.height).max() else { return nil }
        let (area, isHuge) = width.multipliedReportingOverflow(by: height)
        // A row and a column would make a large image of two small ones.
        let largest = images.map { $0.width * $0.height }.max() ?? 0
        guard !isHuge, area / 4 <= largest else { return nil }
        var samples = [UInt8](repeating: 255, count: area * channels.count)
        for (place, channel) in channels.enumerated() {
            guard let channel, let component = channel.image.place(of: channel.component) else { continue }
            let image = channel.image
            var target = place
            for y in 0..<height {
                let row = y * image.height / height * image.width
                for x in 0..<width {
                    let at = (row + x * image.width / width) * image.components + component
                    samples[target] = image.bytes.isEmpty ? image.words[at].inBytes : image.bytes[at]
                    target += channels.count
                }
            }
        }
        return (width, height, samples)
    }
}

extension Correspondence.SampledColors.Texels {
    /// The sample of a texel that is a component, 0…3; nil: the image has no alpha.
    fileprivate func place(of component: Int) -> Int? {
        if component == 3 { return hasAlpha ? components - 1 : nil }
        return components < 3 ? 0 : component
    }
}

extension UInt16 {
    /// The nearest of 256 steps.
    fileprivate var inBytes: UInt8 { UInt8((UInt32(self) * 255 + 32767) / 65535) }
}

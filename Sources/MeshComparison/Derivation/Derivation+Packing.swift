import MeshModel

extension Derivation {
    /// Gives materials their packed textures; the origin of each channel is looked up in the images again.
    mutating func pack(_ packed: Correspondence.PackedTextures) {
        let (textures, images) = (scene.textures.count, scene.images.count)
        for (number, made) in packed.made.enumerated() {
            add(.generated, ScenePath.image(images + number), count: 1)
            let texels = PackedTexels(made, in: scene, packed.decode)
            if texels?.areRight != true || texels?.areReduced == true {
                add(.value, ScenePath.image(images + number), count: 1, valueClass: .approximated)
            }
        }
        for (index, change) in packed.materials.inKeyOrder {
            guard scene.materials.indices.contains(index) else { continue }
            let (before, after) = (scene.materials[index], change.after)
            let path = ScenePath.material(index)
            add(
                .type, path,
                count: before.textures.count { after.texture($0.slot) != $0 })
            add(
                .generated, path,
                count: after.textures.count { before.texture($0.slot) == nil }
                    + after.parameters.count { before[$0.name] == nil })
            // Packing changes only these slots, and no setting.
            let isOther = after.textures.contains { slot in
                before.texture(slot.slot) != slot && !Self.packedSlots.contains(slot.slot)
            }
            let isElse = before.parameters.contains { after[$0.name] != $0.values } || change.before != before
            let isNowhere = after.textures.contains { $0.texture >= textures + packed.made.count }
            let isRight = PackedChannels(before, after, packed.made, textureCount: textures).areRight
            if isOther || isElse || isNowhere || !isRight { add(.value, path, count: 1, valueClass: .approximated) }
            scene.materials[index] = after
        }
        for made in packed.made {
            scene.textures.append(Texture(image: scene.images.count))
            scene.images.append(made.image)
        }
    }

    private static let packedSlots: Set<String> = ["baseColor", "metallicRoughness", "occlusion"]
}

/// The channels that a material shows, beside those of its former textures.
private struct PackedChannels {
    typealias Channel = Correspondence.PackedTextures.Channel

    let before: SceneMaterial
    let after: SceneMaterial
    let made: [Correspondence.PackedTextures.Made]
    let textureCount: Int

    init(
        _ before: SceneMaterial, _ after: SceneMaterial, _ made: [Correspondence.PackedTextures.Made],
        textureCount: Int
    ) {
        self.before = before
        self.after = after
        self.made = made
        self.textureCount = textureCount
    }

    /// Whether each setting is shown by the channel that had it.
    var areRight: Bool {
        let base = before.texture("baseColor")
        return (0..<3).allSatisfy { component in
            shows("baseColor", component, base.map { ($0, component) })
        }
            && shows("baseColor", 3, before.texture("alpha").map { ($0, nil) })
            && shows("metallicRoughness", 1, former("roughness", 1, 0))
            && shows("metallicRoughness", 2, former("metallic", 2, 1))
            && shows("occlusion", 0, former("occlusion", 0, 2))
    }

    /// The texture that had a setting, and its channel if the material says which: one of its own, or a channel of
    /// MTL's `map_ORM` or `map_RMA`.
    private func former(_ name: String, _ orm: Int, _ rma: Int) -> (slot: TextureSlot, component: Int?)? {
        if let own = before.texture("occlusionRoughnessMetallic") { return (own, orm) }
        if let own = before.texture("roughnessMetallicOcclusion") { return (own, rma) }
        return before.texture(name).map { ($0, nil) }
    }

    private func shows(_ name: String, _ component: Int, _ former: (slot: TextureSlot, component: Int?)?) -> Bool {
        guard let slot = after.texture(name), slot != before.texture(name) else { return true }
        guard let former else { return true }
        guard let channel = channel(of: slot.texture, component), channel.texture == former.slot.texture else {
            return false
        }
        guard let named = former.component ?? former.slot.channel else { return true }
        // All colours of a grey image are one.
        return channel.component == named || channel.component < 3 && named < 3 && former.component == nil
    }

    private func channel(of texture: Int, _ component: Int) -> Channel? {
        guard texture >= textureCount else { return Channel(texture, component) }
        guard made.indices.contains(texture - textureCount) else { return nil }
        let channels = made[texture - textureCount].channels
        return channels.indices.contains(component) ? channels[component] : nil
    }
}

/// A packed image beside the images that its channels are from.
private struct PackedTexels {
    typealias Texels = Correspondence.SampledColors.Texels

    let own: Texels
    let sources: [(image: Texels, component: Int)?]

    init?(
        _ made: Correspondence.PackedTextures.Made, in scene: MeshScene,
        _ decode: (SceneImage) -> Texels?
    ) {
        guard let own = decode(made.image) else { return nil }
        self.own = own
        var decoded: [Int: Texels] = [:]
        var sources: [(image: Texels, component: Int)?] = []
        for channel in made.channels {
            guard let channel else {
                sources.append(nil)
                continue
            }
            guard scene.textures.indices.contains(channel.texture) else { return nil }
            let image = scene.textures[channel.texture].image
            guard scene.images.indices.contains(image), let texels = decoded[image] ?? decode(scene.images[image])
            else { return nil }
            decoded[image] = texels
            sources.append((texels, channel.component))
        }
        self.sources = sources
    }

    /// Whether each channel has the nearest texel's value of its image, to 8 bits.
    var areRight: Bool {
        guard own.components == sources.count else { return false }
        for y in 0..<own.height {
            for x in 0..<own.width {
                for (place, source) in sources.enumerated() {
                    let value = Self.value(own, x, y, place)
                    let expected = source.map { source in
                        Self.value(
                            source.image, x * source.image.width / own.width, y * source.image.height / own.height,
                            source.component)
                    }
                    guard abs((expected ?? 1) - value) <= 0.5 / 255 + 1e-9 else { return false }
                }
            }
        }
        return true
    }

    /// Whether a channel had more bits, or another size.
    var areReduced: Bool {
        sources.contains { source in
            source.map { !$0.image.words.isEmpty || ($0.image.width, $0.image.height) != (own.width, own.height) }
                ?? false
        }
    }

    /// A component of a texel, 0…1; alpha is 1 in images without it.
    private static func value(_ image: Texels, _ x: Int, _ y: Int, _ component: Int) -> Double {
        let isGray = image.components < 3
        if component == 3, !image.hasAlpha { return 1 }
        let at = (y * image.width + x) * image.components
        let sample = at + (component == 3 ? image.components - 1 : isGray ? 0 : component)
        return image.bytes.isEmpty ? Double(image.words[sample]) / 65535 : Double(image.bytes[sample]) / 255
    }
}

package import MeshModel

/// A material in the numbers of RealityKit and Model I/O. Colours are linear, as materials of scenes have them.
package struct SurfaceMaterial: Sendable, Equatable {
    package enum Transparency: Sendable, Equatable {
        case opaque
        /// Below this alpha nothing is shown.
        case cutout(Double)
        case blended
    }

    package var name: String?
    package var baseColor = SIMD3<Double>(1, 1, 1)
    package var alpha = 1.0
    package var metallic = 0.0
    package var roughness = 1.0
    package var emissive = SIMD3<Double>()
    package var clearcoat = 0.0
    package var clearcoatRoughness = 0.0
    package var transparency = Transparency.opaque
    package var isDoubleSided = false
    /// Shown as it is, without lights: painted colours of a scan contain the light of the room.
    package var isUnlit = false
    /// The textures by their use.
    package var textures: [Slot: TextureUse] = [:]
    /// The set of texture coordinates of the base colour, else that of the first texture.
    package var texCoordSet = 0

    /// The uses of textures that the frameworks have.
    package enum Slot: String, Sendable, CaseIterable {
        case baseColor, normal, emissive, occlusion, metallic, roughness, clearcoat, clearcoatRoughness
    }

    /// An image, which of its channels counts (nil: all), and how it goes on beyond its edges.
    package struct TextureUse: Sendable, Hashable {
        package var image: Int
        package var channel: Int?
        package var wrapS: TexturePlacement.Wrapping
        package var wrapT: TexturePlacement.Wrapping

        package init(
            image: Int, channel: Int?, wrapS: TexturePlacement.Wrapping = .repeating,
            wrapT: TexturePlacement.Wrapping = .repeating
        ) {
            (self.image, self.channel, self.wrapS, self.wrapT) = (image, channel, wrapS, wrapT)
        }
    }

    /// The look of elements without a material.
    package static let bare = SurfaceMaterial(SceneMaterial(parameters: []), of: MeshScene())

    package init(_ material: SceneMaterial, of scene: MeshScene) {
        name = material.name
        func number(_ name: String, _ usual: Double) -> Double { material.effective(name)?.first ?? usual }
        func color(_ name: String) -> SIMD3<Double>? {
            material.effective(name).flatMap { $0.count >= 3 ? SIMD3($0[0], $0[1], $0[2]) : nil }
        }
        baseColor = color("baseColor") ?? baseColor
        emissive = color("emissive") ?? emissive
        alpha = number("alpha", 1)
        metallic = number("metallic", 0)
        roughness = number("roughness", 1)
        clearcoat = number("clearcoat", 0)
        clearcoatRoughness = number("clearcoatRoughness", 0)
        isDoubleSided = number("doubleSided", 0) != 0
        isUnlit = number("unlit", 0) != 0
        switch number("alphaMode", 0) {
        case 1: transparency = .cutout(number("alphaCutoff", 0.5))
        case 2: transparency = .blended
        default: alpha = 1
        }
        let first = material.texture("baseColor") ?? material.textures.first
        texCoordSet = first.map { max(0, TexturePlacement($0).texCoordSet) } ?? 0
        for slot in material.textures where holds(slot) {
            let image = scene.textures.indices.contains(slot.texture) ? scene.textures[slot.texture].image : -1
            guard scene.images.indices.contains(image) else { continue }
            let placement = TexturePlacement(slot)
            func use(_ channel: Int?) -> TextureUse {
                TextureUse(image: image, channel: channel, wrapS: placement.wrapS, wrapT: placement.wrapT)
            }
            if slot.slot == "metallicRoughness" {
                (textures[.roughness], textures[.metallic]) = (use(1), use(2))
            } else if let place = Slot(rawValue: slot.slot) {
                let channels = ["r": 0, "g": 1, "b": 2, "a": 3]
                let named = slot.options.first { $0.name == "channel" }?.words.first.flatMap { channels[$0] }
                let usual = place == .baseColor || place == .normal || place == .emissive ? nil : 0
                textures[place] = use(named ?? usual)
            }
        }
    }

    /// The settings that are carried over.
    static let settings: Set<String> = [
        "baseColor", "emissive", "alpha", "metallic", "roughness", "clearcoat", "clearcoatRoughness", "doubleSided",
        "unlit", "alphaMode", "alphaCutoff",
    ]

    /// Whether a texture of this slot is carried over, from the set of coordinates that surfaces get.
    func holds(_ slot: TextureSlot) -> Bool {
        slot.isPlaced && TexturePlacement(slot).texCoordSet == texCoordSet
            && (slot.slot == "metallicRoughness" || Slot(rawValue: slot.slot) != nil)
    }
}

extension TextureSlot {
    /// Whether the image is where its coordinates say: neither moved nor scaled.
    var isPlaced: Bool {
        let placement = TexturePlacement(self)
        return placement.across == SIMD3(1, 0, 0) && placement.down == SIMD3(0, 1, 0)
    }
}

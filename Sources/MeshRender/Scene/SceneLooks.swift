internal import MeshModel

/// The look of faces with one material.
struct SurfaceLook: Sendable {
    /// What counts of alpha.
    enum Alpha: Sendable {
        case ignored
        /// Samples with less are not drawn.
        case cut(Float)
        /// Alpha is the share of samples that are drawn.
        case blended
    }

    var color = SIMD4<Float>(repeating: 1)
    var texture: TextureSampler?
    /// The index of the texture's coordinates in ``SceneLooks/texCoordSets``.
    var coordinates = 0
    var alpha = Alpha.ignored
    var isDoubleSided = true
    var usesVertexColors = true

    /// Whether each sample has to ask for a texel or alpha.
    var isPlain: Bool {
        if case .ignored = alpha { texture == nil } else { false }
    }
}

/// The looks of a scene's materials, and last that of elements without one.
struct SceneLooks: Sendable {
    private(set) var looks: [SurfaceLook] = []
    /// The sets of texture coordinates that textures use.
    private(set) var texCoordSets: [Int] = []
    /// The images that materials use as base colour and that can't be read, ascending.
    private(set) var unreadImages: [Int] = []

    init(_ scene: MeshScene, decode: (SceneImage) -> Correspondence.SampledColors.Texels?) {
        var images: [Int: Correspondence.SampledColors.Texels] = [:]
        var unread: Set<Int> = []
        for material in scene.materials + [SceneMaterial(model: scene.bareModel)] {
            var look = SurfaceLook(material)
            if let slot = material.texture("baseColor"), scene.textures.indices.contains(slot.texture) {
                let image = scene.textures[slot.texture].image
                if images[image] == nil, !unread.contains(image) {
                    images[image] = scene.images.indices.contains(image) ? decode(scene.images[image]) : nil
                    if images[image] == nil { unread.insert(image) }
                }
                if let texels = images[image] {
                    let placement = TexturePlacement(slot)
                    look.texture = TextureSampler(texels, placement, factor: SIMD4(repeating: 1))
                    if !texCoordSets.contains(placement.texCoordSet) { texCoordSets.append(placement.texCoordSet) }
                    look.coordinates = texCoordSets.firstIndex(of: placement.texCoordSet) ?? 0
                }
            }
            looks.append(look)
        }
        unreadImages = unread.sorted()
    }

    /// The index of the look of each element of a primitive; one for all if there is one.
    func indices(of primitive: Primitive) -> ContiguousArray<Int32> {
        let bare = Int32(clamping: looks.count - 1)
        switch primitive.material {
        case .none: return [bare]
        case .one(let material): return [looks.indices.contains(material) ? Int32(clamping: material) : bare]
        case .perElement(let column):
            var numbers = ContiguousArray<Int32>()
            column.read(0..<column.count, into: &numbers)
            for index in numbers.indices where !(0..<bare).contains(numbers[index]) { numbers[index] = bare }
            return numbers.isEmpty ? [bare] : numbers
        }
    }
}

extension SurfaceLook {
    /// Creates the look of a material without its texture.
    init(_ material: SceneMaterial) {
        if let own = material.effective("baseColor"), own.count >= 3 {
            color = SIMD4(Float(own[0]), Float(own[1]), Float(own[2]), 1)
        }
        switch material.effective("alphaMode")?.first {
        case 1: alpha = .cut(Float(material.effective("alphaCutoff")?.first ?? 0.5))
        case 2: alpha = .blended
        default: break
        }
        color.w = Float(material.effective("alpha")?.first ?? 1)
        isDoubleSided = material.effective("doubleSided")?.first != 0
        usesVertexColors = material["vertexColors"] != [0]
    }
}

internal import MeshModel

/// The looks of a scene's materials, and last that of elements without one.
struct SceneLooks: Sendable {
    private(set) var looks: [SurfaceLook] = []
    /// The same, as far as corners need them.
    private(set) var tints: [SurfaceTint] = []
    /// The sets of texture coordinates that textures use.
    private(set) var texCoordSets: [Int] = []
    /// The images that materials show and that can't be read, ascending.
    private(set) var unreadImages: [Int] = []

    init(_ scene: MeshScene, _ mode: ViewOptions.Mode, _ textures: ViewTextures) {
        for material in scene.materials + [SceneMaterial(model: scene.bareModel)] {
            var look = SurfaceLook(material)
            if mode.showsMaterials {
                let weighsAlpha = look.usesAlpha
                func image(_ slot: String) -> SurfaceLook.Image? {
                    guard let slot = material.texture(slot),
                        let texture = textures.texture(slot, of: scene, weighsAlpha: weighsAlpha)
                    else { return nil }
                    let placement = TexturePlacement(slot)
                    let set = placement.texCoordSet
                    if !texCoordSets.contains(set) { texCoordSets.append(set) }
                    return SurfaceLook.Image(
                        texture: texture, placement: placement,
                        coordinates: texCoordSets.firstIndex(of: set) ?? 0)
                }
                look.texture = image("baseColor")
                if look.emission != SIMD4() { look.emissionTexture = image("emissive") }
                if look.emissionTexture == nil, material.texture("emissive") != nil {
                    look.emission = SIMD4()
                }
            } else {
                // What is cut out or seen through is there, too.
                look = SurfaceLook(isDoubleSided: look.isDoubleSided)
                look.color = SIMD4(0.7, 0.7, 0.7, 1)
                look.usesVertexColors = false
            }
            if mode == .colors { look.isUnlit = true }
            looks.append(look)
        }
        tints = looks.map { SurfaceTint($0) }
        unreadImages = mode.showsMaterials ? textures.unread : []
    }

    /// The index of the look of each element of a primitive; one for all if there is one.
    func indices(of primitive: Primitive) -> ContiguousArray<Int32> {
        let bare = Int32(clamping: looks.count - 1)
        switch primitive.material {
        case .none: return [bare]
        case .one(let material):
            return [looks.indices.contains(material) ? Int32(clamping: material) : bare]
        case .perElement(let column):
            var numbers = ContiguousArray<Int32>()
            column.read(0..<column.count, into: &numbers)
            for index in numbers.indices where !(0..<bare).contains(numbers[index]) {
                numbers[index] = bare
            }
            return numbers.isEmpty ? [bare] : numbers
        }
    }
}

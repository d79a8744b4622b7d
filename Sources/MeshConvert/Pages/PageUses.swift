import MeshModel

/// Where the things of a scene are used, each found once for all regions of a page.
struct PageUses {
    /// The primitives over each vertex set, in the order of the meshes.
    let ofSets: [Int: [(mesh: Int, index: Int)]]
    /// The primitives that each variant changes.
    private(set) var ofVariants: [Int: [(mesh: Int, index: Int)]] = [:]
    /// The elements that wear each material.
    private(set) var counts: [Int: PageRegion.Counts] = [:]
    private(set) var texturesOfImages: [Int: Set<Int>] = [:]
    private(set) var materialsOfTextures: [Int: Set<Int>] = [:]
    private(set) var meshesOfSkins: [Int: Set<Int>] = [:]
    private(set) var skinsOfJoints: [Int: [Int]] = [:]

    init(_ scene: MeshScene) {
        ofSets = scene.usersOfSets
        for (mesh, index, primitive) in scene.placedPrimitives {
            for variant in Set(primitive.variantMaterials.map(\.variant)) {
                ofVariants[variant, default: []].append((mesh, index))
            }
            switch primitive.material {
            case .none: break
            case .one(let material): counts[material, default: .init()].add(primitive)
            case .perElement(let column):
                let materials = column.integers()
                var walk = ElementWalk(primitive)
                while let block = walk.next() {
                    for (element, arity) in zip(block.elements, block.arities) where element < materials.count {
                        counts[Int(clamping: materials[element]), default: .init()].add(
                            primitive.topology, arity: arity)
                    }
                }
            }
        }
        for (index, texture) in scene.textures.enumerated() {
            texturesOfImages[texture.image, default: []].insert(index)
        }
        for (index, material) in scene.materials.enumerated() {
            for slot in material.textures { materialsOfTextures[slot.texture, default: []].insert(index) }
        }
        for node in scene.nodes {
            if let skin = node.skin, let mesh = node.mesh { meshesOfSkins[skin, default: []].insert(mesh) }
        }
        for (index, skin) in scene.skins.enumerated() {
            for joint in skin.joints { skinsOfJoints[joint, default: []].append(index) }
        }
    }
}

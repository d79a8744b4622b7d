import MeshModel

// Variants of materials.

extension SceneGenerator {
    mutating func drawVariants(_ scene: inout MeshScene) {
        guard has(.variants, oneIn: 3), !scene.materials.isEmpty else { return }
        // Two may have one name, and some change nothing.
        scene.materialVariants = (0..<random.int(1...4)).map { _ in random.pick("day", "night", "two words", "größe") }
        let (variantCount, materialCount) = (scene.materialVariants.count, scene.materials.count)
        scene.changePrimitives { primitive in
            primitive.variantMaterials = (0..<variantCount).compactMap { variant in
                switch random.int(0...5) {
                case 0, 1: return nil
                case 2 where primitive.topology == .polygons:
                    let numbers = (0..<primitive.elementCount).map { _ in Int32(random.int(-1...materialCount - 1)) }
                    return VariantMaterial(variant: variant, material: .perElement(Column(numbers)))
                case 3: return VariantMaterial(variant: variant, material: primitive.material)
                default: return VariantMaterial(variant: variant, material: .one(random.int(0...materialCount - 1)))
                }
            }
            // Lines and points of one object have one material in USD.
            if primitive.topology != .polygons, case .perElement = primitive.material {
                primitive.variantMaterials.removeAll { if case .perElement = $0.material { true } else { false } }
            }
        }
    }
}

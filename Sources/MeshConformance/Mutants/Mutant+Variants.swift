import MeshFormats
import MeshModel

// Faults of variants of materials.

extension Mutant {
    private static let holders: Set<String> = ["glb", "gltf", "usda", "usdc", "usdz"]

    static let variants: [Mutant] = [
        Mutant("a variant is missing", formats: holders) { scene in
            let last = scene.materialVariants.count - 1
            scene.changePrimitives { primitive in primitive.variantMaterials.removeAll { $0.variant == last } }
            return scene.materialVariants.loseLast()
        },
        Mutant("a variant is renamed", formats: ["glb", "gltf"]) { $0.materialVariants.alterFirst { $0 += "s" } },
        Mutant("a variant no longer changes a mesh", formats: holders) { scene in
            changeRow(&scene) { primitive, row in
                primitive.variantMaterials.remove(at: row)
                return true
            }
        },
        Mutant("a mesh wears another material in a variant", formats: holders) { scene in
            let isMade = scene.materials.map(\.isMadeByWriter)
            guard isMade.count(where: { !$0 }) > 1 else { return false }
            return changeRow(&scene) { primitive, row in
                guard case .one(let own) = primitive.variantMaterials[row].material, !isMade[own],
                    let other = isMade.indices.first(where: { $0 != own && !isMade[$0] })
                else { return false }
                primitive.variantMaterials[row].material = .one(other)
                return true
            }
        },
        Mutant(
            "the certificate exchanges two variants", formats: holders,
            links: { links, scene in
                // Two of one name may be alike: then it doesn't matter which is which.
                var names = scene.materialVariants
                guard links.variants.count > 1, names.exchangeFirst() else { return false }
                links.variants.swapAt(0, 1)
                return true
            }),
        .unreported("a lost variant is not reported") { $0.code == .variantDropped },
    ]

    /// Changes a row of a variant that shows, so that some element wears something else.
    private static func changeRow(_ scene: inout MeshScene, _ change: (inout Primitive, Int) -> Bool) -> Bool {
        let isMade = scene.materials.map(\.isMadeByWriter)
        return scene.meshes.alterAny { mesh in
            mesh.primitives.alterAny { primitive in
                guard primitive.elementCount > 0, case .one(let own) = primitive.material, !isMade[own] else {
                    return false
                }
                return primitive.variantMaterials.indices.contains { row in
                    guard case .one(let other) = primitive.variantMaterials[row].material, other != own,
                        !isMade[other]
                    else { return false }
                    return change(&primitive, row)
                }
            }
        }
    }
}

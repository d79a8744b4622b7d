import MeshFormats
import MeshModel

// Variants of materials: a variant set that changes nothing but bindings. Any other set is read in its chosen variant.

extension USDSceneBuilder {
    /// The relationships that bind a material, strongest first.
    static let bindingNames = ["material:binding:preview", "material:binding", "material:binding:full"]
    /// Reads the set of variants, and keeps what each binds.
    mutating func buildVariants() throws(ReadError) {
        let chosen = Set(VariantChoices.named(in: options).keys)
        guard let set = USDMaterialVariantSet(stage, except: chosen),
            let bindings = try USDVariantBindings(stage, set, materialOf: materialOf)
        else { return }
        variantBindings = bindings
        scene.materialVariants = set.names
        for (layer, spec) in set.specs {
            uses.use([USDOpinion(layer: layer, spec: spec)], nil)
        }
    }

    /// What the variants bind to a prim and its subsets, as a key.
    func variantKey(_ prim: Int) -> [Int] {
        guard !scene.materialVariants.isEmpty else { return [] }
        return ([prim] + stage.prims[prim].children).flatMap { prim in
            let rows = variantBindings[prim]
            return [rows.count] + rows.flatMap { [$0.variant, $0.material] }
        }
    }

    /// The materials of a prim and its subsets in variants, −1 for none.
    func variantMaterials(_ prim: Int) -> [Int] {
        ([prim] + stage.prims[prim].children).flatMap { variantBindings[$0].map(\.material) }
    }

    /// The rows of variants for a prim with one material.
    func variantRows(_ prim: Int) -> [VariantMaterial] {
        variantBindings[prim].map {
            VariantMaterial(variant: $0.variant, material: $0.material < 0 ? .none : .one($0.material))
        }
    }

    /// The rows of variants for a prim and subsets of its faces.
    ///
    /// - Parameter parts: the subsets that bind materials, with their faces.
    mutating func variantRows(
        _ prim: Int, _ parts: [(prim: Int, elements: [Int])], faceCount: Int
    ) throws(ReadError) -> [VariantMaterial] {
        guard !parts.isEmpty else { return variantRows(prim) }
        let places = [prim] + parts.map(\.prim)
        let variants = Set(places.flatMap { variantBindings[$0].map(\.variant) }).sorted()
        variantFaces += variants.count * parts.reduce(faceCount) { $0 + 1 + $1.elements.count }
        let most = USDVariantBindings.mostFaces
        guard variantFaces <= most else {
            throw ReadError(
                .limitExceeded, .jsonPointer(stage.path(of: prim)),
                "expected variants of at most \(most) faces in all, found more: choose one by 'variant'")
        }
        let usual = places.map { material(boundTo: $0) ?? -1 }
        var rows = places.map { variantBindings[$0][...] }
        return variants.map { variant in
            let worn = places.indices.map { place in
                let isOwn = rows[place].first?.variant == variant
                return Int32(clamping: isOwn ? rows[place].removeFirst().material : usual[place])
            }
            var numbers = ContiguousArray<Int32>(repeating: worn[0], count: faceCount)
            for (part, own) in zip(parts, worn.dropFirst()) {
                for element in part.elements { numbers[element] = own }
            }
            return VariantMaterial(variant: variant, material: MaterialBinding(numbers: numbers))
        }
    }

    /// Whether a variant binds a material to a prim.
    func isBoundInVariants(_ prim: Int) -> Bool { variantBindings[prim].contains { $0.material >= 0 } }
}

extension Primitive {
    /// The materials of all elements, also in variants; −1 for none.
    var wornMaterials: Set<Int> {
        variantMaterials.reduce(into: material.materials) { $0.formUnion($1.material.materials) }
    }
}

import MeshFormats
import MeshModel

// Variants of materials: a variant set that changes nothing but bindings. Any other set is read in its chosen variant.

extension USDSceneBuilder {
    /// The relationships that bind a material, strongest first.
    static let bindingNames = ["material:binding:preview", "material:binding", "material:binding:full"]
    /// Reads the set of variants: composes the stage for each, and keeps what it binds.
    mutating func buildVariants() throws(ReadError) {
        let specCount = stage.layers.layers.reduce(0) { $0 + $1.layer.specs.count }
        let chosen = Set(VariantChoices.named(in: options).keys)
        guard let set = USDMaterialVariantSet(stage, except: chosen),
            set.names.count <= 2 * USDVariants.mostSpecs / (specCount + stage.prims.count)
        else { return }
        for name in set.names {
            let other = try USDStage(stage.layers, choices: [set.name: name])
            variantBindings.append(bindings(in: other, set))
        }
        scene.materialVariants = set.names
        for (layer, spec) in set.specs {
            for field in stage.layers.layers[layer].layer.specs[spec].fields {
                uses.use(USDOpinion(layer: layer, spec: spec), field.name)
            }
        }
    }

    /// The materials of prims in a variant, −1 for none: of those that it binds, and of those that it changes.
    private func bindings(in other: USDStage, _ set: USDMaterialVariantSet) -> [Int: Int] {
        var found: [Int: Int] = [:]
        var primOf = [Int](repeating: -1, count: stage.prims.count)
        // Whether the variant binds something here or above.
        var isTold = [Bool](repeating: false, count: stage.prims.count)
        primOf[0] = 0
        for prim in stage.prims.indices.dropFirst() {
            let parent = stage.prims[prim].parent
            guard primOf[parent] >= 0, let own = other.child(stage.prims[prim].name, of: primOf[parent]) else {
                continue
            }
            primOf[prim] = own
            isTold[prim] =
                isTold[parent]
                || Self.bindingNames.contains { name in
                    other.property(own, name)?.opinions.contains(where: set.binds) == true
                }
            let worn = material(boundTo: own, in: other) ?? -1
            if isTold[prim] || worn != material(boundTo: prim, in: stage) ?? -1 { found[prim] = worn }
        }
        return found
    }

    /// What the variants bind to a prim and its subsets, as a key.
    func variantKey(_ prim: Int) -> [Int] {
        let prims = [prim] + stage.prims[prim].children
        return variantBindings.flatMap { table in prims.map { table[$0] ?? -2 } }
    }

    /// The rows of variants for a prim with one material.
    func variantMaterials(_ prim: Int) -> [VariantMaterial] {
        variantBindings.indices.compactMap { variant in
            variantBindings[variant][prim].map {
                VariantMaterial(variant: variant, material: $0 < 0 ? .none : .one($0))
            }
        }
    }

    /// The rows of variants for a prim and subsets of its faces.
    ///
    /// - Parameter parts: the subsets that bind materials, with their faces.
    func variantMaterials(
        _ prim: Int, _ parts: [(prim: Int, elements: [Int])], faceCount: Int
    ) -> [VariantMaterial] {
        guard !parts.isEmpty else { return variantMaterials(prim) }
        return variantBindings.indices.compactMap { variant in
            let table = variantBindings[variant]
            guard table[prim] != nil || parts.contains(where: { table[$0.prim] != nil }) else { return nil }
            let whole = table[prim] ?? material(boundTo: prim) ?? -1
            var numbers = ContiguousArray<Int32>(repeating: Int32(clamping: whole), count: faceCount)
            for part in parts {
                let own = table[part.prim] ?? material(boundTo: part.prim) ?? -1
                for element in part.elements { numbers[element] = Int32(clamping: own) }
            }
            return VariantMaterial(variant: variant, material: MaterialBinding(numbers: numbers))
        }
    }

    /// Whether a variant binds a material to a prim.
    func isBoundInVariants(_ prim: Int) -> Bool { variantBindings.contains { ($0[prim] ?? -1) >= 0 } }
}

extension Primitive {
    /// The materials of all elements, also in variants; −1 for none.
    var wornMaterials: Set<Int> {
        variantMaterials.reduce(into: material.materials) { $0.formUnion($1.material.materials) }
    }
}

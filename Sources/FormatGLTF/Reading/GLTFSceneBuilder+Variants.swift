import MeshBytes
import MeshFormats
import MeshModel

// Reads the variants of materials (KHR_materials_variants): all of them, or, if the caller chose one, its materials
// instead of the default ones.

extension GLTFSceneBuilder {
    /// Our name for the extension's only variant set, as in `material=night`. The extension gives it none.
    private static let set = "material"
    /// The pattern of a primitive's mappings.
    static let mappings = "/meshes/*/primitives/*/extensions/\(GLTFExtensions.variants)/mappings/*"

    /// Reads the names of all variants, unless the caller chose one.
    ///
    /// - Throws: `usage` if the file has no such variant.
    mutating func buildVariants() throws(ReadError) {
        let place = "/extensions/\(GLTFExtensions.variants)"
        guard let owner = tree.root["extensions"]?[GLTFExtensions.variants] else { return _ = try chosen(of: []) }
        var names: [String] = []
        for (index, entry) in tree.objects(owner, "variants", place).enumerated() {
            let pointer = "\(place)/variants/\(index)"
            if entry["name"] == nil {
                tree.warn("gltf.missing-member", "\(pointer)/name", "the variant has no name")
            }
            names.append(tree.string(entry, "name", pointer) ?? "")
        }
        materialVariant = try chosen(of: names)
        if let materialVariant {
            tree.warn(
                "gltf.variant", place,
                "the materials of the variant '\(names[materialVariant])' are used; from glTF to glTF all variants are kept",
                .note)
        } else {
            scene.materialVariants = names
        }
    }

    /// The index of the requested variant, if any.
    private func chosen(of names: [String]) throws(ReadError) -> Int? {
        var chosen: Int?
        for (set, name) in VariantChoices.named(in: options).inKeyOrder {
            guard set == Self.set, let number = names.firstIndex(of: name) else {
                throw VariantChoices.unknown(set: set, name: name, known: names.map { "\(Self.set)=\($0)" })
            }
            chosen = number
        }
        return chosen
    }

    /// The mappings of a primitive's material to variants.
    func variantMappings(_ entry: JSONValue) -> [JSONValue] {
        entry["extensions"]?[GLTFExtensions.variants]?["mappings"]?.array ?? []
    }

    /// The material of a primitive in the chosen variant; nil: the variant doesn't change it.
    func variantMaterial(_ entry: JSONValue) -> Int? {
        guard let materialVariant else { return nil }
        let own = variantMappings(entry).first { mapping in
            (mapping["variants"]?.array ?? []).contains { $0.int == Int64(materialVariant) }
        }
        guard let material = own?["material"]?.int, material >= 0, material < materialCount else { return nil }
        return Int(material)
    }

    /// The materials of a primitive in all variants that change it.
    ///
    /// A mapping of something that is not there is left out. Of several mappings for one variant the first one counts:
    /// the extension forbids them, and so do its schema and other programs.
    mutating func variantMaterials(_ entry: JSONValue, _ pointer: String) -> [VariantMaterial] {
        let mappings = variantMappings(entry)
        guard materialVariant == nil, !mappings.isEmpty else { return [] }
        var rows: [Int: Int] = [:]
        for (number, mapping) in mappings.enumerated() {
            let place = "\(pointer)/extensions/\(GLTFExtensions.variants)/mappings/\(number)"
            let material = tree.index(mapping, "material", of: materialCount, place)
            if material == nil, mapping["material"] != nil { leftOut["\(Self.mappings)/material", default: 0] += 1 }
            for (index, value) in (mapping["variants"]?.array ?? []).enumerated() {
                let position = "\(place)/variants/\(index)"
                let variant = tree.index(value, of: scene.materialVariants.count, position)
                if let variant, let material, rows[variant] == nil {
                    rows[variant] = material
                    continue
                }
                leftOut["\(Self.mappings)/variants/*", default: 0] += 1
                if let variant, material != nil {
                    tree.warn(
                        "gltf.khr-materials-variants-non-unique-variant", position,
                        "the primitive has several materials for the variant '\(scene.materialVariants[variant])'; the first one is used"
                    )
                }
            }
        }
        return rows.inKeyOrder.map { VariantMaterial(variant: $0.key, material: .one($0.value)) }
    }
}

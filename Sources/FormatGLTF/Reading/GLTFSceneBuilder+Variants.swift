import MeshBytes
import MeshFormats
import MeshModel

// Reads the materials of one variant (KHR_materials_variants) instead of the default ones. A scene can't hold both.

extension GLTFSceneBuilder {
    /// Our name for the extension's only variant set, as in `material=night`. The extension gives it none.
    private static let set = "material"

    /// The index of the requested variant, if any.
    ///
    /// - Throws: `usage` if the file has no such variant.
    mutating func chosenVariant() throws(ReadError) -> Int? {
        let owner = tree.root["extensions"]?[GLTFExtensions.variants] ?? .null
        let names = (owner["variants"]?.array ?? []).map { $0["name"]?.string ?? "" }
        var chosen: Int?
        for (set, name) in VariantChoices.named(in: options).sorted(by: { $0.key < $1.key }) {
            guard set == Self.set, let number = names.firstIndex(of: name) else {
                throw VariantChoices.unknown(set: set, name: name, known: names.map { "\(Self.set)=\($0)" })
            }
            tree.warn(
                "gltf.variant", "/extensions/\(GLTFExtensions.variants)",
                "the materials of the variant '\(name)' are used; from glTF to glTF all variants are kept", .note)
            chosen = number
        }
        return chosen
    }

    /// The material of a primitive in the variant; nil: the variant doesn't change it.
    func variantMaterial(_ entry: JSONValue, _ pointer: String) -> Int? {
        guard let materialVariant else { return nil }
        let mappings = entry["extensions"]?[GLTFExtensions.variants]?["mappings"]?.array ?? []
        let own = mappings.first { mapping in
            (mapping["variants"]?.array ?? []).contains { $0.int == Int64(materialVariant) }
        }
        guard let material = own?["material"]?.int, material >= 0, material < materialCount else { return nil }
        return Int(material)
    }
}

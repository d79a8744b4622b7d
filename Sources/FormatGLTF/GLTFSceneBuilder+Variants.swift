import MeshBytes
import MeshFormats
import MeshModel

// A variant of materials in place of the ones that are shown (KHR_materials_variants): scenes have no others.

extension GLTFSceneBuilder {
    /// The set that a variant is asked for in, as in `material=night`: the extension has one, without a name.
    private static let set = "material="

    /// The number of the variant that is asked for.
    mutating func chosenVariant() -> Int? {
        let choices = (options.options["variant"] ?? "").split(separator: ",").filter { $0.hasPrefix(Self.set) }
        guard let choice = choices.last else { return nil }
        let name = String(choice.dropFirst(Self.set.count))
        let place = "/extensions/\(GLTFExtensions.variants)"
        let owner = tree.root["extensions"]?[GLTFExtensions.variants] ?? .null
        let names = (owner["variants"]?.array ?? []).map { $0["name"]?.string ?? "" }
        if let number = names.firstIndex(of: name) {
            tree.warn(
                "gltf.variant", place, "materials are those of the variant '\(name)'; between files of glTF all stay",
                isNote: true)
            return number
        }
        let known = names.isEmpty ? "the file has none" : "there are \(names.joined(separator: ", "))"
        tree.warn("gltf.variant", place, "no variant '\(name)': \(known)")
        return nil
    }

    /// The material that a primitive has in the variant; nil: its own.
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

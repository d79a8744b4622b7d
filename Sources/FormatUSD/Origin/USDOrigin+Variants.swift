import MeshBytes
import MeshFormats
import MeshModel

// Variants of materials in the record.

extension USDOrigin {
    var variantMembers: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        members.add("variantNames", variantNames)
        members.add("usualVariant", hasUsualVariant)
        members.add(
            "impliedVariants",
            impliedVariants.inKeyOrder.map { [.int($0.key), .array($0.value.map { .int($0) })] })
        return members
    }

    /// Reads the members of a record; false: they are not understood.
    mutating func readVariants(_ record: JSONValue) -> Bool {
        variantNames = record.strings("variantNames")
        hasUsualVariant = record["usualVariant"]?.bool ?? false
        for pair in record.list("impliedVariants") {
            guard let mesh = pair[0]?.index, let variants = pair[1]?.array else { return false }
            impliedVariants[mesh] = variants.compactMap(\.index)
        }
        return true
    }

    /// Restores names, and removes what was added.
    func restoreVariants(_ scene: inout MeshScene) -> Bool {
        let count = scene.materialVariants.count - (hasUsualVariant ? 1 : 0)
        // A caller who chose a variant gets no others.
        guard !scene.materialVariants.isEmpty else { return true }
        guard variantNames.isEmpty || variantNames.count == count else { return false }
        for mesh in scene.meshes.indices {
            let implied = Set(impliedVariants[mesh] ?? [])
            for index in scene.meshes[mesh].primitives.indices {
                let primitive = scene.meshes[mesh].primitives[index]
                let usual = primitive.material.numbers(count: primitive.elementCount)
                scene.meshes[mesh].primitives[index].variantMaterials.removeAll { row in
                    row.variant >= count
                        || (implied.contains(row.variant)
                            && row.material.numbers(count: primitive.elementCount) == usual)
                }
            }
        }
        scene.materialVariants.removeLast(scene.materialVariants.count - count)
        if !variantNames.isEmpty { scene.materialVariants = variantNames }
        return true
    }
}

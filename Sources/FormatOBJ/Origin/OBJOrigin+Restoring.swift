import MeshFormats
import MeshModel

// Restoring: gives what was read the forms and names of the source, where they still fit the content.

extension OBJOrigin {
    /// Restores what the record holds in the scene read from the file; reports entries that don't fit.
    func restore(_ scene: inout MeshScene) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        func ignore(_ what: String) {
            diagnostics.append(.originIgnored("meshconv's origin record doesn't match \(what): ignored there"))
        }
        for form in forms where !restore(form, &scene) { ignore(form.path) }
        if !restoreNames(nodes, &scene.nodes, \.name) { ignore("the nodes") }
        if !restoreNames(meshes, &scene.meshes, \.name) { ignore("the meshes") }
        if materials.count <= scene.materials.count {
            for index in materials.indices { scene.materials[index].name = materials[index] }
        } else {
            ignore("the materials")
        }
        if !takeAwayMaterial(&scene) { ignore("the generated material") }
        for index in oneSided where scene.materials.indices.contains(index) {
            scene.materials[index].parameters.append(MaterialParameter("doubleSided", [0]))
        }
        if images.count == scene.images.count {
            for (index, uri) in images.enumerated() where !scene.images[index].isFound {
                if let uri { scene.images[index].uri = uri }
            }
        } else if !images.isEmpty {
            ignore("the images")
        }
        if !restoreNames(imageNames, &scene.images, \.name) { ignore("the names of the images") }
        if !groups.isEmpty { restoreGroups(&scene) }
        for own in pieces where !own.restore(in: &scene) { ignore("the primitives") }
        if let hierarchy, !hierarchy.restore(in: &scene) { ignore("the hierarchy") }
        return diagnostics
    }

    /// Leaves elements without a material, as they were in the source.
    private func takeAwayMaterial(_ scene: inout MeshScene) -> Bool {
        guard let bareModel else { return true }
        if let plainMaterial {
            guard plainMaterial == scene.materials.count - 1, let last = scene.materials.last, last.textures.isEmpty,
                MaterialChange(settingsOf: SceneMaterial(model: bareModel), last).isNone
            else { return false }
            scene.removeMaterials(from: plainMaterial)
        }
        scene.bareModel = bareModel
        return true
    }

    private func restoreGroups(_ scene: inout MeshScene) {
        var meant: [String: String] = [:]
        for rename in groups { meant[rename.written] = rename.meant }
        scene.changePrimitives { primitive in
            for family in primitive.subsetFamilies.indices where primitive.subsetFamilies[family].name == "groups" {
                primitive.subsetFamilies[family].subsets = primitive.subsetFamilies[family].subsets.map {
                    Subset(name: meant[$0.name] ?? $0.name, ranges: $0.ranges)
                }
            }
        }
    }

    private func restore(_ form: Form, _ scene: inout MeshScene) -> Bool {
        scene.changeAttribute(
            where: { path, attribute in
                let name = attribute.semantic.name
                return form.path == path || form.path == "/\(name)" || form.path == "/pools/\(name)"
            }, { Self.restored($0, form.form) })
    }

    private static func restored(_ attribute: Attribute, _ form: OriginForm) -> Attribute? {
        let isFraction = form.isNormalized && !attribute.semantic.isColor
        let values =
            form.isConverted(in: attribute) || isFraction
            ? form.values(of: attribute)
            : OBJRestoredColumn(
                attribute.values, type: form.type, factor: form.isNormalized ? form.type.normalizedMaximum ?? 1 : 1,
                scale: form.frame.scale
            ).column
        return values.map {
            Attribute(attribute.semantic, $0, normalized: form.isNormalized, frame: form.frame)
        }
    }
}

import MeshFormats
import MeshModel

// Restoring: gives what was read the forms and names of the source, where they still fit the content.

extension OBJOrigin {
    /// Restores what the record holds in the scene read from the file; reports entries that don't fit.
    func restore(_ scene: inout Scene) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        func ignore(_ what: String) {
            diagnostics.append(
                Diagnostic("origin.ignored", .note, at: .whole, "the origin record does not fit \(what)"))
        }
        for form in forms where !restore(form, &scene) { ignore(form.path) }
        if nodes.count == scene.nodes.count {
            for index in nodes.indices { scene.nodes[index].name = nodes[index] }
        } else if !nodes.isEmpty {
            ignore("the nodes")
        }
        if meshes.count == scene.meshes.count {
            for index in meshes.indices { scene.meshes[index].name = meshes[index] }
        } else if !meshes.isEmpty {
            ignore("the meshes")
        }
        if materials.count <= scene.materials.count {
            for index in materials.indices { scene.materials[index].name = materials[index] }
        } else {
            ignore("the materials")
        }
        if images.count == scene.images.count {
            for (index, uri) in images.enumerated() where !scene.images[index].isFound {
                if let uri { scene.images[index].uri = uri }
            }
        } else if !images.isEmpty {
            ignore("the images")
        }
        if imageNames.count == scene.images.count {
            for index in imageNames.indices { scene.images[index].name = imageNames[index] }
        } else if !imageNames.isEmpty {
            ignore("the names of the images")
        }
        if !groups.isEmpty { restoreGroups(&scene) }
        for own in pieces where !own.restore(in: &scene) { ignore("the primitives") }
        if let hierarchy, !hierarchy.restore(in: &scene) { ignore("the hierarchy") }
        return diagnostics
    }

    private func restoreGroups(_ scene: inout Scene) {
        var meant: [String: String] = [:]
        for rename in groups { meant[rename.written] = rename.meant }
        for mesh in scene.meshes.indices {
            for primitive in scene.meshes[mesh].primitives.indices {
                let families = scene.meshes[mesh].primitives[primitive].subsetFamilies.indices
                for family in families
                where scene.meshes[mesh].primitives[primitive].subsetFamilies[family].name == "groups" {
                    let subsets = scene.meshes[mesh].primitives[primitive].subsetFamilies[family].subsets.map {
                        Subset(name: meant[$0.name] ?? $0.name, ranges: $0.ranges)
                    }
                    scene.meshes[mesh].primitives[primitive].subsetFamilies[family].subsets = subsets
                }
            }
        }
    }

    private func restore(_ form: Form, _ scene: inout Scene) -> Bool {
        for set in scene.vertexSets.indices {
            for index in scene.vertexSets[set].attributes.indices {
                let attribute = scene.vertexSets[set].attributes[index]
                let isPool = form.path == "/pools/\(attribute.semantic.name)"
                guard isPool || form.path == "/\(attribute.semantic.name)" else { continue }
                return Self.restore(form, &scene.vertexSets[set].attributes[index])
            }
            for index in scene.vertexSets[set].pools.indices
            where form.path == "/pools/\(scene.vertexSets[set].pools[index].semantic.name)" {
                return Self.restore(form, &scene.vertexSets[set].pools[index])
            }
        }
        for mesh in scene.meshes.indices {
            for primitive in scene.meshes[mesh].primitives.indices {
                for index in scene.meshes[mesh].primitives[primitive].elementAttributes.indices {
                    let semantic = scene.meshes[mesh].primitives[primitive].elementAttributes[index].semantic
                    let path = ScenePath.elementAttribute(mesh: mesh, primitive: primitive, semantic)
                    guard form.path == path else { continue }
                    return Self.restore(
                        form, &scene.meshes[mesh].primitives[primitive].elementAttributes[index])
                }
            }
        }
        return false
    }

    private static func restore(_ form: Form, _ attribute: inout Attribute) -> Bool {
        let wanted = FrameAdaptation.Form(type: form.type, isNormalized: form.isNormalized, frame: form.frame)
        let isFraction = form.isNormalized && !attribute.semantic.isColor
        if form.frame.colorSpace == .linear || form.frame.uvOrigin == .topLeft || isFraction {
            guard let values = FrameAdaptation.restored(attribute, to: wanted) else { return false }
            attribute.values = values
            attribute.normalized = form.isNormalized
            attribute.frame = form.frame
            return true
        }
        guard
            let values = OBJRestoredColumn(
                attribute.values, type: form.type, factor: form.isNormalized ? form.type.normalizedMaximum ?? 1 : 1,
                scale: form.frame.scale
            ).column
        else { return false }
        attribute.values = values
        attribute.normalized = form.isNormalized
        attribute.frame = form.frame
        return true
    }
}

import MeshFormats
import MeshModel

// Splats whose original numbers the file has besides USD's own.

extension USDOrigin {
    /// The original numbers of splats in a file.
    struct SplatForm: Sendable, Hashable {
        /// The vertex set as a reader finds it.
        var owner: Int
        /// The scene's names.
        var names: [String]
    }

    /// Removes values of splats that the original numbers still give.
    ///
    /// - Returns: the forms to restore: all but those of original numbers that no longer fit.
    func takeAwaySplats(_ scene: inout MeshScene, _ misfits: inout [String]) -> [Form] {
        var kept = forms
        for splat in splats {
            guard scene.vertexSets.indices.contains(splat.owner) else {
                misfits.append("splats")
                continue
            }
            var originals: [String: Attribute] = [:]
            for form in forms where form.owner == splat.owner && !form.isElement && form.pool == nil {
                guard splat.names.contains(form.attribute.name), form.attribute.stored != form.attribute.name,
                    let stored = scene.vertexSets[splat.owner].attributes.first(where: {
                        $0.semantic.name == form.attribute.stored
                    })
                else { continue }
                originals[form.attribute.name] = form.attribute.restored(stored)
            }
            for group in [SplatNames.rotations, SplatNames.scales, [SplatNames.opacity]] {
                let names = group.filter(splat.names.contains)
                guard !names.isEmpty else { continue }
                let isSame = names.allSatisfy { name in
                    guard let own = PlainSplats.column(name, of: originals),
                        let stored = scene.vertexSets[splat.owner].attribute(AttributeSemantic(name: name))?.values
                    else { return false }
                    return stored.hasSameNumbers(as: own)
                }
                if isSame {
                    scene.vertexSets[splat.owner].attributes.removeAll { names.contains($0.semantic.name) }
                } else {
                    kept.removeAll {
                        $0.owner == splat.owner && !$0.isElement && names.contains($0.attribute.name)
                            && $0.attribute.stored != $0.attribute.name
                    }
                    misfits.append("splats")
                }
            }
        }
        return kept
    }
}

extension OriginAttribute {
    /// Gives a size or an opacity of splats, which USD stores as it is, its original encoding.
    func encodeSplat(_ attribute: inout Attribute) {
        guard isRestored, stored == name, SplatNames.isShape(name),
            attribute.frame.encoding != form.frame.encoding
        else { return }
        attribute.values = attribute.encoded(as: form.frame.encoding, type: form.type)
        attribute.frame = form.frame
    }
}

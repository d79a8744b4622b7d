import MeshFormats
import MeshModel

// Removes derived attributes of splats that still match the original ones.

extension GLTFOrigin {
    /// Removes derived splat attributes and colours if the originals are present and still give the same values.
    ///
    /// - Parameter forms: the attributes to restore; those that no longer fit are removed.
    /// - Returns: whether everything is as it was written.
    func takeAway(_ splats: SplatForm, _ forms: inout [Form], _ set: inout VertexSet) -> Bool {
        var own: [String: Attribute] = [:]
        for name in SplatNames.base + SplatNames.rotations + SplatNames.scales + [SplatNames.opacity] {
            let isRaw = splats.raw.contains(name)
            guard
                let form = forms.first(where: {
                    $0.attribute.name == name && ($0.attribute.stored != name) == isRaw
                }), let stored = set.attributes.first(where: { $0.semantic.name == form.attribute.stored })
            else { continue }
            own[name] = form.attribute.isRestored ? form.restored(stored) : stored
        }
        var isWhole = true
        if splats.hasColors {
            let name = AttributeSemantic.color(0).name
            let rows = GLTFSplats.colors(of: own, isLinear: GLTFSplats.isLinear(set), count: set.count)
            if let rows, Self.holds(set, name, rows) {
                set.attributes.removeAll { $0.semantic.name == name }
            } else {
                isWhole = false
            }
        }
        // Each component of a rotation depends on all four, so they are removed together or not at all.
        for group in [SplatNames.rotations, SplatNames.scales, [SplatNames.opacity]] {
            let names = group.filter(splats.raw.contains)
            guard !names.isEmpty else { continue }
            let rows = names.compactMap { GLTFSplats.rows($0, of: own, count: set.count) }
            if rows.count == names.count, zip(names, rows).allSatisfy({ Self.holds(set, $0, $1) }) {
                set.attributes.removeAll { names.contains($0.semantic.name) }
            } else {
                forms.removeAll { names.contains($0.attribute.name) }
                isWhole = false
            }
        }
        return isWhole
    }

    /// Whether an attribute has exactly these numbers.
    private static func holds(_ set: VertexSet, _ name: String, _ rows: GLTFPackedRows) -> Bool {
        guard rows.attribute.values.count == set.count, rows.others.allSatisfy({ $0.values.count == set.count }),
            let column = set.attribute(AttributeSemantic(name: name))?.values, column.type == .float32,
            column.count == set.count, column.components == rows.components
        else { return false }
        var values = ContiguousArray<Float>()
        for block in (0..<set.count).blocks {
            column.read(block, into: &values)
            let own = rows.singles(block)
            guard own.count == values.count, zip(own, values).allSatisfy({ $0 == $1 }) else { return false }
        }
        return true
    }
}

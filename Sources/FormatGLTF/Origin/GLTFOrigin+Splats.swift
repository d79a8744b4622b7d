import MeshFormats
import MeshModel

// What was made of splats, taken away where it still is what the scene's own numbers say.

extension GLTFOrigin {
    /// Takes away the numbers of which the scene's own stand beside, and colours that were made.
    ///
    /// - Parameter forms: the attributes to give back; those that no longer fit leave.
    /// - Returns: whether all of it is as it was written.
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
        // Rotations, of which each number depends on all, leave together or stay.
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

    /// Whether an attribute has these very numbers.
    private static func holds(_ set: VertexSet, _ name: String, _ rows: GLTFPackedRows) -> Bool {
        guard rows.attribute.values.count == set.count, rows.others.allSatisfy({ $0.values.count == set.count }),
            let column = set.attribute(AttributeSemantic(name: name))?.values, column.type == .float32,
            column.count == set.count, column.components == rows.components
        else { return false }
        var values = ContiguousArray<Float>()
        var row = 0
        while row < set.count {
            let end = min(row + 4096, set.count)
            column.read(row..<end, into: &values)
            let own = rows.singles(row..<end)
            guard own.count == values.count, zip(own, values).allSatisfy({ $0 == $1 }) else { return false }
            row = end
        }
        return true
    }
}

import MeshFormats
import MeshModel

// What a shape shows by itself: its colours, and whether both sides are visible.

extension USDDraft {
    /// The attribute that becomes a shape's `displayColor`, and its path. Corner values take precedence.
    func color(of shape: USDPlannedShape) -> (attribute: Attribute, path: String)? {
        let set = scene.vertexSets[shape.set]
        func isColor(_ attribute: Attribute) -> Bool {
            attribute.offsets == nil && USDAttributePlan.kind(of: attribute, .vertex) == .color
        }
        let uses = shape.kind == .mesh ? shape.place.primitive.cornerAttributes : []
        if let use = uses.first(where: { isColor(set.pools[$0.pool]) }) {
            return (set.pools[use.pool], ScenePath.pool(set: shape.set, use.pool))
        }
        if let own = set.attributes.first(where: isColor) {
            return (own, ScenePath.vertexAttribute(set: shape.set, own.semantic))
        }
        let own = shape.place.primitive.elementAttributes.first(where: isColor)
        return own.map { ($0, shape.place.path($0.semantic)) }
    }

    /// Whether the colours of a shape change what is multiplied with them: some are not white.
    func tints(_ shape: USDPlannedShape) -> Bool {
        guard let color = color(of: shape)?.attribute else { return false }
        let white = color.normalized ? color.values.type.normalizedMaximum ?? 1 : color.frame.scale
        return color.values.prefix(3).blocks(of: Double.self).contains { block in
            block.values.contains { $0 < white && $0.isFinite }
        }
    }

    /// The kind of colours that a shape has, or nil if USD would not show them as colours.
    func colors(of shape: USDPlannedShape) -> USDPlainMaterial? {
        color(of: shape).map { $0.attribute.values.components > 3 ? .colorsAndOpacity : .colors }
    }

    /// The generated material for elements of a shape without one, or nil if they get none.
    func plainMaterial(of shape: USDPlannedShape) -> USDPlainMaterial? {
        // Splats have colours of their own.
        if shape.kind == .splats { return nil }
        let colors = colors(of: shape)
        if options.colors == .plain, colors != nil { return nil }
        return colors ?? .white
    }

    /// Whether all of a shape is visible from both sides.
    func isDoubleSided(_ shape: USDPlannedShape) -> Bool {
        let bare = SceneMaterial(model: scene.bareModel)
        // What variants wear doesn't count: the usual look comes first.
        return shape.place.primitive.material.materials.allSatisfy {
            ($0 < 0 ? bare : scene.materials[$0]).effective("doubleSided") == [1]
        }
    }
}

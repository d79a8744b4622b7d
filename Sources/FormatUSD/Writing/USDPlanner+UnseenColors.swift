import MeshFormats
import MeshModel

// Colours that would be multiplied by a texture: UsdPreviewSurface only shows the texture.

extension USDPlanner {
    /// Finds the colours that no prim shows.
    ///
    /// - Parameter colored: the prim colours that each material reads.
    mutating func findUnseenColors(_ colored: [USDPlainMaterial?]) {
        guard options.colors != .plain else { return }
        var seen: Set<String> = []
        for shape in shapes {
            guard let path = colorPath(of: shape) else { continue }
            let isSeen =
                switch shape.place.primitive.material {
                case .none: true
                case .one(let one): colored[one] != nil || isPainted(one)
                case .perElement(let column):
                    column.integers().contains { $0 < 0 || colored[Int($0)] != nil || isPainted(Int($0)) }
                }
            if isSeen { seen.insert(path) } else { unseenColors.insert(path) }
        }
        // Prims that share vertices all have the colours, or none of them has.
        unseenColors.subtract(seen)
    }

    /// Whether a shape's prim has colours.
    func hasColors(_ shape: USDPlannedShape) -> Bool {
        guard let path = colorPath(of: shape), !unseenColors.contains(path) else { return false }
        return !(options.colors == .texture && paintedPool(shape) != nil)
    }

    /// The path of the attribute that becomes a shape's `displayColor`. Corner values take precedence.
    private func colorPath(of shape: USDPlannedShape) -> String? {
        let set = scene.vertexSets[shape.set]
        func isColor(_ attribute: Attribute, _ domain: USDAttributePlan.Domain) -> Bool {
            attribute.offsets == nil && Self.kind(of: attribute, domain) == .color
        }
        let uses = shape.kind == .mesh ? shape.place.primitive.cornerAttributes : []
        if let use = uses.first(where: { isColor(set.pools[$0.pool], .corner($0.pool)) }) {
            return ScenePath.pool(set: shape.set, use.pool)
        }
        if let own = set.attributes.first(where: { isColor($0, .vertex) }) {
            return ScenePath.vertexAttribute(set: shape.set, own.semantic)
        }
        let own = shape.place.primitive.elementAttributes.first { isColor($0, .uniform) }
        return own.map { shape.place.path($0.semantic) }
    }

    /// Reports colours that were left out as unseen, and returns whether they were.
    mutating func loseUnseen(_ attribute: Attribute, _ path: String, _ unit: String) -> Bool {
        guard unseenColors.contains(path) else { return false }
        lose(
            .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, unit,
            "Quick Look shows a texture, or colours, and not both", remedy: .variant("usdz"))
        return true
    }
}

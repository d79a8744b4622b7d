/// Faces with colours that no texture repeats: viewers that ignore vertex colours draw them plain.
public struct ColoredSurface: Sendable {
    /// The mesh.
    public var mesh: Int
    /// The primitive in the mesh; it has polygons.
    public var primitive: Int
    /// The colours, three or four components.
    public var colors: Attribute
    /// Whether the rows of the colours belong to corners, vertices or faces.
    public var interpolation: Interpolation
    /// For corner colours the row of each corner; nil: corner `c` has row `c`.
    public var indices: Column?
    /// The white materials of these faces that are used on coloured elements only.
    public var materials: [Int]
    /// Whether some faces have no material.
    public var hasBareFaces: Bool
}

extension MeshScene {
    /// Returns the primitives with colours that no texture repeats, in the order of the meshes.
    ///
    /// A material is listed if it is white without textures and everything that uses it has colours: only then can a
    /// texture of the colours be added to it and removed again.
    public func coloredSurfaces() -> [ColoredSurface] {
        var surfaces: [ColoredSurface] = []
        var isWhite = materials.map(\.isPlainWhite)
        for (mesh, index, primitive) in placedPrimitives where primitive.elementCount > 0 {
            let worn = primitive.material.materials.sorted()
            if var surface = coloredSurface(mesh, index, primitive) {
                surface.materials = worn.filter { $0 >= 0 }
                surface.hasBareFaces = worn.contains(-1)
                surfaces.append(surface)
            } else {
                for material in worn where isWhite.indices.contains(material) { isWhite[material] = false }
            }
        }
        for index in surfaces.indices { surfaces[index].materials.removeAll { !isWhite[$0] } }
        return surfaces.filter { $0.hasBareFaces || !$0.materials.isEmpty }
    }

    private func coloredSurface(_ mesh: Int, _ index: Int, _ primitive: Primitive) -> ColoredSurface? {
        guard primitive.topology == .polygons, vertexSets.indices.contains(primitive.vertexSet) else { return nil }
        let set = vertexSets[primitive.vertexSet]
        func surface(_ colors: Attribute, _ interpolation: Interpolation, _ indices: Column? = nil) -> ColoredSurface {
            ColoredSurface(
                mesh: mesh, primitive: index, colors: colors, interpolation: interpolation, indices: indices,
                materials: [], hasBareFaces: false)
        }
        // Corner colours take precedence over vertex colours, and those over face colours.
        for use in primitive.cornerAttributes where set.pools.indices.contains(use.pool) {
            if set.pools[use.pool].isShownColor { return surface(set.pools[use.pool], .faceVarying, use.indices) }
        }
        if let own = set.attributes.first(where: \.isShownColor) { return surface(own, .vertex) }
        if let own = primitive.elementAttributes.first(where: \.isShownColor) { return surface(own, .uniform) }
        return nil
    }
}

extension Attribute {
    /// Whether viewers draw the attribute as colours: the first set, with three or four components, floats or
    /// fractions.
    fileprivate var isShownColor: Bool {
        semantic == .color(0) && offsets == nil && (3...4).contains(values.components)
            && (normalized || !values.type.isInteger)
    }
}

extension SceneMaterial {
    /// Whether the material is white without any texture, and vertex colours are drawn with it.
    fileprivate var isPlainWhite: Bool {
        effective("baseColor") == [1, 1, 1] && textures.isEmpty && self["vertexColors"] != [0]
    }
}

extension Primitive {
    /// The number of elements without a material.
    public var bareElementCount: Int {
        switch material {
        case .none: elementCount
        case .one: 0
        case .perElement(let column): column.integers().count { $0 < 0 }
        }
    }
}

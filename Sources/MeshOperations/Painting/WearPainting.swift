internal import MeshModel

extension MeshScene {
    /// Applies a painting: adds pools, image, texture and materials, and assigns the new material.
    ///
    /// - Edge: surfaces that don't match the scene are skipped.
    mutating func wear(_ painted: Correspondence.PaintedColors) {
        let newMaterial = materials.count
        for surface in painted.surfaces {
            guard meshes.indices.contains(surface.mesh),
                meshes[surface.mesh].primitives.indices.contains(surface.primitive)
            else { continue }
            let set = meshes[surface.mesh].primitives[surface.primitive].vertexSet
            guard vertexSets.indices.contains(set), vertexSets[set].pools.count == surface.pool else { continue }
            vertexSets[set].pools.append(surface.coordinates)
            meshes[surface.mesh].primitives[surface.primitive].cornerAttributes.append(
                CornerAttribute(pool: surface.pool, indices: nil))
            guard painted.newMaterial != nil else { continue }
            let worn = meshes[surface.mesh].primitives[surface.primitive].material
            meshes[surface.mesh].primitives[surface.primitive].material = worn.filled(with: newMaterial)
        }
        for (index, material) in painted.materials where materials.indices.contains(index) {
            materials[index] = material.after
        }
        if let material = painted.newMaterial { materials.append(material) }
        textures.append(Texture(image: images.count))
        images.append(painted.image)
    }
}

extension MaterialBinding {
    /// Returns the binding with a material for elements that have none.
    fileprivate func filled(with material: Int) -> MaterialBinding {
        switch self {
        case .none: return .one(material)
        case .one: return self
        case .perElement(let column):
            return .perElement(
                Column(ContiguousArray(column.integers().map { $0 < 0 ? Int32(clamping: material) : Int32($0) })))
        }
    }
}

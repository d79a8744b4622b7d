extension Correspondence {
    /// The correspondence of a scene with one of the same structure: each part comes from itself.
    public static func identity(of scene: MeshScene) -> Correspondence {
        var links = Correspondence()
        for (index, set) in scene.vertexSets.enumerated() {
            for attribute in set.attributes {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                links.attributes.append(AttributeLink(path, path))
            }
            for pool in set.pools.indices {
                let path = ScenePath.pool(set: index, pool)
                links.attributes.append(AttributeLink(path, path))
            }
        }
        for (mesh, index, primitive) in scene.placedPrimitives {
            for attribute in primitive.elementAttributes {
                let path = ScenePath.elementAttribute(mesh: mesh, primitive: index, attribute.semantic)
                links.attributes.append(AttributeLink(path, path))
            }
        }
        links.nodes = scene.nodes.indices.map { $0 }
        links.meshes = scene.meshes.indices.map { $0 }
        links.materials = scene.materials.indices.map { $0 }
        links.variants = scene.materialVariants.indices.map { $0 }
        links.textures = scene.textures.indices.map { $0 }
        links.images = scene.images.indices.map { $0 }
        links.cameras = scene.cameras.indices.map { $0 }
        links.lights = scene.lights.indices.map { $0 }
        links.skins = scene.skins.indices.map { $0 }
        links.clips = scene.clips.indices.map { $0 }
        links.tables = scene.tables.indices.map { $0 }
        return links
    }
}

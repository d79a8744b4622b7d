import MeshModel

extension USDOrigin.Painting {
    /// Removes the painted texture, its image and its coordinates from a scene. The original colours stay.
    ///
    /// - Returns: whether all of them were found. If not, nothing changes.
    func takeAway(from scene: inout MeshScene) -> Bool {
        guard scene.textures.indices.contains(texture), scene.images.indices.contains(texture),
            scene.textures[texture].image == texture,
            scene.textures.indices.allSatisfy({ $0 == texture || scene.textures[$0].image != texture }),
            Set(pools).count == pools.count,
            pools.allSatisfy({ pool in
                scene.vertexSets.indices.contains(pool.owner)
                    && scene.vertexSets[pool.owner].pools.indices.contains(pool.pool)
                    && scene.vertexSets[pool.owner].pools[pool.pool].semantic.isTexCoord
            })
        else { return false }
        scene.textures.remove(at: texture)
        scene.images.remove(at: texture)
        for index in scene.textures.indices where scene.textures[index].image > texture {
            scene.textures[index].image -= 1
        }
        for index in scene.materials.indices {
            scene.materials[index].textures.removeAll { $0.texture == texture }
            for slot in scene.materials[index].textures.indices
            where scene.materials[index].textures[slot].texture > texture {
                scene.materials[index].textures[slot].texture -= 1
            }
        }
        // Last pools first, so that the indices of the others stay valid.
        for pool in pools.inOrder({ $0.pool > $1.pool }) { take(pool, from: &scene) }
        return true
    }

    private func take(_ pool: Pool, from scene: inout MeshScene) {
        scene.vertexSets[pool.owner].pools.remove(at: pool.pool)
        scene.changePrimitives { primitive in
            guard primitive.vertexSet == pool.owner else { return }
            primitive.cornerAttributes.removeAll { $0.pool == pool.pool }
            for index in primitive.cornerAttributes.indices where primitive.cornerAttributes[index].pool > pool.pool {
                primitive.cornerAttributes[index].pool -= 1
            }
        }
    }
}

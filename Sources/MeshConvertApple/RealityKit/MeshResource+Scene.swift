#if canImport(RealityKit)
    public import MeshConvert
    public import RealityKit

    extension MeshResource {
        /// Makes a resource of a mesh of a scene: a part for each primitive and material, in their order.
        ///
        /// It has positions, normals and one set of texture coordinates; RealityKit makes normals where there are none.
        /// An entity of it needs as many materials as ``surfaceCount`` says; ``RealityKit/Entity`` has a maker for whole
        /// scenes, with materials.
        ///
        /// - Parameters:
        ///   - scene: a scene with metres and Y up.
        ///   - mesh: the index of the mesh.
        /// - Throws: a defect of an inconsistent scene, or one without triangles in this mesh; RealityKit's errors.
        @MainActor public static func generate(from scene: MeshScene, mesh: Int) throws -> MeshResource {
            let fitted = try SurfaceScene(scene, for: .realityKit)
            guard fitted.meshes.indices.contains(mesh), !fitted.meshes[mesh].surfaces.isEmpty else {
                throw SceneDefect(ScenePath.mesh(mesh), "expected a mesh with triangles, found none")
            }
            return try generate(from: fitted.meshes[mesh])
        }

        /// Makes a resource of surfaces, with the number of each as the index of its material.
        @MainActor static func generate(from mesh: SurfaceMesh) throws -> MeshResource {
            try generate(
                from: mesh.surfaces.enumerated().map { MeshDescriptor($1, name: mesh.name ?? "", material: $0) })
        }
    }

    extension MeshDescriptor {
        fileprivate init(_ surface: Surface, name: String, material: Int) {
            self.init(name: name)
            positions = MeshBuffer(Surface.rows3(surface.positions))
            if let values = surface.normals { normals = MeshBuffer(Surface.rows3(values)) }
            if let values = surface.texCoords { textureCoordinates = MeshBuffer(Surface.rows2(values)) }
            primitives = .triangles(Array(surface.indices))
            materials = .allFaces(UInt32(material))
        }
    }
#endif

#if canImport(RealityKit)
    public import MeshConvert
    public import RealityKit

    extension MeshResource {
        /// Makes a resource of a mesh of a scene: a part for each primitive and material, in their order.
        ///
        /// It has positions, normals and one set of texture coordinates; RealityKit makes normals where there are none.
        /// An entity of it needs as many materials as `expectedMaterialCount` says; `Entity.entity(of:)` makes whole scenes,
        /// with materials.
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
            return try generate(from: fitted.meshes[mesh].descriptors)
        }

        /// Makes a resource of surfaces, from iOS 18 on another thread.
        @MainActor static func resource(of mesh: SurfaceMesh) async throws -> MeshResource {
            if #available(iOS 18, macOS 15, visionOS 2, *) { return try await MeshResource(from: mesh.descriptors) }
            return try generate(from: mesh.descriptors)
        }
    }

    extension SurfaceMesh {
        /// A descriptor for each surface, with its number as the index of its material.
        fileprivate var descriptors: [MeshDescriptor] {
            surfaces.enumerated().map { MeshDescriptor($1, name: name ?? "", material: $0) }
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

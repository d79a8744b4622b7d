// Bounds: the array's bytes are copied by its own count.

#if canImport(ModelIO)
    import Foundation
    public import MeshConvert
    public import ModelIO
    import simd

    extension MDLAsset {
        /// Makes an asset of a scene: its nodes as objects, and below them a mesh for each primitive and material.
        ///
        /// ```swift
        /// let scene = try document("room.glb").scene
        /// let (asset, losses) = try MDLAsset.asset(of: scene)
        /// ```
        ///
        /// Positions are those of the scene, in its unit: Model I/O has none. Texture coordinates count from the bottom
        /// left, and colours are linear.
        ///
        /// - Returns: the asset, and what it doesn't hold of the scene, worst first.
        /// - Throws: a defect of an inconsistent scene.
        public static func asset(of scene: MeshScene) throws(SceneDefect) -> (asset: MDLAsset, losses: [Loss]) {
            let fitted = try SurfaceScene(scene, for: .modelIO)
            let asset = MDLAsset(bufferAllocator: nil)
            if let axis = scene.upAxis { asset.upAxis = axis == .z ? SIMD3(0, 0, 1) : SIMD3(0, 1, 0) }
            let materials = fitted.materials.map { MDLMaterial($0, images: fitted.images) }
            var objects: [MDLObject] = []
            for node in fitted.nodes {
                let surfaces = node.mesh.map { fitted.meshes[$0] }
                let meshes = surfaces?.surfaces.map { MDLMesh.mesh($0, materials) } ?? []
                // A single mesh is the node itself.
                let object = meshes.count == 1 ? meshes[0] : MDLObject()
                object.name = node.name ?? surfaces?.name ?? ""
                object.hidden = !node.isVisible
                object.transform = MDLTransform(matrix: simd_float4x4(node.matrix))
                if meshes.count > 1 { for mesh in meshes { object.addChild(mesh) } }
                if let parent = node.parent { objects[parent].addChild(object) } else { asset.add(object) }
                objects.append(object)
            }
            return (asset, fitted.losses)
        }
    }

    extension MDLMesh {
        fileprivate static func mesh(_ surface: Surface, _ materials: [MDLMaterial]) -> MDLMesh {
            let allocator = MDLMeshBufferDataAllocator()
            let descriptor = MDLVertexDescriptor()
            var buffers: [any MDLMeshBuffer] = []
            func add(_ values: ContiguousArray<Float>?, _ name: String, _ format: MDLVertexFormat, width: Int) {
                guard let values else { return }
                descriptor.addOrReplaceAttribute(
                    MDLVertexAttribute(name: name, format: format, offset: 0, bufferIndex: buffers.count))
                descriptor.layouts[buffers.count] = MDLVertexBufferLayout(stride: width * MemoryLayout<Float>.size)
                buffers.append(allocator.newBuffer(with: Data(packed: values), type: .vertex))
            }
            add(surface.positions, MDLVertexAttributePosition, .float3, width: 3)
            add(surface.normals, MDLVertexAttributeNormal, .float3, width: 3)
            add(surface.texCoords, MDLVertexAttributeTextureCoordinate, .float2, width: 2)
            add(surface.colors, MDLVertexAttributeColor, .float4, width: 4)
            let submesh = MDLSubmesh(
                indexBuffer: allocator.newBuffer(with: Data(packed: surface.indices), type: .index),
                indexCount: surface.indices.count, indexType: .uInt32, geometryType: surface.topology.geometryType,
                material: surface.material.map { materials[$0] })
            return MDLMesh(
                vertexBuffers: buffers, vertexCount: surface.vertexCount, descriptor: descriptor, submeshes: [submesh])
        }
    }

    extension Topology {
        fileprivate var geometryType: MDLGeometryType {
            switch self {
            case .points: .points
            case .lines: .lines
            case .polygons: .triangles
            }
        }
    }

    extension Data {
        fileprivate init<T: BitwiseCopyable>(packed values: ContiguousArray<T>) {
            self = unsafe values.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return Data() }
                return unsafe Data(bytes: start, count: bytes.count)
            }
        }
    }

    extension simd_float4x4 {
        /// Sixteen numbers in column-major order.
        init(_ numbers: [Double]) {
            func column(_ start: Int) -> SIMD4<Float> {
                SIMD4(SIMD4(numbers[start], numbers[start + 1], numbers[start + 2], numbers[start + 3]))
            }
            self.init(columns: (column(0), column(4), column(8), column(12)))
        }
    }
#endif

// Bounds: a buffer is seen whole by its own length, and a column that leaves it is an error.

#if canImport(ModelIO)
    import Foundation
    public import MeshConvert
    public import ModelIO
    import simd

    extension MeshScene {
        /// Makes a scene of an asset: objects as nodes, meshes with all their vertex attributes, submeshes, materials.
        ///
        /// ```swift
        /// let (scene, losses) = try MeshScene.scene(of: MDLAsset(url: url))
        /// try await convert(.scene(scene), to: .path(path))
        /// ```
        ///
        /// Buffers are copied. The up axis is the asset's; the unit is unknown, unless the caller sets it. Colours are
        /// taken as linear and texture coordinates as counted from the bottom left.
        ///
        /// - Returns: the scene, and what it doesn't hold of the asset.
        /// - Throws: a defect that names the mesh, if a buffer is smaller than the numbers of its mesh say.
        public static func scene(of asset: MDLAsset) throws(SceneDefect) -> (scene: MeshScene, losses: [Loss]) {
            asset.loadTextures()
            var reader = AssetReader()
            for index in 0..<asset.count { try reader.read(asset.object(at: index)) }
            let motions = asset.animations.objects.count
            if motions > 0 {
                reader.losses.add(
                    .animationDropped, .dropped, "/animations", "animations", motions, "animations",
                    "animations of Model I/O are not read")
            }
            reader.scene.upAxis = asset.upAxis.z > asset.upAxis.y ? .z : .y
            try reader.scene.validate()
            return (reader.scene, reader.losses.sorted)
        }
    }

    /// Reads objects of Model I/O.
    private struct AssetReader {
        var scene = MeshScene()
        var losses = SurfaceLosses(.modelIO)
        private var meshes: [ObjectIdentifier: Int] = [:]
        private var materials: [ObjectIdentifier: Int] = [:]

        init() { scene.scenes = [SceneRoot(roots: [])] }

        /// Reads an object and all below it; one that is an instance shows what its original has.
        mutating func read(_ root: MDLObject) throws(SceneDefect) {
            scene.scenes[0].roots.append(scene.nodes.count)
            var stack: [(object: MDLObject, parent: Int?)] = [(root, nil)]
            while let (object, parent) = stack.popLast() {
                let index = scene.nodes.count
                guard index < 5_000_000 else { throw SceneDefect("/nodes", "expected at most 5000000 objects") }
                if let parent { scene.nodes[parent].children.append(index) }
                var node = Node(name: object.name.isEmpty ? nil : object.name, isVisible: !object.hidden)
                if let matrix = object.transform?.matrix { node.transform = NodeTransform(matrix) }
                if object.transform.map({ $0.keyTimes.count > 1 }) == true {
                    losses.add(
                        .animationDropped, .dropped, "/nodes/\(index)", "animation", 1, "animations",
                        "objects are read as they are at the start")
                }
                let content = object.instance ?? object
                if let mesh = content as? MDLMesh { node.mesh = try place(of: mesh) }
                if content is MDLCamera { drop(.cameraDropped, index, "camera", "cameras") }
                if content is MDLLight { drop(.lightDropped, index, "light", "lights") }
                if content is MDLVoxelArray { drop(.meshDropped, index, "voxels", "voxel arrays") }
                scene.nodes.append(node)
                for child in content.children.objects.reversed() { stack.append((child, index)) }
            }
        }

        private mutating func drop(_ code: Loss.Code, _ node: Int, _ name: String, _ unit: String) {
            losses.add(
                code, .dropped, "/nodes/\(node)", name, 1, unit, "\(unit) of Model I/O are not read")
        }

        private mutating func place(of mesh: MDLMesh) throws(SceneDefect) -> Int {
            if let known = meshes[ObjectIdentifier(mesh)] { return known }
            var memory = BufferMesh(name: mesh.name.isEmpty ? nil : mesh.name, vertexCount: mesh.vertexCount)
            try addAttributes(of: mesh, to: &memory)
            for case let submesh as MDLSubmesh in mesh.submeshes ?? NSMutableArray() { try add(submesh, to: &memory) }
            let set = scene.vertexSets.count
            scene.vertexSets.append(VertexSet(count: mesh.vertexCount, attributes: memory.attributes))
            scene.meshes.append(Mesh(name: memory.name, primitives: try memory.primitives(set: set)))
            meshes[ObjectIdentifier(mesh)] = scene.meshes.count - 1
            return scene.meshes.count - 1
        }

        private mutating func addAttributes(of mesh: MDLMesh, to memory: inout BufferMesh) throws(SceneDefect) {
            let descriptor = mesh.vertexDescriptor
            for case let attribute as MDLVertexAttribute in descriptor.attributes where attribute.format != .invalid {
                guard let format = VertexFormat(code: attribute.format.rawValue),
                    mesh.vertexBuffers.indices.contains(attribute.bufferIndex),
                    let layout = descriptor.layouts[attribute.bufferIndex] as? MDLVertexBufferLayout
                else {
                    losses.add(
                        .attributeDropped, .dropped, "/meshes/\(scene.meshes.count)/\(attribute.name)", attribute.name,
                        mesh.vertexCount, "vertices", "values of 10 and 11 bits are not read")
                    continue
                }
                let buffer = mesh.vertexBuffers[attribute.bufferIndex]
                let bytes = unsafe UnsafeRawBufferPointer(start: buffer.map().bytes, count: buffer.length)
                try unsafe memory.add(attribute.name, format, bytes, offset: attribute.offset, stride: layout.stride)
            }
        }

        private mutating func add(_ submesh: MDLSubmesh, to memory: inout BufferMesh) throws(SceneDefect) {
            guard let elements = BufferMesh.Elements(rawValue: submesh.geometryType.rawValue) else { return }
            let type: ScalarType =
                switch submesh.indexType {
                case .uInt8: .uint8
                case .uInt16: .uint16
                default: .uint32
                }
            var part = BufferMesh.Part(
                elements: elements, indices: try column(submesh.indexBuffer, submesh.indexCount, type, "indices"))
            if elements == .variable, let topology = submesh.topology, let faces = topology.faceTopology {
                part.arities = try column(faces, topology.faceCount, .uint8, "faces")
            }
            if let material = submesh.material { part.material = place(of: material) }
            memory.parts.append(part)
        }

        private func column(
            _ buffer: any MDLMeshBuffer, _ count: Int, _ type: ScalarType, _ name: String
        ) throws(SceneDefect) -> Column {
            let bytes = unsafe UnsafeRawBufferPointer(start: buffer.map().bytes, count: buffer.length)
            return try unsafe Column(copying: bytes, count: count, components: 1, type: type, name: name)
        }

        private mutating func place(of material: MDLMaterial) -> Int {
            if let known = materials[ObjectIdentifier(material)] { return known }
            let read = SceneMaterial(material, into: &scene, &losses)
            scene.materials.append(read)
            materials[ObjectIdentifier(material)] = scene.materials.count - 1
            return scene.materials.count - 1
        }
    }

    extension NodeTransform {
        fileprivate init(_ matrix: simd_float4x4) {
            let c = matrix.columns
            self = .matrix(
                [c.0, c.1, c.2, c.3].flatMap { column in (0..<4).map { Double(column[$0]) } })
        }
    }
#endif

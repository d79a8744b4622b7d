// Bounds: indices are compared with the counts; a node's matrix and its place have sixteen numbers.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Documented in meshconv.h.

public import CMeshConv
import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

@c @implementation
public func meshconv_scene_facts_get(
    _ scene: OpaquePointer?, _ facts: UnsafeMutablePointer<meshconv_scene_facts>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, facts, error) { scene, handle in
        let (format, texts) = (handle.format, handle.texts)
        return unsafe meshconv_scene_facts(
            format: texts.pointer(format.name), variant: texts.pointer(format.variant),
            up_axis: texts.pointer(scene.upAxis?.rawValue), meters_per_unit: scene.metersPerUnit ?? 0,
            vertex_set_count: scene.vertexSets.count, mesh_count: scene.meshes.count,
            primitive_count: handle.sceneIndex.primitiveCount, node_count: scene.nodes.count,
            material_count: scene.materials.count, image_count: scene.images.count, table_count: scene.tables.count,
            metadata_count: scene.metadata.count, diagnostic_count: handle.diagnostics.count)
    }
}

@c @implementation
public func meshconv_vertex_set_get(
    _ scene: OpaquePointer?, _ index: Int, _ set: UnsafeMutablePointer<meshconv_vertex_set>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, set, error) { scene, _ throws(Failure) in
        let set = try scene.vertexSets.part(index, "vertex sets")
        return meshconv_vertex_set(
            count: set.count, attribute_count: set.attributes.count, pool_count: set.pools.count)
    }
}

@c @implementation
public func meshconv_mesh_get(
    _ scene: OpaquePointer?, _ index: Int, _ mesh: UnsafeMutablePointer<meshconv_mesh>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, mesh, error) { scene, handle throws(Failure) in
        let mesh = try scene.meshes.part(index, "meshes")
        return unsafe meshconv_mesh(
            name: handle.texts.pointer(mesh.name),
            first_primitive: handle.sceneIndex.starts[index],
            primitive_count: mesh.primitives.count)
    }
}

@c @implementation
public func meshconv_primitive_get(
    _ scene: OpaquePointer?, _ index: Int, _ primitive: UnsafeMutablePointer<meshconv_primitive>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, primitive, error) { scene, handle throws(Failure) in
        let (mesh, primitive) = try handle.primitive(index, of: scene)
        var result = meshconv_primitive()
        (result.mesh, result.vertex_set) = (mesh, primitive.vertexSet)
        (result.element_count, result.corner_count) = (primitive.elementCount, primitive.cornerCount)
        result.topology = Int32(clamping: Topology.allCases.firstIndex(of: primitive.topology) ?? 0)
        if case .uniform(let count) = primitive.arity { result.corners_per_element = Int32(clamping: count) }
        result.has_indices = primitive.vertices == nil ? 0 : 1
        switch primitive.material {
        case .none: result.material = -1
        case .one(let material): result.material = Int32(clamping: material)
        case .perElement: result.material = -2
        }
        result.attribute_count = primitive.elementAttributes.count
        result.corner_attribute_count = primitive.cornerAttributes.count
        return result
    }
}

@c @implementation
public func meshconv_node_get(
    _ scene: OpaquePointer?, _ index: Int, _ node: UnsafeMutablePointer<meshconv_node>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, node, error) { scene, handle throws(Failure) in
        let node = try scene.nodes.part(index, "nodes")
        var result = unsafe meshconv_node()
        unsafe result.name = handle.texts.pointer(node.name)
        unsafe withUnsafeMutableBytes(of: &result.matrix) { bytes in
            unsafe node.transform.numbers.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
        }
        unsafe result.parent = Int64(handle.sceneIndex.parents[index])
        unsafe result.mesh = Int64(node.mesh ?? -1)
        let shown = scene.scenes.indices.contains(scene.defaultScene ?? 0) ? scene.scenes[scene.defaultScene ?? 0] : nil
        unsafe result.is_root = shown?.roots.contains(index) == true ? 1 : 0
        unsafe result.is_hidden = node.isVisible ? 0 : 1
        unsafe result.instance_count = node.instances?.count ?? 0
        return unsafe result
    }
}

@c @implementation
public func meshconv_image_get(
    _ scene: OpaquePointer?, _ index: Int, _ image: UnsafeMutablePointer<meshconv_image>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, image, error) { scene, handle throws(Failure) in
        let image = try scene.images.part(index, "images")
        var result = unsafe meshconv_image()
        unsafe result.name = handle.texts.pointer(image.uri.isEmpty ? image.name ?? "" : image.uri)
        unsafe result.media_type = handle.texts.pointer(image.mediaType)
        guard image.isFound else { return unsafe result }
        let lent = try unsafe handle.lend(ColumnKey(kind: .image, owner: index)) { () throws(Failure) in
            LentColumn(try image.block())
        }
        unsafe (result.bytes, result.size) = (lent.data, lent.count)
        return unsafe result
    }
}

@c @implementation
public func meshconv_table_get(
    _ scene: OpaquePointer?, _ index: Int, _ table: UnsafeMutablePointer<meshconv_table>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, table, error) { scene, handle throws(Failure) in
        let table = try scene.tables.part(index, "tables")
        return unsafe meshconv_table(
            name: handle.texts.pointer(table.name), row_count: table.rowCount, attribute_count: table.columns.count)
    }
}

@c @implementation
public func meshconv_metadata_get(
    _ scene: OpaquePointer?, _ index: Int, _ metadata: UnsafeMutablePointer<meshconv_metadata>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, metadata, error) { scene, handle throws(Failure) in
        let entry = try scene.metadata.part(index, "entries of metadata")
        return unsafe meshconv_metadata(
            key: handle.texts.pointer(entry.key), value: handle.texts.pointer(entry.value))
    }
}

@c @implementation
public func meshconv_diagnostic_get(
    _ scene: OpaquePointer?, _ index: Int, _ diagnostic: UnsafeMutablePointer<meshconv_diagnostic>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, diagnostic, error) { _, handle throws(Failure) in
        let found = try handle.diagnostics.part(index, "diagnostics")
        let place = found.location == .whole ? nil : found.location.text
        return unsafe meshconv_diagnostic(
            code: handle.texts.pointer(found.code), message: handle.texts.pointer(found.message),
            place: handle.texts.pointer(place))
    }
}

/// Hands out a part of a scene.
func part<T>(
    _ pointer: OpaquePointer?, _ result: UnsafeMutablePointer<T>?, _ error: UnsafeMutablePointer<OpaquePointer?>?,
    _ find: (MeshScene, SceneHandle) throws(Failure) -> T
) -> Int32 {
    unsafe attempt(error) { () throws(Failure) in
        let handle = try unsafe SceneHandle.of(pointer, "a scene")
        let result = try unsafe place(result, "the result")
        unsafe result.pointee = try find(handle.scene, handle)
        return .done
    }
}

extension Array {
    /// Returns an element, whose index is checked.
    func part(_ index: Int, _ what: String) throws(Failure) -> Element {
        guard indices.contains(index) else { throw .beyond(index, count, what) }
        return self[index]
    }
}

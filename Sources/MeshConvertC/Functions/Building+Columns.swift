// Bounds: structures are the caller's; columns are checked as `Column(_:_:_:)` says.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Documented in meshconv.h.

public import CMeshConv
import MeshConvert
import MeshModel

@c @implementation
public func meshconv_scene_add_attribute(
    _ scene: OpaquePointer?, _ place: Int32, _ owner: Int, _ attribute: UnsafePointer<meshconv_attribute>?,
    _ release: meshconv_release?, _ context: UnsafeMutableRawPointer?, _ index: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    // From here on it is released once, whatever happens.
    let owned = unsafe release.map { unsafe OwnedByCaller($0, context) }
    return unsafe attempt(error) { () throws(Failure) in
        let handle = try unsafe SceneHandle.of(scene, "a scene")
        guard let attribute = unsafe attribute?.pointee else {
            throw Failure(usage: "expected an attribute, found NULL")
        }
        let number = try handle.add(try unsafe Attribute(attribute, owned), place, owner)
        if let index = unsafe index { unsafe index.pointee = number }
        return .done
    }
}

@c @implementation
public func meshconv_scene_add_ragged_attribute(
    _ scene: OpaquePointer?, _ place: Int32, _ owner: Int, _ attribute: UnsafePointer<meshconv_attribute>?,
    _ offsets: UnsafePointer<meshconv_column>?, _ index: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe attempt(error) { () throws(Failure) in
        let handle = try unsafe SceneHandle.of(scene, "a scene")
        guard let attribute = unsafe attribute?.pointee, let offsets = unsafe offsets?.pointee else {
            throw Failure(usage: "expected an attribute and the starts of its rows, found NULL")
        }
        let number = try handle.add(try unsafe Attribute(attribute, offsets: offsets), place, owner)
        if let index = unsafe index { unsafe index.pointee = number }
        return .done
    }
}

@c @implementation
public func meshconv_scene_add_primitive(
    _ scene: OpaquePointer?, _ primitive: UnsafePointer<meshconv_primitive>?,
    _ indices: UnsafePointer<meshconv_column>?, _ offsets: UnsafePointer<meshconv_column>?,
    _ index: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe attempt(error) { () throws(Failure) in
        let handle = try unsafe SceneHandle.of(scene, "a scene")
        guard let primitive = unsafe primitive?.pointee else {
            throw Failure(usage: "expected a primitive, found NULL")
        }
        var made = try Primitive(primitive)
        if let indices = unsafe indices { made.vertices = try unsafe Column(indices.pointee, "indices") }
        if let offsets = unsafe offsets { made.arity = .offsets(try unsafe Column(offsets.pointee, "offsets")) }
        if case .uniform(0) = made.arity {
            throw Failure(usage: "expected offsets or the number of corners of each element, found neither")
        }
        try handle.change { scene throws(Failure) in
            guard !scene.meshes.isEmpty else { throw Failure(usage: "expected a mesh for the primitive, found none") }
            _ = try scene.vertexSets.part(made.vertexSet, "vertex sets")
            if case .one(let material) = made.material { _ = try scene.materials.part(material, "materials") }
            try scene.check(made)
            scene.meshes[scene.meshes.count - 1].primitives.append(made)
        }
        if let index = unsafe index { unsafe index.pointee = handle.sceneIndex.primitiveCount - 1 }
        return .done
    }
}

@c @implementation
public func meshconv_scene_set_materials(
    _ scene: OpaquePointer?, _ primitive: Int, _ materials: UnsafePointer<meshconv_column>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe attempt(error) { () throws(Failure) in
        let handle = try unsafe SceneHandle.of(scene, "a scene")
        guard let materials = unsafe materials?.pointee else { throw Failure(usage: "expected materials, found NULL") }
        let column = try unsafe Column(materials, "materials")
        try handle.change(primitive) { $0.material = .perElement(column) }
        handle.forget(ColumnKey(kind: .primitive(Int32(clamping: MESHCONV_MATERIALS)), owner: primitive))
        return .done
    }
}

@c @implementation
public func meshconv_scene_add_corner_attribute(
    _ scene: OpaquePointer?, _ primitive: Int, _ pool: Int, _ rows: UnsafePointer<meshconv_column>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe attempt(error) { () throws(Failure) in
        let handle = try unsafe SceneHandle.of(scene, "a scene")
        let column = try unsafe rows.map { rows throws(Failure) in try unsafe Column(rows.pointee, "rows") }
        try handle.change(primitive) { $0.cornerAttributes.append(CornerAttribute(pool: pool, indices: column)) }
        return .done
    }
}

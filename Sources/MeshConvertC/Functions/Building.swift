// Bounds: numbers are copied by the count that the caller states; a node's matrix has sixteen.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Documented in meshconv.h.

public import CMeshConv
import MeshConvert
import MeshModel

@c @implementation
public func meshconv_scene_set_frame(
    _ scene: OpaquePointer?, _ upAxis: UnsafePointer<CChar>?, _ metersPerUnit: Double,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe build(scene, nil, error) { scene throws(Failure) in
        let word = try unsafe optionalText(upAxis, "an axis")
        let axis = try word.map { word throws(Failure) in
            guard let axis = UpAxis(rawValue: word) else { throw Failure.unexpected("the up axis", word, ["Y", "Z"]) }
            return axis
        }
        guard metersPerUnit.isFinite, metersPerUnit >= 0 else {
            throw Failure(usage: "expected metres per unit, or 0 for unknown, found \(metersPerUnit)")
        }
        (scene.upAxis, scene.metersPerUnit) = (axis, metersPerUnit == 0 ? nil : metersPerUnit)
        return 0
    }
}

@c @implementation
public func meshconv_scene_add_metadata(
    _ scene: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe build(scene, nil, error) { scene throws(Failure) in
        scene.metadata.append(
            MetadataEntry(key: try unsafe text(key, "a key"), value: try unsafe text(value, "a value")))
        return 0
    }
}

@c @implementation
public func meshconv_scene_add_vertex_set(
    _ scene: OpaquePointer?, _ count: Int, _ index: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe build(scene, index, error) { scene throws(Failure) in
        guard count >= 0 else { throw Failure(usage: "expected a number of vertices, found \(count)") }
        scene.vertexSets.append(VertexSet(count: count))
        return scene.vertexSets.count - 1
    }
}

@c @implementation
public func meshconv_scene_add_mesh(
    _ scene: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ index: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe build(scene, index, error) { scene throws(Failure) in
        scene.meshes.append(Mesh(name: try unsafe optionalText(name, "a name"), primitives: []))
        return scene.meshes.count - 1
    }
}

@c @implementation
public func meshconv_scene_add_node(
    _ scene: OpaquePointer?, _ node: UnsafePointer<meshconv_node>?, _ index: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe build(scene, index, error) { scene throws(Failure) in
        guard let node = unsafe node?.pointee else { throw Failure(usage: "expected a node, found NULL") }
        var made = Node(name: try unsafe optionalText(node.name, "a name"))
        let numbers = unsafe withUnsafeBytes(of: node.matrix) { unsafe Array($0.bindMemory(to: Double.self)) }
        if numbers != NodeTransform.identity.numbers { made.transform = .matrix(numbers) }
        made.isVisible = unsafe node.is_hidden == 0
        if unsafe node.mesh >= 0 {
            let mesh = unsafe Int(node.mesh)
            _ = try scene.meshes.part(mesh, "meshes")
            made.mesh = mesh
        }
        let number = scene.nodes.count
        if unsafe node.parent >= 0 {
            let parent = unsafe Int(node.parent)
            _ = try scene.nodes.part(parent, "nodes")
            scene.nodes[parent].children.append(number)
        } else {
            if scene.scenes.isEmpty { (scene.scenes, scene.defaultScene) = ([SceneRoot(roots: [])], 0) }
            let shown = scene.defaultScene ?? 0
            if scene.scenes.indices.contains(shown) { scene.scenes[shown].roots.append(number) }
        }
        scene.nodes.append(made)
        return number
    }
}

@c @implementation
public func meshconv_scene_add_material(
    _ scene: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ index: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe build(scene, index, error) { scene throws(Failure) in
        let name = try unsafe optionalText(name, "a name")
        scene.materials.append(SceneMaterial(name: name, model: .metallicRoughness))
        return scene.materials.count - 1
    }
}

@c @implementation
public func meshconv_scene_set_setting(
    _ scene: OpaquePointer?, _ material: Int, _ name: UnsafePointer<CChar>?, _ values: UnsafePointer<Double>?,
    _ count: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe build(scene, nil, error) { scene throws(Failure) in
        _ = try scene.materials.part(material, "materials")
        let name = try unsafe text(name, "the name of a setting")
        guard let values = unsafe values, count > 0 else {
            throw Failure(usage: "expected numbers of \(name), found none")
        }
        let numbers = unsafe Array(UnsafeBufferPointer(start: values, count: count))
        if let known = scene.materials[material].parameters.firstIndex(where: { $0.name == name }) {
            scene.materials[material].parameters[known].values = numbers
        } else {
            scene.materials[material].parameters.append(MaterialParameter(name, numbers))
        }
        return 0
    }
}

@c @implementation
public func meshconv_scene_set_texture(
    _ scene: OpaquePointer?, _ material: Int, _ slot: UnsafePointer<CChar>?, _ image: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe build(scene, nil, error) { scene throws(Failure) in
        _ = try scene.materials.part(material, "materials")
        _ = try scene.images.part(image, "images")
        let slot = try unsafe text(slot, "a slot")
        scene.textures.append(Texture(image: image))
        scene.materials[material].textures.removeAll { $0.slot == slot }
        scene.materials[material].textures.append(TextureSlot(slot, texture: scene.textures.count - 1))
        return 0
    }
}

@c @implementation
public func meshconv_scene_add_image(
    _ scene: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ mediaType: UnsafePointer<CChar>?,
    _ bytes: UnsafeRawPointer?, _ size: Int, _ index: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe build(scene, index, error) { scene throws(Failure) in
        scene.images.append(
            SceneImage(
                uri: try unsafe optionalText(name, "a name") ?? "",
                bytes: try unsafe copied(bytes, size, "an image"),
                mediaType: try unsafe optionalText(mediaType, "a media type")))
        return scene.images.count - 1
    }
}

@c @implementation
public func meshconv_scene_add_table(
    _ scene: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ rowCount: Int, _ index: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe build(scene, index, error) { scene throws(Failure) in
        guard rowCount >= 0 else { throw Failure(usage: "expected a number of rows, found \(rowCount)") }
        scene.tables.append(SceneTable(name: try unsafe text(name, "a name"), rowCount: rowCount, columns: []))
        return scene.tables.count - 1
    }
}

/// Changes a scene and hands out the index of what was added.
func build(
    _ pointer: OpaquePointer?, _ index: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?,
    _ change: (inout MeshScene) throws(Failure) -> Int
) -> Int32 {
    unsafe attempt(error) { () throws(Failure) in
        let number = try unsafe SceneHandle.of(pointer, "a scene").change(change)
        if let index = unsafe index { unsafe index.pointee = number }
        return .done
    }
}

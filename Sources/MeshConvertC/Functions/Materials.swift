// Bounds: indices are compared with the counts; texts and numbers belong to the scene's handle.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Documented in meshconv.h.

public import CMeshConv
import MeshConvert
import MeshModel

@c @implementation
public func meshconv_material_get(
    _ scene: OpaquePointer?, _ index: Int, _ material: UnsafeMutablePointer<meshconv_material>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, material, error) { scene, handle throws(Failure) in
        let material = try scene.materials.part(index, "materials")
        var result = unsafe meshconv_material()
        unsafe result.name = handle.texts.pointer(material.name)
        let color = material.numbers("baseColor", 3, 1)
        unsafe result.base_color = (color[0], color[1], color[2], material.numbers("alpha", 1, 1)[0])
        unsafe result.metallic = material.numbers("metallic", 1, 0)[0]
        unsafe result.roughness = material.numbers("roughness", 1, 1)[0]
        let emissive = material.numbers("emissive", 3, 0)
        unsafe result.emissive = (emissive[0], emissive[1], emissive[2])
        unsafe result.is_double_sided = material.numbers("doubleSided", 1, 0)[0] == 0 ? 0 : 1
        unsafe result.alpha_mode = Int32(exactly: material.numbers("alphaMode", 1, 0)[0]) ?? 0
        unsafe (result.setting_count, result.texture_count) = (material.parameters.count, material.textures.count)
        return unsafe result
    }
}

@c @implementation
public func meshconv_setting_get(
    _ scene: OpaquePointer?, _ material: Int, _ index: Int, _ setting: UnsafeMutablePointer<meshconv_setting>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, setting, error) { scene, handle throws(Failure) in
        let material = (index: material, found: try scene.materials.part(material, "materials"))
        let setting = try material.found.parameters.part(index, "settings of the material")
        let key = ColumnKey(kind: .setting, owner: material.index, index: index)
        let values = try unsafe handle.lend(key) { () throws(Failure) in try LentColumn(Column(setting.values)) }
        return unsafe meshconv_setting(
            name: handle.texts.pointer(setting.name), values: values.data?.assumingMemoryBound(to: Double.self),
            count: values.count)
    }
}

@c @implementation
public func meshconv_texture_get(
    _ scene: OpaquePointer?, _ material: Int, _ index: Int, _ texture: UnsafeMutablePointer<meshconv_texture>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe part(scene, texture, error) { scene, handle throws(Failure) in
        let material = try scene.materials.part(material, "materials")
        let slot = try material.textures.part(index, "textures of the material")
        let image = scene.textures.indices.contains(slot.texture) ? scene.textures[slot.texture].image : -1
        return unsafe meshconv_texture(slot: handle.texts.pointer(slot.slot), image: Int64(image))
    }
}

extension SceneMaterial {
    /// The numbers that count for a setting, as many as asked for.
    fileprivate func numbers(_ name: String, _ count: Int, _ usual: Double) -> [Double] {
        let found = effective(name) ?? []
        return (0..<count).map { found.indices.contains($0) ? found[$0] : usual }
    }
}

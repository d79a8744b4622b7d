import MeshBytes
import MeshModel

/// The extensions that we can read. What the scene can't hold of them is in the residue.
enum GLTFExtensions {
    static let meshopt = ["EXT_meshopt_compression", "KHR_meshopt_compression"]
    static let draco = "KHR_draco_mesh_compression"
    static let instancing = "EXT_mesh_gpu_instancing"
    static let lights = "KHR_lights_punctual"
    static let transform = "KHR_texture_transform"
    static let variants = "KHR_materials_variants"
    static let splats = "KHR_gaussian_splatting"
    static let techniques = "KHR_techniques_webgl"
    static let center = "CESIUM_RTC"
    static let visibility = "KHR_node_visibility"
    static let animationPointer = "KHR_animation_pointer"

    /// The extensions that a file may require: what we read is right, even if we ignore one of these.
    static let known: Set<String> = [
        "KHR_mesh_quantization", draco, instancing, lights, transform,
        "EXT_meshopt_compression", "KHR_meshopt_compression",
        "EXT_texture_webp", "KHR_texture_basisu", "KHR_texture_ktx", "MSFT_texture_dds", "EXT_texture_avif",
        "KHR_materials_anisotropy", "KHR_materials_clearcoat", "KHR_materials_diffuse_transmission",
        "KHR_materials_dispersion", "KHR_materials_emissive_strength", "KHR_materials_ior",
        "KHR_materials_iridescence", "KHR_materials_pbrSpecularGlossiness", "KHR_materials_sheen",
        "KHR_materials_specular", "KHR_materials_transmission", "KHR_materials_unlit", variants,
        "KHR_materials_volume", animationPointer, splats, techniques, center,
        "KHR_xmp_json_ld", visibility, "KHR_node_hoverability", "KHR_node_selectability",
    ]

    /// The extensions that give a texture's image in a format that only some programs read, in order of preference.
    static let images = [
        "KHR_texture_basisu", "EXT_texture_webp", "EXT_texture_avif", "MSFT_texture_dds", "KHR_texture_ktx",
    ]

    /// The node and its property that an object of KHR_animation_pointer points to; nil: something else.
    static func movedNode(_ pointer: JSONValue) -> (node: Int, property: AnimationChannel.Property)? {
        let parts = (pointer["pointer"]?.string ?? "").split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].isEmpty, parts[1] == "nodes", let node = Int(parts[2]), node >= 0 else {
            return nil
        }
        if parts[3...].elementsEqual(["extensions", visibility[...], "visible"]) { return (node, .visibility) }
        guard parts.count == 4, let property = property(String(parts[3])) else { return nil }
        return (node, property)
    }

    /// Whether the scene can have what an object of KHR_animation_pointer points to.
    static func isKnown(_ pointer: JSONValue) -> Bool {
        movedNode(pointer) != nil || pointer["pointer"]?.string.flatMap { GLTFPointer($0) } != nil
    }

    /// The property that a path of a channel names.
    static func property(_ path: String) -> AnimationChannel.Property? {
        AnimationChannel.Property(rawValue: path).flatMap { $0 == .visibility ? nil : $0 }
    }

    /// The target of a channel that shows and hides a node.
    static func visibilityTarget(ofNode node: Int) -> JSONValue {
        let pointer = "/nodes/\(node)/extensions/\(visibility)/visible"
        return ["path": "pointer", "extensions": [animationPointer: ["pointer": .string(pointer)]]]
    }
}

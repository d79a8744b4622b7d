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

    /// The extensions that a file may require: what we read is right, even if we ignore one of these.
    static let known: Set<String> = [
        "KHR_mesh_quantization", draco, instancing, lights, transform,
        "EXT_meshopt_compression", "KHR_meshopt_compression",
        "EXT_texture_webp", "KHR_texture_basisu", "KHR_texture_ktx", "MSFT_texture_dds", "EXT_texture_avif",
        "KHR_materials_anisotropy", "KHR_materials_clearcoat", "KHR_materials_diffuse_transmission",
        "KHR_materials_dispersion", "KHR_materials_emissive_strength", "KHR_materials_ior",
        "KHR_materials_iridescence", "KHR_materials_pbrSpecularGlossiness", "KHR_materials_sheen",
        "KHR_materials_specular", "KHR_materials_transmission", "KHR_materials_unlit", variants,
        "KHR_materials_volume", "KHR_animation_pointer", splats, techniques, center,
        "KHR_xmp_json_ld", "KHR_node_visibility", "KHR_node_hoverability", "KHR_node_selectability",
    ]

    /// The extensions that give a texture's image in a format that only some programs read, in order of preference.
    static let images = [
        "KHR_texture_basisu", "EXT_texture_webp", "EXT_texture_avif", "MSFT_texture_dds", "KHR_texture_ktx",
    ]
}

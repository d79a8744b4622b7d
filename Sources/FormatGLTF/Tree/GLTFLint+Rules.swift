/// Rules of the specification for parts of a tree that the scene doesn't use, as data.
enum GLTFRules {
    /// The required members of an object, by its pattern.
    static let required: [String: [String]] = [
        "/animations/*": ["channels", "samplers"],
        "/animations/*/channels/*": ["sampler", "target"],
        "/animations/*/channels/*/target": ["path"],
        "/animations/*/samplers/*": ["input", "output"],
        "/skins/*": ["joints"],
        "/buffers/*": ["byteLength"],
        "/bufferViews/*": ["buffer", "byteLength"],
        "/accessors/*": ["componentType", "count", "type"],
        "/extensions/KHR_materials_variants": ["variants"],
        "/extensions/KHR_materials_variants/variants/*": ["name"],
        "/meshes/*/primitives/*/extensions/KHR_materials_variants": ["mappings"],
        "/meshes/*/primitives/*/extensions/KHR_materials_variants/mappings/*": ["variants", "material"],
    ]

    /// The array of the root that an index points into, by the index's pattern.
    static let references: [String: String] = [
        "/skins/*/joints/*": "nodes",
        "/skins/*/skeleton": "nodes",
        "/skins/*/inverseBindMatrices": "accessors",
        "/animations/*/channels/*/target/node": "nodes",
        "/animations/*/samplers/*/input": "accessors",
        "/animations/*/samplers/*/output": "accessors",
        "/meshes/*/primitives/*/targets/*/*": "accessors",
        "/meshes/*/primitives/*/extensions/KHR_materials_variants/mappings/*/material": "materials",
    ]

    /// The patterns of the objects that may have an extension; nil: any object may.
    static func places(of name: String) -> [String]? {
        switch name {
        case "KHR_lights_punctual": ["", "/nodes/*"]
        case "KHR_materials_variants": ["", "/meshes/*/primitives/*"]
        case "EXT_mesh_gpu_instancing", "KHR_node_visibility": ["/nodes/*"]
        case "KHR_draco_mesh_compression", "KHR_gaussian_splatting": ["/meshes/*/primitives/*"]
        case "EXT_texture_webp", "KHR_texture_basisu": ["/textures/*"]
        case _ where name.hasPrefix("KHR_materials_"): ["/materials/*"]
        default: nil
        }
    }

    /// The extensions of materials that exclude all others.
    static let excludedByUnlitOrOldShading = ["KHR_materials_unlit", "KHR_materials_pbrSpecularGlossiness"]

    /// The media types that images may have, each with the extension that it requires.
    static let mediaTypes: [String: String?] = [
        "image/png": nil, "image/jpeg": nil, "image/webp": "EXT_texture_webp", "image/ktx2": "KHR_texture_basisu",
        "image/vnd-ms.dds": "MSFT_texture_dds", "image/avif": "EXT_texture_avif",
    ]
}

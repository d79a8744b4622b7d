// The objects of extensions, and where each may be.

extension GLTFShapes {
    /// The objects that may have an extension, each with the extension's object; nil: an extension not known here.
    static func places(of name: String) -> [String: String]? { placesOfExtensions[name] }

    private static let source = ["texture": "textureSource"]

    private static let placesOfExtensions: [String: [String: String]] = [
        "KHR_animation_pointer": ["channelTarget": "animationPointer"],
        "KHR_draco_mesh_compression": ["primitive": "draco"],
        "KHR_gaussian_splatting": ["primitive": "splats"],
        "KHR_lights_punctual": ["glTF": "lights", "node": "nodeLight"],
        "KHR_materials_anisotropy": ["material": "anisotropy"],
        "KHR_materials_clearcoat": ["material": "clearcoat"],
        "KHR_materials_diffuse_transmission": ["material": "diffuseTransmission"],
        "KHR_materials_dispersion": ["material": "dispersion"],
        "KHR_materials_emissive_strength": ["material": "emissiveStrength"],
        "KHR_materials_ior": ["material": "ior"],
        "KHR_materials_iridescence": ["material": "iridescence"],
        "KHR_materials_pbrSpecularGlossiness": ["material": "specularGlossiness"],
        "KHR_materials_sheen": ["material": "sheen"],
        "KHR_materials_specular": ["material": "specular"],
        "KHR_materials_transmission": ["material": "transmission"],
        "KHR_materials_unlit": ["material": "open"],
        "KHR_materials_variants": ["glTF": "variants", "primitive": "variantMappings"],
        "KHR_materials_volume": ["material": "volume"],
        "KHR_mesh_quantization": [:],
        "KHR_meshopt_compression": ["bufferView": "open", "buffer": "open"],
        "EXT_meshopt_compression": ["bufferView": "open", "buffer": "open"],
        "KHR_node_visibility": ["node": "visibility"],
        "KHR_texture_basisu": source, "EXT_texture_webp": source, "EXT_texture_avif": source,
        "KHR_texture_transform": [
            "textureInfo": "transform", "normalTexture": "transform", "occlusionTexture": "transform",
        ],
        "EXT_mesh_gpu_instancing": ["node": "instancing"],
    ]

    private static let texture: GLTFShape.Rule = .object("textureInfo")

    static let extensions: [String: GLTFShape] = [
        "open": GLTFShape("", [:]),
        "animationPointer": GLTFShape("pointer", ["pointer": .text]),
        "draco": GLTFShape("bufferView attributes", ["bufferView": .index, "attributes": .indexMap]),
        "splats": GLTFShape(
            "kernel colorSpace", ["kernel": .text, "colorSpace": .text, "projection": .text, "sortingMethod": .text]),
        "lights": GLTFShape("lights", ["lights": .objects("light")]),
        "light": GLTFShape(
            "type",
            [
                "color": .numbers(3, .unit), "intensity": .number(.from(0)),
                "type": .words(["directional", "point", "spot"]), "range": .number(.positive), "spot": .object("spot"),
            ], hasName: true),
        "spot": GLTFShape(
            "",
            [
                "innerConeAngle": .number(GLTFShape.Range(least: 0, most: (.pi / 2).nextDown)),
                "outerConeAngle": .number(GLTFShape.Range(least: 0, most: .pi / 2, isAbove: true)),
            ]),
        "nodeLight": GLTFShape("light", ["light": .index]),
        "anisotropy": GLTFShape(
            "",
            ["anisotropyStrength": .number(.unit), "anisotropyRotation": .number(.any), "anisotropyTexture": texture]),
        "clearcoat": GLTFShape(
            "",
            [
                "clearcoatFactor": .number(.unit), "clearcoatTexture": texture,
                "clearcoatRoughnessFactor": .number(.unit), "clearcoatRoughnessTexture": texture,
                "clearcoatNormalTexture": .object("normalTexture"),
            ]),
        "diffuseTransmission": GLTFShape(
            "",
            [
                "diffuseTransmissionFactor": .number(.unit), "diffuseTransmissionTexture": texture,
                "diffuseTransmissionColorFactor": .numbers(3, .unit), "diffuseTransmissionColorTexture": texture,
            ]),
        "dispersion": GLTFShape("", ["dispersion": .number(.from(0))]),
        "emissiveStrength": GLTFShape("", ["emissiveStrength": .number(.from(0))]),
        // 0 has a meaning of its own; nothing else is below 1.
        "ior": GLTFShape("", ["ior": .number(.any)]),
        "iridescence": GLTFShape(
            "",
            [
                "iridescenceFactor": .number(.unit), "iridescenceTexture": texture, "iridescenceIor": .number(.from(1)),
                "iridescenceThicknessMinimum": .number(.from(0)), "iridescenceThicknessMaximum": .number(.from(0)),
                "iridescenceThicknessTexture": texture,
            ]),
        "specularGlossiness": GLTFShape(
            "",
            [
                "diffuseFactor": .numbers(4, .unit), "diffuseTexture": texture, "specularFactor": .numbers(3, .unit),
                "glossinessFactor": .number(.unit), "specularGlossinessTexture": texture,
            ]),
        "sheen": GLTFShape(
            "",
            [
                "sheenColorFactor": .numbers(3, .unit), "sheenColorTexture": texture,
                "sheenRoughnessFactor": .number(.unit), "sheenRoughnessTexture": texture,
            ]),
        "specular": GLTFShape(
            "",
            [
                "specularFactor": .number(.unit), "specularTexture": texture,
                "specularColorFactor": .numbers(3, .from(0)),
                "specularColorTexture": texture,
            ]),
        "transmission": GLTFShape("", ["transmissionFactor": .number(.unit), "transmissionTexture": texture]),
        "variants": GLTFShape("variants", ["variants": .objects("variant")]),
        "variant": GLTFShape("name", [:], hasName: true),
        "variantMappings": GLTFShape("mappings", ["mappings": .objects("mapping")]),
        "mapping": GLTFShape("material variants", ["material": .index, "variants": .indices], hasName: true),
        "volume": GLTFShape(
            "",
            [
                "thicknessFactor": .number(.from(0)), "thicknessTexture": texture,
                "attenuationDistance": .number(.positive), "attenuationColor": .numbers(3, .unit),
            ]),
        "visibility": GLTFShape("", ["visible": .truth]),
        "textureSource": GLTFShape("", ["source": .index]),
        "transform": GLTFShape(
            "",
            [
                "offset": .numbers(2, .any), "rotation": .number(.any), "scale": .numbers(2, .any),
                "texCoord": .offset,
            ]),
        "instancing": GLTFShape("attributes", ["attributes": .indexMap]),
    ]
}

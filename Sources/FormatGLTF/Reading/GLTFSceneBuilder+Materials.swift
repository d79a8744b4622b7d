import MeshBytes
import MeshFormats
import MeshModel

// Reads materials one to one, using `GLTFMaterialTable`.

extension GLTFSceneBuilder {
    mutating func buildMaterials() throws(ReadError) {
        for (index, entry) in tree.objects("materials").enumerated() {
            let pointer = "/materials/\(index)"
            var material = SceneMaterial(name: tree.string(entry, "name", pointer), model: .metallicRoughness)
            if let owner = entry["pbrMetallicRoughness"], owner["baseColorFactor"] != nil {
                if let color = tree.numbers(owner, "baseColorFactor", count: 4, "\(pointer)/pbrMetallicRoughness") {
                    material.parameters.append(MaterialParameter("baseColor", Array(color[..<3])))
                    material.parameters.append(MaterialParameter("alpha", [color[3]]))
                } else {
                    leftOut["/materials/*/pbrMetallicRoughness/baseColorFactor", default: 0] += 1
                }
            }
            if entry["pbrMetallicRoughness"] == nil {
                try addOldShading(entry, to: &material, pointer)
                try addTechnique(entry, to: &material, pointer)
            }
            for setting in GLTFMaterialTable.entries { try add(setting, of: entry, to: &material, pointer) }
            if let mode = entry["alphaMode"] {
                if let number = GLTFMaterialTable.alphaModes.firstIndex(of: mode.string ?? "") {
                    material.parameters.append(MaterialParameter("alphaMode", [Double(number)]))
                } else {
                    leaveOut(
                        "/materials/*/alphaMode", "gltf.type-mismatch", "\(pointer)/alphaMode",
                        "expected OPAQUE, MASK or BLEND, found \(mode.excerpt)")
                }
            }
            if entry["extensions"]?["KHR_materials_unlit"] != nil {
                material.parameters.append(MaterialParameter("unlit", [1]))
            }
            scene.materials.append(material)
        }
    }

    /// Reads a specular-glossiness material (KHR_materials_pbrSpecularGlossiness) as a non-metal with base colour and
    /// roughness. Its specular colour stays in the residue.
    private mutating func addOldShading(
        _ entry: JSONValue, to material: inout SceneMaterial, _ pointer: String
    ) throws(ReadError) {
        guard let old = entry["extensions"]?[GLTFMaterialTable.oldShading] else { return }
        let place = "\(pointer)/extensions/\(GLTFMaterialTable.oldShading)"
        let color = tree.numbers(old, "diffuseFactor", count: 4, place) ?? [1, 1, 1, 1]
        material.parameters += [
            MaterialParameter("baseColor", Array(color[..<3])), MaterialParameter("alpha", [color[3]]),
            MaterialParameter("metallic", [0]),
            MaterialParameter("roughness", [1 - (tree.number(old, "glossinessFactor", place) ?? 1)]),
        ]
        try add(GLTFMaterialTable.oldTexture, of: entry, to: &material, pointer)
        tree.warn(
            "gltf.old-shading", place,
            "specular-glossiness material: read as base colour and roughness of a non-metal", .note)
    }

    /// Reads the colour and the texture of a material of shaders (KHR_techniques_webgl) as those of what is no metal. All
    /// that the extension says stays in the residue.
    ///
    /// Shaders name their values as they like; these are the names that exporters use (CesiumJS, updateVersion.js).
    private mutating func addTechnique(
        _ entry: JSONValue, to material: inout SceneMaterial, _ pointer: String
    ) throws(ReadError) {
        guard let own = entry["extensions"]?[GLTFExtensions.techniques] else { return }
        let place = "\(pointer)/extensions/\(GLTFExtensions.techniques)"
        let all = tree.root["extensions"]?[GLTFExtensions.techniques]?["techniques"]?.array ?? []
        let technique = own["technique"]?.index.flatMap { all.indices.contains($0) ? all[$0] : nil }
        func value(_ name: String) -> JSONValue? {
            own["values"]?[name] ?? technique?["uniforms"]?[name]?["value"]
        }
        material.parameters.append(MaterialParameter("metallic", [0]))
        let textures = ["u_tex", "u_diffuse", "u_emission", "u_diffuse_tex"].compactMap(value)
        if let info = textures.first(where: { $0["index"] != nil }), let index = info["index"]?.index,
            index < textureOf.count, textureOf[index] != nil,
            let slot = try slot(GLTFMaterialTable.technique, info, place)
        {
            material.textures.append(slot)
        }
        let colors = ["u_diffuse", "u_diffuse_mat"].compactMap { value($0)?.array?.compactMap(\.number) }
        if let color = colors.first(where: { $0.count == 3 || $0.count == 4 }), color.allSatisfy((0...1).contains) {
            material.parameters.append(MaterialParameter("baseColor", color[..<3].map(ColorTransfer.linear(fromSRGB:))))
            if color.count == 4 { material.parameters.append(MaterialParameter("alpha", [color[3]])) }
        }
        tree.warn(
            "gltf.shaders", place, "material with custom shaders: only its base colour and texture are read", .note)
    }

    private mutating func add(
        _ setting: GLTFMaterialTable.Entry, of entry: JSONValue, to material: inout SceneMaterial, _ pointer: String
    ) throws(ReadError) {
        guard let member = setting.path.last,
            let owner = setting.path.dropLast().reduce(Optional(entry), { $0?[$1] }), let value = owner[member]
        else { return }
        let place = ([pointer] + setting.path.dropLast()).joined(separator: "/")
        var values: [Double]?
        switch setting.kind {
        case .texture:
            guard let slot = try slot(setting, value, "\(place)/\(member)") else { return }
            material.textures.append(slot)
            return
        case .number: values = tree.number(owner, member, place).map { [$0] }
        case .numbers(let count): values = tree.numbers(owner, member, count: count, place)
        case .truth: values = tree.bool(owner, member, place).map { [$0 ? 1 : 0] }
        }
        if let values {
            material.parameters.append(MaterialParameter(setting.name, values))
        } else {
            leftOut["/materials/*/" + setting.path.joined(separator: "/"), default: 0] += 1
        }
    }

    /// A material's use of a texture, with the options of its sampler and its transform.
    private mutating func slot(
        _ setting: GLTFMaterialTable.Entry, _ info: JSONValue, _ pointer: String
    ) throws(ReadError) -> TextureSlot? {
        let pattern = "/materials/*/" + setting.path.joined(separator: "/")
        let index = try reference(info["index"], textureOf.count, "\(pattern)/index", "\(pointer)/index")
        guard let index, let texture = textureOf[index] else {
            if info["index"] == nil {
                tree.warn("gltf.missing-member", "\(pointer)/index", "the texture has no index; it is left out")
            }
            // Without a texture none of these members is used.
            leftOut["\(pattern)/index", default: 0] += index == nil ? 0 : 1
            leftOut["\(pattern)/texCoord", default: 0] += info["texCoord"] == nil ? 0 : 1
            for (name, _) in info["extensions"]?[GLTFExtensions.transform]?.object ?? [] {
                leftOut["\(pattern)/extensions/\(GLTFExtensions.transform)/\(name)", default: 0] += 1
            }
            return nil
        }
        var slot = TextureSlot(setting.name, texture: texture)
        func add(_ name: String, _ words: [String]) { slot.options.append(TextureOption(name, words)) }
        if let set = info["texCoord"]?.int { add("texCoord", ["\(set)"]) }
        if let transform = info["extensions"]?[GLTFExtensions.transform] {
            for (name, count) in [("offset", 2), ("scale", 2)] {
                guard let numbers = transform[name]?.array?.compactMap(\.number), numbers.count == count else {
                    continue
                }
                add(name, numbers.map(Self.word))
            }
            if let angle = transform["rotation"]?.number { add("rotation", [Self.word(angle)]) }
            if let set = transform["texCoord"]?.int { add("transformTexCoord", ["\(set)"]) }
        }
        slot.options += samplerOptions(index)
        return slot
    }

    /// The shortest digits that read back as the number.
    private static func word(_ number: Double) -> String { JSONValue.number(number).text() }
}

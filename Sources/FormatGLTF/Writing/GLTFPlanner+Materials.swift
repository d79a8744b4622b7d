import MeshBytes
import MeshFormats
import MeshModel

// Writes materials one to one, using `GLTFMaterialTable`, then one for elements that have none.

extension GLTFPlanner {
    /// The material of elements that have none. glTF's default would show a scan as dark metal without back faces.
    static let plain: JSONValue = [
        "pbrMetallicRoughness": ["metallicFactor": 0, "roughnessFactor": 1], "doubleSided": true,
    ]

    mutating func planMaterials() {
        for material in scene.materials { materialObjects.append(object(material)) }
        links.materials = scene.materials.indices.map { $0 }
        if runs.joined().contains(where: { $0.material < 0 }) {
            plainMaterial = scene.materials.count
            origin.plainMaterial = plainMaterial
            materialObjects.append(Self.plain)
            links.materials.append(nil)
            lose(
                .materialGenerated, .reencoded, ScenePath.material(scene.materials.count), "material", 1, "materials",
                "readers of glTF take surfaces without a material for metal without backs")
        }
        reportPlainMaterial()
    }

    private mutating func reportPlainMaterial() {
        for own in runs {
            var counts: [(place: PrimitivePlace, count: Int)] = []
            for run in own where run.material < 0 {
                var count = run.elementCount
                if let elements = run.elements {
                    count = 0
                    var last = Int32(-1)
                    for element in elements where element != last {
                        count += 1
                        last = element
                    }
                }
                counts.append((run.place, count))
            }
            for (place, count) in counts {
                lose(
                    .materialGenerated, .reencoded, ScenePath.materialBinding(mesh: place.mesh, primitive: place.index),
                    "material of \(place.primitive.topology.rawValue)", count, "elements",
                    "readers of glTF take surfaces without a material for metal without backs")
            }
        }
    }

    // MARK: Objects

    private mutating func object(_ material: Material) -> JSONValue {
        var object = JSONValue.object([])
        if let name = material.name { object = object.setting("name", .string(name)) }
        addColor(material, to: &object)
        for entry in GLTFMaterialTable.entries {
            if entry.kind == .texture {
                if let slot = material.texture(entry.name), let info = textureInfo(slot) {
                    object = object.setting(entry.path[...], info)
                }
            } else if let value = Self.value(entry, material), Self.hasOwner(entry, object) {
                object = object.setting(entry.path[...], value)
            }
        }
        if material["metallic"] == nil, material["roughness"] == nil, material.texture("metallicRoughness") == nil {
            object = object.setting(["pbrMetallicRoughness", "metallicFactor"], 0)
            object = object.setting(["pbrMetallicRoughness", "roughnessFactor"], 1)
        }
        if let mode = material["alphaMode"]?.first.flatMap({ Int(exactly: $0) }),
            GLTFMaterialTable.alphaModes.indices.contains(mode)
        {
            object = object.setting("alphaMode", .string(GLTFMaterialTable.alphaModes[mode]))
        } else if material["alphaMode"] == nil, let alpha = material["alpha"]?.first, alpha < 1 {
            object = object.setting("alphaMode", "BLEND")
        }
        if material["unlit"] == [1] { object = object.setting(["extensions", "KHR_materials_unlit"], [:]) }
        return object
    }

    private func addColor(_ material: Material, to object: inout JSONValue) {
        let color = Self.numbers(material["baseColor"], 3, 0...1)
        let alpha = Self.numbers(material["alpha"], 1, 0...1)
        guard color != nil || alpha != nil else { return }
        object = object.setting(
            ["pbrMetallicRoughness", "baseColorFactor"],
            .array(((color ?? [1, 1, 1]) + (alpha ?? [1])).map { .number($0) }))
    }

    /// The values clamped to a range; nil: there are not `count` finite ones.
    private static func numbers(_ values: [Double]?, _ count: Int, _ range: ClosedRange<Double>) -> [Double]? {
        guard let values, values.count == count, values.allSatisfy(\.isFinite) else { return nil }
        return values.map { min(max($0, range.lowerBound), range.upperBound) }
    }

    private static func value(_ entry: GLTFMaterialTable.Entry, _ material: Material) -> JSONValue? {
        guard let own = material[entry.name] else { return nil }
        switch entry.kind {
        case .texture: return nil
        case .truth: return own == [0] ? false : own == [1] ? true : nil
        case .number: return numbers(own, 1, range(entry.name)).map { .number($0[0]) }
        case .numbers(let count): return numbers(own, count, range(entry.name)).map { .array($0.map { .number($0) }) }
        }
    }

    /// The range that glTF allows for a setting.
    private static func range(_ name: String) -> ClosedRange<Double> {
        switch name {
        case "normalScale", "clearcoatNormalScale", "anisotropyRotation": -.greatestFiniteMagnitude ... .infinity
        case "emissiveStrength", "dispersion", "thickness", "alphaCutoff", "iridescenceThicknessMinimum",
            "iridescenceThicknessMaximum":
            0 ... .greatestFiniteMagnitude
        case "attenuationDistance": .leastNonzeroMagnitude ... .greatestFiniteMagnitude
        case "ior", "iridescenceIor": 1 ... .greatestFiniteMagnitude
        case "specularColor": 0 ... .greatestFiniteMagnitude
        default: 0...1
        }
    }

    /// Whether the texture that a number belongs to is there. True for other numbers.
    private static func hasOwner(_ entry: GLTFMaterialTable.Entry, _ object: JSONValue) -> Bool {
        guard let owner = entry.path.dropLast().last, owner.hasSuffix("Texture") else { return true }
        var place = object
        for name in entry.path.dropLast() {
            guard let next = place[name] else { return false }
            place = next
        }
        return true
    }

    // MARK: Reading back

    /// Reports what the materials lose, by reading them back.
    mutating func reportMaterials() {
        let read = materialsReadBack()
        for (index, material) in scene.materials.enumerated() where index < read.count {
            report(material, index, read[index])
        }
    }

    private func materialsReadBack() -> [Material] {
        let root: JSONValue = [
            "asset": ["version": "2.0"], "images": .array(layout.images.map { _ in [:] }),
            "samplers": .array(samplerObjects), "textures": .array(textureObjects),
            "materials": .array(materialObjects),
        ]
        guard let tree = try? GLTFTree(GLTFBytes(root.bytes(.exact)), offset: 0) else { return [] }
        let files = SideFiles(beside: "", ReadOptions())
        var builder = GLTFSceneBuilder(tree, buffers: [], files: files, byteCount: 0, options: ReadOptions())
        guard (try? builder.buildImages()) != nil else { return [] }
        builder.buildTextures()
        builder.buildMaterials()
        return builder.scene.materials
    }

    private mutating func report(_ from: Material, _ index: Int, _ to: Material) {
        let path = ScenePath.material(index)
        let name = "material \(from.name ?? "\(index + 1)")"
        let change = MaterialChange(from: from, to: to, textures: links.textures)
        guard !change.isNone else { return }
        let isWhole = from.textures.allSatisfy { to.texture($0.slot) != nil || textureNumbers[$0.texture] != nil }
        // A material that has lost a texture can't be restored.
        if isWhole {
            origin.materials.append(
                OriginMaterial(
                    index, from, written: to,
                    // Slots of one texture may have different samplers.
                    textureNumber: { to.texture($0.slot)?.texture ?? textureNumbers[$0.texture] }))
        }
        let how: (Loss.Severity) -> Loss.Severity = { isWhole ? .reencoded : $0 }
        lose(
            .materialApproximated, how(.approximated), path, name, change.missing, "values",
            "glTF has materials of metal and roughness")
        lose(
            .materialChanged, how(.approximated), path, name, change.changed, "values",
            "glTF has materials of metal and roughness")
        lose(
            .materialGenerated, how(.generated), path, name, change.generated, "values",
            "readers of glTF would take something else for granted")
    }
}

extension JSONValue {
    /// The object with the member at a path set. Missing objects on the path are created.
    func setting(_ path: ArraySlice<String>, _ value: JSONValue) -> JSONValue {
        guard let name = path.first else { return value }
        if path.count == 1 {
            return setting(name, value)
        }
        return setting(name, (self[name] ?? .object([])).setting(path.dropFirst(), value))
    }

    func setting(_ path: [String], _ value: JSONValue) -> JSONValue { setting(path[...], value) }
}

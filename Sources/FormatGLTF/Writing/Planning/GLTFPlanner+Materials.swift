import MeshBytes
import MeshFormats
import MeshModel

// Writes materials one to one, using `GLTFMaterialTable`, then one for elements that have none.

/// The materials of the file, and the textures that they use.
struct GLTFMaterials {
    var textures: GLTFTextures
    var objects: [JSONValue] = []
    /// The index of the material of elements that have none; nil: all have one.
    var plain: Int?
    /// The index of the material of elements that have none in some variant: a mapping needs one.
    var plainOfVariants: Int?
}

extension GLTFPlanner {
    mutating func planMaterials(_ elements: GLTFElements, _ images: GLTFImages) -> GLTFMaterials {
        var materials = GLTFMaterials(textures: GLTFTextures(scene, images))
        let moving = movingMaterialSettings
        for (index, material) in scene.materials.enumerated() {
            // What moves has the range of glTF.
            let isStill = moving[index]?.isDisjoint(with: SceneMaterial.emission) ?? true
            let stated = moving[index].map { material.stating($0) } ?? material
            materials.objects.append(
                Self.object(isStill ? stated.withEmissionStrength : stated, &materials.textures))
        }
        links.textures = materials.textures.sources
        links.materials = scene.materials.indices.map { $0 }
        // glTF's own default would show a scan as dark metal without back faces.
        let hasOtherDefault = scene.bareModel != .metallicRoughness
        let needsPlain = hasOtherDefault && elements.parts.joined().contains { $0.material < 0 }
        if needsPlain || elements.parts.joined().contains(where: { $0.variants.contains(-1) }) {
            materials.plainOfVariants = scene.materials.count
            if needsPlain { materials.plain = scene.materials.count }
            if hasOtherDefault { origin.plainMaterial = scene.materials.count }
            var bare = SceneMaterial(model: scene.bareModel)
            if elements.parts.joined().contains(where: { $0.material < 0 && showsThrough($0.place.primitive) }) {
                bare.parameters.append(MaterialParameter("alphaMode", [2]))
            }
            materials.objects.append(Self.object(bare, &materials.textures))
            links.materials.append(nil)
            loseNoMaterial(
                ScenePath.material(scene.materials.count), "material", 1, "materials",
                hasOtherDefault ? .reencoded : .generated)
        }
        for source in elements.sources.joined() where hasOtherDefault {
            // A primitive becomes several where variants change only some of its elements.
            let count = elements.parts(of: source).reduce(0) { $0 + ($1.material < 0 ? $1.sourceElementCount : 0) }
            let path = ScenePath.materialBinding(mesh: source.place.mesh, primitive: source.place.index)
            loseNoMaterial(path, "material of \(source.place.primitive.topology.rawValue)", count, "elements")
        }
        reportMaterials(materials)
        return materials
    }

    /// Whether colours of a primitive let something show through. Where all are invisible, their alpha means nothing.
    private func showsThrough(_ primitive: Primitive) -> Bool {
        let set = scene.vertexSets[primitive.vertexSet]
        let pools = primitive.cornerAttributes.map { set.pools[$0.pool] }
        return (pools + set.attributes + primitive.elementAttributes).contains { color in
            guard color.semantic == .color(0), color.offsets == nil, let alpha = color.values.component(3) else {
                return false
            }
            let most = color.normalized ? color.values.type.normalizedMaximum ?? 1 : color.frame.scale
            let facts = content.facts(of: alpha)
            return facts.minimum < most && facts.maximum > 0
        }
    }

    private mutating func loseNoMaterial(
        _ path: String, _ name: String, _ count: Int, _ unit: String, _ severity: Loss.Severity = .reencoded
    ) {
        lose(
            .materialGenerated, severity, path, name, count, unit,
            "a plain material was added; viewers would show bare surfaces as dark metal")
    }

    // MARK: Objects

    private static func object(_ source: SceneMaterial, _ textures: inout GLTFTextures) -> JSONValue {
        let material = source.spelled(in: .metallicRoughness)
        var object = JSONValue.given(["name": JSONValue(material.name)])
        let color = numbers(material["baseColor"], 3, 0...1)
        let alpha = numbers(material["alpha"], 1, 0...1)
        if color != nil || alpha != nil {
            object = object.setting(
                ["pbrMetallicRoughness", "baseColorFactor"], .numbers((color ?? [1, 1, 1]) + (alpha ?? [1])))
        }
        for entry in GLTFMaterialTable.entries {
            if entry.kind == .texture {
                if let slot = material.texture(entry.name), let info = textures.info(slot) {
                    object = object.setting(entry.path, info)
                }
            } else if let value = value(entry, material), hasOwner(entry, object) {
                object = object.setting(entry.path, value)
            }
        }
        if let mode = material["alphaMode"]?.first.flatMap({ Int(exactly: $0) }),
            GLTFMaterialTable.alphaModes.indices.contains(mode)
        {
            object = object.setting("alphaMode", .string(GLTFMaterialTable.alphaModes[mode]))
        }
        if material["unlit"] == [1] { object = object.setting(["extensions", "KHR_materials_unlit"], [:]) }
        return object
    }

    /// The values clamped to a range; nil: there are not `count` finite ones.
    private static func numbers(_ values: [Double]?, _ count: Int, _ range: ClosedRange<Double>) -> [Double]? {
        guard let values, values.count == count, values.allSatisfy(\.isFinite) else { return nil }
        return values.map { min(max($0, range.lowerBound), range.upperBound) }
    }

    private static func value(_ entry: GLTFMaterialTable.Entry, _ material: SceneMaterial) -> JSONValue? {
        guard let own = material[entry.name] else { return nil }
        switch entry.kind {
        case .texture: return nil
        case .truth: return own == [0] ? false : own == [1] ? true : nil
        // KHR_materials_ior: 0 reflects everything.
        case .number where entry.name == "ior" && own == [0]: return .number(0)
        case .number: return numbers(own, 1, range(entry.name)).map { .number($0[0]) }
        case .numbers(let count): return numbers(own, count, range(entry.name)).map { .numbers($0) }
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
        return entry.path.dropLast().reduce(Optional(object)) { $0?[$1] } != nil
    }

    // MARK: Reading back

    /// Reports what the materials lose, by reading them back.
    private mutating func reportMaterials(_ materials: GLTFMaterials) {
        let read = Self.materialsReadBack(materials)
        planPacking(materials)
        for (index, (own, other)) in zip(scene.materials, read).enumerated() {
            report(own, index, other, materials.textures)
        }
    }

    /// The textures that were put together from others.
    private var packed: Correspondence.PackedTextures? {
        content.steps.lazy.compactMap { if case .packed(let own) = $0 { own } else { nil } }.first
    }

    /// Records which textures and images reading takes away again, if it can restore all materials that show them.
    private mutating func planPacking(_ materials: GLTFMaterials) {
        guard let packed,
            packed.materials.values.allSatisfy({ material in
                material.before.textures.allSatisfy { materials.textures.numbers[$0.texture] != nil }
            })
        else { return }
        let first = scene.images.count - packed.made.count
        var packing = GLTFOrigin.Packing(uses: [], digests: [:])
        for (number, source) in links.images.enumerated() {
            guard let source, source >= first else { continue }
            packing.digests[number] = GLTFOrigin.Packing.digest(of: scene.images[source])
        }
        for (number, source) in links.textures.enumerated() {
            let image = source.flatMap { materials.textures.images.numbers[scene.textures[$0].image] }
            guard let image, packing.digests[image] != nil else { continue }
            packing.uses.append(GLTFOrigin.Packing.Use(texture: number, image: image))
        }
        origin.packing = packing
    }

    private static func materialsReadBack(_ materials: GLTFMaterials) -> [SceneMaterial] {
        let textures = materials.textures
        let root: JSONValue = [
            "asset": ["version": "2.0"], "images": .array(textures.images.files.map { _ in [:] }),
            "samplers": .array(textures.samplers), "textures": .array(textures.objects),
            "materials": .array(materials.objects),
        ]
        guard let tree = try? GLTFTree(GLTFBytes(root.bytes(.exact)), offset: 0) else { return [] }
        let files = SideFiles(beside: "", ReadOptions())
        var builder = GLTFSceneBuilder(tree, buffers: [], files: files, byteCount: 0, options: ReadOptions())
        do throws(ReadError) {
            try builder.buildImages()
            try builder.buildTextures()
            try builder.buildMaterials()
        } catch {
            return []
        }
        return builder.scene.materials
    }

    private mutating func report(_ from: SceneMaterial, _ index: Int, _ to: SceneMaterial, _ textures: GLTFTextures) {
        let path = ScenePath.material(index)
        let name = "material \(from.name ?? "\(index + 1)")"
        let change = MaterialChange(from: from, to: to, textures: links.textures)
        let former = origin.packing == nil ? nil : packed?.materials[index]?.before
        guard !change.isNone || !from.isSpelled(as: to, textures: links.textures) || former != nil else { return }
        let isWhole = from.textures.allSatisfy { to.texture($0.slot) != nil || textures.numbers[$0.texture] != nil }
        // A material that has lost a texture can't be restored.
        if isWhole {
            origin.materials.append(
                OriginMaterial(
                    index, former ?? from, written: to,
                    // Slots of one texture may have different samplers.
                    textureNumber: { slot in
                        let isKept = former == nil || from.texture(slot.slot) == slot
                        return (isKept ? to.texture(slot.slot)?.texture : nil) ?? textures.numbers[slot.texture]
                    }))
        }
        func lose(
            _ code: Loss.Code, _ severity: Loss.Severity, _ count: Int, _ cause: String, rank: Loss.Rank? = nil
        ) {
            self.lose(
                code, isWhole ? .reencoded : severity, path, name, count, "values", cause, rank: isWhole ? rank : nil)
        }
        lose(
            .materialApproximated, .approximated, change.missing,
            "translated to a PBR material, which has no \(MaterialWords.list(change.missingNames))",
            rank: MaterialChange.rank(of: from, readAs: to))
        lose(
            .materialChanged, .approximated, change.changed,
            "translated to a PBR material, with another \(MaterialWords.list(change.changedNames))",
            rank: change.rankOfChanges(of: from, readAs: to))
        lose(.materialGenerated, .generated, change.generated, "written out, because viewers assume another value")
    }
}

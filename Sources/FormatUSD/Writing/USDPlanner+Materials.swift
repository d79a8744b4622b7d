import MeshFormats
import MeshModel

// Materials as UsdPreviewSurface, followed by generated ones for elements without a material.

extension USDPlanner {
    /// The scope prim of the materials, or nil if there is none.
    private var materialScope: Int? {
        guard let root = layout.layer.specs[0].children.first else { return nil }
        guard case .materials = tree.nodes.last?.kind else { return nil }
        return layout.layer.specs[root].children.last
    }

    /// Adds all materials.
    mutating func planMaterials() {
        links.materials = scene.materials.indices.map { $0 }
        restored.materials = links.materials
        if painted?.newMaterial != nil { restored.materials.removeLast() }
        guard let scope = materialScope else { return }
        var names = USDNames()
        let colored = materialsWithColors()
        if options.isQuickLook { findUnseenColors(colored) }
        for (index, material) in scene.materials.enumerated() {
            let name = names.unique(material.name ?? "Material")
            let prim = layout.layer.define(name, "Material", below: scope)
            materialPaths.append("\(tree.materialsPath)/\(name)")
            if let own = material.name, own != name { layout.layer.specs[prim]["displayName"] = .text(.string, own) }
            if material.name == nil {
                lose(
                    .nameChanged, .reencoded, ScenePath.material(index), "material \(index + 1)", 1, "materials",
                    "in USD each material has a name")
                origin.namelessMaterials.append(index)
            }
            addSurface(material, to: prim, path: materialPaths[index], colors: colored[index])
            // An extra reader, for programs that would rather show the exact colours.
            if takesPaintingAway, isPainted(index) {
                addReader("Color", of: "displayColor", "float3", fallback: .tuple(.float3, [1, 1, 1]), below: prim)
            }
        }
        planPlainMaterials(scope, &names)
        readMaterials(scope)
    }

    /// Whether a material shows the painted texture.
    func isPainted(_ material: Int) -> Bool {
        guard let painted else { return false }
        return painted.materials[material] != nil
            || (painted.newMaterial != nil && material == scene.materials.count - 1)
    }

    /// For each material, the prim colours that it shows. nil if it has its own base colour or ignores them.
    private func materialsWithColors() -> [USDPlainMaterial?] {
        var found = [USDPlainMaterial?](repeating: nil, count: scene.materials.count)
        guard options.colors != .plain else { return found }
        for shape in shapes {
            guard let colors = colors(of: shape) else { continue }
            var own: Set<Int> = []
            switch shape.place.primitive.material {
            case .none: break
            case .one(let one): own = [one]
            case .perElement(let column): own = Set(column.integers().filter { $0 >= 0 }.map { Int($0) })
            }
            for material in own where found[material] != .colorsAndOpacity { found[material] = colors }
        }
        for (index, material) in scene.materials.enumerated() {
            let isWhite = material["baseColor"].map { $0 == [1, 1, 1] } ?? true
            if !isWhite || material.texture("baseColor") != nil || material["vertexColors"] == [0] {
                found[index] = nil
            }
        }
        return found
    }

    /// The kind of colours that a shape has, or nil if USD would not show them as colours.
    func colors(of shape: USDPlannedShape) -> USDPlainMaterial? {
        let set = scene.vertexSets[shape.set]
        var all = shape.place.primitive.cornerAttributes.filter { _ in shape.kind == .mesh }.map { set.pools[$0.pool] }
        all += set.attributes + shape.place.primitive.elementAttributes
        guard let found = all.first(where: { Self.isColor($0) }) else { return nil }
        return found.values.components > 3 ? .colorsAndOpacity : .colors
    }

    static func isColor(_ attribute: Attribute) -> Bool {
        attribute.semantic == .color(0) && attribute.offsets == nil && attribute.values.components >= 3
            && (attribute.normalized || !attribute.values.type.isInteger)
    }

    // MARK: Elements without a material

    /// The generated material for elements of a shape without one, or nil if they get none.
    func plainMaterial(of shape: USDPlannedShape) -> USDPlainMaterial? {
        let colors = colors(of: shape)
        if options.colors == .plain, colors != nil { return nil }
        return colors ?? .white
    }

    private mutating func planPlainMaterials(_ scope: Int, _ names: inout USDNames) {
        for shape in shapes where USDPlainMaterial.isNeeded(shape.place.primitive) {
            guard let kind = plainMaterial(of: shape), plainMaterials[kind] == nil else { continue }
            let name = names.unique(kind.name)
            let prim = layout.layer.define(name, "Material", below: scope)
            plainMaterials[kind] = materialPaths.count
            materialPaths.append("\(tree.materialsPath)/\(name)")
            addSurface(
                Material(parameters: [MaterialParameter("metallic", [0]), MaterialParameter("roughness", [1])]),
                to: prim, path: "\(tree.materialsPath)/\(name)", colors: kind == .white ? nil : kind, isPlain: true)
            lose(
                .materialGenerated, .reencoded, ScenePath.material(links.materials.count), "material", 1, "materials",
                "viewers of USD show what has no material as they like")
            links.materials.append(nil)
        }
        origin.plainMaterials = plainMaterials.count + (takesPaintingAway && painted?.newMaterial != nil ? 1 : 0)
    }

    // MARK: Surfaces

    private mutating func addSurface(
        _ material: Material, to prim: Int, path: String, colors: USDPlainMaterial?, isPlain: Bool = false
    ) {
        layout.layer.connection(prim, "outputs:surface", "token", to: "\(path)/Surface.outputs:surface")
        let surface = layout.layer.define("Surface", "Shader", below: prim)
        layout.layer.attribute(surface, "info:id", "token", .token("UsdPreviewSurface"), isUniform: true)
        var isSet: Set<String> = []
        var readers = USDTextureReaders(prim: prim, path: path)
        for slot in USDTextureTable.slots {
            guard let own = material.texture(slot.name), let image = imageNumber(own.texture) else { continue }
            let inputs = slot.inputs.filter { !isSet.contains($0.input) }
            guard !inputs.isEmpty else { continue }
            let texture = addTexture(own, slot, image, material, &readers)
            for (input, channel) in inputs {
                isSet.insert(input)
                layout.layer.connection(
                    surface, "inputs:\(input)", USDTextureTable.typeName(input),
                    to: "\(texture).outputs:\(Self.channel(own) ?? channel)")
            }
            addTextureOpacity(material, slot, texture, to: surface, &isSet)
        }
        if let colors { addColors(colors, to: prim, surface, path, &isSet) }
        for input in USDMaterialTable.inputs where !isSet.contains(input.name) {
            guard let name = input.parameter, let values = material[name], values.count == input.width else { continue }
            let value: USDValue
            switch (input.type, input.width) {
            case ("int", _): value = .integer(.int, Int64(exactly: values[0].rounded()) ?? 0)
            case (_, 1): value = .real(.float, Double(Float(values[0])))
            default: value = .tuple(.float3, values.map { Double(Float($0)) })
            }
            layout.layer.attribute(surface, "inputs:\(input.name)", input.type, value)
        }
        if material["alphaMode"] == [1] {
            let threshold = material["alphaCutoff"]?.first ?? 0.5
            layout.layer.attribute(
                surface, "inputs:opacityThreshold", "float", .real(.float, Double(Float(threshold))))
        }
        layout.layer.attribute(surface, "outputs:surface", "token", nil)
    }

    /// The channel that the slot's options choose.
    private static func channel(_ slot: TextureSlot) -> String? {
        let word = slot.options.first { $0.name == "channel" || $0.name == "-imfchan" }?.words.first
        return word.flatMap { ["r", "g", "b", "a", "rgb"].contains($0) ? $0 : nil }
    }

    /// Connects opacity to the base colour texture's alpha, if the alpha mode uses it.
    private mutating func addTextureOpacity(
        _ material: Material, _ slot: USDTextureTable.Slot, _ texture: String, to surface: Int,
        _ isSet: inout Set<String>
    ) {
        guard slot.name == "baseColor", let mode = material["alphaMode"], mode != [0],
            material.texture("alpha") == nil, isSet.insert("opacity").inserted
        else { return }
        layout.layer.connection(surface, "inputs:opacity", "float", to: "\(texture).outputs:a")
    }

    /// Connects a surface to the prim's colours.
    private mutating func addColors(
        _ colors: USDPlainMaterial, to prim: Int, _ surface: Int, _ path: String, _ isSet: inout Set<String>
    ) {
        if isSet.insert("diffuseColor").inserted {
            addReader("Color", of: "displayColor", "float3", fallback: .tuple(.float3, [1, 1, 1]), below: prim)
            layout.layer.connection(surface, "inputs:diffuseColor", "color3f", to: "\(path)/Color.outputs:result")
        }
        if colors == .colorsAndOpacity, isSet.insert("opacity").inserted {
            addReader("Opacity", of: "displayOpacity", "float", fallback: .real(.float, 1), below: prim)
            layout.layer.connection(surface, "inputs:opacity", "float", to: "\(path)/Opacity.outputs:result")
        }
    }

    /// Adds a shader that reads a primvar.
    private mutating func addReader(
        _ name: String, of primvar: String, _ kind: String, fallback: USDValue, below prim: Int
    ) {
        let reader = layout.layer.define(name, "Shader", below: prim)
        layout.layer.attribute(reader, "info:id", "token", .token("UsdPrimvarReader_\(kind)"), isUniform: true)
        layout.layer.attribute(reader, "inputs:fallback", kind, fallback)
        layout.layer.attribute(reader, "inputs:varname", "string", .text(.string, primvar))
        layout.layer.attribute(reader, "outputs:result", kind, nil)
    }

    // MARK: Losses

    /// Reads the planned materials as a reader will, and links the images that it finds.
    private mutating func readMaterials(_ scope: Int) {
        guard let stage = try? USDStage(layout.layer.alone(scope)) else { return }
        var builder = USDSceneBuilder(stage, options: ReadOptions())
        guard (try? builder.build()) != nil else { return }
        readMaterials = builder.scene.materials
        coordinateNames = builder.coordinateNames
        readsColors = builder.readsColors
        // A reader makes one texture per image, in order of first use.
        let numbers = builder.scene.textures.map { texture in
            layout.images.indices.first {
                USDWrittenFile.placeholder($0) == builder.scene.images[texture.image].uri
            }
        }
        links.images = numbers.map { $0.map { layout.images[$0].index } }
        links.textures = numbers.map { image in
            image.flatMap { image in scene.textures.indices.first { textureNumbers[$0] == image } }
        }
        restored.images = links.images
        restored.textures = links.textures
        if takesPaintingAway, let own = links.images.firstIndex(of: scene.images.count - 1) {
            origin.painting = USDOrigin.Painting(texture: own)
            restored.images.remove(at: own)
            restored.textures.remove(at: own)
            restored.takesPaintingAway = true
        }
        for (number, image) in numbers.enumerated() {
            for texture in scene.textures.indices where textureNumbers[texture] == image {
                readTextures[texture] = number
            }
        }
        loseTextureNames(links.textures)
    }

    /// Reports losses of materials.
    mutating func reportMaterials() {
        for shape in shapes {
            // For a reader, double-sided meshes make their materials double-sided.
            if shape.kind == .mesh, isDoubleSided(shape) {
                var own: Set<Int> = []
                switch shape.place.primitive.material {
                case .none: break
                case .one(let one): own = [one]
                case .perElement(let column): own = Set(column.integers().filter { $0 >= 0 }.map { Int($0) })
                }
                for material in own where readMaterials[material]["doubleSided"] == nil {
                    readMaterials[material].parameters.append(MaterialParameter("doubleSided", [1]))
                }
            }
            // For a reader, coloured prims mark the materials that ignore colours.
            guard hasColors(shape) else { continue }
            for material in boundMaterials(shape) where readsColors.indices.contains(material) {
                guard !readsColors[material], readMaterials[material]["vertexColors"] == nil else { continue }
                readMaterials[material].parameters.append(MaterialParameter("vertexColors", [0]))
            }
        }
        for (index, material) in scene.materials.enumerated() where index < readMaterials.count {
            report(material, index, readMaterials[index])
        }
    }

    private mutating func report(_ from: Material, _ index: Int, _ to: Material) {
        let path = ScenePath.material(index)
        let words = "material \(from.name ?? "\(index + 1)")"
        let change = MaterialChange(from: from, to: to, textures: links.textures)
        guard !change.isNone || painted?.materials[index] != nil else { return }
        // A reader merges textures of one image.
        let isWhole = from.textures.allSatisfy {
            readTextures[$0.texture] != nil && links.textures.contains($0.texture)
        }
        if isWhole {
            let own = takesPaintingAway ? painted?.materials[index]?.before ?? from : from
            origin.materials.append(OriginMaterial(index, own, written: to) { readTextures[$0.texture] })
        }
        let how: (Loss.Severity) -> Loss.Severity = { isWhole ? .reencoded : $0 }
        let cause = "USD has the settings of UsdPreviewSurface"
        lose(.materialApproximated, how(.approximated), path, words, change.missing, "values", cause)
        lose(.materialChanged, how(.approximated), path, words, change.changed, "values", cause)
        guard to["vertexColors"] != nil, from["vertexColors"] == nil else {
            return lose(.materialGenerated, how(.generated), path, words, change.generated, "values", cause)
        }
        lose(
            .colorUnseen, how(.approximated), path, "colours that \(words) shows", change.generated, "values",
            "UsdPreviewSurface shows a texture, or colours, and not both multiplied", remedy: .ending("glb"))
    }
}

extension USDLayer {
    /// A layer with only the default prim and one prim below it, including all its descendants.
    func alone(_ prim: Int) -> USDLayer {
        var layer = USDLayer()
        let root = layer.define(specs[specs[prim].parent].name, "Xform", below: 0)
        var waiting = [(spec: prim, parent: root)]
        while let (index, parent) = waiting.popLast() {
            let spec = specs[index]
            let place = layer.add(spec.kind, spec.name, below: parent)
            layer.specs[place].fields = spec.fields
            for child in (spec.properties + spec.children).reversed() { waiting.append((child, place)) }
        }
        return layer
    }
}

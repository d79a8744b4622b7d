import MeshBytes
import MeshFormats
import MeshModel

// Materials: UsdPreviewSurface inputs in glTF's terms, and material bindings.

extension USDSceneBuilder {
    // MARK: Bindings

    /// The materials bound to a prim and its subsets, as a key. −1 for none.
    func boundMaterials(_ prim: Int) -> [Int] {
        [prim].map { material(boundTo: $0) ?? -1 }
            + stage.prims[prim].children.filter { stage.prims[$0].typeName == "GeomSubset" }.map {
                material(boundTo: $0) ?? -1
            }
    }

    /// The material bound to a prim for the first purpose that it has one for: its own binding or that of the nearest
    /// ancestor, unless one further up is stronger.
    func material(boundTo prim: Int) -> Int? {
        guard stage.bindsMaterials else { return nil }
        for name in Self.bindingNames {
            var found: Int?
            var current = prim
            while current > 0 {
                if let target = stage.targets(current, name).first {
                    use(current, name, "targetPaths")
                    let isStronger =
                        stage.value(current, name, field: "bindMaterialAs")?.word == "strongerThanDescendants"
                    if found == nil || isStronger, let material = stage.prim(at: target).flatMap({ materialOf[$0] }) {
                        found = material
                    }
                }
                current = stage.prims[current].parent
            }
            if let found { return found }
        }
        return nil
    }

    /// Marks materials as double-sided: USD stores this per mesh, the scene per material.
    mutating func noteSides(_ prim: Int, _ primitive: Primitive) {
        guard value(prim, "doubleSided")?.isTrue == true else { return oneSided.append(prim) }
        if primitive.wornMaterials == [-1] {
            return note("usd.double-sided", prim, "faces without a material are double-sided")
        }
        for material in primitive.wornMaterials where scene.materials.indices.contains(material) {
            scene.materials[material].add("doubleSided", 1)
        }
    }

    /// The residue of surfaces and curves that are read as their coarse shapes, of motions that are read without their shear,
    /// and of lights that the scene has no kind for.
    var shapeResidue: [Residue] {
        [
            Residue(
                path: "subdivision surfaces", kind: "smooth surface", count: subdivisionCount, shownAs: .subdivision),
            Residue(path: "motions", kind: "shear", count: skewedCount, shownAs: .skewedMotion),
            Residue(path: "curves", kind: "smooth curve", count: smoothCurveCount, shownAs: .smoothCurves),
            Residue(path: "lights", kind: "light", count: lostLights.whole.count, shownAs: .light),
            Residue(path: "shares of lights", kind: "light", count: lostLights.shares.count, shownAs: .lightShares),
        ].filter { $0.count > 0 }
            + misfits.inKeyOrder.map { name, count in
                Residue(path: "values of \(name)", kind: "values that don't fit", count: count)
            }
    }

    /// The residue of meshes with one side whose material has two in the scene, since others with two sides wear it.
    var sidesResidue: [Residue] {
        let twoSided = Set(scene.materials.indices.filter { scene.materials[$0].effective("doubleSided") == [1] })
        guard !twoSided.isEmpty else { return [] }
        let count = oneSided.count { !twoSided.isDisjoint(with: boundMaterials($0) + variantMaterials($0)) }
        guard count > 0 else { return [] }
        return [Residue(path: "meshes with one side", kind: "a material of others with two", count: count)]
    }

    /// Marks the materials of a coloured primitive that don't read its colours.
    mutating func noteColors(_ set: VertexSet, _ primitive: Primitive) {
        func isColor(_ attribute: Attribute) -> Bool {
            attribute.semantic == .color(0) && attribute.values.components >= 3 && !attribute.values.type.isInteger
        }
        guard
            set.attributes.contains(where: isColor) || primitive.elementAttributes.contains(where: isColor)
                || primitive.cornerAttributes.contains(where: { isColor(set.pools[$0.pool]) })
        else { return }
        for material in primitive.wornMaterials
        where readsColors.indices.contains(material) && !readsColors[material] {
            scene.materials[material].add("vertexColors", 0)
        }
    }

    // MARK: Texture coordinates

    /// The set number of each coordinate name, for a mesh with these materials. Names that materials use come first.
    ///
    /// - Parameter asked: the names that each material of the scene uses.
    static func coordinateNumbers(_ names: [String], materials: [Int], asked: [[String]]) -> [String: Int] {
        var order: [String] = []
        for material in materials where asked.indices.contains(material) {
            for name in asked[material] where !order.contains(name) && names.contains(name) {
                order.append(name)
            }
        }
        for name in names.filter({ $0 == "st" }) + names where !order.contains(name) { order.append(name) }
        return Dictionary(order.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Materials

    mutating func buildMaterial(_ prim: Int) {
        var material = SceneMaterial(name: metadata(prim, "displayName")?.word ?? stage.prims[prim].name)
        var names: [String] = []
        let surface = surface(of: prim)
        material.model = .previewSurface
        var hasColors = false
        (readsDisplayColor, otherReaders) = (false, [])
        if let surface, let definition = MtlxSurface.definition(surface.id) {
            if definition.kind != .preview { material.model = .metallicRoughness }
            hasColors = addSurface(definition, surface.prim, to: &material, &names)
            settleAlpha(surface.prim, &material)
        } else if let surface = surface?.prim {
            for input in USDMaterialTable.inputs { add(input, of: surface, to: &material, &names) }
            settleAlpha(surface, &material)
            leaveOutUnknownInputs(of: surface)
        } else {
            // What has another surface, or none, is shown as if it had no material.
            material.add("baseColor", 1, 1, 1)
            material.add("roughness", 1)
        }
        leaveOutIdleShaders(of: prim)
        if let output = surface?.output { setAsideOtherSurfaces(of: prim, than: output) }
        // Another surface may read colours too.
        let hasReader = useReaders(of: prim)
        readsColors.append(readsDisplayColor || hasReader || hasColors || surface == nil)
        materialOf[prim] = scene.materials.count
        scene.materials.append(material)
        coordinateNames.append(names)
    }

    /// Marks shaders that read vertex colours: the scene has the colours in any case.
    ///
    /// - Returns: whether a shader reads them, for other than an input that doesn't show them.
    private mutating func useReaders(of material: Int) -> Bool {
        var found = false
        func word(_ shader: Int, _ name: String) -> String {
            guard case .value(let value, _)? = stage.resolved(shader, name) else { return "" }
            return value.word ?? ""
        }
        for shader in stage.prims[material].children
        where word(shader, "info:id").hasPrefix("UsdPrimvarReader")
            && ["displayColor", "displayOpacity"].contains(word(shader, "inputs:varname"))
        {
            if word(shader, "inputs:varname") == "displayColor", !otherReaders.contains(shader) { found = true }
            for name in ["info:id", "inputs:varname", "inputs:fallback"] { _ = value(shader, name) }
            useOutputs(shader)
        }
        return found
    }

    /// The surface shader of a material, with the name of its definition and the output that it is connected to: a
    /// UsdPreviewSurface, else one of MaterialX.
    private mutating func surface(of material: Int) -> (prim: Int, id: String, output: String)? {
        var other: (prim: Int, id: String, output: String)?
        for output in ["outputs:surface", "outputs:universal:surface", "outputs:mtlx:surface"] {
            guard let shader = source(material, output)?.prim else { continue }
            let id = value(shader, "info:id")?.word ?? ""
            if id == "UsdPreviewSurface" { return (shader, id, output) }
            let isKnown = other.map { MtlxSurface.definition($0.id) != nil } ?? false
            if !isKnown, other == nil || MtlxSurface.definition(id) != nil { other = (shader, id, output) }
        }
        guard let other else { return nil }
        if MtlxSurface.definition(other.id) != nil { return other }
        warn(
            "usd.shader", other.prim,
            "the shader '\(other.id)' is not supported, only UsdPreviewSurface and MaterialX")
        var reading = ShaderReading()
        lose(other.prim, &reading)
        return nil
    }

    /// The attribute that an attribute is connected to.
    func connected(_ prim: Int, _ name: String) -> (prim: Int, name: String)? {
        guard let target = stage.connections(prim, name).first, let dot = target.lastIndex(of: ".") else { return nil }
        return stage.prim(at: String(target[..<dot])).map { ($0, String(target[target.index(after: dot)...])) }
    }

    /// The shader output that feeds an attribute, following connections through materials and graphs.
    mutating func source(_ prim: Int, _ name: String) -> (prim: Int, output: String)? {
        var (prim, name) = (prim, name)
        for _ in 0..<32 {
            guard let next = connected(prim, name) else { return nil }
            use(prim, name, "connectionPaths")
            (prim, name) = next
            if stage.prims[prim].typeName == "Shader", name.hasPrefix("outputs:") {
                useOutputs(prim)
                return (prim, name)
            }
        }
        return nil
    }

    /// The value of an input, following connections to inputs of materials and graphs.
    mutating func input(_ prim: Int, _ name: String) -> USDValue? {
        var (prim, name) = (prim, name)
        for _ in 0..<32 {
            guard let next = connected(prim, name) else { return value(prim, name) }
            guard stage.prims[next.prim].typeName != "Shader" else { return nil }
            use(prim, name, "connectionPaths")
            (prim, name) = next
        }
        return nil
    }

    private mutating func add(
        _ input: USDMaterialTable.Input, of surface: Int, to material: inout SceneMaterial, _ names: inout [String]
    ) {
        let name = "inputs:\(input.name)"
        if let source = source(surface, name) {
            let id = value(source.prim, "info:id")?.word ?? ""
            if id == "UsdUVTexture" {
                addTexture(input, source.prim, String(source.output.dropFirst("outputs:".count)), &material, &names)
            } else if id.hasPrefix("UsdPrimvarReader") {
                addPrimvar(input, source.prim, &material)
            } else {
                warn("usd.shader", source.prim, "the shader '\(id)' is not supported")
            }
            return
        }
        guard let numbers = self.input(surface, name)?.numbers, numbers.allSatisfy(\.isFinite),
            let parameter = input.parameter, numbers.count == input.width
        else { return }
        material.parameters.append(MaterialParameter(parameter, numbers))
    }

    /// Vertex colours are shown wherever there is no texture, so nothing needs to be stored of their readers. Of others the
    /// fallback counts, and that is a loss.
    private mutating func addPrimvar(_ input: USDMaterialTable.Input, _ reader: Int, _ material: inout SceneMaterial) {
        let primvar = self.input(reader, "inputs:varname")?.word ?? ""
        let fallback = value(reader, "inputs:fallback")?.numbers ?? []
        switch (input.name, primvar) {
        case ("diffuseColor", "displayColor"):
            material.add("baseColor", 1, 1, 1)
            readsDisplayColor = true
        case ("diffuseColor", let name) where isColor(name):
            material.add("baseColor", 1, 1, 1)
            readsDisplayColor = true
            shownPrimvars[scene.materials.count] = name
        case ("opacity", "displayOpacity") where readsDisplayColor: break
        default:
            lostInputs["\(input.name) from '\(primvar)'", default: 0] += 1
            otherReaders.insert(reader)
            if let parameter = input.parameter, fallback.count == input.width, fallback.allSatisfy(\.isFinite) {
                material.parameters.append(MaterialParameter(parameter, fallback))
            } else if input.name == "diffuseColor" {
                material.add("baseColor", 1, 1, 1)
            }
        }
    }

    /// Whether some prim has a primvar of this name that can be shown as colours.
    private mutating func isColor(_ name: String) -> Bool {
        let names =
            colorPrimvars
            ?? stage.prims.indices.reduce(into: []) { names, prim in
                for name in stage.properties(of: prim) where name.hasPrefix("primvars:") {
                    guard Self.isColorType(stage.property(prim, name)?.typeName ?? "") else { continue }
                    names.insert(String(name.dropFirst("primvars:".count)))
                }
            }
        colorPrimvars = names
        return names.contains(name)
    }

    /// Whether values of this type can be shown as colours: three or four numbers that are no place or direction.
    static func isColorType(_ type: String) -> Bool {
        ["color3", "color4", "float3", "float4", "half3", "half4", "double3", "double4"].contains { type.hasPrefix($0) }
    }

    // MARK: Textures

    private mutating func addTexture(
        _ input: USDMaterialTable.Input, _ shader: Int, _ channel: String, _ material: inout SceneMaterial,
        _ names: inout [String]
    ) {
        guard case .text(_, let asset)? = self.input(shader, "inputs:file"), !asset.isEmpty else {
            warn("usd.texture", shader, "the texture names no file and is left out")
            addFallback(input, shader, channel, &material)
            return
        }
        var slot = TextureSlot(input.slot, texture: texture(asset, shader))
        func option(_ name: String, _ words: [String]) { slot.options.append(TextureOption(name, words)) }
        addCoordinates(shader, to: &slot, &names)
        for (name, key) in [("inputs:wrapS", "wrapS"), ("inputs:wrapT", "wrapT")] {
            switch value(shader, name)?.word {
            case "repeat": option(key, ["10497"])
            case "mirror": option(key, ["33648"])
            case let word:
                option(key, ["33071"])
                // Without a word the image's own metadata decide, else there is black beyond the edge.
                if word != "clamp" { plainEdges[scene.materials.count, default: []].insert(key) }
            }
        }
        // The fallback only matters without an image.
        _ = value(shader, "inputs:fallback")
        let space = value(shader, "inputs:sourceColorSpace")?.word
        let isColor = input.width == 3 && input.slot != "normal"
        if let space, space == (isColor ? "raw" : "sRGB"), channel != "a" {
            lostInputs["colour space \(space) of images", default: 0] += 1
        }
        let scale = value(shader, "inputs:scale")?.numbers
        let bias = value(shader, "inputs:bias")?.numbers
        switch input.slot {
        case "normal": addNormalScale(scale, bias, &material)
        case "occlusion":
            // 1 + strength × (texel − 1).
            let strength = scale.flatMap { $0.count == 4 ? $0[0] : nil } ?? 1
            let rest = bias.flatMap { $0.count == 4 ? $0[0] : nil } ?? 0
            if abs(strength + rest - 1) > 1e-6 {
                lostInputs["scale and bias of occlusion", default: 0] += 1
            } else if strength != 1 {
                material.parameters.append(MaterialParameter("occlusionStrength", [strength]))
            }
        default:
            let isPlain = bias.map { $0.allSatisfy { $0 == 0 } } ?? true
            if !isPlain { lostInputs["bias of textures", default: 0] += 1 }
            if isPlain, let scale, scale.count == 4, let parameter = input.parameter {
                let index = ["r": 0, "g": 1, "b": 2, "a": 3][channel] ?? 0
                let numbers = input.width == 3 ? Array(scale[..<3]) : [scale[index]]
                material.parameters.append(MaterialParameter(parameter, numbers))
            } else if let parameter = input.parameter, input.countsAsFactor {
                material.parameters.append(MaterialParameter(parameter, [Double](repeating: 1, count: input.width)))
            }
        }
        // The channels that glTF looks at need no word.
        let usual = ["occlusion": "r", "clearcoat": "r", "clearcoatRoughness": "g"][input.slot]
        if input.width == 1, channel != usual { option("channel", [channel]) }
        material.textures.append(slot)
    }

    /// The strength of a normal map: its texels, 0…1, become −strength…strength.
    private mutating func addNormalScale(_ scale: [Double]?, _ bias: [Double]?, _ material: inout SceneMaterial) {
        let (scale, bias) = (scale ?? [2, 2, 2, 1], bias ?? [-1, -1, -1, 0])
        guard scale.count == 4, bias.count == 4 else { return }
        if scale[..<2] == [2, 2], bias[..<2] == [-1, -1] { return }
        guard scale[0] == scale[1], bias[0] == bias[1], abs(scale[0] / 2 + bias[0]) <= 1e-6 else {
            lostInputs["scale and bias of normal maps", default: 0] += 1
            return
        }
        material.parameters.append(MaterialParameter("normalScale", [scale[0] / 2]))
    }

    /// A texture without a file shows its fallback: black where it says none.
    private mutating func addFallback(
        _ input: USDMaterialTable.Input, _ shader: Int, _ channel: String, _ material: inout SceneMaterial
    ) {
        let said = value(shader, "inputs:fallback")?.numbers ?? []
        let color = said.count == 4 && said.allSatisfy(\.isFinite) ? said : [0, 0, 0, 1]
        let index = ["r": 0, "g": 1, "b": 2, "a": 3][channel] ?? 0
        let numbers = input.width == 3 ? Array(color[..<3]) : [color[index]]
        if let parameter = input.parameter { material.parameters.append(MaterialParameter(parameter, numbers)) }
    }

    mutating func texture(_ asset: String, _ shader: Int) -> Int {
        let layer = stage.property(shader, "inputs:file")?.opinions.first?.layer ?? 0
        if let tiled = tiledTexture(asset, shader, layer) { return tiled }
        let (image, remark) = stage.image(asset, from: layer)
        imageNames.insert(USDLayerLibrary.Spelling(asset: asset, layer: layer))
        let key = "\(image.path ?? "")\n\(image.uri)\n\(layer)"
        if let known = textureOf[key] { return known }
        if !image.isFound {
            say("usd.texture-missing", .error, shader, "the texture \(remark ?? "'\(asset)' can't be read")")
        } else if let remark {
            note("texture.found", shader, "the texture \(remark)")
        }
        scene.images.append(image)
        scene.textures.append(Texture(image: scene.images.count - 1))
        textureOf[key] = scene.textures.count - 1
        return scene.textures.count - 1
    }

    /// Adds the coordinate set and transform of a texture.
    private mutating func addCoordinates(_ shader: Int, to slot: inout TextureSlot, _ names: inout [String]) {
        var next = source(shader, "inputs:st")?.prim
        var transform: [TextureOption] = []
        if let node = next, value(node, "info:id")?.word == "UsdTransform2d" {
            transform = self.transform(node)
            next = source(node, "inputs:in")?.prim
        }
        var name = "st"
        if let reader = next {
            if value(reader, "info:id")?.word?.hasPrefix("UsdPrimvarReader") == true {
                name = input(reader, "inputs:varname")?.word ?? name
                _ = value(reader, "inputs:fallback")
            } else {
                warn("usd.shader", reader, "texture coordinates from a shader are not supported: 'st' is used")
            }
        }
        let number = names.firstIndex(of: name) ?? names.count
        if number == names.count { names.append(name) }
        if number > 0 { slot.options.append(TextureOption("texCoord", ["\(number)"])) }
        slot.options += transform
    }

    /// Converts a texture transform from bottom-left to glTF's top-left coordinates.
    private mutating func transform(_ node: Int) -> [TextureOption] {
        let scale = value(node, "inputs:scale")?.numbers ?? [1, 1]
        let move = value(node, "inputs:translation")?.numbers ?? [0, 0]
        let degrees = value(node, "inputs:rotation")?.number ?? 0
        guard scale.count == 2, move.count == 2 else { return [] }
        // USD: uv′ = R(θ)·S·uv + t. With v = 1 − w on both sides, the offset is (tx − sy·sinθ, 1 − ty − sy·cosθ).
        let (s, c) = Angles.sinCos(degrees: degrees)
        let offset = [move[0] - s * scale[1], 1 - move[1] - c * scale[1]]
        var options: [TextureOption] = []
        func add(_ name: String, _ numbers: [Double]) {
            options.append(TextureOption(name, numbers.map { JSONValue.number($0).text() }))
        }
        if offset != [0, 0] { add("offset", offset) }
        if degrees != 0 { add("rotation", [degrees * .pi / 180]) }
        if scale != [1, 1] { add("scale", scale) }
        return options
    }

    // MARK: Alpha

    /// Sets the alpha mode: a mask if there is an opacity threshold, else a blend.
    private mutating func settleAlpha(_ surface: Int, _ material: inout SceneMaterial) {
        // The alpha channel of the base colour's own image is not a separate texture.
        if let base = material.texture("baseColor"), let alpha = material.texture("alpha"),
            base.texture == alpha.texture, alpha.options.contains(TextureOption("channel", ["a"]))
        {
            material.textures.removeAll { $0.slot == "alpha" }
            material.parameters.append(MaterialParameter("alphaMode", [2]))
        }
        if let metallic = material.texture("metallic"), let roughness = material.texture("roughness"),
            metallic.texture == roughness.texture, metallic.options.contains(TextureOption("channel", ["b"])),
            roughness.options.contains(TextureOption("channel", ["g"]))
        {
            material.textures.removeAll { $0.slot == "metallic" || $0.slot == "roughness" }
            material.textures.append(
                TextureSlot(
                    "metallicRoughness", texture: roughness.texture,
                    options: roughness.options.filter { $0.name != "channel" }))
        }
        if let threshold = input(surface, "inputs:opacityThreshold")?.number, threshold > 0 {
            material.parameters.removeAll { $0.name == "alphaMode" }
            material.parameters.append(MaterialParameter("alphaMode", [1]))
            material.parameters.append(MaterialParameter("alphaCutoff", [threshold]))
        } else if material["alphaMode"] == nil, let alpha = material["alpha"]?.first, alpha < 1 {
            material.parameters.append(MaterialParameter("alphaMode", [2]))
        }
    }
}

extension SceneMaterial {
    /// Adds a parameter unless the material has it.
    mutating func add(_ name: String, _ values: Double...) {
        if self[name] == nil { parameters.append(MaterialParameter(name, values)) }
    }
}

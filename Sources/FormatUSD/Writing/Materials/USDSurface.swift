import MeshModel

/// The UsdPreviewSurface of a material, with the shaders that feed it.
struct USDSurface {
    /// The material's prim, its name and its path.
    let prim: Int
    let name: String
    let path: String
    /// The inputs that have a value or a connection.
    private var isSet: Set<String> = []
    /// The coordinate sets that have a shader.
    var coordinateSets: Set<Int> = []
    /// The slots of textures that move over the surface.
    var movingSlots: Set<String> = []

    init(prim: Int, name: String, path: String) {
        self.prim = prim
        self.name = name
        self.path = path
    }

    /// Adds the surface of a material.
    ///
    /// - Parameter colors: the prim colours that it shows.
    mutating func add(
        _ material: SceneMaterial, colors: USDPlainMaterial?, _ images: USDImages, _ draft: inout USDDraft
    ) {
        draft.layer.connection(prim, "outputs:surface", "token", to: "\(path)/Surface.outputs:surface")
        let surface = draft.layer.shader("Surface", "UsdPreviewSurface", below: prim)
        for slot in USDTextureTable.slots {
            guard let own = material.texture(slot.name), let image = images.textures[own.texture] else { continue }
            let inputs = slot.inputs.filter { !isSet.contains($0.input) }
            guard !inputs.isEmpty else { continue }
            let texture = addTexture(own, slot, image, material, &draft)
            for (input, channel) in inputs {
                isSet.insert(input)
                draft.layer.connection(
                    surface, "inputs:\(input)", USDTextureTable.typeName(input),
                    to: "\(texture).outputs:\(Self.channel(own) ?? images.channel(of: slot, channel, image: image))")
            }
            // The base colour texture's alpha, if the alpha mode uses it.
            if slot.name == "baseColor", let mode = material["alphaMode"], mode != [0],
                material.texture("alpha") == nil, isSet.insert("opacity").inserted
            {
                draft.layer.connection(surface, "inputs:opacity", "float", to: "\(texture).outputs:a")
            }
        }
        if colors != nil, isSet.insert("diffuseColor").inserted {
            addColorReader(&draft)
            draft.layer.connection(surface, "inputs:diffuseColor", "color3f", to: "\(path)/Color.outputs:result")
        }
        if colors == .colorsAndOpacity, isSet.insert("opacity").inserted {
            addReader("Opacity", of: "displayOpacity", "float", fallback: .real(.float, 1), &draft)
            draft.layer.connection(surface, "inputs:opacity", "float", to: "\(path)/Opacity.outputs:result")
        }
        for input in USDMaterialTable.inputs where !isSet.contains(input.name) {
            guard let name = input.parameter, let values = material[name], values.count == input.width else { continue }
            let value: USDValue =
                switch (input.type, input.width) {
                case ("int", _): .integer(.int, Int64(exactly: values[0].rounded()) ?? 0)
                case (_, 1): .single(values[0])
                default: .singles(.float3, values)
                }
            draft.layer.attribute(surface, "inputs:\(input.name)", input.type, value)
        }
        if material["alphaMode"] == [1] {
            let threshold = material["alphaCutoff"]?.first ?? 0.5
            draft.layer.attribute(surface, "inputs:opacityThreshold", "float", .single(threshold))
        }
        draft.layer.attribute(surface, "outputs:surface", "token", nil)
    }

    /// The channel that the slot's options choose.
    private static func channel(_ slot: TextureSlot) -> String? {
        let word = slot.options.first { $0.name == "channel" || $0.name == "-imfchan" }?.words.first
        return word.flatMap { ["r", "g", "b", "a", "rgb"].contains($0) ? $0 : nil }
    }

    /// Adds a shader that reads the prim's colours.
    func addColorReader(_ draft: inout USDDraft) {
        addReader("Color", of: "displayColor", "float3", fallback: .tuple(.float3, [1, 1, 1]), &draft)
    }

    /// Adds a shader that reads a primvar.
    func addReader(
        _ name: String, of primvar: String, _ kind: String, fallback: USDValue?, _ draft: inout USDDraft
    ) {
        let reader = draft.layer.shader(name, "UsdPrimvarReader_\(kind)", below: prim)
        if let fallback { draft.layer.attribute(reader, "inputs:fallback", kind, fallback) }
        draft.layer.attribute(reader, "inputs:varname", "string", .text(.string, primvar))
        draft.layer.attribute(reader, "outputs:result", kind, nil)
    }
}

extension USDLayer {
    /// Adds a shader with its kind.
    mutating func shader(_ name: String, _ kind: String, below parent: Int) -> Int {
        let prim = define(name, "Shader", below: parent)
        attribute(prim, "info:id", "token", .token(kind), isUniform: true)
        return prim
    }
}

extension USDValue {
    /// A number rounded to float32.
    static func single(_ number: Double) -> USDValue { .real(.float, Double(Float(number))) }

    /// Numbers rounded to float32.
    static func singles(_ type: USDType, _ numbers: [Double]) -> USDValue {
        .tuple(type, numbers.map { Double(Float($0)) })
    }
}

/// A setting of a camera, light or material that follows a sampler.
public struct SettingChannel: Sendable, Hashable {
    /// What has the setting.
    public enum Part: Sendable, Hashable {
        /// A camera of the scene.
        case camera(Int)
        /// A light of the scene.
        case light(Int)
        /// A material of the scene.
        case material(Int)
    }

    /// The camera, light or material.
    public var part: Part
    /// The name of the setting: that of a member of ``Camera/Projection-swift.enum`` or ``Light`` (`yfov`, `intensity`
    /// …), that of a parameter of ``SceneMaterial`` (`baseColor`, `alpha` …), or that of a texture's slot and its option
    /// (`baseColor.offset`, `.rotation`, `.scale`).
    public var name: String
    /// The sampler of the clip: as many numbers a key as the setting has.
    public var sampler: Int

    /// Creates a channel.
    public init(part: Part, name: String, sampler: Int) {
        self.part = part
        self.name = name
        self.sampler = sampler
    }
}

extension SettingChannel.Part {
    /// The part's number.
    package var index: Int {
        switch self {
        case .camera(let index), .light(let index), .material(let index): index
        }
    }

    /// The word for the kind of part.
    package var word: String {
        switch self {
        case .camera: "camera"
        case .light: "light"
        case .material: "material"
        }
    }
}

extension SettingChannel {
    /// Whether the setting is a length in the scene's unit.
    package var isLength: Bool {
        switch part {
        case .camera: ["znear", "zfar", "xmag", "ymag"].contains(name)
        case .light: name == "range"
        case .material: false
        }
    }
}

extension AnimationClip {
    /// The number of channels of all kinds.
    package var channelCount: Int { channels.count + settings.count }
}

extension MeshScene {
    /// The number of cameras, lights or materials.
    package func count(like part: SettingChannel.Part) -> Int {
        switch part {
        case .camera: cameras.count
        case .light: lights.count
        case .material: materials.count
        }
    }

    /// The numbers of a setting at rest; nil: the part doesn't have it.
    package func setting(_ name: String, of part: SettingChannel.Part) -> [Double]? {
        guard part.index >= 0, part.index < count(like: part) else { return nil }
        switch part {
        case .camera(let index): return cameras[index].setting(name).map { [$0] }
        case .light(let index): return lights[index].setting(name)
        case .material(let index): return materials[index].setting(name)
        }
    }
}

extension MeshScene {
    /// Gives cameras, lights and materials the numbers of settings. Those of parts that the scene doesn't have are left
    /// out.
    package mutating func set(_ settings: [(channel: SettingChannel, numbers: [Double])]) {
        var numbers: [SettingChannel.Part: [String: [Double]]] = [:]
        for (channel, own) in settings where setting(channel.name, of: channel.part)?.count == own.count {
            numbers[channel.part, default: [:]][channel.name] = own
        }
        for (part, own) in numbers {
            switch part {
            case .camera(let index): cameras[index] = cameras[index].with(own)
            case .light(let index): lights[index] = lights[index].with(own)
            case .material(let index): materials[index] = materials[index].with(own)
            }
        }
    }
}

extension Camera {
    /// The names of settings that follow samplers.
    package static let settingNames = ["yfov", "aspectRatio", "znear", "zfar", "xmag", "ymag"]

    /// A number of the projection; nil: it has none of this name.
    package func setting(_ name: String) -> Double? {
        switch (projection, name) {
        case (.perspective(let yfov, _, _, _), "yfov"): yfov
        case (.perspective(_, let aspectRatio, _, _), "aspectRatio"): aspectRatio
        case (.perspective(_, _, let znear, _), "znear"), (.orthographic(_, _, let znear, _), "znear"): znear
        case (.perspective(_, _, _, let zfar), "zfar"): zfar
        case (.orthographic(_, _, _, let zfar), "zfar"): zfar
        case (.orthographic(let xmag, _, _, _), "xmag"): xmag
        case (.orthographic(_, let ymag, _, _), "ymag"): ymag
        default: nil
        }
    }

    /// The camera with other numbers.
    package func with(_ numbers: [String: [Double]]) -> Camera {
        func number(_ name: String) -> Double? { numbers[name]?.first ?? setting(name) }
        var camera = self
        switch projection {
        case .perspective(let yfov, _, let znear, _):
            camera.projection = .perspective(
                yfov: number("yfov") ?? yfov, aspectRatio: number("aspectRatio"), znear: number("znear") ?? znear,
                zfar: number("zfar"))
        case .orthographic(let xmag, let ymag, let znear, let zfar):
            camera.projection = .orthographic(
                xmag: number("xmag") ?? xmag, ymag: number("ymag") ?? ymag, znear: number("znear") ?? znear,
                zfar: number("zfar") ?? zfar)
        }
        return camera
    }
}

extension Light {
    /// The names of settings that follow samplers.
    package static let settingNames = ["color", "intensity", "range", "innerConeAngle", "outerConeAngle"]

    /// The numbers of a setting; nil: the light has none of this name.
    package func setting(_ name: String) -> [Double]? {
        switch (name, kind) {
        case ("color", _): [color.x, color.y, color.z]
        case ("intensity", _): [intensity]
        case ("range", _): range.map { [$0] }
        case ("innerConeAngle", .spot(let inner, _)): [inner]
        case ("outerConeAngle", .spot(_, let outer)): [outer]
        default: nil
        }
    }

    /// The light with other numbers.
    package func with(_ numbers: [String: [Double]]) -> Light {
        var light = self
        if let own = numbers["color"], own.count == 3 { light.color = SIMD3(own[0], own[1], own[2]) }
        light.intensity = numbers["intensity"]?.first ?? intensity
        light.range = numbers["range"]?.first ?? range
        if case .spot(let inner, let outer) = kind {
            light.kind = .spot(
                innerConeAngle: numbers["innerConeAngle"]?.first ?? inner,
                outerConeAngle: numbers["outerConeAngle"]?.first ?? outer)
        }
        return light
    }
}

extension SceneMaterial {
    /// The options of textures that follow samplers, with the numbers that change nothing.
    package static let movingOptions: [(name: String, idle: [Double])] = [
        ("offset", [0, 0]), ("rotation", [0]), ("scale", [1, 1]),
    ]

    /// The slot and the option of a setting that belongs to a texture.
    package static func textureSetting(_ name: String) -> (slot: String, option: String, idle: [Double])? {
        guard let dot = name.firstIndex(of: "."),
            let option = movingOptions.first(where: { $0.name == name[name.index(after: dot)...] })
        else { return nil }
        return (String(name[..<dot]), option.name, option.idle)
    }

    /// The numbers of a setting that count; nil: the material has none of this name.
    package func setting(_ name: String) -> [Double]? {
        guard let own = Self.textureSetting(name) else { return effective(name) ?? Self.usual[name] }
        guard let slot = texture(own.slot) else { return nil }
        let words = slot.options.first { $0.name == own.option }?.words ?? []
        let numbers = words.compactMap(Double.init)
        return numbers.count == own.idle.count ? numbers : own.idle
    }

    /// What settings without a value of the model are, as glTF defines.
    private static let usual: [String: [Double]] = [
        "normalScale": [1], "occlusionStrength": [1], "emissiveStrength": [1], "ior": [1.5], "alphaCutoff": [0.5],
        "clearcoat": [0], "clearcoatRoughness": [0], "clearcoatNormalScale": [1], "transmission": [0],
        "thickness": [0], "specular": [1], "specularColor": [1, 1, 1], "sheenColor": [0, 0, 0],
        "sheenRoughness": [0], "iridescence": [0], "iridescenceIor": [1.3], "iridescenceThicknessMinimum": [100],
        "iridescenceThicknessMaximum": [400], "anisotropyStrength": [0], "anisotropyRotation": [0],
        "diffuseTransmission": [0], "diffuseTransmissionColor": [1, 1, 1], "dispersion": [0],
        "attenuationColor": [1, 1, 1],
    ]

    /// The material with other numbers.
    package func with(_ numbers: [String: [Double]]) -> SceneMaterial {
        var material = self
        for (name, values) in numbers.inKeyOrder {
            if let own = Self.textureSetting(name) {
                guard let slot = material.textures.firstIndex(where: { $0.slot == own.slot }) else { continue }
                let option = TextureOption(own.option, values.map { "\($0)" })
                if let place = material.textures[slot].options.firstIndex(where: { $0.name == own.option }) {
                    material.textures[slot].options[place] = option
                } else {
                    material.textures[slot].options.append(option)
                }
            } else if let place = material.parameters.firstIndex(where: { $0.name == name }) {
                material.parameters[place].values = values
            } else {
                material.parameters.append(MaterialParameter(name, values))
            }
        }
        return material
    }

    /// The material with the numbers of these settings written out, where they have any.
    package func stating(_ names: Set<String>) -> SceneMaterial {
        var numbers: [String: [Double]] = [:]
        for name in names { if let own = setting(name) { numbers[name] = own } }
        return with(numbers)
    }
}

extension AnimationSampler {
    /// The numbers of a row for each component that `picked` selects.
    package func picking(_ picked: Range<Int>) -> AnimationSampler {
        let width = max(values.components, 1)
        guard picked.lowerBound >= 0, picked.upperBound <= width else { return self }
        let all = values.doubles()
        var numbers = ContiguousArray<Float>()
        numbers.reserveCapacity(values.count * picked.count)
        for row in 0..<values.count { for place in picked { numbers.append(Float(all[row * width + place])) } }
        return AnimationSampler(
            times: times, values: Column(numbers, components: picked.count), interpolation: interpolation)
    }
}

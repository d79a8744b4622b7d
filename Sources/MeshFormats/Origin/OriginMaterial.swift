public import MeshBytes
public import MeshModel

/// What a material was in the scene that a file was written from: a part of origin records.
public struct OriginMaterial: Sendable, Hashable {
    /// Its place among the materials of the file.
    public var index: Int
    /// What a reader finds, as a number that other settings hardly have.
    public var digest: String
    /// The settings that it had.
    public var parameters: [MaterialParameter]
    /// The textures that it had, by their numbers in the file.
    public var textures: [TextureSlot]

    /// The form of a material that reads as another.
    ///
    /// - Parameters:
    ///   - index: its place in the file.
    ///   - material: the material of the scene.
    ///   - written: what a reader makes of it.
    ///   - number: the texture of the file for a slot of the scene; nil: there is none.
    public init(
        _ index: Int, _ material: Material, written: Material, textureNumber number: (TextureSlot) -> Int?
    ) {
        self.index = index
        digest = Self.digest(written)
        parameters = material.parameters
        textures = material.textures.compactMap { slot in
            number(slot).map { TextureSlot(slot.slot, texture: $0, options: slot.options) }
        }
    }

    /// Gives the material of a scene what it had.
    ///
    /// - Returns: whether it was found as it was written.
    public func restore(in scene: inout Scene) -> Bool {
        guard scene.materials.indices.contains(index), Self.digest(scene.materials[index]) == digest,
            textures.allSatisfy({ scene.textures.indices.contains($0.texture) })
        else { return false }
        scene.materials[index].parameters = parameters
        scene.materials[index].textures = textures
        return true
    }

    /// 64 bits of the settings, in the way of Fowler, Noll and Vo.
    private static func digest(_ material: Material) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ text: String) {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        for parameter in material.parameters.sorted(by: { $0.name < $1.name }) {
            add(parameter.name)
            for value in parameter.values { add("\(value)") }
        }
        for slot in material.textures.sorted(by: { $0.slot < $1.slot }) {
            add(slot.slot)
            add("\(slot.texture)")
            for option in slot.options {
                add(option.name)
                for word in option.words { add(word) }
            }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension OriginMaterial {
    /// The form as JSON.
    public var json: JSONValue {
        let parameters = self.parameters.map { parameter in
            (parameter.name, JSONValue.array(parameter.values.map { .number($0) }))
        }
        let textures = self.textures.map { slot -> (String, JSONValue) in
            let options = slot.options.map { option -> JSONValue in
                .array([.string(option.name)] + option.words.map { .string($0) })
            }
            var members: [(String, JSONValue)] = [("index", .int(slot.texture))]
            members.add("options", options)
            return (slot.slot, .object(members))
        }
        var members: [(String, JSONValue)] = [("index", .int(index)), ("digest", .string(digest))]
        if !parameters.isEmpty { members.append(("parameters", .object(parameters))) }
        if !textures.isEmpty { members.append(("textures", .object(textures))) }
        return .object(members)
    }

    /// The form that JSON says; nil when it is none.
    public init?(json: JSONValue) {
        guard let index = json["index"]?.index, let digest = json["digest"]?.string else { return nil }
        self.index = index
        self.digest = digest
        parameters = (json["parameters"]?.object ?? []).map { name, values in
            MaterialParameter(name, (values.array ?? []).map { Self.number($0) })
        }
        textures = []
        for (slot, entry) in json["textures"]?.object ?? [] {
            guard let texture = entry["index"]?.index else { return nil }
            var own = TextureSlot(slot, texture: texture)
            for option in entry.list("options") {
                let words = (option.array ?? []).compactMap(\.string)
                if let name = words.first { own.options.append(TextureOption(name, Array(words.dropFirst()))) }
            }
            textures.append(own)
        }
    }

    /// Numbers that are not finite are words in JSON.
    private static func number(_ value: JSONValue) -> Double {
        value.number ?? value.string.flatMap(Double.init) ?? .nan
    }
}

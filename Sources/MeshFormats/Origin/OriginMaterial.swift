public import MeshBytes
public import MeshModel

/// A material as it was in the source scene, stored in an origin record.
public struct OriginMaterial: Sendable, Hashable {
    /// The index among the materials of the file.
    public var index: Int
    /// A 64-bit hash of the material as a reader finds it.
    public var digest: String
    /// The model of the source material.
    public var model: MaterialModel
    /// The settings of the source material.
    public var parameters: [MaterialParameter]
    /// The textures of the source material, by their indices in the file.
    public var textures: [TextureSlot]

    /// Creates the record of a material that a reader reads differently.
    ///
    /// - Parameters:
    ///   - index: the material's index in the file.
    ///   - material: the material of the scene.
    ///   - written: the material as a reader reads it.
    ///   - number: returns the index in the file of a slot's texture; nil: the file doesn't have it.
    public init(
        _ index: Int, _ material: SceneMaterial, written: SceneMaterial, textureNumber number: (TextureSlot) -> Int?
    ) {
        self.index = index
        digest = Self.digest(written)
        model = material.model
        parameters = material.parameters
        textures = material.textures.compactMap { slot in
            number(slot).map { TextureSlot(slot.slot, texture: $0, options: slot.options) }
        }
    }

    /// Restores the recorded settings of the material in a scene.
    ///
    /// - Returns: whether the material was unchanged since it was written. If not, the scene stays as it is.
    public func restore(in scene: inout MeshScene) -> Bool {
        guard scene.materials.indices.contains(index), Self.digest(scene.materials[index]) == digest,
            textures.allSatisfy({ scene.textures.indices.contains($0.texture) })
        else { return false }
        scene.materials[index].model = model
        scene.materials[index].parameters = parameters
        scene.materials[index].textures = textures
        return true
    }

    /// The hash of the settings.
    private static func digest(_ material: SceneMaterial) -> String {
        var hash = OriginHash()
        func add(_ text: String) {
            hash.add(text.utf8)
            hash.add([0xFF])
        }
        for parameter in material.parameters.inOrder({ $0.name < $1.name }) {
            add(parameter.name)
            for value in parameter.values { add("\(value)") }
        }
        for slot in material.textures.inOrder({ $0.slot < $1.slot }) {
            add(slot.slot)
            add("\(slot.texture)")
            for option in slot.options {
                add(option.name)
                for word in option.words { add(word) }
            }
        }
        return hash.text
    }
}

extension OriginMaterial {
    /// The record as JSON.
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
        if model != .plain { members.append(("model", .string(model.rawValue))) }
        if !parameters.isEmpty { members.append(("parameters", .object(parameters))) }
        if !textures.isEmpty { members.append(("textures", .object(textures))) }
        return .object(members)
    }

    /// Creates the record from JSON; nil if the JSON is not a material record.
    public init?(json: JSONValue) {
        guard let index = json["index"]?.index, let digest = json["digest"]?.string else { return nil }
        self.index = index
        self.digest = digest
        model = json["model"]?.string.flatMap(MaterialModel.init(rawValue:)) ?? .plain
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

    /// Reads a number; JSON has non-finite ones as strings.
    private static func number(_ value: JSONValue) -> Double {
        value.number ?? value.string.flatMap(Double.init) ?? .nan
    }
}

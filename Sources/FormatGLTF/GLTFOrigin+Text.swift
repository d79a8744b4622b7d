import MeshBytes
import MeshModel

// The record as JSON.

extension GLTFOrigin {
    /// The member; nil where there is nothing to say.
    var record: JSONValue? {
        var members: [(String, JSONValue)] = [("version", 1)]
        if upAxis != .y { members.append(("upAxis", upAxis.map { .string($0.rawValue) } ?? .null)) }
        if metersPerUnit != 1 { members.append(("metersPerUnit", metersPerUnit.map { .number($0) } ?? .null)) }
        if rootNodes > 0 { members.append(("rootNodes", .int(rootNodes))) }
        if let plainMaterial { members.append(("plainMaterial", .int(plainMaterial))) }
        if !materials.isEmpty { members.append(("materials", .array(materials.map(\.json)))) }
        if !nodes.isEmpty { members.append(("nodes", .array(nodes.map(\.json)))) }
        if !metadata.isEmpty { members.append(("metadata", .array(metadata.map { .string($0) }))) }
        let filled = sets.sorted { $0.key < $1.key }
        if !filled.isEmpty {
            members.append(("vertexSets", .array(filled.map { $0.value.json($0.key) })))
        }
        return members.count > 1 ? .object(members) : nil
    }

    /// The record of a file; nil when it is not understood.
    init?(record: JSONValue) {
        guard record["version"]?.int == 1 else { return nil }
        if let axis = record["upAxis"] {
            upAxis = axis.string.flatMap(UpAxis.init(rawValue:))
            guard upAxis != nil || Self.isNull(axis) else { return nil }
        }
        if let unit = record["metersPerUnit"] {
            metersPerUnit = unit.number
            guard Self.isNull(unit) || (metersPerUnit.map { $0.isFinite && $0 > 0 } ?? false) else { return nil }
        }
        rootNodes = Int(clamping: record["rootNodes"]?.int ?? 0)
        plainMaterial = record["plainMaterial"]?.int.map { Int(clamping: $0) }
        materials = (record["materials"]?.array ?? []).compactMap(MaterialForm.init(json:))
        nodes = (record["nodes"]?.array ?? []).compactMap(NodeForm.init(json:))
        metadata = (record["metadata"]?.array ?? []).compactMap(\.string)
        for entry in record["vertexSets"]?.array ?? [] {
            guard let set = entry["set"]?.int else { return nil }
            var form = SetForm(
                forms: (entry["attributes"]?.array ?? []).compactMap(Form.init(json:)),
                generated: (entry["generated"]?.array ?? []).compactMap(\.string))
            if let offset = entry["offset"] {
                guard let numbers = Self.numbers(offset, 3) else { return nil }
                form.offset = SIMD3(numbers[0], numbers[1], numbers[2])
            }
            form.hasRest = entry["rest"]?.bool ?? false
            sets[Int(clamping: set)] = form
        }
    }

    /// So many finite numbers; nil: it is something else.
    fileprivate static func numbers(_ value: JSONValue?, _ count: Int) -> [Double]? {
        let numbers = (value?.array ?? []).compactMap(\.number)
        return numbers.count == count && value?.array?.count == count && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    private static func isNull(_ value: JSONValue) -> Bool {
        if case .null = value { true } else { false }
    }
}

extension GLTFOrigin.SetForm {
    fileprivate func json(_ number: Int) -> JSONValue {
        var members: [(String, JSONValue)] = [("set", .int(number))]
        if !forms.isEmpty { members.append(("attributes", .array(forms.map(\.json)))) }
        if !generated.isEmpty { members.append(("generated", .array(generated.map { .string($0) }))) }
        if offset != .zero { members.append(("offset", .array((0..<3).map { .number(offset[$0]) }))) }
        if hasRest { members.append(("rest", true)) }
        return .object(members)
    }
}

extension GLTFOrigin.NodeForm {
    fileprivate var json: JSONValue {
        func numbers(_ values: [Double]) -> JSONValue { .array(values.map { .number($0) }) }
        var members: [(String, JSONValue)] = [("index", .int(index))]
        switch transform {
        case .identity: break
        case .matrix(let values): members.append(("matrix", numbers(values)))
        case .trs(let move, let turn, let scale):
            members.append(("translation", numbers((0..<3).map { move[$0] })))
            members.append(("rotation", numbers((0..<4).map { turn[$0] })))
            members.append(("scale", numbers((0..<3).map { scale[$0] })))
        }
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        guard let index = json["index"]?.int else { return nil }
        self.index = Int(clamping: index)
        transform = .identity
        if json["matrix"] != nil {
            guard let values = GLTFOrigin.numbers(json["matrix"], 16) else { return nil }
            transform = .matrix(values)
        } else if json["translation"] != nil {
            guard let move = GLTFOrigin.numbers(json["translation"], 3),
                let turn = GLTFOrigin.numbers(json["rotation"], 4), let scale = GLTFOrigin.numbers(json["scale"], 3)
            else { return nil }
            transform = .trs(
                translation: SIMD3(move[0], move[1], move[2]), rotation: SIMD4(turn[0], turn[1], turn[2], turn[3]),
                scale: SIMD3(scale[0], scale[1], scale[2]))
        }
    }
}

extension GLTFOrigin.Form {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = [("name", .string(name))]
        if stored != name { members.append(("stored", .string(stored))) }
        if isRestored {
            members.append(("type", .string(type.name)))
            if isNormalized { members.append(("normalized", true)) }
            if let space = frame.colorSpace { members.append(("colorSpace", .string(space.rawValue))) }
            if let origin = frame.uvOrigin { members.append(("uvOrigin", .string(origin.rawValue))) }
            if frame.encoding != .linear { members.append(("encoding", .string(frame.encoding.rawValue))) }
            if let order = frame.quaternionOrder { members.append(("quaternionOrder", .string(order.rawValue))) }
            if frame.scale != 1 { members.append(("scale", .number(frame.scale))) }
            if hasCodes { members.append(("codes", true)) }
        }
        members.append(("components", .int(components)))
        if !elements.isEmpty {
            members.append(("elements", .array(elements.map { [.int($0.mesh), .int($0.primitive)] })))
        }
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        guard let name = json["name"]?.string, let components = json["components"]?.int, components > 0 else {
            return nil
        }
        var frame = Frame()
        frame.colorSpace = json["colorSpace"]?.string.flatMap(Frame.ColorSpace.init(rawValue:))
        frame.uvOrigin = json["uvOrigin"]?.string.flatMap(Frame.UVOrigin.init(rawValue:))
        frame.encoding = json["encoding"]?.string.flatMap(Frame.Encoding.init(rawValue:)) ?? .linear
        frame.quaternionOrder = json["quaternionOrder"]?.string.flatMap(Frame.QuaternionOrder.init(rawValue:))
        if let scale = json["scale"]?.number, scale.isFinite, scale > 0 { frame.scale = scale }
        let type = json["type"]?.string.flatMap(ScalarType.init(name:))
        self.init(
            name: name, stored: json["stored"]?.string ?? name, type: type ?? .float32,
            isNormalized: json["normalized"]?.bool ?? false, frame: frame, components: Int(clamping: components),
            hasCodes: json["codes"]?.bool ?? false,
            elements: (json["elements"]?.array ?? []).compactMap { place in
                guard let mesh = place[0]?.int, let primitive = place[1]?.int else { return nil }
                return GLTFOrigin.Place(mesh: Int(clamping: mesh), primitive: Int(clamping: primitive))
            }, isRestored: type != nil)
    }
}

extension GLTFOrigin.MaterialForm {
    fileprivate var json: JSONValue {
        let parameters = self.parameters.map { parameter in
            (parameter.name, JSONValue.array(parameter.values.map { .number($0) }))
        }
        let textures = self.textures.map { slot -> (String, JSONValue) in
            let options = slot.options.map { option -> JSONValue in
                .array([.string(option.name)] + option.words.map { .string($0) })
            }
            var members: [(String, JSONValue)] = [("index", .int(slot.texture))]
            if !options.isEmpty { members.append(("options", .array(options))) }
            return (slot.slot, .object(members))
        }
        var members: [(String, JSONValue)] = [("index", .int(index)), ("digest", .string(digest))]
        if !parameters.isEmpty { members.append(("parameters", .object(parameters))) }
        if !textures.isEmpty { members.append(("textures", .object(textures))) }
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        guard let index = json["index"]?.int, let digest = json["digest"]?.string else { return nil }
        var parameters: [MaterialParameter] = []
        for (name, values) in json["parameters"]?.object ?? [] {
            parameters.append(MaterialParameter(name, (values.array ?? []).map { Self.number($0) }))
        }
        var textures: [TextureSlot] = []
        for (slot, entry) in json["textures"]?.object ?? [] {
            guard let texture = entry["index"]?.int else { return nil }
            var own = TextureSlot(slot, texture: Int(clamping: texture))
            for option in entry["options"]?.array ?? [] {
                let words = (option.array ?? []).compactMap(\.string)
                if let name = words.first { own.options.append(TextureOption(name, Array(words.dropFirst()))) }
            }
            textures.append(own)
        }
        self.init(index: Int(clamping: index), digest: digest, parameters: parameters, textures: textures)
    }

    /// Numbers that are not finite are words in JSON.
    private static func number(_ value: JSONValue) -> Double {
        value.number ?? value.string.flatMap(Double.init) ?? .nan
    }
}

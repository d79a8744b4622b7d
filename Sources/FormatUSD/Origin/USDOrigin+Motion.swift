import MeshBytes
import MeshFormats
import MeshModel

// What moves, in the origin record.

extension USDOrigin {
    /// A node that moves like another one: a joint that is a prim, too, or belongs to a second skeleton.
    struct Copy: Sendable, Hashable {
        /// The indices of both nodes as a reader finds them.
        var node: Int
        var original: Int
    }

    /// A node and its children, without added nodes.
    struct Family: Sendable, Hashable {
        var node: Int
        var children: [Int]
    }

    /// A skin.
    struct SkinForm: Sendable, Hashable {
        /// The index of the skin that a reader finds.
        var index: Int
        var name: String?
        /// The node named as its root, and the nodes that it moves, without added nodes.
        var skeleton: Int?
        var nodes: [Int]
        /// Whether it had matrices.
        var hasMatrices: Bool
    }

    /// The morph targets of a mesh, and the weights of a node.
    struct TargetForm: Sendable, Hashable {
        var mesh: Int
        var names: [String?]
        var weights: [Double]
    }

    struct WeightForm: Sendable, Hashable {
        var node: Int
        var weights: [Double]
    }

    /// A clip, and its time codes.
    struct Clip: Sendable, Hashable {
        struct Channel: Sendable, Hashable {
            /// The node, without added nodes.
            var node: Int
            var property: AnimationChannel.Property
            var interpolation: AnimationSampler.Interpolation
            /// The list of the clip's key times.
            var times: Int
        }

        var name: String?
        /// The time code of its second 0, and that of its last key; nil without keys.
        var offset: Double?
        var end: Double?
        /// A setting of a camera, light or material, as they are numbered after restoring.
        struct Setting: Sendable, Hashable {
            var part: SettingChannel.Part
            var name: String
            var interpolation: AnimationSampler.Interpolation
            var times: Int
        }

        var channels: [Channel] = []
        var settings: [Setting] = []
        /// Lists of key times in seconds: a file has the keys of all joints at each of them, at later times.
        var times: [[Float]] = []
    }

    // MARK: JSON

    var motionMembers: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        members.add("copies", copies.map { [.int($0.node), .int($0.original)] })
        members.add("families", families.map { .array(([$0.node] + $0.children).map { .int($0) }) })
        members.add("joints", joints.map(\.json))
        members.add("skins", skins.map(\.json))
        members.add("targets", targets.map(\.json))
        members.add("weights", weights.map { .array([.int($0.node)] + $0.weights.map { .number($0) }) })
        members.add("clips", clips.map(\.json))
        members.add("timeless", isTimeless)
        return members
    }

    mutating func readMotion(_ record: JSONValue) -> Bool {
        guard let copies = record.all("copies", \.pair), let families = record.all("families", Family.init(json:)),
            let joints = record.all("joints", OriginNode.init(json:)),
            let skins = record.all("skins", SkinForm.init(json:)),
            let targets = record.all("targets", TargetForm.init(json:)),
            let weights = record.all("weights", WeightForm.init(json:)),
            let clips = record.all("clips", Clip.init(json:))
        else { return false }
        self.copies = copies.map { Copy(node: $0, original: $1) }
        (self.families, self.joints, self.skins) = (families, joints, skins)
        (self.targets, self.weights, self.clips) = (targets, weights, clips)
        isTimeless = record["timeless"]?.bool ?? false
        return true
    }
}

extension USDOrigin.Family {
    fileprivate init?(json: JSONValue) {
        guard let numbers = json.array?.map(\.index), let own = numbers.first, let node = own else { return nil }
        let children = numbers.dropFirst().compactMap(\.self)
        guard children.count == numbers.count - 1 else { return nil }
        self.init(node: node, children: children)
    }
}

extension USDOrigin.SkinForm {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = [("skin", .int(index))]
        if let name { members.append(("name", .string(name))) }
        if let skeleton { members.append(("skeleton", .int(skeleton))) }
        members.add("nodes", nodes)
        members.add("bare", !hasMatrices)
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        guard let index = json["skin"]?.index else { return nil }
        self.init(
            index: index, name: json["name"]?.string, skeleton: json["skeleton"]?.index, nodes: json.indices("nodes"),
            hasMatrices: json["bare"]?.bool != true)
    }
}

extension USDOrigin.TargetForm {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = [("mesh", .int(mesh))]
        members.add("names", names)
        members.add("weights", weights.map { .number($0) })
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        guard let mesh = json["mesh"]?.index else { return nil }
        let weights = (json["weights"]?.array ?? []).compactMap(\.number)
        let names = (json["names"]?.array ?? []).map(\.string)
        guard names.count == weights.count else { return nil }
        self.init(mesh: mesh, names: names, weights: weights)
    }
}

extension USDOrigin.WeightForm {
    fileprivate init?(json: JSONValue) {
        guard let numbers = json.array, let node = numbers.first?.index else { return nil }
        self.init(node: node, weights: numbers.dropFirst().compactMap(\.number))
    }
}

extension USDOrigin.Clip {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = []
        if let name { members.append(("name", .string(name))) }
        if let offset { members.append(("offset", .number(offset))) }
        if let end { members.append(("end", .number(end))) }
        members.add(
            "channels",
            channels.map {
                [
                    .int($0.node), .string($0.property.rawValue), .string($0.interpolation.rawValue), .int($0.times),
                ]
            })
        members.add(
            "settings",
            settings.map {
                [
                    .string($0.part.word), .int($0.part.index), .string($0.name), .string($0.interpolation.rawValue),
                    .int($0.times),
                ]
            })
        members.add("times", times.map { .array($0.map { .number(Double($0)) }) })
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        self.init(name: json["name"]?.string, offset: json["offset"]?.number, end: json["end"]?.number)
        for entry in json["channels"]?.array ?? [] {
            guard let parts = entry.array, parts.count == 4, let node = parts[0].index, let times = parts[3].index,
                let property = parts[1].string.flatMap(AnimationChannel.Property.init(rawValue:)),
                let interpolation = parts[2].string.flatMap(AnimationSampler.Interpolation.init(rawValue:))
            else { return nil }
            channels.append(Channel(node: node, property: property, interpolation: interpolation, times: times))
        }
        for entry in json["settings"]?.array ?? [] {
            guard let parts = entry.array, parts.count == 5, let index = parts[1].index, let name = parts[2].string,
                let interpolation = parts[3].string.flatMap(AnimationSampler.Interpolation.init(rawValue:)),
                let times = parts[4].index
            else { return nil }
            let part: SettingChannel.Part
            switch parts[0].string {
            case "camera": part = .camera(index)
            case "light": part = .light(index)
            case "material": part = .material(index)
            default: return nil
            }
            settings.append(Setting(part: part, name: name, interpolation: interpolation, times: times))
        }
        for entry in json["times"]?.array ?? [] {
            times.append((entry.array ?? []).compactMap { $0.number.map { Float($0) } })
        }
        guard channels.allSatisfy({ times.indices.contains($0.times) }),
            settings.allSatisfy({ times.indices.contains($0.times) })
        else { return nil }
    }
}

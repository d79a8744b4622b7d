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
        /// Where the matrices begin in ``USDOrigin/numbers``; nil: the file has them exactly.
        var matrices: Int?
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
            var sampler: Int
            /// How far straight pieces are from the curve, in the unit of the values.
            var tolerance = 0.0
        }

        struct Sampler: Sendable, Hashable {
            var interpolation: AnimationSampler.Interpolation
            /// The list of the key times.
            var times: Int
            /// Where the values begin in ``USDOrigin/numbers``; nil: the file has them exactly.
            var values: Int?
            /// Whether those are the values of all keys.
            var isStill = false
            /// Whether the file has 16-bit floats.
            var isHalf = false
        }

        /// A setting of a camera, light or material, as they are numbered after restoring.
        struct Setting: Sendable, Hashable {
            var part: SettingChannel.Part
            var name: String
            var interpolation: AnimationSampler.Interpolation
            var times: Int
        }

        var name: String?
        /// The time code of its second 0, and that of its last key; nil without keys.
        var offset: Double?
        var end: Double?
        var channels: [Channel] = []
        var samplers: [Sampler] = []
        var settings: [Setting] = []
        /// Lists of key times in seconds, in ``USDOrigin/numbers``: a file has the keys of all joints at each of them, at
        /// later times.
        var times: [Range<Int>] = []
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
        if let matrices { members.append(("matrices", .int(matrices))) }
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        guard let index = json["skin"]?.index else { return nil }
        self.init(
            index: index, name: json["name"]?.string, skeleton: json["skeleton"]?.index, nodes: json.indices("nodes"),
            hasMatrices: json["bare"]?.bool != true, matrices: json["matrices"]?.index)
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

import MeshFormats
import MeshModel

/// The content of skeletons and their animations.
enum USDRigPrims {
    /// The most numbers that one animation may have: what joints with keys of their own multiply to.
    private static let mostNumbers = 1 << 28

    static func add(
        _ tree: USDPrimTree, _ prims: USDPrims, _ motion: USDMotion, _ draft: inout USDDraft
    ) throws(WriteError) {
        var binding = USDBinding()
        for (index, rig) in tree.rigs.rigs.enumerated() {
            let (prim, animation) = prims.skeletons[index]
            guard prim >= 0, let size = motion.size else { continue }
            let joints = USDRigJoints(tree, index)
            let binds = binding.transforms(rig, joints, tree, size, draft.scene)
            add(joints, binds, to: prim, &draft)
            guard let animation else { continue }
            draft.layer.apply("SkelBindingAPI", to: prim)
            draft.layer.relationship(prim, "skel:animationSource", to: draft.layer.path(of: animation))
            try addAnimation(rig, joints, tree, to: animation, motion, &draft)
        }
        draft.report(binding, motion)
        draft.reportSkins(tree)
    }

    private static func add(_ joints: USDRigJoints, _ binds: [USDMatrix], to prim: Int, _ draft: inout USDDraft) {
        draft.layer.attribute(prim, "joints", "token[]", .texts(.token, joints.paths), isUniform: true)
        let names = zip(joints.nodes, joints.names).map { $0.flatMap { draft.scene.nodes[$0].name } ?? $1 }
        draft.layer.attribute(prim, "jointNames", "token[]", .texts(.token, names), isUniform: true)
        draft.layer.attribute(
            prim, "bindTransforms", "matrix4d[]", .matrices(binds), isUniform: true)
        let rests = joints.nodes.map { node in
            node.map { USDSceneBuilder.matrix(draft.scene.nodes[$0].transform) } ?? .identity
        }
        draft.layer.attribute(prim, "restTransforms", "matrix4d[]", .matrices(rests), isUniform: true)
    }

    // MARK: Animation

    private static func addAnimation(
        _ rig: USDRigs.Rig, _ joints: USDRigJoints, _ tree: USDPrimTree, to prim: Int, _ motion: USDMotion,
        _ draft: inout USDDraft
    ) throws(WriteError) {
        // A matrix that is not a translation, rotation and scale stays at rest, where it is exact.
        var places: [Int] = []
        for place in joints.nodes.indices {
            guard let node = joints.nodes[place], !motion.movesTransform(of: node) else {
                places.append(place)
                continue
            }
            if USDRestParts(draft.scene.nodes[node].transform).isWhole { places.append(place) }
        }
        draft.layer.attribute(
            prim, "joints", "token[]", .texts(.token, places.map { joints.paths[$0] }), isUniform: true)
        let nodes = places.map { joints.nodes[$0] }
        for (property, name, type) in [
            (AnimationChannel.Property.translation, "translations", USDType.float3), (.rotation, "rotations", .quatf),
            (.scale, "scales", .half3),
        ] {
            let parts = nodes.map { node in
                USDJointedCourse(
                    rest: USDRestParts(node.map { draft.scene.nodes[$0].transform } ?? .identity)
                        .values(of: property),
                    course: node.flatMap { motion.courses[USDMovedProperty(node: $0, property: property)] })
            }
            let limited = parts.map { $0.limited(to: USDStoredNumber.largest(of: type)) }
            let stored = zip(parts, limited).map { $1 ?? $0 }
            try add(stored, name, type, to: prim, &draft)
            if property == .scale, let size = motion.size { draft.reportScales(stored, nodes, size) }
            draft.reportLimited(parts, limited, "/skins", "\(name) of joints", type) { place, value in
                guard let size = motion.size, let node = nodes[place] else { return nil }
                switch property {
                case .translation: return size.factor[node]
                case .scale: return size.reach[node] / max(abs(value), .leastNormalMagnitude)
                default: return nil
                }
            }
        }
        guard !rig.morphed.isEmpty else { return }
        var names: [String] = []
        var parts: [USDJointedCourse] = []
        for node in rig.morphed {
            guard let mesh = draft.scene.nodes[node].mesh, let own = tree.rigs.targetNames[mesh] else { continue }
            names += own
            let property = USDMovedProperty(node: node, property: .weights)
            let rest = USDMotion.rest(property, draft.scene)
            draft.reportRounding(of: rest, node)
            parts.append(USDJointedCourse(rest: rest, course: motion.courses[property]))
        }
        draft.layer.attribute(prim, "blendShapes", "token[]", .texts(.token, names), isUniform: true)
        let limited = parts.map { $0.limited(to: USDStoredNumber.largest(of: .float)) }
        try add(zip(parts, limited).map { $1 ?? $0 }, "blendShapeWeights", .float, to: prim, &draft)
        draft.reportLimited(parts, limited, "/animations", "weights of morph targets", .float) { _, _ in nil }
    }

    /// Adds an attribute of the values of all joints, with a sample wherever one of them has one.
    private static func add(
        _ parts: [USDJointedCourse], _ name: String, _ type: USDType, to prim: Int, _ draft: inout USDDraft
    ) throws(WriteError) {
        let attribute = draft.layer.attribute(prim, name, "\(type.name)[]", .numbers(parts.flatMap(\.rest), type))
        var codes: Set<Double> = []
        for part in parts { codes.formUnion(part.course?.codes ?? []) }
        guard !codes.isEmpty else { return }
        let width = parts.reduce(0) { $0 + $1.rest.count }
        guard codes.count <= mostNumbers / max(width, 1) else {
            throw WriteError(
                .unrepresentable, path: "",
                "\(codes.count) times of \(parts.count) joints: USD stores all joints at each time, which are too many")
        }
        let sorted = codes.sorted()
        draft.layer.specs[attribute]["timeSamples"] = .samples(sorted) { index in
            .numbers(parts.flatMap { $0.course?.value(at: sorted[index]) ?? $0.rest }, type)
        }
    }
}

/// The values of a joint, or of the weights of a mesh.
struct USDJointedCourse {
    var rest: [Double]
    /// The values over time; nil: they stay at rest.
    var course: USDSampledCourse?

    /// The values in the range of a type; nil: they are.
    fileprivate func limited(to largest: Double) -> USDJointedCourse? {
        func fits(_ value: Double) -> Bool { abs(value) <= largest }
        if rest.allSatisfy(fits), course?.values.allSatisfy(fits) ?? true { return nil }
        var limited = self
        limited.rest = rest.map { USDStoredNumber.limited($0, to: largest, 0) }
        limited.course?.limit(to: largest, limited.rest)
        return limited
    }

    /// Whether a number changes its sign: what it scales is small there, beside the rounding of larger numbers.
    fileprivate var passesZero: Bool {
        let values = course.map { Array($0.values) } ?? []
        let width = max(rest.count, 1)
        return values.indices.dropFirst(width).contains { (values[$0] < 0) != (values[$0 - width] < 0) }
    }

    /// Whether a value between two keys is exact with half floats: it stays the same power of two, or 0.
    fileprivate var isExactBetweenKeys: Bool {
        let values = course.map { Array($0.values) } ?? rest
        let width = max(rest.count, 1)
        return values.indices.allSatisfy { index in
            let bits = HalfBits.bits(values[index])
            return bits == HalfBits.bits(values[index % width]) && bits & 0x3FF == 0
        }
    }
}

/// The joints of a skeleton.
struct USDRigJoints {
    /// The node of the scene of each joint; nil for a joint that nothing uses.
    let nodes: [Int?]
    /// The names in the file, and the paths.
    let names: [String]
    let paths: [String]

    init(_ tree: USDPrimTree, _ rig: Int) {
        let places = tree.jointPlaces[rig]
        nodes = places.map { tree.nodes[$0].source ?? tree.nodes[$0].copied }
        names = places.map { tree.nodes[$0].name }
        paths = tree.jointPaths(ofRig: rig)
    }
}

extension USDDraft {
    /// Reports scales that half floats change, at keys and between them, where OpenUSD counts with half floats, too.
    fileprivate mutating func reportScales(_ parts: [USDJointedCourse], _ nodes: [Int?], _ size: USDShownSize) {
        var count = 0
        var error = 0.0
        let isSampled = parts.contains { ($0.course?.codes.count ?? 0) > 1 }
        for (part, node) in zip(parts, nodes) {
            guard let node else { continue }
            var share = 0.0
            for value in part.rest + (part.course.map { Array($0.values) } ?? []) where value != 0 {
                let change = abs(HalfBits.value(HalfBits.bits(Double(Float(value)))) - value) / abs(value)
                if change > share { share = change }
            }
            // Two products and their sum are rounded.
            if isSampled, !part.isExactBetweenKeys { share += 0x1p-10 }
            guard share > 0 else { continue }
            count += 1
            error = max(error, share * size.reach[node])
        }
        lose(
            .precisionReduced, error <= 0x1p-22 * size.box ? .rounded : .narrowed, "/skins", "scales of joints", count,
            "joints", error: error, "rounded to 16-bit floats, as USD stores them")
        if error.isFinite, parts.contains(where: \.passesZero) { bent.rounding += error }
    }

    /// Reports weights at rest that 32-bit floats round.
    fileprivate mutating func reportRounding(of weights: [Double], _ node: Int) {
        let error = weights.map { abs(Double(Float($0)) - $0) }.max() ?? 0
        guard error > 0 else { return }
        lose(
            .precisionReduced, .reencoded, ScenePath.node(node),
            "weights of morph targets of \(scene.nodes[node].name ?? "node \(node + 1)")", 1, "nodes",
            error: error.isFinite ? error : nil, "rounded to 32-bit floats")
    }

    /// Reports values that are too large, or no numbers. What they move may stand anywhere.
    ///
    /// - Parameter reach: how far a value moves points for each unit that it changes, for a joint and its value at
    ///   rest; nil: unknown.
    fileprivate mutating func reportLimited(
        _ parts: [USDJointedCourse], _ limited: [USDJointedCourse?], _ subject: String, _ name: String, _ type: USDType,
        _ reach: (Int, Double) -> Double?
    ) {
        var count = 0
        var error: Double?
        for (place, (part, own)) in zip(parts, limited).enumerated() {
            guard let own else { continue }
            count += 1
            let before = part.rest + (part.course.map { Array($0.values) } ?? [])
            let now = own.rest + (own.course.map { Array($0.values) } ?? [])
            for index in before.indices where before[index] != now[index] {
                let far = reach(place, own.rest[index % own.rest.count]).map { $0 * abs(before[index] - now[index]) }
                if let far, far.isFinite { error = max(error ?? 0, far) }
            }
        }
        guard count > 0 else { return }
        bent.share = .infinity
        let most = type == .half3 ? "16-bit floats, of at most 65504" : "32-bit floats"
        lose(
            .valueClamped, .approximated, subject, name, count, subject == "/skins" ? "joints" : "meshes", error: error,
            "USD stores them as \(most): larger values become the largest, and those that are no numbers stay at rest")
    }

    /// Records matrices that two inversions change.
    private mutating func recordedMatrices(_ skin: Skin) -> Int? {
        guard let own = skin.inverseBindMatrices, own.type == .float32, own.components == 16 else { return nil }
        let numbers = own.doubles()
        let isExact = stride(from: 0, to: numbers.count - 15, by: 16).allSatisfy { start in
            let matrix = Array(numbers[start..<start + 16])
            guard let back = USDMatrix(rows: matrix).affine.reliableInverse?.inverse else { return false }
            return zip(matrix, (USDMatrix.identity * back).rows).allSatisfy {
                Float($0).bitPattern == Float($1).bitPattern
            }
        }
        return isExact ? nil : origin.add(own)?.lowerBound
    }

    /// Links the skins, and reports those that are not written and the names of the others.
    fileprivate mutating func reportSkins(_ tree: USDPrimTree) {
        // A reader finds a skin for each list of joints of a skeleton.
        struct Key: Hashable {
            var rig: Int
            var joints: [Int]
        }
        let scene = scene
        var found: [Key: Int] = [:]
        var indices: [Int: Int] = [:]
        var arrivedSkins: Set<Int> = []
        for node in tree.nodes {
            guard let shower = node.shower, let skin = tree.rigs.skinOf[shower], let rig = tree.rigs.rigOf[shower]
            else { continue }
            let key = Key(rig: rig, joints: scene.skins[skin].joints)
            if found[key] == nil {
                found[key] = links.skins.count
                // A second skeleton for the same skin gives another one.
                links.skins.append(arrivedSkins.insert(skin).inserted ? skin : nil)
            }
            if indices[skin] == nil { indices[skin] = found[key] }
        }
        restored.skins = indices.keys.sorted()
        let numbers = tree.sourceNumbers
        let users = Dictionary(grouping: scene.nodes.indices.filter { scene.nodes[$0].skin != nil }) {
            scene.nodes[$0].skin
        }
        for (index, skin) in scene.skins.enumerated() {
            let name = "skin \(skin.name ?? "\(index + 1)")"
            guard let arrived = indices[index] else {
                lose(.skinDropped, .dropped, ScenePath.skin(index), name, 1, "skins", "it moves no mesh")
                continue
            }
            origin.skins.append(
                USDOrigin.SkinForm(
                    index: arrived, name: skin.name, skeleton: skin.skeleton.flatMap { numbers[$0] },
                    nodes: (users[index] ?? []).compactMap { numbers[$0] },
                    hasMatrices: skin.inverseBindMatrices != nil, matrices: recordedMatrices(skin)))
            lose(
                skin.name == nil ? .nameChanged : .nameDropped, .reencoded, ScenePath.skin(index), "name of \(name)", 1,
                "skins",
                "the skin gets the name of its skeleton")
        }
    }
}

extension USDValue {
    /// An array of matrices.
    fileprivate static func matrices(_ matrices: [USDMatrix]) -> USDValue {
        .numbers(matrices.flatMap(\.rows), .matrix4d)
    }

    /// An array of numbers, rounded to the type.
    static func numbers(_ numbers: some Collection<Double>, _ type: USDType) -> USDValue {
        let width = type.layout?.components ?? 1
        let column: Column
        switch type.layout?.scalar {
        case .float32: column = Column(ContiguousArray(numbers.map { Float($0) }), components: width)
        case .float64: column = Column(ContiguousArray(numbers), components: width)
        case .int32: column = Column(ContiguousArray(numbers.map { Int32(exactly: $0) ?? 0 }), components: width)
        default:
            guard var builder = USDNumberBuilder(type) else { return .block }
            for number in numbers { builder.append(number) }
            column = builder.column
        }
        return .array(USDArray(type: type, values: column))
    }
}

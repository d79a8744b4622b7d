import MeshFormats
import MeshModel

// Joints, weights and morph targets of shapes.

extension USDAttributePlan {
    /// What an attribute means for skins and morph targets.
    enum Motion: Equatable {
        /// It is written so, under this name for a reader.
        case some(Kind, AttributeSemantic)
        /// USD has no such differences.
        case unwritten
        /// It has another meaning.
        case none

        /// Finds the meaning.
        ///
        /// - Parameters:
        ///   - jointSets: the numbers of the sets of joints of the shape's skin.
        ///   - targetCount: the number of targets of its mesh.
        init(_ attribute: Attribute, jointSets: [Int], targetCount: Int) {
            let semantic = attribute.semantic
            if let (target, base) = semantic.ofTarget {
                let isKnown = base == .position || base == .normal
                guard isKnown, target < targetCount, attribute.values.components == 3 else {
                    self = .unwritten
                    return
                }
                self = .some(.target, semantic)
                return
            }
            for (place, number) in jointSets.enumerated() {
                if semantic == .joints(number) {
                    self = .some(.joints, .joints(place))
                    return
                }
                if semantic == .weights(number) {
                    self = .some(.weights, .weights(place))
                    return
                }
            }
            self = .none
        }
    }
}

extension USDAttributePlan.Kind {
    /// Whether values of this kind are written together with others.
    var isWrittenApart: Bool {
        self == .position || self == .joints || self == .weights || self == .target || self == .splat
    }
}

extension USDShapeContents {
    // MARK: Skins

    /// Adds the joints of a skinned shape and their weights, and binds it to its skeleton.
    func addSkin(
        _ shape: USDPlannedShape, _ plans: [USDAttributePlan], to prim: Int, _ draft: inout USDDraft
    ) {
        let joints = plans.filter { $0.kind == .joints }.map { Self.numbers($0.values) }
        let weights = plans.filter { $0.kind == .weights }.map { Self.numbers($0.values) }
        let hasTargets = !draft.scene.meshes[shape.place.mesh].targets.isEmpty
        guard !joints.isEmpty || hasTargets else { return }
        draft.layer.apply("SkelBindingAPI", to: prim)
        if !joints.isEmpty, joints.count == weights.count {
            var (indices, values) = (Self.joined(joints), Self.joined(weights))
            var size = joints.count * 4
            if draft.options.isPackage, size > USDFewInfluences.most {
                let few = USDFewInfluences(joints: indices, weights: values, size: size)
                reduce(few, indices, values, size, shape, &draft)
                (indices, values, size) = (few.joints, few.weights, USDFewInfluences.most)
            }
            let metadata: [(String, USDValue)] = [
                ("elementSize", .integer(.int, Int64(size))), ("interpolation", .token("vertex")),
            ]
            draft.layer.attribute(
                prim, "primvars:skel:geomBindTransform", "matrix4d", .tuple(.matrix4d, USDMatrix.identity.rows))
            clamp(&indices, shape, &draft)
            draft.layer.attribute(prim, "primvars:skel:jointIndices", "int[]", .numbers(indices, .int), metadata)
            draft.layer.attribute(
                prim, "primvars:skel:jointWeights", "float[]", .numbers(values, .float), metadata)
        }
        guard let node = showers[shape.number] else { return }
        bind(node, to: prim, hasJoints: !joints.isEmpty, &draft)
    }

    /// Reports points that lose joints, and how far that moves them at most.
    private func reduce(
        _ few: USDFewInfluences, _ joints: [Double], _ weights: [Double], _ size: Int, _ shape: USDPlannedShape,
        _ draft: inout USDDraft
    ) {
        guard !few.changed.isEmpty,
            let positions = draft.scene.vertexSets[shape.set].attribute(.position)?.values, positions.components == 3
        else { return }
        // The rows of a shape that has only some of the vertices.
        let rows = points.rows[shape.number]
        let boxes = USDShownBoxes(draft.scene, prims.motion)
        var largest = 0.0
        for (node, skin) in tree.rigs.skinOf where draft.scene.nodes[node].mesh == shape.place.mesh {
            let skin = draft.scene.skins[skin]
            let matrices = skin.matrices
            for moment in boxes.moments(atMost: 64) {
                let worlds = boxes.worlds(at: moment)
                for row in few.changed {
                    let vertex = rows.map { Int($0[row]) } ?? row
                    guard vertex < positions.count else { continue }
                    let numbers = positions.rows(vertex..<vertex + 1).doubles()
                    let point = SIMD3(numbers[0], numbers[1], numbers[2])
                    func place(_ joints: ArraySlice<Double>, _ weights: ArraySlice<Double>) -> SIMD3<Double> {
                        zip(joints, weights).reduce(into: SIMD3<Double>()) { sum, influence in
                            let joint = Int(influence.0)
                            guard influence.1 != 0, skin.joints.indices.contains(joint) else { return }
                            let own = matrices?[joint].applied(to: point) ?? point
                            sum += influence.1 * worlds[skin.joints[joint]].applied(to: own)
                        }
                    }
                    let all = row * size..<(row + 1) * size
                    let own = row * USDFewInfluences.most..<(row + 1) * USDFewInfluences.most
                    let gap = place(joints[all], weights[all]) - place(few.joints[own], few.weights[own])
                    let far = max(abs(gap.x), abs(gap.y), abs(gap.z))
                    if far.isFinite { largest = max(largest, far) }
                }
            }
        }
        draft.bend(by: largest, boxes)
        draft.lose(
            .skinInfluencesReduced, .approximated, ScenePath.vertexAttribute(set: shape.set, .weights(0)),
            "joints of points", few.changed.count, "vertices", error: largest,
            "viewers of packages move a point by four joints: the largest weights are kept, with the same sum",
            remedy: .ending("usdc"))
    }

    /// Replaces joints that a skin doesn't have by its first one: USD would not move a mesh that names one.
    private func clamp(_ indices: inout [Double], _ shape: USDPlannedShape, _ draft: inout USDDraft) {
        let counts = tree.rigs.skinOf.compactMap { node, skin in
            draft.scene.nodes[node].mesh == shape.place.mesh ? draft.scene.skins[skin].joints.count : nil
        }
        guard let least = counts.min(), indices.contains(where: { $0 >= Double(least) }) else { return }
        draft.lose(
            .valueClamped, .approximated, ScenePath.vertexAttribute(set: shape.set, .joints(0)), "joints",
            indices.count { $0 >= Double(least) }, "values", "the skin has no such joint: its first one is used")
        for place in indices.indices where indices[place] >= Double(least) { indices[place] = 0 }
    }

    /// Binds the places that show prototypes.
    func bindInstances(_ draft: inout USDDraft) {
        for (prim, node) in prims.instances where tree.rigs.rigOf[node] != nil {
            draft.layer.apply("SkelBindingAPI", to: prim)
            bind(node, to: prim, hasJoints: tree.rigs.skinOf[node] != nil, &draft)
        }
    }

    /// Adds the skeleton of a node, and which of its joints the node's skin has.
    private func bind(_ node: Int, to prim: Int, hasJoints: Bool, _ draft: inout USDDraft) {
        guard let rig = tree.rigs.rigOf[node] else { return }
        draft.layer.relationship(prim, "skel:skeleton", to: draft.layer.path(of: prims.skeletons[rig].prim))
        guard hasJoints, let skin = tree.rigs.skinOf[node] else { return }
        let joints = USDRigJoints(tree, rig)
        var paths: [Int: String] = [:]
        for (node, path) in zip(joints.nodes, joints.paths) { if let node { paths[node] = path } }
        let own = draft.scene.skins[skin].joints.map { paths[$0] ?? "" }
        draft.layer.attribute(prim, "skel:joints", "token[]", .texts(.token, own), isUniform: true)
    }

    private static func numbers(_ column: Column) -> [Double] { column.doubles() }

    /// The four numbers of each point in all sets, set after set.
    private static func joined(_ sets: [[Double]]) -> [Double] {
        guard sets.count > 1 else { return sets.first ?? [] }
        let rows = sets.map { $0.count / 4 }.min() ?? 0
        var all: [Double] = []
        all.reserveCapacity(rows * 4 * sets.count)
        for row in 0..<rows { for set in sets { all += set[row * 4..<row * 4 + 4] } }
        return all
    }

    // MARK: Targets

    /// Adds the morph targets of a shape.
    func addTargets(
        _ shape: USDPlannedShape, _ plans: [USDAttributePlan], to prim: Int, _ names: inout USDNames,
        _ draft: inout USDDraft
    ) {
        let targets = draft.scene.meshes[shape.place.mesh].targets
        guard !targets.isEmpty else { return }
        let tokens = tree.rigs.targetNames[shape.place.mesh] ?? []
        var paths: [String] = []
        let columns = Dictionary(
            plans.lazy.filter { $0.kind == .target }.map { ($0.attribute.semantic, $0.values) }
        ) { first, _ in first }
        for (index, target) in targets.enumerated() {
            let name = names.unique(target.name ?? "target_\(index)")
            let place = draft.layer.define(name, "BlendShape", below: prim)
            if let own = target.name, own != name { draft.layer.specs[place]["displayName"] = .text(.string, own) }
            paths.append(draft.layer.path(of: place))
            func values(_ base: AttributeSemantic) -> [Double]? {
                columns[.target(index, base)].map(Self.numbers)
            }
            addDifferences(values(.position), values(.normal), points.counts[shape.number], to: place, &draft)
        }
        let isNamed = tokens.count == targets.count
        draft.layer.attribute(
            prim, "skel:blendShapes", "token[]",
            .texts(.token, isNamed ? tokens : paths.map { String($0.split(separator: "/").last ?? "") }),
            isUniform: true)
        draft.layer.relationship(prim, "skel:blendShapeTargets", to: paths)
    }

    /// Adds the differences of a target: of all points, or of those that change if most don't.
    private func addDifferences(
        _ positions: [Double]?, _ normals: [Double]?, _ count: Int, to prim: Int, _ draft: inout USDDraft
    ) {
        func isChanged(_ row: Int) -> Bool {
            for list in [positions, normals] {
                guard let list, row * 3 + 2 < list.count else { continue }
                if list[row * 3] != 0 || list[row * 3 + 1] != 0 || list[row * 3 + 2] != 0 { return true }
            }
            return false
        }
        var changed = (0..<count).filter(isChanged)
        let isSparse = changed.count * 2 < count
        // A list of no points would mean all points.
        if isSparse, changed.isEmpty { changed = [0] }
        func picked(_ list: [Double]?) -> [Double] {
            let list = list ?? Array(repeating: 0, count: count * 3)
            return isSparse ? changed.flatMap { list[$0 * 3..<$0 * 3 + 3] } : list
        }
        draft.layer.attribute(
            prim, "offsets", "vector3f[]", .numbers(picked(positions), .float3), isUniform: true)
        if normals != nil {
            draft.layer.attribute(
                prim, "normalOffsets", "vector3f[]", .numbers(picked(normals), .float3), isUniform: true)
        }
        if isSparse {
            draft.layer.attribute(
                prim, "pointIndices", "int[]", .numbers(changed.map(Double.init), .int), isUniform: true)
        }
    }
}

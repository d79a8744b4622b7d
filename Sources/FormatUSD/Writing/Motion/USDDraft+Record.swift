import MeshFormats
import MeshModel

// What restoring needs to know of what moves.

extension USDDraft {
    /// Records joints that are prims, children that stand elsewhere, transforms of joints, targets and weights.
    mutating func recordMotion(_ tree: USDPrimTree, _ motion: USDMotion) {
        let numbers = tree.sourceNumbers
        recordClips(tree, motion, numbers)
        recordTargets(tree, numbers)
        recordTransforms(tree, motion)
        guard !tree.rigs.rigs.isEmpty else { return }
        var place: [Int: Int] = [:]
        for (index, node) in tree.nodes.enumerated() { if let source = node.source { place[source] = index } }
        var children = [[Int]](repeating: [], count: tree.nodes.count)
        for (index, node) in tree.nodes.enumerated() {
            if node.parent >= 0 { children[node.parent].append(index) }
            if let copied = node.copied, let original = place[copied] {
                origin.copies.append(USDOrigin.Copy(node: index, original: original))
            }
        }
        let isGenerated = tree.nodes.map { $0.source == nil }
        for (index, node) in tree.nodes.enumerated() {
            guard let source = node.source, let number = numbers[source] else { continue }
            let found = USDOrigin.kept(children[index], of: children, isGenerated: isGenerated)
                .compactMap { tree.nodes[$0].source }
            let own = scene.nodes[source].children
            guard found != own else { continue }
            origin.families.append(USDOrigin.Family(node: number, children: own.compactMap { numbers[$0] }))
        }
    }

    private mutating func recordTransforms(_ tree: USDPrimTree, _ motion: USDMotion) {
        let moving = tree.movingRigs(motion)
        for (index, node) in tree.nodes.enumerated() {
            guard let source = node.source else { continue }
            let transform = scene.nodes[source].transform
            guard tree.stored(transform, index, motion, moving: moving) != transform else { continue }
            origin.joints.append(OriginNode(index: index, transform: transform))
        }
    }

    private mutating func recordTargets(_ tree: USDPrimTree, _ numbers: [Int: Int]) {
        for (number, mesh) in tree.joinedMeshes.enumerated() {
            let own = scene.meshes[mesh].targets
            guard !own.isEmpty else { continue }
            origin.targets.append(
                USDOrigin.TargetForm(mesh: number, names: own.map(\.name), weights: own.map(\.weight)))
            let names = tree.rigs.targetNames[mesh] ?? []
            lose(
                .nameChanged, .reencoded, ScenePath.targets(mesh: mesh), "names of morph targets",
                zip(own, names).count { $0.name != $1 }, "names", "changed to names that USD accepts, each once")
        }
        let arrived = Set(tree.joinedMeshes)
        for (index, node) in scene.nodes.enumerated() {
            guard let weights = node.weights, let number = numbers[index], let mesh = node.mesh,
                arrived.contains(mesh)
            else { continue }
            origin.weights.append(USDOrigin.WeightForm(node: number, weights: weights))
        }
    }
}

extension USDPrimTree {
    /// The transform that a reader finds for a node, as far as motion changes it.
    ///
    /// - Parameter moving: those of `movingRigs`.
    func stored(
        _ transform: NodeTransform, _ index: Int, _ motion: USDMotion, moving: Set<Int>
    ) -> NodeTransform {
        let parts = USDRestParts(transform)
        switch nodes[index].kind {
        case .joint(let rig):
            let moves = nodes[index].source.map(motion.movesTransform) ?? false
            if moving.contains(rig), moves || parts.isWhole { return parts.inAnimation }
            let matrix = USDSceneBuilder.matrix(transform)
            return matrix.parts().flatMap { $0.shear <= 1e-6 ? $0.parts.transform : nil } ?? .matrix(matrix.rows)
        default:
            guard let source = nodes[index].source, motion.movesTransform(of: source) else { return transform }
            return .trs(translation: parts.translation, rotation: parts.rotation, scale: parts.scale)
        }
    }
}

extension USDRestParts {
    /// The transform that a skeleton's animation has for these parts.
    var inAnimation: NodeTransform {
        func single(_ value: Double) -> Double {
            Double(Float(USDStoredNumber.limited(value, to: USDStoredNumber.largest(of: .float3), 0)))
        }
        func half(_ value: Double) -> Double {
            HalfBits.value(HalfBits.bits(USDStoredNumber.limited(single(value), to: HalfBits.largest, 0)))
        }
        return .trs(
            translation: SIMD3(single(translation.x), single(translation.y), single(translation.z)),
            rotation: SIMD4(SIMD4<Float>(rotation)), scale: SIMD3(half(scale.x), half(scale.y), half(scale.z)))
    }
}

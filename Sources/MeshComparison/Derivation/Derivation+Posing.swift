import MeshModel

extension Derivation {
    /// Builds the still scene that a pose claims.
    mutating func pose(_ pose: Correspondence.Pose) {
        for (index, clip) in scene.clips.enumerated() {
            add(.presence, ScenePath.clip(index), count: max(clip.channelCount, 1))
        }
        for (index, skin) in scene.skins.enumerated() {
            add(.presence, ScenePath.skin(index), count: skin.joints.count)
        }
        for (index, mesh) in scene.meshes.enumerated() {
            add(.presence, ScenePath.targets(mesh: index), count: mesh.targets.count)
        }
        guard isWellFormed(pose) else {
            add(.value, ScenePath.nodes, count: max(scene.nodes.count, 1), valueClass: .approximated)
            return
        }
        let check = MomentCheck(scene, pose.moment)
        for node in check.wrongNodes(pose.transforms) {
            add(.value, ScenePath.node(node), count: 1, valueClass: .approximated)
        }
        checkJoints(pose)
        checkShowings(pose, check)
        var still = scene
        let moved = takeVertices(pose, &still)
        takeMeshes(pose, moved.volumes, &still)
        for (set, arithmetic) in moved.turning { Self.turnCorners(of: set, arithmetic, &still) }
        takeNodes(pose, check, &still)
        takeSettings(pose, &still)
        still.skins = []
        still.clips = []
        scene = still
    }

    /// Gives cameras, lights and materials the claimed numbers of the moment.
    private mutating func takeSettings(_ pose: Correspondence.Pose, _ still: inout MeshScene) {
        let clip = pose.moment.clip.flatMap { scene.clips.indices.contains($0) ? $0 : nil }
        let channels = clip.map { scene.clips[$0].settings } ?? []
        let claims = pose.settings.filter { channels.indices.contains($0.key) }
        still.set(claims.map { (channels[$0.key], $0.value) })
        for (place, channel) in channels.enumerated() {
            guard let clip, let still = still.setting(channel.name, of: channel.part),
                let expected = MomentCheck.value(
                    of: scene.clips[clip].samplers[channel.sampler], at: pose.moment.seconds, false),
                expected.numbers.count == still.count, !MomentCheck.agree(still, expected)
            else { continue }
            add(.value, ScenePath.setting(clip: clip, place), count: 1, valueClass: .approximated)
        }
        if claims.count != pose.settings.count {
            add(.value, ScenePath.nodes, count: 1, valueClass: .approximated)
        }
    }

    /// Leaves out all clips but the claimed one.
    mutating func keepClip(_ kept: Int) {
        for (index, clip) in scene.clips.enumerated() where index != kept {
            add(.presence, ScenePath.clip(index), count: max(clip.channelCount, 1))
        }
        scene.clips = scene.clips.indices.contains(kept) ? [scene.clips[kept]] : []
    }

    /// Whether the claims refer to existing parts.
    private func isWellFormed(_ pose: Correspondence.Pose) -> Bool {
        let sets = pose.vertexSets
        guard sets.count >= scene.vertexSets.count,
            sets.prefix(scene.vertexSets.count).enumerated().allSatisfy({ $0 == $1 }),
            sets.allSatisfy(scene.vertexSets.indices.contains), pose.meshes.count >= scene.meshes.count,
            pose.meshes.prefix(scene.meshes.count).enumerated().allSatisfy({ $0 == $1.mesh }),
            pose.joints.allSatisfy({ skin, matrices in
                scene.skins.indices.contains(skin) && scene.skins[skin].joints.count == matrices.count
            })
        else { return false }
        return pose.meshes.allSatisfy { mesh in
            guard scene.meshes.indices.contains(mesh.mesh), mesh.skin.map({ pose.joints[$0] != nil }) ?? true else {
                return false
            }
            let before = scene.meshes[mesh.mesh].primitives.map(\.vertexSet)
            return before.count == mesh.vertexSets.count && before.count == mesh.isReversed.count
                && zip(before, mesh.vertexSets).allSatisfy { sets.indices.contains($1) && sets[$1] == $0 }
        }
            && pose.showings.allSatisfy {
                scene.nodes.indices.contains($0.node) && pose.meshes.indices.contains($0.mesh)
            }
            && pose.showings.compactMap(\.addedNode)
                == Array(scene.nodes.count..<scene.nodes.count + pose.showings.count { $0.addedNode != nil })
    }

    /// Checks that joint matrices are the product of world transform and inverse bind matrix, except for rounding.
    private mutating func checkJoints(_ pose: Correspondence.Pose) {
        guard !pose.joints.isEmpty else { return }
        var moved = scene
        // All nodes have a place, whether a scene shows them or not.
        moved.scenes = []
        for (node, transform) in pose.transforms where moved.nodes.indices.contains(node) {
            moved.nodes[node].transform = transform
        }
        let places = NodePlacements(moved)
        for (index, claims) in pose.joints.inKeyOrder {
            let skin = scene.skins[index]
            let matrices = skin.inverseBindMatrices.map { $0.rows(0..<skin.joints.count).doubles() }
            let wrong = claims.indices.count { number in
                var inner = NodeTransform.identity
                if let matrices, matrices.count >= 16 * (number + 1) {
                    var own = Array(matrices[16 * number..<16 * number + 16])
                    (own[3], own[7], own[11], own[15]) = (0, 0, 0, 1)
                    inner = .matrix(own)
                }
                return !places.agrees(skin.joints[number], with: inner, claims[number])
            }
            add(.value, ScenePath.skin(index), count: wrong, valueClass: .approximated)
        }
    }

    /// Checks that each node with a mesh shows it in the claimed pose, and meshes without a node in theirs.
    private mutating func checkShowings(_ pose: Correspondence.Pose, _ check: MomentCheck) {
        var shown = [Int?](repeating: nil, count: scene.nodes.count)
        var isUsed = [Bool](repeating: false, count: pose.meshes.count)
        for (number, showing) in pose.showings.enumerated() {
            let node = scene.nodes[showing.node]
            let mesh = pose.meshes[showing.mesh]
            isUsed[showing.mesh] = true
            let skin = node.skin.flatMap { isMovedByJoints(mesh.mesh) ? $0 : nil }
            let agrees =
                shown[showing.node] == nil && node.mesh == mesh.mesh && mesh.skin == skin
                && (showing.addedNode != nil) == (skin != nil)
                && check.agrees(mesh.weights, of: mesh.mesh, at: showing.node)
            if !agrees { add(.value, ScenePath.node(showing.node), count: 1, valueClass: .approximated) }
            shown[showing.node] = number
        }
        for (index, node) in scene.nodes.enumerated() where shown[index] == nil {
            if let mesh = node.mesh, scene.meshes.indices.contains(mesh) {
                add(.presence, ScenePath.node(index), count: 1)
            }
        }
        var copies = [Int](repeating: -1, count: scene.meshes.count)
        for (index, mesh) in pose.meshes.enumerated() {
            copies[mesh.mesh] += 1
            if !isUsed[index], mesh.skin != nil || !check.agrees(mesh.weights, of: mesh.mesh, at: nil) {
                add(.value, ScenePath.mesh(mesh.mesh), count: 1, valueClass: .approximated)
            }
        }
        for (mesh, count) in copies.enumerated() { add(.sharing, ScenePath.mesh(mesh), count: count) }
        add(.generated, ScenePath.nodes, count: pose.showings.count { $0.addedNode != nil })
    }

    private func isMovedByJoints(_ mesh: Int) -> Bool {
        scene.meshes[mesh].primitives.contains { primitive in
            guard scene.vertexSets.indices.contains(primitive.vertexSet) else { return false }
            let set = scene.vertexSets[primitive.vertexSet]
            return PoseArithmetic.hasJoints(set)
        }
    }

    /// The sets that joints moved: the signs of their matrices' determinants, and those with directions of corners.
    private typealias Moved = (volumes: [Int: [Int]], turning: [(set: Int, arithmetic: PoseArithmetic)])

    private mutating func takeVertices(_ pose: Correspondence.Pose, _ still: inout MeshScene) -> Moved {
        var moved: Moved = ([:], [])
        var uses = [(skin: Int?, weights: [Double])?](repeating: nil, count: pose.vertexSets.count)
        for mesh in pose.meshes {
            for set in mesh.vertexSets {
                if let known = uses[set], known.skin != mesh.skin || !known.weights.hasSameBits(as: mesh.weights) {
                    add(
                        .value, ScenePath.vertexSet(pose.vertexSets[set]),
                        count: max(scene.vertexSets[pose.vertexSets[set]].count, 1), valueClass: .approximated)
                }
                uses[set] = (mesh.skin, mesh.weights)
            }
        }
        var copies = [Int](repeating: -1, count: scene.vertexSets.count)
        var kept: Set<String> = []
        still.vertexSets = pose.vertexSets.enumerated().map { index, origin in
            copies[origin] += 1
            let arithmetic = PoseArithmetic(
                scene.vertexSets[origin], weights: uses[index]?.weights ?? [],
                joints: uses[index]?.skin.flatMap { pose.joints[$0] })
            if arithmetic.matrices?.isEmpty == false,
                scene.vertexSets[origin].pools.contains(where: PoseArithmetic.turns)
            {
                moved.turning.append((index, arithmetic))
            }
            moved.volumes[index] = arithmetic.matrices?.map { $0.determinant < 0 ? -1 : $0.determinant > 0 ? 1 : 0 }
            let (set, untouched) = arithmetic.posed()
            for attribute in untouched {
                add(
                    .value, ScenePath.vertexAttribute(set: origin, attribute.semantic), count: attribute.count,
                    valueClass: .approximated)
            }
            for attribute in set.attributes {
                kept.insert(ScenePath.vertexAttribute(set: origin, attribute.semantic))
            }
            return set
        }
        for (index, set) in scene.vertexSets.enumerated() {
            add(.sharing, ScenePath.vertexSet(index), count: copies[index] * set.count)
            for attribute in set.attributes where attribute.semantic.isOfSkin {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                if !kept.contains(path) { add(.presence, path, count: attribute.count) }
            }
        }
        return moved
    }

    /// Gives each pair of a pool's row and a vertex that corners have a row of its own.
    private static func turnCorners(of set: Int, _ arithmetic: PoseArithmetic, _ still: inout MeshScene) {
        for pool in still.vertexSets[set].pools.indices where PoseArithmetic.turns(still.vertexSets[set].pools[pool]) {
            let attribute = still.vertexSets[set].pools[pool]
            var numbers: [Int64: [Int64: Int32]] = [:]
            var rows: [(row: Int64, vertex: Int64)] = []
            for mesh in still.meshes.indices {
                for index in still.meshes[mesh].primitives.indices
                where still.meshes[mesh].primitives[index].vertexSet == set {
                    var primitive = still.meshes[mesh].primitives[index]
                    var vertices = ContiguousArray<Int64>()
                    primitive.readVertices(of: 0..<primitive.cornerCount, into: &vertices)
                    for place in primitive.cornerAttributes.indices
                    where primitive.cornerAttributes[place].pool == pool {
                        var own = ContiguousArray<Int64>()
                        primitive.cornerAttributes[place].readRows(of: 0..<primitive.cornerCount, into: &own)
                        var images: [Int32] = []
                        for (row, vertex) in zip(own, vertices) {
                            let isThere =
                                row >= 0 && row < attribute.count
                                && arithmetic.matrices?.indices.contains(Int(vertex)) == true
                            if isThere, numbers[vertex]?[row] == nil {
                                numbers[vertex, default: [:]][row] = Int32(clamping: rows.count)
                                rows.append((row, vertex))
                            }
                            images.append(isThere ? numbers[vertex]?[row] ?? -1 : -1)
                        }
                        primitive.cornerAttributes[place].indices = Column(images)
                    }
                    still.meshes[mesh].primitives[index] = primitive
                }
            }
            still.vertexSets[set].pools[pool] = arithmetic.turned(attribute, rows)
        }
    }

    private mutating func takeMeshes(
        _ pose: Correspondence.Pose, _ volumes: [Int: [Int]], _ still: inout MeshScene
    ) {
        still.meshes = pose.meshes.map { posed in
            var mesh = scene.meshes[posed.mesh]
            mesh.targets = []
            for index in mesh.primitives.indices {
                if posed.isReversed[index] != Self.isMirrored(mesh.primitives[index], volumes[posed.vertexSets[index]])
                {
                    add(.value, ScenePath.primitive(mesh: posed.mesh, index), count: 1, valueClass: .approximated)
                }
                mesh.primitives[index].vertexSet = posed.vertexSets[index]
                if posed.isReversed[index] { mesh.primitives[index] = mesh.primitives[index].turnedRound() }
            }
            return mesh
        }
    }

    /// Whether matrices mirror all vertices of polygons; flat ones don't count.
    private static func isMirrored(_ primitive: Primitive, _ volumes: [Int]?) -> Bool {
        guard primitive.topology == .polygons, let volumes else { return false }
        var vertices = ContiguousArray<Int64>()
        primitive.readVertices(of: 0..<primitive.cornerCount, into: &vertices)
        let own = Set(vertices.filter { volumes.indices.contains(Int($0)) }.map { volumes[Int($0)] })
        return own.contains(-1) && !own.contains(1)
    }

    private func takeNodes(_ pose: Correspondence.Pose, _ check: MomentCheck, _ still: inout MeshScene) {
        let isHidden = scene.hiddenNodes(check.isVisible)
        for index in still.nodes.indices {
            still.nodes[index].skin = nil
            still.nodes[index].weights = nil
            still.nodes[index].isVisible = check.isVisible(index)
        }
        for (node, transform) in pose.transforms where still.nodes.indices.contains(node) {
            still.nodes[node].transform = transform
        }
        for showing in pose.showings {
            if showing.addedNode == nil {
                still.nodes[showing.node].mesh = showing.mesh
            } else {
                still.nodes[showing.node].mesh = nil
                still.nodes.append(
                    Node(
                        name: scene.nodes[showing.node].name, mesh: showing.mesh,
                        isVisible: !isHidden[showing.node]))
            }
        }
        // The comparison ignores which scene shows which root, but not whether any does.
        let isInScene = scene.nodesOfShownScene
        let added = pose.showings.compactMap { isInScene[$0.node] ? $0.addedNode : nil }
        for index in still.scenes.indices { still.scenes[index].roots += added }
    }
}

extension [Double] {
    fileprivate func hasSameBits(as other: [Double]) -> Bool { map(\.bitPattern) == other.map(\.bitPattern) }
}

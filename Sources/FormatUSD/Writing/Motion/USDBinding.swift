import MeshFormats
import MeshModel

/// The bind transforms of skeletons, and what they change: USD stores the inverses of the matrices of skins.
struct USDBinding {
    /// The matrices that a reader finds in the place of those without an inverse, by skin and joint.
    private(set) var found: [Int: [Int: USDMatrix]] = [:]
    /// For the first skin of each skeleton the number of joints that get the nearest matrix, and of those that stay as
    /// they are at rest.
    private(set) var counts: [Int: (bent: Int, lost: Int)] = [:]

    /// The matrix of each joint at the moment of binding, in the skeleton's space.
    mutating func transforms(
        _ rig: USDRigs.Rig, _ joints: USDRigJoints, _ tree: USDPrimTree, _ size: USDShownSize, _ scene: MeshScene
    ) -> [USDMatrix] {
        var above = USDMatrix.identity
        if let parent = rig.group.flatMap({ tree.rigs.groups.groups[$0].parent }) { above = size.worlds[parent] }
        let back = above.inverse ?? .identity
        var (bent, lost) = (0, 0)
        var far: Double?
        let binds = joints.nodes.map { node -> USDMatrix in
            guard let node else { return .identity }
            let rest = size.worlds[node] * back
            guard let matrix = rig.matrices[node] else { return rest }
            // What a file has in the last column moves nothing.
            let own = USDMatrix(rows: matrix).affine
            if let inverse = own.reliableInverse { return inverse }
            let points = far ?? scene.farthestPoint(ofSkins: rig.skins)
            far = points
            let reach = points * size.scale(of: node)
            // A record's matrix comes back where what is read is within 1e-6 of it; of one that moves all to a point,
            // any small one is near.
            let largest = own.rows.prefix(12).reduce(0) { max($0, abs($1)) }
            let change = min(
                5e-7 * (largest > 0 ? largest : 1), 1e-6 * size.box / max(reach, .leastNormalMagnitude))
            if let inverse = own.inverse(changedBy: change), let read = inverse.inverse {
                bent += 1
                note(read, of: node, rig.skins)
                return inverse
            }
            lost += 1
            let (bind, read) = rest.inverse.map { (rest, $0) } ?? (.identity, .identity)
            note(read, of: node, rig.skins)
            return bind
        }
        if let skin = rig.skins.first, bent + lost > 0 {
            let known = counts[skin] ?? (0, 0)
            counts[skin] = (known.bent + bent, known.lost + lost)
        }
        return binds
    }

    private mutating func note(_ matrix: USDMatrix, of joint: Int, _ skins: [Int]) {
        for skin in skins { found[skin, default: [:]][joint] = matrix }
    }

    /// The scene with the matrices that a reader finds.
    func changed(_ scene: MeshScene) -> MeshScene {
        var changed = scene
        for (index, own) in found {
            guard let column = scene.skins[index].inverseBindMatrices else { continue }
            var numbers = ContiguousArray(column.doubles())
            for (row, joint) in scene.skins[index].joints.enumerated() {
                guard let matrix = own[joint] else { continue }
                numbers.replaceSubrange(row * 16..<row * 16 + 16, with: matrix.rows)
            }
            changed.skins[index].inverseBindMatrices = Column(numbers, components: 16)
        }
        return changed
    }
}

extension USDDraft {
    /// Reports the joints whose matrices the file doesn't have, and how far that moves points at most.
    mutating func report(_ binding: USDBinding, _ motion: USDMotion) {
        guard !binding.found.isEmpty else { return }
        let boxes = USDShownBoxes(scene, motion)
        let distance = boxes.shift(to: USDShownBoxes(binding.changed(scene), motion))
        bend(by: distance, boxes)
        for (index, count) in binding.counts.inKeyOrder {
            let name = "skin \(scene.skins[index].name ?? "\(index + 1)")"
            lose(
                .precisionReduced, .narrowed, ScenePath.skin(index), name, count.bent, "joints", error: distance,
                "USD stores the inverse of their matrices, which have none: that of the nearest one is stored")
            lose(
                .skinDropped, .approximated, ScenePath.skin(index), name, count.lost, "joints", error: distance,
                "their matrices have no inverse, which USD stores")
        }
    }
}

extension MeshScene {
    /// The largest distance from the origin of the boxes of what skins move.
    fileprivate func farthestPoint(ofSkins skins: [Int]) -> Double {
        let meshes = Set(nodes.filter { $0.skin.map(skins.contains) ?? false }.compactMap(\.mesh))
        let sets = Set(meshes.flatMap { self.meshes[$0].primitives.map(\.vertexSet) })
        return sets.flatMap { USDShownSize.corners(vertexSets[$0]) }
            .reduce(0) { max($0, ($1 * $1).sum().squareRoot()) }
    }
}

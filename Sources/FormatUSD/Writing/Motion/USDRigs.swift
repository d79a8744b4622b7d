import MeshModel

/// The skeletons of a file, and the nodes whose meshes follow them.
///
/// A mesh that only has morph targets follows a skeleton with one joint that nothing uses, because USD finds weights of
/// targets only there.
struct USDRigs: Sendable {
    /// A skeleton with its animation.
    struct Rig: Sendable {
        /// The group of its joints; nil: it exists for weights of targets only.
        var group: Int?
        /// The skins that bind its joints.
        var skins: [Int] = []
        /// The nodes whose meshes have targets, in order.
        var morphed: [Int] = []
        /// The name of its prim.
        var name: String
        /// Whether it has no joint, for a mesh whose vertices have joints that don't move it here.
        var isEmpty = false
        /// The inverse bind matrix of each joint's node that a skin binds.
        fileprivate(set) var matrices: [Int: [Double]] = [:]

        /// Whether the matrices of a skin agree.
        fileprivate func fits(_ other: [Int: [Double]]) -> Bool {
            other.allSatisfy { joint, matrix in matrices[joint].map { $0 == matrix } ?? true }
        }
    }

    let groups: USDSkeletonGroups
    private(set) var rigs: [Rig] = []
    /// The skeleton of each node whose mesh follows one.
    private(set) var rigOf: [Int: Int] = [:]
    /// The nodes that a skin moves.
    private(set) var skinOf: [Int: Int] = [:]
    /// The names of the targets of each mesh in its skeleton's animation.
    private(set) var targetNames: [Int: [String]] = [:]

    /// The meshes that a skin moves.
    private(set) var skinned: Set<Int> = []

    /// Chooses the skeletons of a scene.
    ///
    /// - Parameters:
    ///   - showings: the number of nodes that show each mesh; 0 for meshes without shapes.
    ///   - isOther: whether a node has a camera or light that is written.
    init(_ scene: MeshScene, showings: [Int], isOther: (Node) -> Bool) {
        for (index, node) in scene.nodes.enumerated() {
            guard let mesh = node.mesh, showings[mesh] > 0, let skin = node.skin, scene.hasJoints(mesh) else {
                continue
            }
            skinOf[index] = skin
            skinned.insert(mesh)
        }
        groups = USDSkeletonGroups(scene, skins: Set(skinOf.values)) { index in
            let node = scene.nodes[index]
            return node.mesh.map { showings[$0] > 0 } ?? false || isOther(node)
        }
        var rigsOfSkins: [Int: Int] = [:]
        for (group, value) in groups.groups.enumerated() {
            for skin in value.skins { rigsOfSkins[skin] = rig(of: skin, group, scene) }
        }
        var shared: Int?
        for (index, node) in scene.nodes.enumerated() {
            guard let mesh = node.mesh, showings[mesh] > 0 else { continue }
            let hasTargets = !scene.meshes[mesh].targets.isEmpty
            let skin = skinOf[index]
            // Copies of a mesh have the same names of targets, but weights of their own.
            let isOwn = hasTargets && showings[mesh] > 1
            if let skin {
                let common = rigsOfSkins[skin] ?? 0
                if isOwn { rigs.append(rigs[common].emptied(skin)) }
                rigOf[index] = isOwn ? rigs.count - 1 : common
            } else if hasTargets {
                if isOwn || shared == nil {
                    rigs.append(Rig(group: nil, name: "Shapes", isEmpty: skinned.contains(mesh)))
                }
                if !isOwn { shared = shared ?? rigs.count - 1 }
                rigOf[index] = isOwn ? rigs.count - 1 : shared
            }
            if hasTargets, let rig = rigOf[index] { rigs[rig].morphed.append(index) }
        }
        nameTargets(scene)
    }

    /// The skeleton of a group in which a skin's matrices agree with those of the others.
    private mutating func rig(of skin: Int, _ group: Int, _ scene: MeshScene) -> Int {
        let own = scene.matrices(ofSkin: skin)
        let place = rigs.firstIndex { $0.group == group && $0.fits(own) } ?? rigs.count
        if place == rigs.count { rigs.append(Rig(group: group, name: scene.skins[skin].name ?? "Skeleton")) }
        rigs[place].skins.append(skin)
        rigs[place].matrices.merge(own) { old, _ in old }
        return place
    }

    private mutating func nameTargets(_ scene: MeshScene) {
        for rig in rigs {
            var names = USDNames()
            for node in rig.morphed {
                guard let mesh = scene.nodes[node].mesh, targetNames[mesh] == nil else { continue }
                let prefix =
                    rig.morphed.count > 1 ? (scene.meshes[mesh].name ?? scene.nodes[node].name ?? "Mesh") + "_" : ""
                targetNames[mesh] = scene.meshes[mesh].targets.enumerated().map {
                    names.unique(prefix + ($1.name ?? "target_\($0)"))
                }
            }
        }
    }
}

extension USDRigs.Rig {
    /// The same skeleton for a mesh with weights of its own.
    fileprivate func emptied(_ skin: Int) -> Self {
        var own = self
        own.skins = [skin]
        own.morphed = []
        return own
    }
}

extension MeshScene {
    /// Whether vertices of a mesh have joints with weights.
    fileprivate func hasJoints(_ mesh: Int) -> Bool {
        meshes[mesh].primitives.contains { !vertexSets[$0.vertexSet].jointSets.isEmpty }
    }

    /// The inverse bind matrix of each joint's node: rows for row vectors.
    fileprivate func matrices(ofSkin skin: Int) -> [Int: [Double]] {
        guard let column = skins[skin].inverseBindMatrices else {
            return Dictionary(
                skins[skin].joints.map { ($0, USDMatrix.identity.rows) }, uniquingKeysWith: { first, _ in first })
        }
        var result: [Int: [Double]] = [:]
        for (row, joint) in skins[skin].joints.enumerated() { result[joint] = column.rows(row..<row + 1).doubles() }
        return result
    }
}

extension VertexSet {
    /// The numbers of the sets of joints that have weights, ascending.
    var jointSets: [Int] {
        func isWhole(_ semantic: AttributeSemantic) -> Bool {
            attribute(semantic).map { $0.values.components == 4 && $0.offsets == nil } ?? false
        }
        return attributes.compactMap { attribute -> Int? in
            guard attribute.semantic.isOfSkin, attribute.semantic.name.hasPrefix("JOINTS_"),
                let number = Int(attribute.semantic.name.dropFirst("JOINTS_".count))
            else { return nil }
            return isWhole(.joints(number)) && isWhole(.weights(number)) ? number : nil
        }.sorted()
    }
}

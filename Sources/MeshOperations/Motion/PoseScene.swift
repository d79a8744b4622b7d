public import MeshModel

/// The changes of freezing a scene.
public struct PoseChange: Sendable {
    /// The number of nodes that were added for meshes that joints move.
    public var addedNodes = 0
    /// The number of copies of each mesh of the source, made because nodes show it in different poses.
    public var meshCopies: [Int] = []
    /// The number of copies of each vertex set of the source.
    public var vertexSetCopies: [Int] = []
    /// For each mesh whether a morph target with a weight other than 0 changed it.
    public var isMorphed: [Bool] = []
    /// For each skin the number of influences that were left out: of joints that it lacks, or with a weight that is no
    /// number.
    public var ignoredInfluences: [Int] = []
    /// The number of primitives that joints mirror only in part: their faces keep their order.
    public var mixedPrimitives = 0
    /// The number of channels without a value, and of nodes whose matrix can't have one.
    public var ignoredChannels = 0
    /// Paths of joints and weights of vertices that were used up.
    public var usedUp: [(path: String, semantic: AttributeSemantic, count: Int)] = []
    /// Paths of attributes that depend on direction or size and were left unchanged, with their numbers of rows.
    public var untouched: [(path: String, count: Int)] = []
}

/// Freezes a scene at a moment: morph targets first, then joints. Afterwards there are no skins, targets and clips.
/// Cameras, lights and materials have the numbers of that moment.
///
/// - Keeps: the appearance at that moment. Names, materials, hierarchy. A mesh that joints move is shown by a new node
///   of the same name without transform, at the end of the nodes and a root of each scene that showed the old node,
///   since neither its own transform nor those of its parents apply.
/// - Changes: a mesh that nodes show in several poses is repeated, its vertices as well; the first keeps its index.
///   Polygons whose matrices all mirror are reversed, except for the first corner.
/// - Units: all sums are computed in float64, as ``MeshModel/Correspondence/Pose`` says; float32 stays float32.
/// - Returns: the scene; a correspondence with the pose; the changes.
/// - Edge: indices out of range and weights that are no numbers are left out and counted.
public func poseScene(
    _ scene: MeshScene, at moment: Moment
) -> (scene: MeshScene, correspondence: Correspondence, changed: PoseChange) {
    var poser = ScenePoser(scene, moment)
    poser.run()
    return (
        poser.result, Correspondence.identity(of: poser.result).following([.posed(poser.pose)]), poser.changed
    )
}

private struct ScenePoser {
    /// A shape of a mesh or vertex set; weights are numbered.
    private struct Use: Hashable {
        var index: Int
        var skin: Int?
        var weights: Int
    }

    private let source: MeshScene
    private let motion: SceneMotion
    private let worlds: [Affine]
    private(set) var result: MeshScene
    private(set) var changed = PoseChange()
    private(set) var pose: Correspondence.Pose
    private var meshes: [Use: Int] = [:]
    private var sets: [Use: Int] = [:]
    /// The skins of the sets that joints moved.
    private var movers: [Int: Int] = [:]
    private var signs: [Int: ContiguousArray<Int8>] = [:]
    private var numbers: [[UInt64]: Int] = [:]
    /// The numbers of the weights that meshes have, which thousands of nodes may share.
    private var restNumbers: [Int: Int] = [:]
    private var isMeshTaken: [Bool]
    private var isSetTaken: [Bool]

    init(_ scene: MeshScene, _ moment: Moment) {
        source = scene
        motion = SceneMotion(scene, at: moment)
        worlds = scene.skins.isEmpty ? [] : motion.worlds()
        result = scene
        result.skins = []
        result.clips = []
        pose = Correspondence.Pose(
            moment: moment, transforms: motion.transforms, vertexSets: Array(scene.vertexSets.indices))
        pose.settings = motion.settings
        if let clip = moment.clip, !motion.settings.isEmpty {
            result.set(motion.settings.map { (scene.clips[clip].settings[$0.key], $0.value) })
        }
        pose.meshes = scene.meshes.indices.map { mesh in
            Correspondence.Pose.PosedMesh(mesh: mesh, skin: nil, weights: [], isReversed: [], vertexSets: [])
        }
        isMeshTaken = [Bool](repeating: false, count: scene.meshes.count)
        isSetTaken = [Bool](repeating: false, count: scene.vertexSets.count)
        changed.meshCopies = [Int](repeating: 0, count: scene.meshes.count)
        changed.vertexSetCopies = [Int](repeating: 0, count: scene.vertexSets.count)
        changed.isMorphed = [Bool](repeating: false, count: scene.meshes.count)
        changed.ignoredInfluences = [Int](repeating: 0, count: scene.skins.count)
        changed.ignoredChannels = motion.ignoredChannels
    }

    mutating func run() {
        var added: [(node: Int, origin: Int)] = []
        let isHidden = source.hiddenNodes { motion.isVisible($0) }
        for (index, node) in source.nodes.enumerated() {
            result.nodes[index].transform = motion.transforms[index] ?? node.transform
            result.nodes[index].skin = nil
            result.nodes[index].weights = nil
            result.nodes[index].isVisible = motion.isVisible(index)
            guard let mesh = node.mesh, source.meshes.indices.contains(mesh) else { continue }
            let skin = node.skin.flatMap { source.skins.indices.contains($0) && isMovedByJoints(mesh) ? $0 : nil }
            let posed = posedMesh(mesh, skin, motion.ownWeights(of: mesh, at: index))
            var showing = Correspondence.Pose.Showing(node: index, mesh: posed, addedNode: nil)
            if skin == nil {
                result.nodes[index].mesh = posed
            } else {
                showing.addedNode = result.nodes.count
                added.append((result.nodes.count, index))
                result.nodes[index].mesh = nil
                result.nodes.append(Node(name: node.name, mesh: posed, isVisible: !isHidden[index]))
            }
            pose.showings.append(showing)
        }
        for mesh in source.meshes.indices where !isMeshTaken[mesh] {
            _ = posedMesh(mesh, nil, nil)
        }
        for set in source.vertexSets.indices where !isSetTaken[set] {
            result.vertexSets[set].attributes.removeAll { $0.semantic.ofTarget != nil }
        }
        changed.addedNodes = added.count
        setRoots(added)
        findUsedUp()
        turnCorners()
    }

    /// Turns normals and tangents of corners.
    private mutating func turnCorners() {
        let turning = movers.filter { result.vertexSets[$0.key].pools.contains(where: CornerTurning.turns) }
        guard !turning.isEmpty else { return }
        let users = result.usersOfSets
        for (set, skin) in turning.inKeyOrder {
            let origin = source.vertexSets[pose.vertexSets[set]]
            guard let joints = pose.joints[skin], var blend = JointBlend(origin, joints) else { continue }
            var matrices = ContiguousArray<Affine>()
            blend.read(0..<origin.count, into: &matrices)
            let turns = ContiguousArray(matrices.map(JointTurn.init))
            CornerTurning.turn(&result, set: set, users: users[set] ?? [], turns)
        }
    }

    /// Makes added nodes roots of the scenes that showed the original ones.
    private mutating func setRoots(_ added: [(node: Int, origin: Int)]) {
        guard !added.isEmpty, !source.scenes.isEmpty else { return }
        var tops = [Int](repeating: -1, count: source.nodes.count)
        var below: [Int: [Int]] = [:]
        for root in source.scenes.flatMap(\.roots) where tops.indices.contains(root) && tops[root] < 0 {
            var open = [root]
            while let node = open.popLast() {
                guard tops.indices.contains(node), tops[node] < 0 else { continue }
                tops[node] = root
                open += source.nodes[node].children
            }
        }
        for (node, origin) in added where tops[origin] >= 0 { below[tops[origin], default: []].append(node) }
        for index in source.scenes.indices {
            var isDone: Set<Int> = []
            let roots = source.scenes[index].roots.filter { isDone.insert($0).inserted }
            result.scenes[index].roots += roots.flatMap { below[$0] ?? [] }.sorted()
        }
    }

    private func isMovedByJoints(_ mesh: Int) -> Bool {
        source.meshes[mesh].primitives.contains { primitive in
            source.vertexSets.indices.contains(primitive.vertexSet)
                && !source.vertexSets[primitive.vertexSet].influences.isEmpty
        }
    }

    /// - Parameter own: the weights of the node that shows the mesh; nil: those of the mesh.
    private mutating func posedMesh(_ index: Int, _ skin: Int?, _ own: [Double]?) -> Int {
        let weights = own ?? motion.weights(of: index)
        let number = own == nil ? restNumbers[index] ?? self.number(of: weights) : self.number(of: weights)
        if own == nil { restNumbers[index] = number }
        let use = Use(index: index, skin: skin, weights: number)
        if let known = meshes[use] { return known }
        if let skin, pose.joints[skin] == nil { pose.joints[skin] = motion.joints(of: source.skins[skin], worlds) }
        if weights.contains(where: { $0 != 0 }) { changed.isMorphed[index] = true }
        var mesh = source.meshes[index]
        mesh.targets = []
        var posed = Correspondence.Pose.PosedMesh(
            mesh: index, skin: skin, weights: weights, isReversed: [], vertexSets: [])
        for place in mesh.primitives.indices {
            let set = posedSet(mesh.primitives[place].vertexSet, skin, weights, number)
            mesh.primitives[place].vertexSet = set
            let isReversed = isMirrored(mesh.primitives[place], signs[set])
            if isReversed { mesh.primitives[place] = mesh.primitives[place].reversed() }
            posed.vertexSets.append(set)
            posed.isReversed.append(isReversed)
        }
        let target = isMeshTaken[index] ? result.meshes.count : index
        if isMeshTaken[index] {
            changed.meshCopies[index] += 1
            result.meshes.append(mesh)
            pose.meshes.append(posed)
        } else {
            isMeshTaken[index] = true
            result.meshes[index] = mesh
            pose.meshes[index] = posed
        }
        meshes[use] = target
        return target
    }

    private mutating func posedSet(_ index: Int, _ skin: Int?, _ weights: [Double], _ number: Int) -> Int {
        guard source.vertexSets.indices.contains(index) else { return index }
        let use = Use(index: index, skin: skin, weights: number)
        if let known = sets[use] { return known }
        let posed = source.vertexSets[index].posed(weights, skin.flatMap { pose.joints[$0] })
        if let skin { changed.ignoredInfluences[skin] += posed.ignored }
        changed.untouched += posed.untouched.map {
            (ScenePath.vertexAttribute(set: index, $0), source.vertexSets[index].count)
        }
        let target = isSetTaken[index] ? result.vertexSets.count : index
        if isSetTaken[index] {
            changed.vertexSetCopies[index] += 1
            result.vertexSets.append(posed.set)
            pose.vertexSets.append(index)
        } else {
            isSetTaken[index] = true
            result.vertexSets[index] = posed.set
        }
        signs[target] = posed.signs
        if let skin, !posed.signs.isEmpty { movers[target] = skin }
        sets[use] = target
        return target
    }

    /// Whether all vertices of a primitive of polygons are mirrored; those of flat matrices are neither.
    private mutating func isMirrored(_ primitive: Primitive, _ signs: ContiguousArray<Int8>?) -> Bool {
        guard primitive.topology == .polygons, let signs, signs.contains(-1) else { return false }
        var (hasMirror, hasPlain) = (false, false)
        var block = ContiguousArray<Int32>()
        for corners in (0..<primitive.cornerCount).blocks {
            primitive.readVertices(of: corners, into: &block)
            for vertex in block where vertex >= 0 && Int(vertex) < signs.count {
                if signs[Int(vertex)] < 0 { hasMirror = true } else if signs[Int(vertex)] > 0 { hasPlain = true }
            }
        }
        if hasMirror, hasPlain { changed.mixedPrimitives += 1 }
        return hasMirror && !hasPlain
    }

    /// The number of a list of weights, which are equal if their bits are.
    private mutating func number(of weights: [Double]) -> Int {
        let bits = weights.map(\.bitPattern)
        if let known = numbers[bits] { return known }
        numbers[bits] = numbers.count
        return numbers.count - 1
    }

    /// Finds the joints and weights of vertices that no image of their set has any more.
    private mutating func findUsedUp() {
        var images: [Int: [Int]] = [:]
        for (index, origin) in pose.vertexSets.enumerated() { images[origin, default: []].append(index) }
        for (index, set) in source.vertexSets.enumerated() {
            for attribute in set.attributes where attribute.semantic.isOfSkin {
                let isKept = images[index, default: []].contains {
                    result.vertexSets[$0].attribute(attribute.semantic) != nil
                }
                if isKept { continue }
                changed.usedUp.append(
                    (ScenePath.vertexAttribute(set: index, attribute.semantic), attribute.semantic, attribute.count))
            }
        }
    }
}

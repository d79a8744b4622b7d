import MeshModel

/// The points of a scene at a moment, in the world.
struct ShownPoints {
    /// The vertices of a set as a node shows them.
    struct Showing {
        var node: Int
        var set: Int
        var points: [SIMD3<Double>]
        /// Whether neither the node nor one above it is hidden.
        var isVisible: Bool
    }

    private(set) var showings: [Showing] = []
    /// For each node whether it or one above it is hidden, or no scene has it.
    let isHidden: [Bool]
    /// The largest distance of a shown point or of a node from the origin along an axis: the scale of rounding errors.
    private(set) var size = 0.0

    init(_ scene: MeshScene, _ moment: Moment) {
        let check = MomentCheck(scene, moment)
        isHidden = scene.hiddenNodes(check.isVisible)
        let worlds = Self.worlds(scene, check)
        for (index, node) in scene.nodes.enumerated() {
            guard let world = worlds[index] else { continue }
            size = max(size, Self.reach(world.translation))
            guard let mesh = node.mesh, scene.meshes.indices.contains(mesh) else { continue }
            let weights = check.weights(of: mesh, at: index)
            let joints = node.skin.flatMap { skin in
                scene.skins.indices.contains(skin) ? Self.joints(scene.skins[skin], worlds) : nil
            }
            for set in Set(scene.meshes[mesh].primitives.map(\.vertexSet)).sorted() {
                add(scene.vertexSets[set], index, set, weights, joints, world)
            }
        }
    }

    /// Turns the points of a scene into the up axis of another, which its writer turned by a node.
    mutating func turn(from: UpAxis?, to: UpAxis?) {
        guard let from, let to, from != to else { return }
        for index in showings.indices {
            showings[index].points = showings[index].points.map { point in
                to == .y ? SIMD3(point.x, point.z, -point.y) : SIMD3(point.x, -point.z, point.y)
            }
        }
    }

    private mutating func add(
        _ vertices: VertexSet, _ node: Int, _ set: Int, _ weights: [Double], _ joints: [Affine]?, _ world: Affine
    ) {
        var own = vertices
        own.attributes.removeAll { attribute in
            attribute.semantic != .position && !attribute.semantic.isOfSkin
                && attribute.semantic.ofTarget?.base != .position
        }
        let arithmetic = PoseArithmetic(own, weights: weights, joints: joints)
        let isMoved = arithmetic.matrices != nil
        guard let positions = arithmetic.posed().set.attribute(.position)?.values, positions.components >= 3 else {
            return
        }
        let numbers = positions.doubles()
        let width = positions.components
        var points: [SIMD3<Double>] = []
        points.reserveCapacity(positions.count)
        for start in stride(from: 0, to: numbers.count, by: width) {
            let point = SIMD3(numbers[start], numbers[start + 1], numbers[start + 2])
            let shown = isMoved ? point : world.applied(to: point)
            size = max(size, Self.reach(shown))
            points.append(shown)
        }
        showings.append(Showing(node: node, set: set, points: points, isVisible: !isHidden[node]))
    }

    private static func reach(_ point: SIMD3<Double>) -> Double {
        (0..<3).reduce(0) { point[$1].isFinite ? max($0, abs(point[$1])) : $0 }
    }

    /// The world transforms of all nodes, also of those that no scene has: what they show is hidden.
    private static func worlds(_ scene: MeshScene, _ check: MomentCheck) -> [Affine?] {
        var worlds = [Affine?](repeating: nil, count: scene.nodes.count)
        var isChild = [Bool](repeating: false, count: scene.nodes.count)
        for child in scene.nodes.flatMap(\.children) where isChild.indices.contains(child) { isChild[child] = true }
        let roots = scene.scenes.flatMap(\.roots) + scene.nodes.indices.filter { !isChild[$0] }
        var open = roots.reversed().map { (node: $0, parent: Affine.identity) }
        while let (node, parent) = open.popLast() {
            guard worlds.indices.contains(node), worlds[node] == nil else { continue }
            let world = parent.after(Affine(check.transform(of: node)) ?? .identity)
            worlds[node] = world
            for child in scene.nodes[node].children { open.append((child, world)) }
        }
        return worlds
    }

    private static func joints(_ skin: Skin, _ worlds: [Affine?]) -> [Affine] {
        let numbers = skin.inverseBindMatrices?.doubles() ?? []
        return skin.joints.enumerated().map { index, joint in
            let world = (worlds.indices.contains(joint) ? worlds[joint] : nil) ?? .identity
            guard numbers.count >= 16 * (index + 1) else { return world }
            return world.after(Affine(inverseBind: Array(numbers[16 * index..<16 * index + 16])) ?? .identity)
        }
    }
}

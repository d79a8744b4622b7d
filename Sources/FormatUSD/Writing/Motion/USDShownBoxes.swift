import MeshModel

/// The boxes around what nodes and joints show, to bound what moves at any time.
struct USDShownBoxes {
    /// A box in the space of a node. Of a skinned mesh, each joint has the box of the points that it moves.
    struct Box {
        var node: Int
        var corners: [SIMD3<Double>]
        /// The least and the largest sum of weights: sums other than 1 scale a point.
        var sums: ClosedRange<Double> = 1...1
    }

    let scene: MeshScene
    let motion: USDMotion
    private(set) var boxes: [Box] = []
    /// The nodes, parents first, and the parent of each; −1 for roots.
    private var order: [Int] = []
    private var parents: [Int]

    init(_ scene: MeshScene, _ motion: USDMotion) {
        (self.scene, self.motion) = (scene, motion)
        parents = [Int](repeating: -1, count: scene.nodes.count)
        for (index, node) in scene.nodes.enumerated() { for child in node.children { parents[child] = index } }
        var waiting = scene.nodes.indices.filter { parents[$0] < 0 }
        while let node = waiting.popLast() {
            order.append(node)
            waiting += scene.nodes[node].children
        }
        for (index, node) in scene.nodes.enumerated() {
            guard let mesh = node.mesh else { continue }
            for set in Set(scene.meshes[mesh].primitives.map(\.vertexSet)).sorted() { add(index, mesh, set) }
        }
    }

    // MARK: Times

    /// Time codes at which everything is measured, with the state at rest: all keys, and moments between them.
    func moments(atMost most: Int) -> [Double?] {
        let room = max(8, min(most, 4_000_000 / max(scene.nodes.count + boxes.count, 1)))
        let codes = Set(motion.courses.values.flatMap(\.codes)).sorted()
        guard codes.count <= room else {
            return [nil] + (0..<room).map { codes[$0 * (codes.count - 1) / max(room - 1, 1)] }
        }
        let parts = min(max(room / max(codes.count, 1), 1), 8)
        let between = zip(codes, codes.dropFirst()).flatMap { from, to in
            (1..<max(parts, 1)).map { from + (to - from) * Double($0) / Double(parts) }
        }
        return [nil] + codes + between
    }

    /// The transform of each node to the world at a time code; nil: at rest.
    ///
    /// - Parameter instead: transforms that nodes have instead of their own.
    func worlds(at code: Double?, instead: [Int: NodeTransform] = [:]) -> [USDMatrix] {
        var worlds = [USDMatrix](repeating: .identity, count: scene.nodes.count)
        for node in order {
            let own = local(node, code, instead[node] ?? scene.nodes[node].transform)
            worlds[node] = parents[node] < 0 ? own : own * worlds[parents[node]]
        }
        return worlds
    }

    private func local(_ node: Int, _ code: Double?, _ transform: NodeTransform) -> USDMatrix {
        guard let code, motion.movesTransform(of: node) else { return USDMatrix(asGiven: transform) }
        let rest = USDRestParts(transform)
        func value(_ property: AnimationChannel.Property) -> [Double] {
            motion.courses[USDMovedProperty(node: node, property: property)]?.value(at: code)
                ?? rest.values(of: property)
        }
        let (move, turn, scale) = (value(.translation), value(.rotation), value(.scale))
        guard move.count == 3, turn.count == 4, scale.count == 3 else { return USDSceneBuilder.matrix(transform) }
        return .scale(SIMD3(scale[0], scale[1], scale[2])) * .rotation(SIMD4(turn[0], turn[1], turn[2], turn[3]))
            * .translation(SIMD3(move[0], move[1], move[2]))
    }

    // MARK: What is measured

    /// The box around everything at all times, below a node (nil: the world) and without its own transform.
    ///
    /// - Edge: nil if nothing is shown. A hundredth is added, for what bends between the moments that are measured.
    func extent(below root: Int?) -> [SIMD3<Double>]? {
        let instead = root.map { [$0: NodeTransform.identity] } ?? [:]
        var least = SIMD3<Double>(repeating: .infinity)
        var most = -least
        for moment in moments(atMost: 2000) {
            let worlds = worlds(at: moment, instead: instead)
            for box in boxes {
                for corner in box.corners {
                    let place = worlds[box.node].applied(to: corner)
                    guard (0..<3).allSatisfy({ place[$0].isFinite }) else { continue }
                    for sum in [box.sums.lowerBound, box.sums.upperBound] {
                        least = pointwiseMin(least, place * sum)
                        most = pointwiseMax(most, place * sum)
                    }
                }
            }
        }
        guard least.x <= most.x else { return nil }
        let room = 0.01 * (most - least).max()
        return [least - room, most + room]
    }

    /// The farthest that a point stands from its place if nodes have other transforms.
    func shift(_ instead: [Int: NodeTransform]) -> Double { shift(to: self, instead) }

    /// The farthest that a point stands from its place if skins have other matrices.
    ///
    /// - Parameter others: the boxes of the same scene with these.
    func shift(to others: USDShownBoxes) -> Double { shift(to: others, [:]) }

    private func shift(to others: USDShownBoxes, _ instead: [Int: NodeTransform]) -> Double {
        var largest = 0.0
        for moment in moments(atMost: 64) {
            let before = worlds(at: moment)
            let after = instead.isEmpty ? before : worlds(at: moment, instead: instead)
            for (box, other) in zip(boxes, others.boxes) {
                for (corner, moved) in zip(box.corners, other.corners) {
                    let gap = before[box.node].applied(to: corner) - after[other.node].applied(to: moved)
                    let far = max(abs(gap.x), abs(gap.y), abs(gap.z)) * box.sums.upperBound
                    if far.isFinite { largest = max(largest, far) }
                }
            }
        }
        return largest
    }

    // MARK: Boxes

    private mutating func add(_ index: Int, _ mesh: Int, _ set: Int) {
        let vertices = scene.vertexSets[set]
        guard let positions = vertices.attribute(.position)?.values, positions.components == 3 else { return }
        let numbers = positions.doubles()
        let room = changes(index, mesh, vertices)
        let numbersOfSets = vertices.jointSets
        guard let skin = scene.nodes[index].skin.map({ scene.skins[$0] }), !numbersOfSets.isEmpty else {
            var bounds = Bounds()
            for start in stride(from: 0, to: numbers.count - 2, by: 3) {
                bounds.add(SIMD3(numbers[start], numbers[start + 1], numbers[start + 2]))
            }
            if let corners = bounds.corners(room) { boxes.append(Box(node: index, corners: corners)) }
            return
        }
        let matrices = skin.matrices
        let own = numbersOfSets.map { number in
            (
                joints: vertices.attribute(.joints(number))?.values.doubles() ?? [],
                weights: vertices.attribute(.weights(number))?.fractions ?? []
            )
        }
        var bounds = [Bounds](repeating: Bounds(), count: skin.joints.count)
        var sums = (least: 1.0, most: 1.0)
        for row in 0..<numbers.count / 3 {
            let point = SIMD3(numbers[row * 3], numbers[row * 3 + 1], numbers[row * 3 + 2])
            var sum = 0.0
            for (joints, weights) in own {
                for place in row * 4..<row * 4 + 4 where place < joints.count && place < weights.count {
                    let joint = Int(joints[place])
                    guard weights[place] != 0, bounds.indices.contains(joint) else { continue }
                    sum += weights[place]
                    bounds[joint].add(point)
                }
            }
            sums = (min(sums.least, sum), max(sums.most, sum))
        }
        guard sums.least.isFinite, sums.most.isFinite else { return }
        for (place, joint) in skin.joints.enumerated() {
            guard let corners = bounds[place].corners(room) else { continue }
            boxes.append(
                Box(
                    node: joint, corners: corners.map { matrices?[place].applied(to: $0) ?? $0 },
                    sums: sums.least...sums.most))
        }
    }

    /// How far morph targets move points along each axis.
    private func changes(_ node: Int, _ mesh: Int, _ vertices: VertexSet) -> SIMD3<Double> {
        let targets = scene.meshes[mesh].targets
        guard !targets.isEmpty else { return SIMD3() }
        let property = USDMovedProperty(node: node, property: .weights)
        var most = USDMotion.rest(property, scene).map(abs)
        if let course = motion.courses[property] {
            for code in course.codes.indices {
                for (index, weight) in course.row(code).enumerated() where index < most.count {
                    most[index] = max(most[index], abs(weight))
                }
            }
        }
        var room = SIMD3<Double>()
        for (index, weight) in most.enumerated() where weight > 0 {
            guard let values = vertices.attribute(.target(index, .position))?.values, values.components == 3 else {
                continue
            }
            var largest = SIMD3<Double>()
            let numbers = values.doubles()
            for start in stride(from: 0, to: numbers.count - 2, by: 3) {
                let change = SIMD3(numbers[start], numbers[start + 1], numbers[start + 2])
                largest = pointwiseMax(largest, pointwiseMax(change, -change))
            }
            room += largest * weight
        }
        return room
    }

    private struct Bounds {
        var least = SIMD3<Double>(repeating: .infinity)
        var most = SIMD3<Double>(repeating: -.infinity)

        mutating func add(_ point: SIMD3<Double>) {
            guard (0..<3).allSatisfy({ point[$0].isFinite }) else { return }
            least = pointwiseMin(least, point)
            most = pointwiseMax(most, point)
        }

        func corners(_ room: SIMD3<Double>) -> [SIMD3<Double>]? {
            guard least.x <= most.x else { return nil }
            let (low, high) = (least - room, most + room)
            return (0..<8).map { corner in
                SIMD3(
                    corner & 1 == 0 ? low.x : high.x, corner & 2 == 0 ? low.y : high.y,
                    corner & 4 == 0 ? low.z : high.z)
            }
        }
    }
}

extension USDMatrix {
    /// The matrix of a transform as its source shows it, also if its rotation has another length than 1.
    fileprivate init(asGiven transform: NodeTransform) {
        guard !USDTransform.keepsRotation(of: transform), let own = Affine(transform) else {
            self = USDSceneBuilder.matrix(transform)
            return
        }
        let (x, y, z, t) = (own.x, own.y, own.z, own.translation)
        self.init(rows: [x.x, y.x, z.x, 0, x.y, y.y, z.y, 0, x.z, y.z, z.z, 0, t.x, t.y, t.z, 1])
    }
}

extension Skin {
    /// The inverse bind matrices; nil: identities.
    var matrices: [USDMatrix]? {
        guard let column = inverseBindMatrices, column.components == 16, column.count >= joints.count else {
            return nil
        }
        return joints.indices.map { USDMatrix(rows: column.rows($0..<$0 + 1).doubles()) }
    }
}

extension Attribute {
    /// The values as numbers, codes as fractions.
    var fractions: [Double] {
        let whole = values.type == .uint8 ? 255.0 : values.type == .uint16 ? 65_535 : 1
        return normalized ? values.doubles().map { $0 / whole } : values.doubles()
    }
}

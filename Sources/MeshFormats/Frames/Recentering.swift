public import MeshModel

/// Places far from the origin: counted from a whole number of metres among them, where the nodes stand that show them.
///
/// The rule for every format whose positions are float32 (precision, section 7 of the design). It holds for float64
/// positions that are 1,000 and more from the origin, where float32 becomes at least 8 times finer by it.
public struct Recentering: Sendable {
    /// From where the positions of each vertex set are counted; zero: from where they are.
    public private(set) var offsets: [SIMD3<Double>]
    /// How far further each node stands for what it shows.
    public private(set) var nodeOffsets: [SIMD3<Double>]

    /// Nearer than this float32 is fine enough for anybody.
    private static let leastDistance = 1000.0
    /// How many times smaller the error must become.
    private static let leastGain = 8.0

    /// Nothing stands elsewhere.
    public init() {
        offsets = []
        nodeOffsets = []
    }

    /// Decides from where the positions of each set are counted: sets that are shown together from one place.
    ///
    /// - Parameters:
    ///   - scene: what is written.
    ///   - shown: for each mesh the vertex sets of what is written of it.
    ///   - keeps: whether a format writes a transform as it is.
    ///   - isLeftOut: whether a vertex of a set is not written.
    public init(
        _ scene: Scene, shown: [[Int]], keeps: (Transform) -> Bool, isLeftOut: (_ set: Int, _ vertex: Int) -> Bool
    ) {
        offsets = Array(repeating: .zero, count: scene.vertexSets.count)
        nodeOffsets = Array(repeating: .zero, count: scene.nodes.count)
        // Sets near the origin, as nearly all are, need no look at who shows them.
        let far = scene.vertexSets.indices.filter { Self.isWide(scene.vertexSets[$0]) }
        guard !far.isEmpty else { return }
        var isDone = Array(repeating: false, count: scene.vertexSets.count)
        var meshesOf = [Set<Int>](repeating: [], count: scene.vertexSets.count)
        for (mesh, sets) in shown.enumerated() { for set in sets { meshesOf[set].insert(mesh) } }
        var nodesOf = [[Int]](repeating: [], count: shown.count)
        for (index, node) in scene.nodes.enumerated() {
            if let mesh = node.mesh, shown.indices.contains(mesh) { nodesOf[mesh].append(index) }
        }
        func canStandElsewhere(_ mesh: Int) -> Bool {
            // What shows a mesh must show nothing else that would go with it.
            !nodesOf[mesh].isEmpty
                && nodesOf[mesh].allSatisfy { index in
                    let node = scene.nodes[index]
                    return node.children.isEmpty && node.camera == nil && node.light == nil && keeps(node.transform)
                }
        }
        for set in far where !isDone[set] && !meshesOf[set].isEmpty {
            var meshes: Set<Int> = []
            var sets: Set<Int> = []
            var open = [set]
            while let next = open.popLast() {
                guard sets.insert(next).inserted else { continue }
                isDone[next] = true
                let new = meshesOf[next].subtracting(meshes)
                meshes.formUnion(new)
                open += new.flatMap { shown[$0] }
            }
            guard meshes.allSatisfy({ canStandElsewhere($0) }),
                let offset = Self.offset(sets.sorted(), scene, isLeftOut)
            else { continue }
            for own in sets { offsets[own] = offset }
        }
        for (mesh, nodes) in nodesOf.enumerated() {
            guard let set = shown[mesh].first else { continue }
            for node in nodes { nodeOffsets[node] = offsets[set] }
        }
    }

    private static func isWide(_ set: VertexSet) -> Bool {
        guard let position = set.attribute(.position), position.offsets == nil, !position.normalized else {
            return false
        }
        return position.values.type == .float64 && position.values.components == 3
    }

    /// The place from which float32 is much finer than from the origin; nil: there is none.
    private static func offset(
        _ sets: [Int], _ scene: Scene, _ isLeftOut: (_ set: Int, _ vertex: Int) -> Bool
    ) -> SIMD3<Double>? {
        var least = SIMD3<Double>(repeating: .infinity)
        var most = SIMD3<Double>(repeating: -.infinity)
        var error = 0.0
        func forEachPlace(_ set: Int, _ column: Column, _ body: (SIMD3<Double>) -> Void) {
            var buffer = ContiguousArray<Double>()
            var row = 0
            while row < column.count {
                let end = min(row + 4096, column.count)
                column.read(row..<end, into: &buffer)
                for index in 0..<end - row where !isLeftOut(set, row + index) {
                    body(SIMD3(buffer[index * 3], buffer[index * 3 + 1], buffer[index * 3 + 2]))
                }
                row = end
            }
        }
        for set in sets {
            guard isWide(scene.vertexSets[set]), let position = scene.vertexSets[set].attribute(.position) else {
                return nil
            }
            forEachPlace(set, position.values) { place in
                least = pointwiseMin(least, place)
                most = pointwiseMax(most, place)
                error = max(error, abs(place - SIMD3<Double>(SIMD3<Float>(place))).max())
            }
        }
        let far = max(most.max(), -least.min())
        guard error > 0, far >= leastDistance, far < 0x1p52 else { return nil }
        let offset = ((least + most) / 2).rounded(.toNearestOrEven)
        guard offset != .zero else { return nil }
        var rest = 0.0
        for set in sets {
            guard let position = scene.vertexSets[set].attribute(.position) else { continue }
            forEachPlace(set, position.values) { place in
                rest = max(rest, abs(place - (SIMD3<Double>(SIMD3<Float>(place - offset)) + offset)).max())
            }
        }
        return rest * leastGain <= error ? offset : nil
    }

    /// Positions as float64, counted from an offset again.
    ///
    /// - Parameters:
    ///   - numbers: three for each place.
    ///   - offset: what they are counted from.
    public static func places(_ numbers: ContiguousArray<Double>, from offset: SIMD3<Double>) -> Column {
        var numbers = numbers
        for index in numbers.indices { numbers[index] += offset[index % 3] }
        return Column(numbers, components: 3)
    }

    /// A transform after a move.
    public static func moved(_ transform: Transform, by offset: SIMD3<Double>) -> Transform {
        guard offset != .zero else { return transform }
        switch transform {
        case .identity:
            return .trs(translation: offset, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1))
        case .trs(let move, let turn, let scale):
            return .trs(translation: move + turned(scale * offset, by: turn), rotation: turn, scale: scale)
        case .matrix(var m):
            guard m.count == 16 else { return transform }
            for axis in 0..<3 { m[12 + axis] += m[axis] * offset.x + m[4 + axis] * offset.y + m[8 + axis] * offset.z }
            return .matrix(m)
        }
    }

    /// v + 2 u × (u × v + w v) for the quaternion of u and w.
    private static func turned(_ v: SIMD3<Double>, by turn: SIMD4<Double>) -> SIMD3<Double> {
        guard turn != SIMD4(0, 0, 0, 1) else { return v }
        let axis = SIMD3(turn.x, turn.y, turn.z)
        return v + cross(axis, cross(axis, v) + v * turn.w) * 2
    }
}

private func abs(_ vector: SIMD3<Double>) -> SIMD3<Double> { pointwiseMax(vector, -vector) }

extension LossPlanning {
    /// Says that a node stands further for what it shows.
    public mutating func loseOffset(_ offset: SIMD3<Double>, ofNode index: Int) {
        let place = (0..<3).map { "\(Int(offset[$0]))" }.joined(separator: ", ")
        let name = scene.nodes[index].name ?? "node \(index)"
        lose(
            .frameRecentered, .reencoded, ScenePath.node(index), "place of \(name)", 1, "nodes",
            "positions are counted from \(place), where float32 is finer")
    }
}

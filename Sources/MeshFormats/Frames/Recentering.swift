public import MeshModel

/// Moves positions far from the origin closer to it, by an offset in whole units that goes into the nodes.
///
/// The rule for every format whose positions are float32 (*Precision* in the article The laws). It applies to float64
/// positions 1,000 or more from the origin, if it makes float32 at least 8 times finer.
public struct Recentering: Sendable {
    /// The offset subtracted from the positions of each vertex set; zero: unchanged.
    public private(set) var offsets: [SIMD3<Double>]
    /// Translation added to each node to undo the re-centring.
    public private(set) var nodeOffsets: [SIMD3<Double>]

    /// Minimum distance from the origin; float32 is fine enough below it.
    private static let leastDistance = 1000.0
    /// Minimum factor by which the error must shrink.
    private static let leastGain = 8.0

    /// Creates a re-centring without offsets.
    public init() {
        offsets = []
        nodeOffsets = []
    }

    /// Chooses the offset of each vertex set. Sets that are shown together get the same one.
    ///
    /// - Parameters:
    ///   - scene: the scene to be written.
    ///   - shown: the vertex sets that are written for each mesh.
    ///   - keeps: whether the format writes a transform unchanged.
    ///   - isLeftOut: whether a vertex is left out.
    public init(
        _ scene: MeshScene, shown: [[Int]], keeps: (NodeTransform) -> Bool,
        isLeftOut: (_ set: Int, _ vertex: Int) -> Bool
    ) {
        offsets = Array(repeating: .zero, count: scene.vertexSets.count)
        nodeOffsets = Array(repeating: .zero, count: scene.nodes.count)
        // Most sets are near the origin: skip them before the nodes are searched.
        let far = scene.vertexSets.indices.filter { Self.isWide(scene.vertexSets[$0]) }
        guard !far.isEmpty else { return }
        var isDone = Array(repeating: false, count: scene.vertexSets.count)
        var meshesOf = [Set<Int>](repeating: [], count: scene.vertexSets.count)
        for (mesh, sets) in shown.enumerated() { for set in sets { meshesOf[set].insert(mesh) } }
        var nodesOf = [[Int]](repeating: [], count: shown.count)
        for (index, node) in scene.nodes.enumerated() {
            if let mesh = node.mesh, shown.indices.contains(mesh) { nodesOf[mesh].append(index) }
        }
        let moving = Set(scene.clips.flatMap { $0.channels.map(\.node) })
        func canStandElsewhere(_ mesh: Int) -> Bool {
            // A node that shows the mesh must not carry anything else: it would move too. Nor may something else say
            // where it stands: joints, or a clip.
            !nodesOf[mesh].isEmpty
                && nodesOf[mesh].allSatisfy { index in
                    let node = scene.nodes[index]
                    return node.children.isEmpty && node.instances == nil && node.camera == nil && node.light == nil
                        && node.skin == nil
                        && !moving.contains(index) && keeps(node.transform)
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

    /// The offset that makes float32 much finer; nil if there is none.
    private static func offset(
        _ sets: [Int], _ scene: MeshScene, _ isLeftOut: (_ set: Int, _ vertex: Int) -> Bool
    ) -> SIMD3<Double>? {
        var least = SIMD3<Double>(repeating: .infinity)
        var most = SIMD3<Double>(repeating: -.infinity)
        var error = 0.0
        func forEachPlace(_ set: Int, _ column: Column, _ body: (SIMD3<Double>) -> Void) {
            for (rows, buffer) in column.blocks(of: Double.self) {
                for index in 0..<rows.count where !isLeftOut(set, rows.lowerBound + index) {
                    body(SIMD3(buffer[index * 3], buffer[index * 3 + 1], buffer[index * 3 + 2]))
                }
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

    /// Returns positions as float64 with an offset added.
    ///
    /// - Parameters:
    ///   - numbers: three for each position.
    ///   - offset: the offset to add.
    public static func places(_ numbers: ContiguousArray<Double>, from offset: SIMD3<Double>) -> Column {
        var numbers = numbers
        for index in numbers.indices { numbers[index] += offset[index % 3] }
        return Column(numbers, components: 3)
    }

    /// Returns a transform preceded by a translation.
    public static func moved(_ transform: NodeTransform, by offset: SIMD3<Double>) -> NodeTransform {
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

    /// Rotates `v` by a quaternion with vector u and scalar w: v + 2 u × (u × v + w v).
    private static func turned(_ v: SIMD3<Double>, by turn: SIMD4<Double>) -> SIMD3<Double> {
        guard turn != SIMD4(0, 0, 0, 1) else { return v }
        let axis = SIMD3(turn.x, turn.y, turn.z)
        return v + cross(axis, cross(axis, v) + v * turn.w) * 2
    }
}

private func abs(_ vector: SIMD3<Double>) -> SIMD3<Double> { pointwiseMax(vector, -vector) }

extension LossPlanning {
    /// Reports that a node was moved by re-centring.
    public mutating func loseOffset(_ offset: SIMD3<Double>, ofNode index: Int) {
        let place = (0..<3).map { "\(Int(offset[$0]))" }.joined(separator: ", ")
        let name = scene.nodes[index].name ?? "node \(index)"
        lose(
            .frameRecentered, .reencoded, ScenePath.node(index), "place of \(name)", 1, "nodes",
            "positions are stored relative to \(place), where 32-bit floats are finer; nothing moves")
    }
}

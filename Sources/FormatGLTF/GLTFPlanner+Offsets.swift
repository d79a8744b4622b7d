import MeshFormats
import MeshModel

// Places far from the origin: counted from a whole number of metres among them, where the nodes stand that show them.

extension GLTFPlanner {
    /// Nearer than this float32 is fine enough for anybody.
    private static let leastDistance = 1000.0
    /// How many times smaller the error must become.
    private static let leastGain = 8.0

    /// Decides from where the positions of each set are counted: sets that are shown together from one place.
    mutating func planOffsets() {
        offsets = Array(repeating: .zero, count: scene.vertexSets.count)
        var isDone = Array(repeating: false, count: scene.vertexSets.count)
        var meshesOf = [Set<Int>](repeating: [], count: scene.vertexSets.count)
        for mesh in runs.indices {
            for run in runs[mesh] { meshesOf[run.place.primitive.vertexSet].insert(mesh) }
        }
        for set in offsets.indices where !isDone[set] && !meshesOf[set].isEmpty {
            var meshes: Set<Int> = []
            var sets: Set<Int> = []
            var open = [set]
            while let next = open.popLast() {
                guard sets.insert(next).inserted else { continue }
                isDone[next] = true
                meshes.formUnion(meshesOf[next])
                open += meshesOf[next].flatMap { runs[$0].map(\.place.primitive.vertexSet) }
            }
            guard meshes.allSatisfy(canStandElsewhere), let offset = offset(sets.sorted()) else { continue }
            for own in sets { offsets[own] = offset }
        }
        origin.nodes = scene.nodes.indices.filter { offset(ofNode: $0) != .zero }.map {
            GLTFOrigin.NodeForm(index: $0, transform: scene.nodes[$0].transform)
        }
    }

    /// Whether what shows a mesh shows nothing else that would go with it.
    private func canStandElsewhere(_ mesh: Int) -> Bool {
        let nodes = scene.nodes.filter { $0.mesh == mesh }
        return !nodes.isEmpty
            && nodes.allSatisfy { node in
                node.children.isEmpty && node.camera == nil && node.light == nil
                    && Self.written(node.transform) == node.transform
            }
    }

    /// The place from which float32 is much finer than from the origin; nil: there is none.
    private func offset(_ sets: [Int]) -> SIMD3<Double>? {
        var least = SIMD3<Double>(repeating: .infinity)
        var most = SIMD3<Double>(repeating: -.infinity)
        var error = 0.0
        for set in sets {
            guard let position = scene.vertexSets[set].attribute(.position), position.offsets == nil,
                position.values.type == .float64, !position.normalized, position.values.components == 3
            else { return nil }
            forEachPlace(set, position.values) { place in
                least = pointwiseMin(least, place)
                most = pointwiseMax(most, place)
                error = max(error, abs(place - SIMD3<Double>(SIMD3<Float>(place))).max())
            }
        }
        let far = max(most.max(), -least.min())
        guard error > 0, far >= Self.leastDistance, far < 0x1p52 else { return nil }
        let offset = ((least + most) / 2).rounded(.toNearestOrEven)
        guard offset != .zero else { return nil }
        var rest = 0.0
        for set in sets {
            guard let position = scene.vertexSets[set].attribute(.position) else { continue }
            forEachPlace(set, position.values) { place in
                rest = max(rest, abs(place - (SIMD3<Double>(SIMD3<Float>(place - offset)) + offset)).max())
            }
        }
        return rest * Self.leastGain <= error ? offset : nil
    }

    private func forEachPlace(_ set: Int, _ column: Column, _ body: (SIMD3<Double>) -> Void) {
        var buffer = ContiguousArray<Double>()
        var row = 0
        while row < column.count {
            let end = min(row + 4096, column.count)
            column.read(row..<end, into: &buffer)
            for index in 0..<end - row where badVertices[set]?[row + index] != true {
                body(SIMD3(buffer[index * 3], buffer[index * 3 + 1], buffer[index * 3 + 2]))
            }
            row = end
        }
    }

    /// How far further a node stands for what it shows.
    func offset(ofNode node: Int) -> SIMD3<Double> {
        guard let mesh = scene.nodes[node].mesh, let run = runs[mesh].first else { return .zero }
        return offsets[run.place.primitive.vertexSet]
    }

    /// A transform after a move.
    static func moved(_ transform: Transform, by offset: SIMD3<Double>) -> Transform {
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
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let axis = SIMD3(turn.x, turn.y, turn.z)
        return v + cross(axis, cross(axis, v) + v * turn.w) * 2
    }

    // MARK: What float32 leaves

    /// The attribute of what float32 leaves of positions.
    static let restName = "_POSITION_LOW"

    /// Adds what float32 leaves of positions, where it is asked for, leaves something and the name is free.
    ///
    /// - Returns: the rows; nil where there are none.
    func restRows(_ plan: GLTFAttributePlan, in set: VertexSet) -> GLTFPackedRows? {
        guard keepsRest, plan.kind == .position, plan.source.values.type == .float64, !plan.source.normalized,
            plan.source.values.components == 3, set.attribute(AttributeSemantic(name: Self.restName)) == nil,
            !set.pools.contains(where: { $0.semantic.name == Self.restName })
        else { return nil }
        var rows = plan.rows
        rows.encoding = .rest
        var row = 0
        while row < rows.count {
            let end = min(row + 4096, rows.count)
            if rows.singles(row..<end).contains(where: { $0 != 0 }) { return rows }
            row = end
        }
        return nil
    }
}

private func abs(_ vector: SIMD3<Double>) -> SIMD3<Double> { pointwiseMax(vector, -vector) }

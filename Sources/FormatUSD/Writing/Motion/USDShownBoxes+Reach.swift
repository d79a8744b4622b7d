import MeshModel

// How large what moves is at least, to say how much of it an error is.

extension USDShownBoxes {
    /// The largest coordinate of some points that are shown and of nodes, when it is smallest: never more than what a
    /// comparison finds.
    ///
    /// The corners of boxes would say too much: where several joints move a point, their boxes may lie far apart and
    /// the point near, and a corner of a thin slanted shape is far from its points.
    var leastReach: Double? {
        let shown = shownNodes
        let samples = samples(of: shown)
        return moments(atMost: 64).map { moment in
            let worlds = worlds(at: moment)
            var most = 0.0
            func add(_ place: SIMD3<Double>) {
                let far = max(abs(place.x), abs(place.y), abs(place.z))
                if far.isFinite { most = max(most, far) }
            }
            for node in shown { add(worlds[node].place) }
            var weights: [Int: [Double]] = [:]
            for sample in samples {
                if weights[sample.node] == nil { weights[sample.node] = self.weights(of: sample.node, at: moment) }
                add(sample.place(worlds, weights[sample.node] ?? []))
            }
            return most
        }.min()
    }

    /// The nodes that a scene shows, in order.
    private var shownNodes: [Int] {
        let isShown = scene.nodesOfShownScene
        return isShown.indices.filter { isShown[$0] }
    }

    private func weights(of node: Int, at code: Double?) -> [Double] {
        let property = USDMovedProperty(node: node, property: .weights)
        guard let code, let course = motion.courses[property] else { return USDMotion.rest(property, scene) }
        return course.value(at: code)
    }

    // MARK: Points

    /// A point as a node shows it.
    private struct Sample {
        var node: Int
        var point: SIMD3<Double>
        /// What morph targets of a weight of 1 add to it.
        var changes: [(target: Int, by: SIMD3<Double>)]
        /// The joints that move it; nil: its node does.
        var influences: [(joint: Int, matrix: USDMatrix?, weight: Double)]?

        func place(_ worlds: [USDMatrix], _ weights: [Double]) -> SIMD3<Double> {
            let moved = changes.reduce(point) { sum, change in
                change.target < weights.count ? sum + weights[change.target] * change.by : sum
            }
            guard let influences else { return worlds[node].applied(to: moved) }
            return influences.reduce(SIMD3()) { sum, influence in
                let own = influence.matrix?.applied(to: moved) ?? moved
                return sum + influence.weight * worlds[influence.joint].applied(to: own)
            }
        }
    }

    private func samples(of nodes: [Int]) -> [Sample] {
        var samples: [Sample] = []
        for index in nodes {
            let node = scene.nodes[index]
            guard let mesh = node.mesh else { continue }
            let skin = node.skin.map { scene.skins[$0] }
            for set in Set(scene.meshes[mesh].primitives.map(\.vertexSet)).sorted() {
                samples += Self.samples(of: scene.vertexSets[set], index, skin, scene.meshes[mesh].targets.count)
            }
        }
        return samples
    }

    private static func samples(
        of vertices: VertexSet, _ node: Int, _ skin: Skin?, _ targetCount: Int
    ) -> [Sample] {
        guard let positions = vertices.attribute(.position)?.values, positions.components == 3 else { return [] }
        func triple(_ column: Column, _ row: Int) -> SIMD3<Double> {
            let numbers = column.rows(row..<row + 1).doubles()
            return SIMD3(numbers[0], numbers[1], numbers[2])
        }
        let targets = (0..<targetCount).compactMap { target in
            vertices.attribute(.target(target, .position)).flatMap {
                $0.values.components == 3 ? (number: target, values: $0.values) : nil
            }
        }
        let sets = vertices.jointSets
        let matrices = skin?.matrices
        let own = sets.map { number in
            (joints: vertices.attribute(.joints(number))?.values, weights: vertices.attribute(.weights(number)))
        }
        return rows(of: positions).map { row in
            let changes = targets.compactMap { target in
                row < target.values.count ? (target: target.number, by: triple(target.values, row)) : nil
            }
            var influences: [(joint: Int, matrix: USDMatrix?, weight: Double)]?
            if let skin, !sets.isEmpty {
                var all: [(joint: Int, matrix: USDMatrix?, weight: Double)] = []
                for (joints, weights) in own {
                    guard let joints, let weights, row < joints.count, row < weights.values.count else { continue }
                    let numbers = joints.rows(row..<row + 1).integers()
                    let fractions = Attribute(
                        weights.semantic, weights.values.rows(row..<row + 1), normalized: weights.normalized
                    ).fractions
                    for (number, weight) in zip(numbers, fractions)
                    where weight != 0 && weight.isFinite && number >= 0 && number < skin.joints.count {
                        let place = Int(number)
                        all.append((joint: skin.joints[place], matrix: matrices?[place], weight: weight))
                    }
                }
                influences = all
            }
            return Sample(node: node, point: triple(positions, row), changes: changes, influences: influences)
        }
    }

    /// Some rows of all, and those that lie farthest out along the axes.
    private static func rows(of positions: Column) -> [Int] {
        let numbers = positions.doubles()
        let count = positions.count
        guard count > 0 else { return [] }
        var rows = Set(stride(from: 0, to: count, by: max(count / 16, 1)))
        for axis in 0..<3 {
            let finite = (0..<count).lazy.filter { numbers[$0 * 3 + axis].isFinite }
            rows.formUnion(
                [
                    finite.max { numbers[$0 * 3 + axis] < numbers[$1 * 3 + axis] },
                    finite.min { numbers[$0 * 3 + axis] < numbers[$1 * 3 + axis] },
                ].compactMap(\.self))
        }
        return rows.sorted()
    }
}

import MeshModel

/// How large the scene is at rest, and how far from each node its shapes reach: what errors of motion are measured by.
struct USDShownSize: Sendable {
    /// The longest side of the box around all shapes; 1 without shapes.
    let box: Double
    /// The distance from each node's origin to the farthest corner of the box.
    let reach: [Double]
    /// The largest factor by which each node's parents scale.
    let factor: [Double]
    /// The transform of each node to the world at rest.
    let worlds: [USDMatrix]

    init(_ scene: MeshScene) {
        let worlds = Self.worlds(scene)
        var least = SIMD3<Double>(repeating: .infinity)
        var most = -least
        var boxes: [Int: [SIMD3<Double>]] = [:]
        for (index, node) in scene.nodes.enumerated() {
            guard let mesh = node.mesh else { continue }
            var world = worlds[index]
            if let skin = node.skin, let joint = scene.skins[skin].joints.first {
                // All joints give nearly the same place at rest.
                world = worlds[joint]
                if let column = scene.skins[skin].inverseBindMatrices, column.count > 0 {
                    world = USDMatrix(rows: column.rows(0..<1).doubles()).affine * world
                }
            }
            for primitive in scene.meshes[mesh].primitives {
                let set = primitive.vertexSet
                if boxes[set] == nil { boxes[set] = Self.corners(scene.vertexSets[set]) }
                for corner in boxes[set] ?? [] {
                    let place = world.applied(to: corner)
                    guard (0..<3).allSatisfy({ place[$0].isFinite }) else { continue }
                    least = pointwiseMin(least, place)
                    most = pointwiseMax(most, place)
                }
            }
        }
        let side = most - least
        let isEmpty = !(side.max() > 0)
        box = isEmpty ? 1 : side.max()
        if isEmpty { (least, most) = (SIMD3(repeating: -0.5), SIMD3(repeating: 0.5)) }
        let (low, high, longest) = (least, most, box)
        reach = worlds.map { world in
            let place = world.place
            let far = isEmpty ? SIMD3(repeating: 0.5) : pointwiseMax(abs(place - low), abs(place - high))
            let distance = (far * far).sum().squareRoot()
            return distance.isFinite && distance > 0 ? distance : longest
        }
        var factor = [Double](repeating: 1, count: scene.nodes.count)
        for (index, node) in scene.nodes.enumerated() {
            let size = Self.scale(of: worlds[index])
            for child in node.children where size.isFinite { factor[child] = size }
        }
        self.factor = factor
        self.worlds = worlds
    }

    /// The largest factor by which a node and its parents scale.
    func scale(of node: Int) -> Double { Self.scale(of: worlds[node]) }

    private static func scale(of world: USDMatrix) -> Double {
        (0..<3).reduce(0) { size, axis in
            let v = SIMD3(world[row: axis].x, world[row: axis].y, world[row: axis].z)
            return max(size, (v * v).sum().squareRoot())
        }
    }

    private static func worlds(_ scene: MeshScene) -> [USDMatrix] {
        var worlds = scene.nodes.map { USDSceneBuilder.matrix($0.transform) }
        var isChild = [Bool](repeating: false, count: scene.nodes.count)
        for node in scene.nodes { for child in node.children { isChild[child] = true } }
        var waiting = scene.nodes.indices.filter { !isChild[$0] }
        while let node = waiting.popLast() {
            for child in scene.nodes[node].children {
                worlds[child] = worlds[child] * worlds[node]
                waiting.append(child)
            }
        }
        return worlds
    }

    /// The corners of the box of a set's positions; empty: none is finite.
    static func corners(_ set: VertexSet) -> [SIMD3<Double>] {
        guard let position = set.attribute(.position), position.values.components == 3 else { return [] }
        let values = position.values.doubles()
        var least = SIMD3<Double>(repeating: .infinity)
        var most = -least
        for start in stride(from: 0, to: values.count - 2, by: 3) {
            let place = SIMD3(values[start], values[start + 1], values[start + 2])
            guard (0..<3).allSatisfy({ place[$0].isFinite }) else { continue }
            least = pointwiseMin(least, place)
            most = pointwiseMax(most, place)
        }
        guard least.x <= most.x else { return [] }
        return (0..<8).map { corner in
            SIMD3(
                corner & 1 == 0 ? least.x : most.x, corner & 2 == 0 ? least.y : most.y,
                corner & 4 == 0 ? least.z : most.z)
        }
    }
}

private func abs(_ v: SIMD3<Double>) -> SIMD3<Double> { pointwiseMax(v, -v) }

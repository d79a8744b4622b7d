import MeshModel

@testable import FormatUSD

/// Where a scene's points are at a second of its clip, by glTF's formulas.
struct PosedScene {
    let scene: MeshScene
    let second: Double

    /// The world position of each vertex of a node's mesh.
    func points(of node: Int) -> [SIMD3<Double>] {
        guard let mesh = scene.nodes[node].mesh, let primitive = scene.meshes[mesh].primitives.first else { return [] }
        let set = scene.vertexSets[primitive.vertexSet]
        guard let own = set.attribute(.position)?.values.doubles() else { return [] }
        func row(_ values: [Double], _ index: Int) -> SIMD3<Double> {
            SIMD3(values[index * 3], values[index * 3 + 1], values[index * 3 + 2])
        }
        var points = (0..<set.count).map { row(own, $0) }
        for (target, weight) in weights(of: node).enumerated() {
            guard let moves = set.attribute(.target(target, .position))?.values.doubles() else { continue }
            for index in points.indices { points[index] += row(moves, index) * weight }
        }
        guard let skin = scene.nodes[node].skin.map({ scene.skins[$0] }) else {
            return points.map { Self.moved($0, world(node)) }
        }
        let inverse = skin.inverseBindMatrices?.doubles() ?? []
        let matrices = skin.joints.enumerated().map { index, joint in
            // Columns for column vectors are rows for row vectors.
            USDMatrix(rows: Array(inverse[index * 16..<index * 16 + 16])) * world(joint)
        }
        var sets: [(joints: [Int64], weights: [Double])] = []
        while let joints = set.attribute(.joints(sets.count)), let weights = set.attribute(.weights(sets.count)) {
            sets.append((joints.values.integers(), weights.values.doubles()))
        }
        return points.indices.map { vertex in
            var sum = SIMD3<Double>()
            for set in sets {
                for place in vertex * 4..<vertex * 4 + 4 where set.weights[place] != 0 {
                    sum += Self.moved(points[vertex], matrices[Int(set.joints[place])]) * set.weights[place]
                }
            }
            return sum
        }
    }

    /// The world matrix of a node, for row vectors.
    func world(_ node: Int) -> USDMatrix {
        var matrix = local(node)
        var current = node
        while let parent = scene.nodes.firstIndex(where: { $0.children.contains(current) }) {
            matrix = matrix * local(parent)
            current = parent
        }
        return matrix
    }

    func local(_ node: Int) -> USDMatrix {
        guard case .trs(var translation, var rotation, var scale) = scene.nodes[node].transform else {
            return USDSceneBuilder.matrix(scene.nodes[node].transform)
        }
        if let own = value(node, .translation) { translation = SIMD3(own[0], own[1], own[2]) }
        if let own = value(node, .rotation) { rotation = SIMD4(own[0], own[1], own[2], own[3]) }
        if let own = value(node, .scale) { scale = SIMD3(own[0], own[1], own[2]) }
        return .scale(scale) * .rotation(rotation) * .translation(translation)
    }

    func weights(of node: Int) -> [Double] {
        if let own = value(node, .weights) { return own }
        return scene.nodes[node].weights ?? scene.nodes[node].mesh.map { scene.meshes[$0].targets.map(\.weight) } ?? []
    }

    /// What a channel says.
    private func value(_ node: Int, _ property: AnimationChannel.Property) -> [Double]? {
        guard let clip = scene.clips.first,
            let channel = clip.channels.first(where: { $0.node == node && $0.property == property })
        else { return nil }
        let sampler = clip.samplers[channel.sampler]
        let (times, values) = (sampler.times.doubles(), sampler.values.doubles())
        let width = sampler.values.components
        func row(_ key: Int) -> [Double] { Array(values[key * width..<(key + 1) * width]) }
        guard let next = times.firstIndex(where: { $0 > second }) else { return row(times.count - 1) }
        guard next > 0, sampler.interpolation == .linear else { return row(max(next - 1, 0)) }
        let part = (second - times[next - 1]) / (times[next] - times[next - 1])
        let (a, b) = (row(next - 1), row(next))
        guard property == .rotation else { return zip(a, b).map { $0 + ($1 - $0) * part } }
        let turn = USDQuaternion.between(SIMD4(a[0], a[1], a[2], a[3]), SIMD4(b[0], b[1], b[2], b[3]), part)
        return [turn.x, turn.y, turn.z, turn.w]
    }

    private static func moved(_ point: SIMD3<Double>, _ matrix: USDMatrix) -> SIMD3<Double> {
        let m = matrix.rows
        return SIMD3(
            point.x * m[0] + point.y * m[4] + point.z * m[8] + m[12],
            point.x * m[1] + point.y * m[5] + point.z * m[9] + m[13],
            point.x * m[2] + point.y * m[6] + point.z * m[10] + m[14])
    }
}

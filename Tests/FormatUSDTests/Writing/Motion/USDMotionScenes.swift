import MeshModel

@testable import FormatUSD

/// Scenes that move, for the tests of the writer.
enum USDMotionScenes {
    /// A square that two joints bend. The nodes are: its own, the arm, the lower joint, the upper joint.
    static func arm() -> MeshScene {
        let joints: [UInt16] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]
        let weights: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 0.25, 0.75, 0, 0, 0.5, 0.5, 0, 0]
        var scene = USDScenes.square([
            Attribute(.joints(0), Column(joints, components: 4)),
            Attribute(.weights(0), Column(weights, components: 4)),
        ])
        scene.nodes = [
            Node(name: "skin", transform: moved(7, 7, 7), mesh: 0, skin: 0), Node(name: "arm", children: [2]),
            Node(name: "lower joint", transform: moved(0, 1, 0), children: [3]), Node(name: "upper"),
        ]
        scene.scenes = [SceneRoot(roots: [0, 1])]
        var matrices = [Float](repeating: 0, count: 32)
        for row in 0..<2 { for axis in 0..<4 { matrices[row * 16 + axis * 5] = 1 } }
        (matrices[13], matrices[28], matrices[29]) = (-1, -0.5, -1)
        scene.skins = [Skin(name: "bones", joints: [3, 2], inverseBindMatrices: Column(matrices, components: 16))]
        return scene
    }

    static func moved(_ x: Double, _ y: Double, _ z: Double, scale: Double = 1) -> NodeTransform {
        .trs(
            translation: SIMD3(x, y, z), rotation: SIMD4(0, 0, 0, 1),
            scale: SIMD3(scale, scale, scale))
    }

    /// A clip of one property.
    static func clip(
        _ node: Int, _ property: AnimationChannel.Property, _ times: [Float], _ values: [Float], width: Int,
        _ interpolation: AnimationSampler.Interpolation = .linear, name: String? = nil
    ) -> AnimationClip {
        AnimationClip(
            name: name, channels: [AnimationChannel(node: node, property: property, sampler: 0)],
            samplers: [
                AnimationSampler(
                    times: Column(times), values: Column(values, components: width), interpolation: interpolation)
            ])
    }

    /// The square with two morph targets, the first of which moves one point.
    static func morphs() -> MeshScene {
        var first = [Float](repeating: 0, count: 12)
        first[5] = 0.5
        let second = (0..<12).map { Float($0) }
        var scene = USDScenes.square([
            Attribute(.target(0, .position), Column(first, components: 3)),
            Attribute(.target(1, .position), Column(second, components: 3)),
            Attribute(.target(1, .color(0)), Column(second, components: 3)),
        ])
        scene.meshes[0].targets = [MorphTarget(name: "smi le", weight: 0.25), MorphTarget()]
        scene.nodes[0].name = "face"
        return scene
    }
}

extension USDLayer {
    /// A field of a spec by its path.
    func field(_ path: String, _ name: String) -> USDValue? {
        specs.indices.first { self.path(of: $0) == path }.flatMap { specs[$0][name] }
    }

    /// The samples of an attribute: the time codes, and the numbers at each.
    func samples(_ path: String) -> [(code: Double, numbers: [Double])] {
        guard case .samples(let samples) = field(path, "timeSamples") else { return [] }
        return samples.map { sample in
            switch sample.value {
            case .array(let array): (sample.time, array.values.doubles())
            case .tuple(_, let numbers): (sample.time, numbers)
            default: (sample.time, sample.value.numbers ?? [])
            }
        }
    }

    /// The words of an attribute.
    func words(_ path: String) -> [String]? {
        if case .texts(_, let words) = value(path) { words } else { nil }
    }

    /// The targets of a relationship.
    func targets(_ path: String) -> [String] {
        guard case .list(let list) = field(path, "targetPaths") else { return [] }
        return list.explicit.map { if case .text(let text) = $0 { text } else { "" } }
    }

    /// The real number of a field of the layer.
    func real(_ name: String) -> Double? { if case .real(_, let value) = specs[0][name] { value } else { nil } }
}

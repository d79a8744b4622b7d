import MeshModel

/// Scenes that move, written by hand.
enum MotionScenes {
    /// A rotation about z by a quarter turn.
    static let quarter = SIMD4<Double>(0, 0, 0.5.squareRoot(), 0.5.squareRoot())

    static func turned(_ rotation: SIMD4<Double>, at place: SIMD3<Double> = SIMD3()) -> NodeTransform {
        .trs(translation: place, rotation: rotation, scale: SIMD3(1, 1, 1))
    }

    static func floats(_ numbers: [Float], _ components: Int = 3) -> Column { Column(numbers, components: components) }

    /// Joints and weights of vertices, four each.
    static func influences(_ joints: [UInt8], _ weights: [Float], set: Int = 0) -> [Attribute] {
        [
            Attribute(.joints(set), Column(joints, components: 4)),
            Attribute(.weights(set), Column(weights, components: 4)),
        ]
    }

    /// A triangle (1, 0, 0), (2, 0, 0), (1, 1, 0) with normals along z, moved by joint node 1, whose parent is node 2.
    /// Node 0 shows it and has a transform that doesn't count.
    static func arm(
        _ joint: NodeTransform = turned(quarter), weights: [Float] = [1, 0, 0, 0], joints: [UInt8] = [0, 0, 0, 0]
    ) -> MeshScene {
        let set = VertexSet(
            count: 3,
            attributes: [
                Attribute(.position, floats([1, 0, 0, 2, 0, 0, 1, 1, 0])),
                Attribute(.normal, floats([0, 0, 1, 0, 0, 1, 0, 0, 1])),
            ] + influences(joints + joints + joints, weights + weights + weights))
        var scene = MeshScene(vertexSets: [set], primitives: [triangle()])
        scene.meshes[0].name = "arm"
        scene.nodes = [
            Node(name: "body", transform: turned(quarter, at: SIMD3(7, 7, 7)), mesh: 0, skin: 0),
            Node(name: "joint", transform: joint),
            Node(name: "root", children: [0, 1]),
        ]
        scene.scenes = [SceneRoot(roots: [2])]
        scene.skins = [Skin(joints: [1])]
        return scene
    }

    static func triangle(set: Int = 0) -> Primitive {
        Primitive(
            topology: .polygons, vertexSet: set, elementCount: 1, arity: .uniform(3),
            vertices: Column([0, 1, 2] as [Int32]))
    }

    /// A triangle with two targets: the first moves it along z, the second along y, also its normal and colour.
    static func face() -> MeshScene {
        let set = VertexSet(
            count: 3,
            attributes: [
                Attribute(.position, floats([0, 0, 0, 1, 0, 0, 0, 1, 0])),
                Attribute(.normal, floats([0, 0, 1, 0, 0, 1, 0, 0, 1])),
                Attribute(.color(0), floats([0.5, 0.5, 0.5, 1, 1, 1, 0, 0, 0]), frame: .linear),
                Attribute(.target(0, .position), floats([0, 0, 2, 0, 0, 2, 0, 0, 2])),
                Attribute(.target(1, .position), floats([0, 4, 0, 0, 4, 0, 0, 4, 0])),
                Attribute(.target(1, .normal), floats([0, 2, 0, 0, 2, 0, 0, 2, 0])),
                Attribute(.target(1, .color(0)), floats([1, 0, -2, 1, 0, -2, 1, 0, -2])),
            ])
        var scene = MeshScene(vertexSets: [set], primitives: [triangle()])
        scene.meshes[0].targets = [MorphTarget(name: "up"), MorphTarget(name: "along", weight: 0.5)]
        return scene
    }

    /// Adds a clip of one channel.
    static func animate(
        _ scene: inout MeshScene, _ node: Int, _ property: AnimationChannel.Property, _ times: [Float],
        _ values: [Float], _ interpolation: AnimationSampler.Interpolation = .linear
    ) {
        let rows = times.count * (interpolation == .cubicSpline ? 3 : 1)
        scene.clips.append(
            AnimationClip(
                name: "clip \(scene.clips.count + 1)",
                channels: [AnimationChannel(node: node, property: property, sampler: 0)],
                samplers: [
                    AnimationSampler(
                        times: Column(times), values: Column(values, components: values.count / rows),
                        interpolation: interpolation)
                ]))
    }
}

extension MeshScene {
    /// The numbers of an attribute of a set.
    func numbers(_ semantic: AttributeSemantic, set: Int = 0) -> [Double] {
        vertexSets[set].attribute(semantic)?.values.doubles() ?? []
    }
}

/// Whether numbers differ by rounding only.
func areNear(_ a: [Double], _ b: [Double], _ most: Double = 1e-6) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= most }
}

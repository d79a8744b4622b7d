import MeshConvert
import MeshFormats
import MeshModel
import Testing

@testable import MeshConformance

/// Skins and clips that files have and nobody means.
@Suite struct SkinLawTests {
    /// Matrices as a file has them: column-major, without an inverse, or with a last row that moves nothing.
    static let matrices: [[Float]] = [
        [Float](repeating: 0, count: 16),
        [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1],
        [1, 2, 3, 0, 2, 4, 6, 0, -1, 0, 1, 0, 1, 1, 1, 1],
        [1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, Float(bitPattern: 257)],
        [Float(bitPattern: 257), Float(bitPattern: 257), 0.75, 0.25, 0, 0, 0.75, 0.25, 0, 0, 0.75, 0, 0, 0, 0, 1],
        [1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, -2, 1, 2, 3, 0],
        [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2],
        [Float(bitPattern: 700), 0, 0, 0, 0, Float(bitPattern: 700), 0, 0, 0, 0, 0, 0, 1, 0, 0, 1],
    ]

    @Test(arguments: matrices.indices, ["usda", "usdz", "glb", "ply.binary"])
    func matricesOfAnyKindMovePointsAsFarAsReported(_ kind: Int, _ variant: String) {
        var count = 0
        for seed: UInt64 in 17_000..<17_060 {
            var scene = SceneGenerator.scene(seed: seed, features: .motion)
            guard !scene.skins.isEmpty else { continue }
            count += 1
            for index in scene.skins.indices {
                let joints = scene.skins[index].joints.count
                let own = (0..<joints).flatMap { Self.matrices[$0 % 2 == 0 ? kind : (kind + 1) % Self.matrices.count] }
                scene.skins[index].inverseBindMatrices = Column(own, components: 16)
                // Weights of more than 1, and joints at one place.
                if seed % 3 == 0 { for joint in scene.skins[index].joints { scene.nodes[joint].transform = .identity } }
            }
            let outcome = LawCheck().check(Document(of: scene), to: variant)
            #expect(outcome.breaches.isEmpty, "\(seed): \(outcome.breaches)")
        }
        #expect(count > 4)
    }

    /// A key has the time of the one before: the value jumps there. Where all keys have one time, it is the last one's.
    @Test(arguments: ["usda", "usdc", "glb"], [0, 0.5])
    func clipsWithJumpsShowTheLastKeyOfATime(_ variant: String, _ second: Float) {
        var count = 0
        for seed: UInt64 in 17_000..<17_200 {
            var scene = SceneGenerator.scene(seed: seed, features: .motion)
            guard !scene.clips.isEmpty else { continue }
            for clip in scene.clips.indices {
                for index in scene.clips[clip].samplers.indices {
                    let times = scene.clips[clip].samplers[index].times
                    // All at one time, or two each.
                    let keys = (0..<times.count).map { seed % 2 == 0 ? second : second + Float($0 / 2) }
                    scene.clips[clip].samplers[index].times = Column(keys)
                    count += 1
                }
            }
            let outcome = LawCheck().check(Document(of: scene), to: variant)
            #expect(outcome.breaches.isEmpty, "\(seed): \(outcome.breaches)")
        }
        #expect(count > 50)
    }

    // MARK: Tiny scenes

    /// A triangle that joints at the origin move, which are the children of one node.
    private func triangle(_ attributes: [Attribute], joints: Int = 0) -> MeshScene {
        let positions = Attribute(.position, Column([Float(0), 0, 0, 1, 0, 0, 0, 1, 0], components: 3))
        var scene = MeshScene(
            vertexSets: [VertexSet(count: 3, attributes: [positions] + attributes)],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                    vertices: Column([Int32(0), 1, 2]))
            ])
        guard joints > 0 else { return scene }
        let first = scene.nodes.count + 1
        scene.nodes.append(Node(name: "rig", children: Array(first..<first + joints)))
        scene.nodes += (0..<joints).map { Node(name: "joint \($0)") }
        scene.scenes[0].roots.append(first - 1)
        scene.skins = [Skin(joints: Array(first..<first + joints))]
        scene.nodes[0].skin = 0
        return scene
    }

    private func sampler(_ times: [Float], _ values: [Float], width: Int) -> AnimationSampler {
        AnimationSampler(times: Column(times), values: Column(values, components: width), interpolation: .linear)
    }

    private func expectLawful(_ scene: MeshScene, _ variants: [String] = RandomLaw().variants) {
        for variant in variants {
            let outcome = LawCheck().check(Document(of: scene), to: variant, forceScene: true)
            #expect(outcome.breaches.isEmpty, "\(variant): \(outcome.breaches)")
        }
    }

    /// Joints far apart whose weights hold a point near: what a package's four joints change is large for
    /// so small a thing.
    @Test func influencesThatCancelOutAreReducedAsFarAsReported() {
        let joints: [UInt16] = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]
        let others: [UInt16] = [4, 5, 0, 0, 4, 5, 0, 0, 4, 5, 0, 0]
        let weights = [Float](repeating: 0.2, count: 12)
        let rest: [Float] = [0.1, 0.1, 0, 0, 0.1, 0.1, 0, 0, 0.1, 0.1, 0, 0]
        var scene = triangle(
            [
                Attribute(.joints(0), Column(joints, components: 4)),
                Attribute(.weights(0), Column(weights, components: 4)),
                Attribute(.joints(1), Column(others, components: 4)),
                Attribute(.weights(1), Column(rest, components: 4)),
            ], joints: 6)
        let matrices = [1000, -1000, 1000, -1000, 5, 2].flatMap { x in
            [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1] as [Float]
        }
        scene.skins[0].inverseBindMatrices = Column(matrices, components: 16)
        expectLawful(scene)
    }

    /// The largest 16-bit float is 65504, and a reader leaves out the pose of all joints for one that has none.
    @Test(arguments: [Float(65519), 65520, -3e32, .infinity, .nan], [AnimationChannel.Property.scale, .translation])
    func posesOfAnyNumbersLeaveTheOtherJointsInPlace(_ number: Float, _ property: AnimationChannel.Property) {
        let joints: [UInt16] = [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
        let weights: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
        var scene = triangle(
            [
                Attribute(.joints(0), Column(joints, components: 4)),
                Attribute(.weights(0), Column(weights, components: 4)),
            ], joints: 2)
        let odd = sampler([0, 1, 2], [1, 1, 1, 1, number, 1, 1, 1, 1], width: 3)
        let move = sampler([0, 1, 2], [0, 0, 0, 5, 0, 0, 0, 0, 0], width: 3)
        let clip = AnimationClip(
            channels: [
                AnimationChannel(node: 2, property: property, sampler: 0),
                AnimationChannel(node: 3, property: .translation, sampler: 1),
            ], samplers: [odd, move])
        scene.clips = [clip, clip]
        expectLawful(scene, ["usda", "usdc", "usdz", "glb"])
    }

    @Test(arguments: [Float.nan, .infinity, -3e38])
    func targetsOfAnyNumbersArriveOrAreReported(_ number: Float) {
        var scene = triangle([
            Attribute(.target(0, .position), Column([0, number, 0, 1, 0, 0, 0, 0, 0], components: 3)),
            Attribute(.target(0, .normal), Column([0, 0, 0, 0, 0, 0, 0, 0, number], components: 3)),
            Attribute(.target(1, .position), Column([Float](repeating: number, count: 9), components: 3)),
        ])
        scene.meshes[0].targets = [MorphTarget(name: "odd", weight: 0.5), MorphTarget(name: "all")]
        expectLawful(scene)
        scene.clips = [
            AnimationClip(
                channels: [AnimationChannel(node: 0, property: .weights, sampler: 0)],
                samplers: [sampler([0, 1], [0, 0, 1, number], width: 2)])
        ]
        expectLawful(scene, ["usda", "usdc", "usdz", "glb"])
    }

    @Test(arguments: [0.1, -1e39, 0.5])
    func weightsAtRestThatFloatsRoundAreReported(_ weight: Double) {
        var scene = triangle([
            Attribute(.target(0, .position), Column([Float(0), 0, 1, 0, 0, 0, 0, 0, 0], components: 3)),
            Attribute(.target(1, .position), Column([Float(0), 1, 0, 0, 0, 0, 0, 0, 0], components: 3)),
        ])
        scene.meshes[0].targets = [MorphTarget(weight: weight), MorphTarget(weight: 1)]
        expectLawful(scene)
        // A node with weights of its own.
        scene.nodes.append(Node(name: "twin", mesh: scene.nodes[0].mesh, weights: [0.25, weight]))
        scene.scenes[0].roots.append(scene.nodes.count - 1)
        expectLawful(scene, ["usda", "usdc", "usdz", "glb"])
    }

    /// A joint at rest in an animation of others: its scale comes back from the record.
    @Test(arguments: [1e5, -1e5, 1e39])
    func scalesAtRestBeyondHalfFloatsComeBack(_ scale: Double) {
        let joints: [UInt16] = [0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]
        let weights: [Float] = [0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0]
        var scene = triangle(
            [
                Attribute(.joints(0), Column(joints, components: 4)),
                Attribute(.weights(0), Column(weights, components: 4)),
            ], joints: 2)
        scene.clips = [
            AnimationClip(
                channels: [AnimationChannel(node: 3, property: .translation, sampler: 0)],
                samplers: [sampler([0, 1], [0, 0, 0, 1, 0, 0], width: 3)])
        ]
        let move = SIMD3<Double>(3, 0, 0)
        scene.nodes[2].transform = .trs(
            translation: move, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(scale, 1, 1))
        expectLawful(scene, ["usda", "usdc", "usdz", "glb"])
        scene.nodes[2].transform = .matrix([scale, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1])
        expectLawful(scene, ["usda", "usdc", "usdz", "glb"])
    }
}

import MeshComparison
import MeshModel
import Testing

@testable import MeshOperations

/// Poses, as the comparison sees them, which computes its own.
@Suite struct PoseComparedTests {
    private func differences(
        _ scene: MeshScene, _ moment: Moment = .rest, _ change: (inout Correspondence.Pose) -> Void = { _ in }
    ) throws -> [String] {
        var (posed, correspondence, _) = poseScene(scene, at: moment)
        guard case .posed(var pose)? = correspondence.steps.first else { return ["no pose"] }
        change(&pose)
        correspondence.steps = [.posed(pose)]
        posed.scenes = posed.scenes.map { SceneRoot(name: $0.name, roots: $0.roots) }
        return Comparison.differences(from: scene, to: posed, by: correspondence).map {
            "\($0.facet.rawValue) \($0.subject) \($0.count)"
        }
    }

    private let used = ["presence /vertexSets/0/JOINTS_0 3", "presence /vertexSets/0/WEIGHTS_0 3"]

    /// Two joints, the second below the first, both moved by a clip, and a target.
    private func moving() -> MeshScene {
        var scene = MotionScenes.arm(weights: [0.5, 0.25, 0.125, 0.125], joints: [0, 1, 0, 1])
        scene.nodes.append(Node(transform: MotionScenes.turned(MotionScenes.quarter, at: SIMD3(0.3, 0.1, 5))))
        scene.nodes[1].children = [3]
        scene.skins[0].joints = [1, 3]
        scene.skins[0].inverseBindMatrices = Column(
            [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.1, 0.2, 0.3, 1, 2, 0, 0, 0, 0, 0.7, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1]
                as [Float], components: 16)
        scene.vertexSets[0].attributes += [
            Attribute(.target(0, .position), MotionScenes.floats([0.1, 0.2, 0.3, 0.7, 0.1, 0, 0, 1, 0])),
            Attribute(.target(0, .normal), MotionScenes.floats([0.1, 0.2, 0.3, 0.7, 0.1, 0, 0, 1, 0])),
        ]
        scene.meshes[0].targets = [MorphTarget(weight: 0.3)]
        MotionScenes.animate(&scene, 1, .rotation, [0, 1, 2.5], [0, 0, 0, 1, 0.6, 0, 0, 0.8, 0, -1, 0, 0])
        scene.clips[0].samplers.append(
            AnimationSampler(
                times: Column([0, 2] as [Float]),
                values: Column(
                    [0, 0, 0, 1, 2, 3, 0.5, 0.5, 0.5, 9, 1, 0, 4, 5, 6, 0, 0, 0] as [Float], components: 3),
                interpolation: .cubicSpline))
        scene.clips[0].channels.append(AnimationChannel(node: 3, property: .translation, sampler: 1))
        scene.clips[0].samplers.append(
            AnimationSampler(times: Column([0, 1] as [Float]), values: Column([0, 1] as [Float])))
        scene.clips[0].channels.append(AnimationChannel(node: 0, property: .weights, sampler: 2))
        return scene
    }

    @Test func theLastRowsOfMatricesMoveNothing() throws {
        var scene = moving()
        var numbers = scene.skins[0].inverseBindMatrices?.doubles().map { Float($0) } ?? []
        (numbers[3], numbers[15], numbers[31]) = (0.5, 3, 0)
        scene.skins[0].inverseBindMatrices = Column(ContiguousArray(numbers), components: 16)
        let moment = Moment(clip: 0, seconds: 0.3)
        #expect(try differences(scene, moment) == differences(moving(), moment))
    }

    @Test func aPoseLosesWhatMovesAndNothingElse() throws {
        #expect(
            try differences(MotionScenes.arm()) == ["presence /skins/0 1", "generated /nodes 1"] + used)
        #expect(try differences(MotionScenes.face()) == ["presence /meshes/0/targets 2"])
        for seconds in [-1, 0, 0.3, 0.77, 1, 1.9, 2.2, 7] {
            #expect(
                try differences(moving(), Moment(clip: 0, seconds: seconds)) == [
                    "presence /animations/0 3", "presence /skins/0 2", "presence /meshes/0/targets 1",
                    "generated /nodes 1",
                ] + used)
        }
    }

    @Test func brokenValuesAreSkippedByBoth() throws {
        let scene = MotionScenes.arm(weights: [1, .nan, 1, .infinity], joints: [0, 0, 9, 0])
        #expect(try differences(scene) == ["presence /skins/0 1", "generated /nodes 1"] + used)
        let mirror = NodeTransform.trs(translation: SIMD3(), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 0.3, -1))
        #expect(
            try differences(MotionScenes.arm(mirror)) == ["presence /skins/0 1", "generated /nodes 1"] + used)
    }

    /// Corners of two faces share normals, whose vertices different joints turn.
    @Test func normalsOfCornersTurnWithTheirVertices() throws {
        var scene = MotionScenes.arm()
        scene.nodes.append(Node())
        scene.skins[0].joints = [1, 3]
        scene.vertexSets[0].attributes[2].values = Column(
            [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] as [UInt8], components: 4)
        scene.vertexSets[0].attributes.remove(at: 1)
        scene.vertexSets[0].pools = [
            Attribute(.normal, MotionScenes.floats([9, 9, 9, 1, 0, 0, 0, 1, 0])),
            Attribute(.texCoord(0), MotionScenes.floats([0, 0, 1, 1], 2)),
        ]
        var faces = MotionScenes.triangle()
        faces.elementCount = 2
        faces.vertices = Column([0, 1, 2, 0, 2, 1] as [Int32])
        faces.cornerAttributes = [
            CornerAttribute(pool: 0, indices: Column([1, 1, 1, 2, -1, 1] as [Int32])),
            CornerAttribute(pool: 1, indices: Column([0, 1, 0, 1, 0, 1] as [Int32])),
        ]
        scene.meshes[0].primitives = [faces]
        let posed = poseScene(scene, at: .rest).scene
        try posed.validate()
        let primitive = posed.meshes[0].primitives[0]
        #expect(primitive.cornerAttributes[0].indices?.integers() == [0, 1, 2, 3, -1, 1])
        #expect(primitive.cornerAttributes[1].indices?.integers() == [0, 1, 0, 1, 0, 1])
        let normals = posed.vertexSets[0].pools[0].values.doubles()
        #expect(areNear(normals, [0, 1, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0]))
        let found = try differences(scene)
        #expect(found == ["presence /skins/0 2", "generated /nodes 1"] + used, "\(found)")
    }

    @Test func otherClipsThanTheChosenOneAreMissing() {
        var scene = moving()
        scene.clips.append(scene.clips[0])
        scene.clips[1].channels.removeLast()
        var kept = scene
        kept.clips.remove(at: 0)
        let links = Correspondence.identity(of: kept).following([.keptClip(1)])
        let found = Comparison.differences(from: scene, to: kept, by: links)
        #expect(found.map { "\($0.facet.rawValue) \($0.subject) \($0.count)" } == ["presence /animations/0 3"])
        #expect(StepOrigins(links.steps).source(of: "/animations/0/channels/1") == "/animations/1/channels/1")
    }

    @Test func copiesAreShared() throws {
        var scene = MotionScenes.arm()
        scene.nodes += [Node(name: "still joint"), Node(name: "again", mesh: 0, skin: 1), Node(mesh: 0)]
        scene.scenes = [SceneRoot(roots: [2, 3, 4, 5])]
        scene.skins.append(Skin(joints: [3]))
        #expect(
            try differences(scene) == [
                "presence /skins/0 1", "presence /skins/1 1", "sharing /meshes/0 2", "generated /nodes 2",
                "sharing /vertexSets/0 6",
            ])
    }

    @Test func wrongClaimsAreDifferences() throws {
        let moment = Moment(clip: 0, seconds: 0.77)
        let scene = moving()
        let honest = try differences(scene, moment)
        let lies: [(String, (inout Correspondence.Pose) -> Void)] = [
            ("value /skins/0 1", { $0.joints[0]?[1].translation.x += 1e-6 }),
            ("value /skins/0 1", { $0.joints[0]?[0].y *= -1 }),
            ("value /nodes/0 1", { $0.meshes[0].weights[0] += 1e-6 }),
            ("value /nodes/1 1", { $0.moment.seconds += 1e-4 }),
            ("value /nodes/1 1", { $0.moment.clip = nil }),
            ("value /nodes/3 1", { $0.transforms[3] = nil }),
            ("value /nodes/2 1", { $0.transforms[2] = MotionScenes.turned(MotionScenes.quarter) }),
            ("value /meshes/0/primitives/0 1", { $0.meshes[0].isReversed[0].toggle() }),
            ("value /nodes/0 1", { $0.meshes[0].skin = nil }),
            ("presence /nodes/0 1", { $0.showings = [] }),
            ("value /nodes 4", { $0.vertexSets = [7] }),
            ("value /nodes 4", { $0.joints = [:] }),
        ]
        for (expected, lie) in lies {
            let found = try differences(scene, moment, lie)
            #expect(found.contains(expected), "\(found)")
            #expect(found != honest)
        }
    }

    @Test func settingsAreThoseOfTheMomentAndWrongClaimsAreFound() throws {
        var scene = MotionScenes.face()
        scene.cameras = [
            Camera(name: "eye", projection: .perspective(yfov: 1, aspectRatio: nil, znear: 0.1, zfar: nil))
        ]
        scene.lights = [Light(kind: .point, intensity: 3)]
        scene.nodes.append(Node(camera: 0, light: 0))
        scene.scenes[0].roots.append(scene.nodes.count - 1)
        scene.clips = [
            AnimationClip(
                channels: [],
                samplers: [[1, 0.5], [3, 5]].map { (values: [Float]) in
                    AnimationSampler(times: Column([0, 2] as [Float]), values: Column(values))
                })
        ]
        scene.clips[0].settings = [
            SettingChannel(part: .camera(0), name: "yfov", sampler: 0),
            SettingChannel(part: .light(0), name: "intensity", sampler: 1),
        ]
        let moment = Moment(clip: 0, seconds: 0.5)
        let posed = poseScene(scene, at: moment).scene
        #expect(posed.cameras[0].setting("yfov") == 0.875 && posed.lights[0].intensity == 3.5)
        let told = ["presence /animations/0 2", "presence /meshes/0/targets 2"]
        #expect(try differences(scene, moment) == told)
        #expect(try differences(scene, moment) { $0.settings[1] = [3] }.contains("value /animations/0/settings/1 1"))
        #expect(try differences(scene, moment) { $0.settings[0] = nil }.contains("value /animations/0/settings/0 1"))
        #expect(
            try differences(scene, moment) { $0.settings[0] = [1, 2] }.contains("value /animations/0/settings/0 1"))
        #expect(try differences(scene, moment) { $0.settings[7] = [1] }.contains("value /nodes 1"))
    }
}

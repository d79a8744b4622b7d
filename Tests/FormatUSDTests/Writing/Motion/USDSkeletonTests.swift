import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

struct USDSkeletonTests {
    @Test func aSkinBecomesASkeletonBelowTheNodeAboveItsJoints() throws {
        let layer = try USDScenes.plan(USDMotionScenes.arm()).layer
        let skeleton = "/Root/arm/bones"
        #expect(layer.field("/Root", "typeName").flatMap(word) == "SkelRoot")
        #expect(layer.field(skeleton, "typeName").flatMap(word) == "Skeleton")
        #expect(layer.words("\(skeleton).joints") == ["lower_joint", "lower_joint/upper"])
        #expect(layer.words("\(skeleton).jointNames") == ["lower joint", "upper"])
        // The inverse of the inverse bind matrices, joint by joint, and where they are at rest.
        let binds = try #require(layer.numbers("\(skeleton).bindTransforms"))
        #expect(binds[12..<15] == [0.5, 1, 0] && binds[28..<31] == [0, 1, 0])
        #expect(layer.numbers("\(skeleton).restTransforms")?[12..<15] == [0, 1, 0])
        // Nothing moves it, so nothing rounds its pose.
        #expect(layer.targets("\(skeleton).skel:animationSource").isEmpty)
    }

    /// A joint that makes what it moves flat, as exporters write for scales of 0.
    @Test func aMatrixWithoutAnInverseIsStoredAsTheNearestOne() throws {
        var scene = USDMotionScenes.arm()
        var matrices = scene.skins[0].inverseBindMatrices?.doubles().map { Float($0) } ?? []
        for index in [0, 5] { matrices[index] = 0 }
        scene.skins[0].inverseBindMatrices = Column(ContiguousArray(matrices), components: 16)
        let (plan, layer) = try USDScenes.plan(scene)
        let loss = try #require(plan.losses.first { $0.subject == "/skins/0" && $0.code == .precisionReduced })
        #expect(loss.severity == .narrowed && loss.count == 1)
        #expect((loss.largestError ?? 1) <= 2e-6 && (loss.largestError ?? 0) > 0)
        #expect(!plan.losses.contains { $0.code == .skinDropped })
        // It undoes what the skin's matrix does, up to the error.
        let binds = try #require(layer.numbers("/Root/arm/bones.bindTransforms"))
        let back = try #require(USDMatrix(rows: Array(binds[16...])).inverse)
        #expect(zip(back.rows, matrices).allSatisfy { abs($0 - Double($1)) < 1e-6 })

        let bytes = try USDScenes.write(scene).bytes
        let restored = try USDScenes.read(bytes).scene.skins[0].inverseBindMatrices
        #expect(restored?.doubles() == matrices.map { Double($0) })
        let foreign = try #require(try USDScenes.read(bytes, isForeign: true).scene.skins[0].inverseBindMatrices)
        #expect(zip(foreign.doubles(), matrices).allSatisfy { abs($0 - Double($1)) < 1e-6 })
    }

    @Test func verticesNameTheJointsInTheOrderOfTheSkin() throws {
        let layer = try USDScenes.plan(USDMotionScenes.arm()).layer
        #expect(layer.words("/Root/skin.skel:joints") == ["lower_joint/upper", "lower_joint"])
        #expect(layer.targets("/Root/skin.skel:skeleton") == ["/Root/arm/bones"])
        #expect(layer.numbers("/Root/skin.primvars:skel:jointIndices")?.count == 16)
        #expect(layer.numbers("/Root/skin.primvars:skel:jointWeights")?[8..<12] == [0.25, 0.75, 0, 0])
        let size = layer.field("/Root/skin.primvars:skel:jointIndices", "elementSize")
        if case .integer(_, let size) = size { #expect(size == 4) } else { Issue.record("no elementSize") }
    }

    @Test func allJointsHaveASampleWhereOneOfThemHasAKey() throws {
        var scene = USDMotionScenes.arm()
        scene.clips = [
            USDMotionScenes.clip(3, .rotation, [0.5, 1], [0, 0, 0, 1, 0, 0, 1, 0], width: 4)
        ]
        let layer = try USDScenes.plan(scene).layer
        let animation = "/Root/arm/bones/Animation"
        #expect(layer.targets("/Root/arm/bones.skel:animationSource") == [animation])
        #expect(layer.words("\(animation).joints") == layer.words("/Root/arm/bones.joints"))
        #expect(layer.numbers("\(animation).translations") == [0, 1, 0, 0, 0, 0])
        #expect(layer.numbers("\(animation).scales") == [1, 1, 1, 1, 1, 1])
        let samples = layer.samples("\(animation).rotations")
        #expect(samples.map(\.code) == [12, 24])
        #expect(samples.last?.numbers == [0, 0, 0, 1, 0, 0, 1, 0])
        #expect(layer.real("timeCodesPerSecond") == 24 && layer.real("endTimeCode") == 24)
    }

    @Test func scalesBeyondHalfFloatsAreReported() throws {
        var scene = USDMotionScenes.arm()
        scene.nodes[2].transform = USDMotionScenes.moved(0, 1, 0, scale: 1.1)
        scene.clips = [USDMotionScenes.clip(3, .translation, [0, 1], [0, 0, 0, 1, 0, 0], width: 3)]
        let losses = try USDScenes.plan(scene).plan.losses
        let loss = try #require(losses.first { $0.code == .precisionReduced && $0.name == "scales of joints" })
        #expect(loss.count == 1 && loss.severity == .narrowed)
        // 1.1 becomes 1.0996094 over a reach of about the square root of 8.
        #expect((loss.largestError ?? 0) > 3e-4 && (loss.largestError ?? 1) < 3e-3)
        #expect(
            try USDScenes.plan(USDMotionScenes.arm()).plan.losses.allSatisfy { $0.name != "scales of joints" })
    }

    /// OpenUSD counts with half floats between keys: 0.0100021 stays no 0.0100021.
    @Test func scalesBetweenKeysAreReported() throws {
        var scene = USDMotionScenes.arm()
        scene.clips = [USDMotionScenes.clip(3, .scale, [0, 1], [1, 1, 1, 2, 2, 2], width: 3)]
        func loss() throws -> Loss? {
            try USDScenes.plan(scene).plan.losses.first { $0.name == "scales of joints" }
        }
        // The upper joint changes; the lower one stays 1, which is exact.
        #expect(try loss()?.count == 1 && (loss()?.largestError ?? 0) >= 0x1p-10)
        scene.clips[0] = USDMotionScenes.clip(3, .scale, [0, 1], [2, 1, 0.5, 2, 1, 0.5], width: 3)
        #expect(try loss() == nil)
        scene.nodes[2].transform = USDMotionScenes.moved(0, 1, 0, scale: 1.5)
        #expect(try loss()?.count == 1)
    }

    /// Infinite: a reader would leave out the pose of all joints.
    @Test func scalesThatHalfFloatsCannotHoldBecomeTheLargest() throws {
        var scene = USDMotionScenes.arm()
        scene.clips = [USDMotionScenes.clip(3, .scale, [0, 1], [1, 1, 1, 3e32, -.infinity, .nan], width: 3)]
        let (plan, layer) = try USDScenes.plan(scene)
        let samples = layer.samples("/Root/arm/bones/Animation.scales")
        #expect(samples.last?.numbers.suffix(3) == [65504, -65504, 1])
        let loss = try #require(plan.losses.first { $0.code == .valueClamped })
        #expect(loss.count == 1 && loss.severity == .approximated && loss.subject == "/skins")
        #expect((loss.largestError ?? 0) > 3e32 && loss.largestError?.isFinite == true)
    }

    @Test func aMeshBelowAJointHangsOnPrimsThatMoveLikeTheJoints() throws {
        var scene = USDMotionScenes.arm()
        scene.nodes[3].children = [4]
        scene.nodes.append(Node(name: "hat", transform: USDMotionScenes.moved(1, 0, 0), mesh: 1))
        scene.vertexSets.append(USDScenes.square().vertexSets[0])
        var hat = USDScenes.square().meshes[0]
        hat.primitives[0].vertexSet = 1
        scene.meshes.append(hat)
        scene.clips = [USDMotionScenes.clip(2, .translation, [0, 1], [0, 1, 0, 0, 2, 0], width: 3)]
        let (plan, layer) = try USDScenes.plan(scene)
        #expect(layer.field("/Root/arm/lower_joint/upper/hat", "typeName").flatMap(word) == "Mesh")
        #expect(layer.samples("/Root/arm/lower_joint.xformOp:translate").map(\.numbers) == [[0, 1, 0], [0, 2, 0]])
        // The joints are nodes of the source, the prims like them are not.
        #expect(plan.correspondence.nodes == [nil, 0, 1, nil, 2, 3, nil, nil, 4, nil])
    }

    @Test func skinsWhoseMatricesDifferGetASkeletonEach() throws {
        var scene = USDMotionScenes.arm()
        scene.nodes.append(Node(name: "other", mesh: 1, skin: 1))
        scene.scenes[0].roots.append(4)
        scene.vertexSets.append(scene.vertexSets[0])
        scene.meshes.append(scene.meshes[0])
        scene.meshes[1].primitives[0].vertexSet = 1
        scene.skins.append(Skin(joints: [2, 3]))
        var (plan, layer) = try USDScenes.plan(scene)
        #expect(layer.targets("/Root/other.skel:skeleton") == ["/Root/arm/Skeleton"])
        #expect(plan.correspondence.skins == [0, 1])
        scene.skins[1] = scene.skins[0]
        (plan, layer) = try USDScenes.plan(scene)
        #expect(layer.targets("/Root/other.skel:skeleton") == ["/Root/arm/bones"])
    }

    /// Zeros, as accessors without bytes have them: everything is where the joints are.
    @Test func matricesOfZerosComeBack() throws {
        var scene = USDMotionScenes.arm()
        let zeros = [Float](repeating: 0, count: 32)
        scene.skins[0].inverseBindMatrices = Column(zeros, components: 16)
        let losses = try USDScenes.plan(scene).plan.losses
        let loss = try #require(losses.first { $0.code == .precisionReduced && $0.subject == "/skins/0" })
        #expect(loss.count == 2 && (loss.largestError ?? 1) <= 1e-5 && (loss.largestError ?? 0) > 0)
        #expect(!losses.contains { $0.code == .skinDropped })
        let bytes = try USDScenes.write(scene).bytes
        #expect(try USDScenes.read(bytes).scene.skins[0].inverseBindMatrices?.doubles() == zeros.map { Double($0) })
        let foreign = try USDScenes.read(bytes, isForeign: true).scene.skins[0].inverseBindMatrices
        #expect(foreign?.doubles().enumerated().allSatisfy { $0 % 16 == 15 || abs($1) <= 1e-6 } == true)
    }

    /// What no number says stays at rest, and the report has how far the points are that it moves.
    @Test func matricesWithoutNumbersAreReportedWithTheDistance() throws {
        var scene = USDMotionScenes.arm()
        var matrices = scene.skins[0].inverseBindMatrices?.doubles().map { Float($0) } ?? []
        matrices[16] = .nan
        scene.skins[0].inverseBindMatrices = Column(ContiguousArray(matrices), components: 16)
        let losses = try USDScenes.plan(scene).plan.losses
        #expect(losses.contains { $0.code == .skinDropped && $0.count == 1 && $0.largestError == 0 })
    }

    /// Weights of more than 1 carry points farther.
    @Test func theDistanceCountsWeights() throws {
        func distance(_ weight: Float) throws -> Double {
            var scene = USDMotionScenes.arm()
            let weights = scene.vertexSets[0].attribute(.weights(0))?.values.doubles().map { Float($0) * weight } ?? []
            scene.vertexSets[0].attributes.removeAll { $0.semantic == .weights(0) }
            scene.vertexSets[0].attributes.append(
                Attribute(.weights(0), Column(ContiguousArray(weights), components: 4)))
            scene.skins[0].inverseBindMatrices = Column([Float](repeating: 0, count: 32), components: 16)
            return try USDScenes.plan(scene).plan.losses.first { $0.subject == "/skins/0" && $0.largestError != nil }?
                .largestError ?? 0
        }
        #expect(try distance(4) == 4 * distance(1))
    }

    /// The last column of a file's matrix moves nothing, and comes back with the record.
    @Test func theLastColumnMovesNothing() throws {
        var scene = USDMotionScenes.arm()
        var matrices = scene.skins[0].inverseBindMatrices?.doubles().map { Float($0) } ?? []
        (matrices[3], matrices[15], matrices[31]) = (0.5, 2, 0)
        scene.skins[0].inverseBindMatrices = Column(ContiguousArray(matrices), components: 16)
        let (plan, layer) = try USDScenes.plan(scene)
        #expect(!plan.losses.contains { $0.subject == "/skins/0" && $0.largestError != nil })
        let same = try USDScenes.plan(USDMotionScenes.arm()).layer
        let binds = "/Root/arm/bones.bindTransforms"
        #expect(layer.numbers(binds) == same.numbers(binds))
        let back = try USDScenes.read(USDScenes.write(scene).bytes).scene.skins[0].inverseBindMatrices
        #expect(back?.doubles() == matrices.map { Double($0) })
    }

    @Test(arguments: ["usda", "usdc"])
    func aSkinComesBackWithItsJointsAndMatrices(variant: String) throws {
        var scene = USDMotionScenes.arm()
        scene.clips = [USDMotionScenes.clip(3, .rotation, [0, 1], [0, 0, 0, 1, 0, 0, 1, 0], width: 4, name: "bend")]
        let back = try USDScenes.read(USDScenes.write(scene, variant).bytes).scene
        #expect(back.nodes.map(\.name) == scene.nodes.map(\.name))
        #expect(back.nodes.map(\.transform) == scene.nodes.map(\.transform))
        #expect(back.nodes.map(\.children) == scene.nodes.map(\.children))
        #expect(back.nodes.map(\.skin) == [0, nil, nil, nil])
        #expect(back.skins.map(\.name) == ["bones"] && back.skins.map(\.joints) == [[3, 2]])
        #expect(back.skins[0].inverseBindMatrices?.doubles() == scene.skins[0].inverseBindMatrices?.doubles())
        #expect(back.clips.map(\.name) == ["bend"] && back.clips[0].channels == scene.clips[0].channels)
        #expect(back.timeline == nil)
        #expect(
            back.vertexSets[0].attribute(.joints(0))?.values.integers()
                == scene.vertexSets[0].attribute(.joints(0))?.values.integers())
    }

    private func word(_ value: USDValue) -> String? { if case .text(_, let text) = value { text } else { nil } }
}

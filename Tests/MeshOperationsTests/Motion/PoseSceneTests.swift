import MeshModel
import Testing

@testable import MeshOperations

/// Scenes that are frozen.
@Suite struct PoseSceneTests {
    @Test func aJointMovesTheMeshAndNoOtherTransformDoes() throws {
        let (posed, _, changed) = poseScene(MotionScenes.arm(), at: .rest)
        #expect(areNear(posed.numbers(.position), [0, 1, 0, 0, 2, 0, -1, 1, 0]))
        #expect(areNear(posed.numbers(.normal), [0, 0, 1, 0, 0, 1, 0, 0, 1]))
        #expect(posed.vertexSets[0].attributes.map(\.semantic) == [.position, .normal])
        #expect(posed.vertexSets[0].attributes.map(\.values.type) == [.float32, .float32])
        #expect(posed.nodes.map(\.mesh) == [nil, nil, nil, 0])
        #expect(posed.nodes[3].name == "body" && posed.nodes[3].transform == .identity)
        #expect(posed.nodes[0].transform == MotionScenes.arm().nodes[0].transform)
        #expect(posed.scenes.map(\.roots) == [[2, 3]])
        #expect(!posed.canMove && changed.addedNodes == 1)
        #expect(changed.usedUp.map(\.path) == ["/vertexSets/0/JOINTS_0", "/vertexSets/0/WEIGHTS_0"])
        try posed.validate()
    }

    @Test func inverseBindMatricesComeFirstAndParentsLast() {
        var scene = MotionScenes.arm(MotionScenes.turned(MotionScenes.quarter, at: SIMD3(0, 0, 1)))
        // The joint's origin is at x = 1 in the mesh.
        var matrix = [Float](repeating: 0, count: 16)
        for axis in 0..<4 { matrix[5 * axis] = 1 }
        matrix[12] = -1
        scene.skins[0].inverseBindMatrices = Column(matrix, components: 16)
        scene.nodes[2].transform = .trs(
            translation: SIMD3(10, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(2, 2, 2))
        let posed = poseScene(scene, at: .rest).scene
        #expect(areNear(posed.numbers(.position), [10, 0, 2, 10, 2, 2, 8, 0, 2]))
    }

    @Test func theLastRowOfAnInverseBindMatrixMovesNothing() {
        var scene = MotionScenes.arm()
        let plain = poseScene(scene, at: .rest).scene.numbers(.position)
        let matrix: [Float] = [1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 7, 0, 0, 0, 0]
        scene.skins[0].inverseBindMatrices = Column(matrix, components: 16)
        #expect(poseScene(scene, at: .rest).scene.numbers(.position) == plain)
    }

    @Test func twoJointsAreBlendedAndWeightsAreNotNormalised() {
        var scene = MotionScenes.arm(weights: [0.5, 0.25, 0, 0], joints: [0, 1, 0, 0])
        scene.nodes.append(Node(name: "other"))
        scene.scenes[0].roots.append(3)
        scene.skins[0].joints = [1, 3]
        let posed = poseScene(scene, at: .rest).scene
        #expect(areNear(posed.numbers(.position), [0.25, 0.5, 0, 0.5, 1, 0, -0.25, 0.75, 0]))
        #expect(areNear(posed.numbers(.normal), [0, 0, 1, 0, 0, 1, 0, 0, 1]))
    }

    @Test func allSetsOfJointsCount() {
        var scene = MotionScenes.arm(weights: [0.5, 0, 0, 0])
        scene.vertexSets[0].attributes += MotionScenes.influences(
            [UInt8](repeating: 0, count: 12), [0, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5], set: 1)
        let posed = poseScene(scene, at: .rest).scene
        #expect(areNear(posed.numbers(.position), [0, 1, 0, 0, 2, 0, -1, 1, 0]))
        #expect(posed.vertexSets[0].attributes.count == 2)
    }

    @Test func normalisedWeightsAreFractions() {
        var scene = MotionScenes.arm()
        scene.vertexSets[0].attributes[3] = Attribute(
            .weights(0), Column([255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0] as [UInt8], components: 4), normalized: true)
        #expect(areNear(poseScene(scene, at: .rest).scene.numbers(.position), [0, 1, 0, 0, 2, 0, -1, 1, 0]))
    }

    @Test func targetsChangeAllAttributesAndColoursAreClamped() throws {
        let (posed, _, changed) = poseScene(MotionScenes.face(), at: .rest)
        #expect(posed.numbers(.position) == [0, 2, 0, 1, 2, 0, 0, 3, 0])
        let half = 0.5.squareRoot()
        #expect(areNear(posed.numbers(.normal), [0, half, half, 0, half, half, 0, half, half]))
        #expect(posed.numbers(.color(0)) == [1, 0.5, 0, 1, 1, 0, 0.5, 0, 0])
        #expect(posed.vertexSets[0].attributes.count == 3 && posed.meshes[0].targets.isEmpty)
        // It stays on its node.
        #expect(posed.nodes.map(\.mesh) == [0] && changed.addedNodes == 0 && changed.isMorphed == [true])
        try posed.validate()
    }

    @Test func targetsWithoutWeightChangeNoBit() {
        var scene = MotionScenes.face()
        scene.meshes[0].targets[1].weight = 0
        scene.vertexSets[0].attributes[1].values = Column([Int8](repeating: 99, count: 9), components: 3)
        let (posed, _, changed) = poseScene(scene, at: .rest)
        #expect(posed.vertexSets[0].attributes[1].values.isSameView(as: scene.vertexSets[0].attributes[1].values))
        #expect(changed.isMorphed == [false])
    }

    @Test func targetsComeBeforeJoints() {
        var scene = MotionScenes.arm()
        scene.vertexSets[0].attributes.append(
            Attribute(.target(0, .position), Column([1, 0, 0, 1, 0, 0, 1, 0, 0] as [Double], components: 3)))
        scene.meshes[0].targets = [MorphTarget(weight: 2)]
        let posed = poseScene(scene, at: .rest).scene
        #expect(areNear(posed.numbers(.position), [0, 3, 0, 0, 4, 0, -1, 3, 0]))
    }

    @Test func normalsTurnByTheInverseTransposeAndTangentsByTheMatrix() {
        var scene = MotionScenes.arm(
            .trs(translation: SIMD3(), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(2, 1, 1)))
        let half = Float(0.5).squareRoot()
        scene.vertexSets[0].attributes[1].values = MotionScenes.floats(
            [half, half, 0, half, half, 0, half, half, 0])
        scene.vertexSets[0].attributes.append(
            Attribute(
                AttributeSemantic(name: "TANGENT"),
                MotionScenes.floats([half, -half, 0, 1, half, -half, 0, 1, half, -half, 0, 1], 4)))
        let posed = poseScene(scene, at: .rest).scene
        let (a, b) = (0.2.squareRoot(), 0.8.squareRoot())
        #expect(areNear(Array(posed.numbers(.normal).prefix(3)), [a, b, 0]))
        #expect(areNear(Array(posed.numbers(AttributeSemantic(name: "TANGENT")).prefix(4)), [b, -a, 0, 1]))
    }

    @Test func mirroringJointsReverseFaces() {
        let mirror = NodeTransform.trs(translation: SIMD3(), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, -1))
        var scene = MotionScenes.arm(mirror)
        scene.vertexSets[0].attributes.append(
            Attribute(
                AttributeSemantic(name: "TANGENT"), MotionScenes.floats([1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1], 4)))
        let (posed, _, changed) = poseScene(scene, at: .rest)
        #expect(posed.meshes[0].primitives[0].vertices?.integers() == [0, 2, 1])
        #expect(posed.numbers(.normal).prefix(3) == [0, 0, -1])
        #expect(posed.numbers(AttributeSemantic(name: "TANGENT")).prefix(4) == [1, 0, 0, -1])
        #expect(changed.mixedPrimitives == 0)
        // One vertex that another joint doesn't mirror.
        scene.nodes.append(Node())
        scene.skins[0].joints = [1, 3]
        scene.vertexSets[0].attributes[2].values = Column(
            [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] as [UInt8], components: 4)
        let mixed = poseScene(scene, at: .rest)
        #expect(mixed.scene.meshes[0].primitives[0].vertices?.integers() == [0, 1, 2])
        #expect(mixed.changed.mixedPrimitives == 1)
    }

    @Test func eachPoseOfAMeshIsAMesh() throws {
        var scene = MotionScenes.arm()
        scene.nodes.append(Node(name: "still joint"))
        scene.nodes.append(Node(name: "again", mesh: 0, skin: 1))
        scene.nodes.append(Node(name: "same", mesh: 0, skin: 0))
        scene.nodes.append(Node(name: "without", mesh: 0))
        scene.scenes = [SceneRoot(roots: [2, 3, 4]), SceneRoot(roots: [5, 6, 2])]
        scene.skins.append(Skin(joints: [3]))
        let (posed, _, changed) = poseScene(scene, at: .rest)
        #expect(posed.meshes.count == 3 && posed.vertexSets.count == 3)
        #expect(posed.nodes.map(\.mesh) == [nil, nil, nil, nil, nil, nil, 2, 0, 1, 0])
        #expect(posed.meshes.map { $0.primitives[0].vertexSet } == [0, 1, 2])
        #expect(areNear(posed.numbers(.position, set: 1), [1, 0, 0, 2, 0, 0, 1, 1, 0]))
        #expect(posed.vertexSets[2].attributes.count == 4)
        #expect(posed.scenes.map(\.roots) == [[2, 3, 4, 7, 8], [5, 6, 2, 7, 9]])
        #expect(changed.meshCopies == [2] && changed.vertexSetCopies == [2] && changed.usedUp.isEmpty)
        try posed.validate()
    }

    @Test func aClipMovesJointsAndWeights() {
        var scene = MotionScenes.arm(MotionScenes.turned(SIMD4(0, 0, 0, 1)))
        let half = Float(0.5).squareRoot()
        MotionScenes.animate(&scene, 1, .rotation, [1, 3], [0, 0, 0, 1, 0, 0, half, half])
        let eighth = poseScene(scene, at: Moment(clip: 0, seconds: 2)).scene
        #expect(areNear(Array(eighth.numbers(.position).prefix(3)), [Double(half), Double(half), 0]))
        // Before the first key and after the last.
        #expect(poseScene(scene, at: Moment(clip: 0, seconds: 0)).scene.numbers(.position).prefix(3) == [1, 0, 0])
        let after = poseScene(scene, at: Moment(clip: 0, seconds: 9)).scene
        #expect(areNear(Array(after.numbers(.position).prefix(3)), [0, 1, 0]))

        var face = MotionScenes.face()
        MotionScenes.animate(&face, 0, .weights, [0, 1], [0, 0, 1, 0])
        let quarter = poseScene(face, at: Moment(clip: 0, seconds: 0.25)).scene
        #expect(quarter.numbers(.position) == [0, 0, 0.5, 1, 0, 0.5, 0, 1, 0.5])
    }

    @Test func channelsReplacePartsOfTransformsAndLeaveTheOthers() {
        var scene = MotionScenes.arm()
        MotionScenes.animate(&scene, 0, .translation, [0, 2], [0, 0, 0, 4, 0, 0])
        scene.nodes[1].transform = .matrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
        scene.clips[0].channels.append(AnimationChannel(node: 1, property: .translation, sampler: 0))
        let (posed, _, changed) = poseScene(scene, at: Moment(clip: 0, seconds: 1))
        #expect(posed.nodes[0].transform == MotionScenes.turned(MotionScenes.quarter, at: SIMD3(2, 0, 0)))
        // A matrix has no parts.
        #expect(posed.nodes[1].transform == scene.nodes[1].transform && changed.ignoredChannels == 1)
    }

    @Test func brokenInfluencesAreLeftOutAndCounted() {
        var scene = MotionScenes.arm(weights: [1, .nan, 1, .infinity], joints: [0, 0, 9, 0])
        let (posed, _, changed) = poseScene(scene, at: .rest)
        #expect(areNear(posed.numbers(.position), [0, 1, 0, 0, 2, 0, -1, 1, 0]))
        #expect(changed.ignoredInfluences == [9])
        scene.nodes[0].skin = 7
        scene.nodes[1].children = [2]
        scene.nodes[2].children = [1, -4, 99]
        scene.meshes[0].primitives[0].vertexSet = 12
        _ = poseScene(scene, at: Moment(clip: 3, seconds: .nan))
    }

    @Test func aSkinWithoutJointsOfVerticesMovesNothing() {
        var scene = MotionScenes.arm()
        scene.vertexSets[0].attributes.removeLast(2)
        let (posed, _, changed) = poseScene(scene, at: .rest)
        #expect(posed.nodes.map(\.mesh) == [0, nil, nil] && changed.addedNodes == 0)
        #expect(posed.numbers(.position) == [1, 0, 0, 2, 0, 0, 1, 1, 0])
    }
}

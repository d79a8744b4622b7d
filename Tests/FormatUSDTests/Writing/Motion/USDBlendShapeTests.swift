import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

struct USDBlendShapeTests {
    @Test func targetsAreBlendShapesOfASkeletonWithOneJoint() throws {
        let layer = try USDScenes.plan(USDMotionScenes.morphs()).layer
        let mesh = "/Root/face"
        #expect(layer.words("\(mesh).skel:blendShapes") == ["smi_le", "target_1"])
        #expect(layer.targets("\(mesh).skel:blendShapeTargets") == ["\(mesh)/smi_le", "\(mesh)/target_1"])
        #expect(layer.targets("\(mesh).skel:skeleton") == ["/Root/Shapes"])
        #expect(layer.words("/Root/Shapes.joints") == ["Joint"])
        #expect(layer.numbers("/Root/Shapes/Animation.blendShapeWeights") == [0.25, 0])
        #expect(layer.words("/Root/Shapes/Animation.blendShapes") == ["smi_le", "target_1"])
    }

    @Test func onlyPointsThatChangeAreListedWhereMostDont() throws {
        let layer = try USDScenes.plan(USDMotionScenes.morphs()).layer
        #expect(layer.numbers("/Root/face/smi_le.pointIndices") == [1])
        #expect(layer.numbers("/Root/face/smi_le.offsets") == [0, 0, 0.5])
        #expect(layer.numbers("/Root/face/target_1.pointIndices") == nil)
        #expect(layer.numbers("/Root/face/target_1.offsets")?.count == 12)
    }

    @Test func differencesOfColoursAreReported() throws {
        let losses = try USDScenes.plan(USDMotionScenes.morphs()).plan.losses
        #expect(losses.contains { $0.code == .morphAttributeDropped && $0.subject == "/vertexSets/0/TARGET_1:COLOR_0" })
    }

    @Test func weightsOverTimeAreSamplesOfTheAnimation() throws {
        var scene = USDMotionScenes.morphs()
        scene.clips = [USDMotionScenes.clip(0, .weights, [0, 1], [0, 0, 1, -2], width: 2)]
        let samples = try USDScenes.plan(scene).layer.samples("/Root/Shapes/Animation.blendShapeWeights")
        #expect(samples.map(\.code) == [0, 24] && samples.map(\.numbers) == [[0, 0], [1, -2]])
    }

    @Test func nodesThatShareAMeshHaveWeightsOfTheirOwn() throws {
        var scene = USDMotionScenes.morphs()
        scene.nodes.append(Node(name: "twin", mesh: 0, weights: [1, 0.5]))
        scene.scenes[0].roots.append(1)
        let layer = try USDScenes.plan(scene).layer
        #expect(layer.targets("/Root/face.skel:skeleton") == ["/Root/Shapes"])
        #expect(layer.targets("/Root/twin.skel:skeleton") == ["/Root/Shapes_1"])
        #expect(layer.numbers("/Root/Shapes_1/Animation.blendShapeWeights") == [1, 0.5])
    }

    @Test(arguments: ["usda", "usdc"])
    func targetsComeBackWithNamesAndWeights(variant: String) throws {
        var scene = USDMotionScenes.morphs()
        scene.vertexSets[0].attributes.removeLast()
        scene.nodes[0].weights = [0.1, 0.7]
        scene.clips = [USDMotionScenes.clip(0, .weights, [0, 1], [0, 0, 1, -2], width: 2)]
        let back = try USDScenes.read(USDScenes.write(scene, variant).bytes).scene
        #expect(back.meshes[0].targets == scene.meshes[0].targets)
        #expect(back.nodes == scene.nodes)
        #expect(back.clips.map(\.channels) == scene.clips.map(\.channels))
        for target in 0..<2 {
            let name = AttributeSemantic.target(target, .position)
            #expect(
                back.vertexSets[0].attribute(name)?.values.doubles()
                    == scene.vertexSets[0].attribute(name)?.values.doubles())
        }
    }
}

import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// What viewers of packages play, and the box that they look into.
struct USDPackageMotionTests {
    /// An arm whose points follow five joints.
    private static func wide() -> MeshScene {
        var scene = USDMotionScenes.arm()
        let weights: [Float] = [0.1, 0.2, 0.1, 0.1, 0.5, 0, 0, 0]
        let first = (0..<4).flatMap { _ in weights[0..<4] }
        let second = (0..<4).flatMap { _ in weights[4...] }
        scene.vertexSets[0].attributes.removeAll { $0.semantic.isOfSkin }
        scene.vertexSets[0].attributes += [
            Attribute(.joints(0), Column([UInt8](repeating: 0, count: 16), components: 4)),
            Attribute(.weights(0), Column(first, components: 4)),
            Attribute(.joints(1), Column([UInt8](repeating: 1, count: 16), components: 4)),
            Attribute(.weights(1), Column(second, components: 4)),
        ]
        return scene
    }

    @Test func packagesHaveFourJointsForAPoint() throws {
        let (plan, layer) = try USDScenes.plan(Self.wide(), "usdz")
        let path = "/Root/skin.primvars:skel:jointWeights"
        guard case .array(let array) = layer.value(path) else {
            Issue.record("no weights")
            return
        }
        #expect(array.values.count == 16)
        #expect(abs(array.values.doubles()[0..<4].reduce(0, +) - 1) < 1e-6)
        let loss = try #require(plan.losses.first { $0.code == .skinInfluencesReduced })
        #expect(loss.count == 4 && loss.severity == .approximated && loss.rank == .visible)
        #expect((loss.largestError ?? 0) > 0)
    }

    @Test(arguments: ["usda", "usdc"])
    func otherFilesKeepAllJoints(variant: String) throws {
        let (plan, layer) = try USDScenes.plan(Self.wide(), variant)
        if case .array(let array) = layer.value("/Root/skin.primvars:skel:jointWeights") {
            #expect(array.values.count == 32)
        }
        #expect(!plan.losses.contains { $0.code == .skinInfluencesReduced })
    }

    @Test func theLargestWeightsStay() {
        let few = USDFewInfluences(
            joints: [0, 1, 2, 3, 4, 5, 0, 0], weights: [0.1, 0.3, 0.05, 0.3, 0.05, 0.2, 0, 0], size: 8)
        #expect(few.joints == [0, 1, 3, 5] && few.changed == [0])
        #expect(abs(few.weights.reduce(0, +) - 1) < 1e-12)
        #expect(abs(few.weights[1] - 0.3 / 0.9) < 1e-12)
    }

    /// Rates at which keys lie on whole frames.
    @Test(arguments: [24.0, 25, 30, 60])
    func keysLieOnWholeFrames(rate: Double) throws {
        let times: [Float] = [Float(1 / rate), Float(13 / rate)]
        var scene = USDScenes.square()
        scene.nodes[0].name = "box"
        let values: [Float] = (0..<times.count * 3).map { Float($0 / 3) }
        scene.clips = [USDMotionScenes.clip(0, .translation, times, values, width: 3)]
        let layer = try USDScenes.plan(scene).layer
        #expect(layer.real("timeCodesPerSecond") == rate)
        let codes = layer.samples("/Root/box.xformOp:translate").map(\.code)
        #expect(codes == [1, 13])
        let back = try USDScenes.read(USDScenes.write(scene).bytes, isForeign: true).scene
        #expect(back.clips[0].samplers[0].times.doubles() == times.map { Double($0) })
    }

    @Test func whatApplesViewersDoNotPlayIsAVisibleLossOfPackages() throws {
        var scene = USDMotionScenes.arm()
        scene.clips = [
            USDMotionScenes.clip(3, .translation, [0, 1], [0, 0, 0, 1, 0, 0], width: 3, name: "run"),
            USDMotionScenes.clip(3, .translation, [0, 1], [0, 0, 0, 0, 1, 0], width: 3, name: "jump"),
        ]
        scene.clips[0].channels.append(AnimationChannel(node: 1, property: .visibility, sampler: 1))
        scene.clips[0].samplers.append(
            AnimationSampler(
                times: Column([Float](arrayLiteral: 0, 1)), values: Column([UInt8](arrayLiteral: 1, 0)),
                interpolation: .step))
        let losses = try USDScenes.plan(scene, "usdz").plan.losses.filter { $0.code == .animationUnseen }
        #expect(losses.map(\.name) == ["animation jump", "visibility in animation run"])
        #expect(losses.map(\.subject) == ["/animations/1", "/animations/0"])
        #expect(losses.allSatisfy { $0.rank == .visible && $0.severity == .approximated && $0.count == 1 })
        for variant in ["usda", "usdc"] {
            #expect(try !USDScenes.plan(scene, variant).plan.losses.contains { $0.code == .animationUnseen })
        }
    }

    /// The upper joint moves the square far away; the box has it everywhere.
    @Test func theRootsBoxHoldsAtAllTimes() throws {
        var scene = USDMotionScenes.arm()
        scene.clips = [USDMotionScenes.clip(3, .translation, [0, 1], [0, 0, 0, 100, 0, -50], width: 3)]
        let layer = try USDScenes.plan(scene).layer
        guard case .array(let array) = layer.value("/Root.extent") else {
            Issue.record("no extent")
            return
        }
        let numbers = array.values.doubles()
        #expect(numbers[3] >= 100 && numbers[2] <= -50 && numbers[3] < 120)
    }
}

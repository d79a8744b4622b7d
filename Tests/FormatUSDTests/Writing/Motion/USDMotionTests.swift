import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

struct USDMotionTests {
    private static func box(_ clips: AnimationClip...) -> MeshScene {
        var scene = USDScenes.square()
        scene.nodes[0] = Node(name: "box", transform: USDMotionScenes.moved(1, 2, 3), mesh: 0)
        scene.clips = clips
        return scene
    }

    private static let place = "/Root/box.xformOp:translate"

    @Test func keysAreSamplesAndTheRestIsTheDefault() throws {
        let layer = try USDScenes.plan(
            Self.box(USDMotionScenes.clip(0, .translation, [0.5, 1.25], [0, 0, 0, 4, 0, 0], width: 3))
        ).layer
        let samples = layer.samples(Self.place)
        #expect(samples.map(\.code) == [12, 30] && samples.map(\.numbers) == [[0, 0, 0], [4, 0, 0]])
        if case .tuple(_, let rest) = layer.value(Self.place) {
            #expect(rest == [1, 2, 3])
        } else {
            Issue.record("none")
        }
        #expect(layer.words("/Root/box.xformOpOrder") == ["xformOp:translate", "xformOp:orient", "xformOp:scale"])
        #expect(layer.real("startTimeCode") == 0 && layer.real("endTimeCode") == 30)
    }

    @Test func aStepLastsUntilJustBeforeTheNextKey() throws {
        let layer = try USDScenes.plan(
            Self.box(USDMotionScenes.clip(0, .translation, [0, 1], [0, 0, 0, 4, 0, 0], width: 3, .step))
        ).layer
        #expect(layer.samples(Self.place).map(\.code) == [0, 24.nextDown, 24])
        #expect(layer.samples(Self.place).map(\.numbers[0]) == [0, 0, 4])
    }

    @Test func equalTimesAreAJump() throws {
        let layer = try USDScenes.plan(
            Self.box(USDMotionScenes.clip(0, .translation, [0, 1, 1], [0, 0, 0, 4, 0, 0, 5, 0, 0], width: 3))
        ).layer
        #expect(layer.samples(Self.place).map(\.code) == [0, 24.nextDown, 24])
        #expect(layer.samples(Self.place).map(\.numbers[0]) == [0, 4, 5])
    }

    /// What a clip shows begins at its first second: the value before a jump there is nowhere.
    @Test(arguments: [0, 1])
    func ofAJumpAtTheStartTheLaterValueCounts(clips: Int) throws {
        let jump = USDMotionScenes.clip(0, .translation, [0, 0], [1, 0, 0, 4, 0, 0], width: 3)
        let further = USDMotionScenes.clip(0, .translation, [0, 1], [7, 0, 0, 8, 0, 0], width: 3)
        var scene = Self.box(jump)
        scene.clips += [further].prefix(clips)
        let layer = try USDScenes.plan(scene).layer
        let samples = layer.samples(Self.place)
        #expect(samples.map(\.code) == (clips == 0 ? [0] : [0, 24, 48]))
        #expect(samples.map(\.numbers[0]) == (clips == 0 ? [4] : [4, 7, 8]))
        for isForeign in [true, false] {
            let document = try USDScenes.read(USDScenes.write(scene).bytes, isForeign: isForeign)
            #expect(document.scene.clips[0].samplers[0].values.doubles().first == 4)
            #expect(!document.diagnostics.contains { $0.code == "usd.early-motion" || $0.code.contains("origin") })
        }
    }

    /// Both keys of a jump have one time: a curve has no pieces between them.
    @Test func aCurveJumps() throws {
        let keys: [[Float]] = [[0, 0, 0], [1, 0, 0], [5, 0, 0], [9, 0, 0]]
        let values = keys.flatMap { key -> [Float] in [0, 0, 0] + key + [0, 0, 0] }
        let layer = try USDScenes.plan(
            Self.box(USDMotionScenes.clip(0, .translation, [0, 1, 1, 2], values, width: 3, .cubicSpline))
        ).layer
        let samples = layer.samples(Self.place)
        #expect(samples.first { $0.code == 24 }?.numbers == [5, 0, 0])
        #expect(samples.first { $0.code == 24.nextDown }?.numbers == [1, 0, 0])
        #expect(!samples.contains { $0.numbers[0] > 1 && $0.numbers[0] < 5 })
    }

    @Test func aCurveBecomesStraightPiecesWithinTheBound() throws {
        let values: [Float] = [0, 0, 0, 0, 0, 0, 3, 0, 0, 1, 2, 0, 1, 0, 0, 0, 0, 0]
        let (plan, layer) = try USDScenes.plan(
            Self.box(USDMotionScenes.clip(0, .translation, [0, 2], values, width: 3, .cubicSpline)))
        let loss = try #require(plan.losses.first { $0.code == .animationResampled })
        let samples = layer.samples(Self.place)
        #expect(samples.count == loss.count + 1)
        let bound = try #require(loss.largestError)
        #expect(bound <= 1e-4 && samples.count > 10)
        for step in 0...1000 {
            let t = Double(step) / 1000
            let code = t * 48
            let next = samples.firstIndex { $0.code > code } ?? samples.count - 1
            let (a, b) = (samples[next - 1], samples[next])
            let part = (code - a.code) / (b.code - a.code)
            let x = a.numbers[0] + (b.numbers[0] - a.numbers[0]) * part
            // Tangents are units per second.
            let curve = (t * t * t - 2 * t * t + t) * 6 + (3 * t * t - 2 * t * t * t) * 1
            let into = (t * t * t - t * t) * 2
            #expect(abs(x - (curve + into * 0.5 * 2)) <= bound + 1e-6)
        }
    }

    /// Nothing is hidden at first, and in the end all is. A threshold of 0 would be none, and blend.
    @Test func aCutoffThatMovesAwayFromZeroStaysOne() throws {
        var clip = USDMotionScenes.clip(0, .translation, [0, 1], [0, 1], width: 1)
        clip.channels = []
        clip.settings = [SettingChannel(part: .material(0), name: "alphaCutoff", sampler: 0)]
        var scene = Self.box(clip)
        let settings = [("alpha", 0.5), ("alphaMode", 1), ("alphaCutoff", 0)]
        scene.materials = [
            SceneMaterial(
                name: "leaf", model: .metallicRoughness, parameters: settings.map { MaterialParameter($0, [$1]) })
        ]
        scene.meshes[0].primitives[0].material = .one(0)
        let threshold = "/Root/Materials/leaf/Surface.inputs:opacityThreshold"
        let samples = try USDScenes.plan(scene).layer.samples(threshold)
        #expect(samples.map(\.code) == [0, 24] && samples.map(\.numbers).last == [1])
        #expect(samples.allSatisfy { ($0.numbers.first ?? 0) > 0 })
        scene.clips = []
        let still = try USDScenes.plan(scene).layer
        #expect(still.value(threshold) == nil && still.value("/Root/Materials/leaf/Surface.inputs:opacity") == nil)
    }

    @Test func rotationsGetLengthOne() throws {
        let (plan, layer) = try USDScenes.plan(
            Self.box(USDMotionScenes.clip(0, .rotation, [0, 1], [0, 0, 0, 1, 0, 0, 2, 0], width: 4)))
        #expect(plan.losses.contains { $0.code == .valueNormalized && $0.count == 1 })
        #expect(layer.samples("/Root/box.xformOp:orient").map(\.numbers) == [[0, 0, 0, 1], [0, 0, 1, 0]])
        if case .text(_, let type) = layer.field("/Root/box.xformOp:orient", "typeName") { #expect(type == "quatf") }
    }

    @Test func clipsFollowEachOtherAfterAGap() throws {
        let first = USDMotionScenes.clip(0, .translation, [0, 1.5], [0, 0, 0, 4, 0, 0], width: 3, name: "a")
        let second = USDMotionScenes.clip(0, .scale, [0.5, 1], [1, 1, 1, 2, 2, 2], width: 3, name: "b")
        let (plan, layer) = try USDScenes.plan(Self.box(first, second))
        // The second clip begins at 3 s. Each holds its ends, and what it doesn't move is at rest.
        #expect(layer.samples(Self.place).map(\.code) == [0, 36, 72, 96])
        #expect(layer.samples(Self.place).map(\.numbers[0]) == [0, 4, 1, 1])
        #expect(layer.samples("/Root/box.xformOp:scale").map(\.code) == [0, 36, 72, 84, 96])
        #expect(layer.real("endTimeCode") == 36)
        #expect(plan.losses.contains { $0.code == .animationClipsJoined })
        #expect(plan.correspondence.clips == [0] && plan.correspondence.forOwnReader.clips == [0, 1])
    }

    @Test(arguments: ["usda", "usdc"])
    func clipsComeBackOneByOne(variant: String) throws {
        let first = USDMotionScenes.clip(0, .translation, [0, 1.5], [0, 0, 0, 4, 0, 0], width: 3, .step, name: "a")
        let second = USDMotionScenes.clip(0, .scale, [0, 1], [1, 1, 1, 2, 2, 2], width: 3)
        let back = try USDScenes.read(USDScenes.write(Self.box(first, second), variant).bytes).scene
        #expect(back.clips.map(\.name) == ["a", nil])
        #expect(back.clips.map { $0.channels.map(\.property) } == [[.translation], [.scale]])
        #expect(back.clips[0].samplers[0].interpolation == .step)
        #expect(back.clips.map { $0.samplers[0].times.doubles() } == [[0, 1.5], [0, 1]])
        #expect(back.clips[1].samplers[0].values.doubles() == [1, 1, 1, 2, 2, 2])
    }

    /// A file has the keys of all joints at the keys of each, and later clips at later times.
    @Test func clipsComeBackWithTheirOwnKeys() throws {
        var scene = USDMotionScenes.arm()
        let times: [Float] = [0.1, 0.7]
        var clip = USDMotionScenes.clip(3, .rotation, times, [0, 0, 0, 1, 0, 0, 1, 0], width: 4)
        clip.channels.append(AnimationChannel(node: 2, property: .rotation, sampler: 1))
        clip.channels.append(AnimationChannel(node: 2, property: .translation, sampler: 2))
        clip.samplers += [
            AnimationSampler(
                times: Column([Float(0), 0.3, 0.9]),
                values: Column([Float](arrayLiteral: 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1), components: 4)),
            AnimationSampler(
                times: Column(times), values: Column([Float](arrayLiteral: 0, 1, 0, 0, 1, 0), components: 3)),
        ]
        scene.clips = [clip, clip]
        let back = try USDScenes.read(USDScenes.write(scene).bytes).scene
        for (own, read) in zip(scene.clips, back.clips) {
            #expect(read.channels == own.channels)
            for (a, b) in zip(own.samplers, read.samplers) {
                #expect(a.times.doubles() == b.times.doubles() && a.values.doubles() == b.values.doubles())
            }
        }
    }

    @Test func theSourcesRateIsKept() throws {
        var scene = Self.box(USDMotionScenes.clip(0, .translation, [0, 1], [0, 0, 0, 4, 0, 0], width: 3))
        scene.timeline = Timeline(codesPerSecond: 60, framesPerSecond: 30, start: 10, end: 100)
        let layer = try USDScenes.plan(scene).layer
        #expect(layer.samples(Self.place).map(\.code) == [10, 70])
        #expect(layer.real("timeCodesPerSecond") == 60 && layer.real("framesPerSecond") == 30)
        #expect(layer.real("startTimeCode") == 10 && layer.real("endTimeCode") == 100)
    }

    @Test func aStillSceneSaysNothingOfTime() throws {
        #expect(try USDScenes.plan(USDScenes.square()).layer.real("timeCodesPerSecond") == nil)
    }
}

import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Clips come back from the origin record bit by bit, as long as the file shows what was written.
struct USDRecordedClipsTests {
    private static let curve = USDMotionScenes.clip(
        0, .translation, [0.25, 1, 2],
        [Float](arrayLiteral: 9, 0, 0, 1, 0, 0, 0, 3, 0)
            + [0, 1, 0, 2, 2, 2, 1, 0, 0] + [0, 0, 1, 4, -1, 0, 7, 7, 7], width: 3, .cubicSpline, name: "curve")

    private static func box(_ clips: [AnimationClip]) -> MeshScene {
        var scene = USDScenes.square()
        scene.nodes[0] = Node(name: "box", transform: USDMotionScenes.moved(1, 2, 3), mesh: 0)
        scene.clips = clips
        return scene
    }

    private static func bits(_ clip: AnimationClip) -> [[UInt64]] {
        clip.channels.flatMap { channel -> [[UInt64]] in
            let sampler = clip.samplers[channel.sampler]
            return [sampler.times.doubles().map(\.bitPattern), sampler.values.doubles().map(\.bitPattern)]
        }
    }

    @Test(arguments: ["usda", "usdc", "usdz"])
    func curvesComeBackWithTheirTangents(variant: String) throws {
        let scene = Self.box([Self.curve, Self.curve])
        let document = try USDScenes.read(USDScenes.write(scene, variant).bytes)
        #expect(!document.diagnostics.contains { $0.code == "origin.ignored" })
        for (own, read) in zip(scene.clips, document.scene.clips) {
            #expect(read.samplers.map(\.interpolation) == [.cubicSpline])
            #expect(Self.bits(read) == Self.bits(own) && read.name == own.name)
        }
    }

    @Test func rotationsComeBackWithTheirLengths() throws {
        let values: [Float] = [0, 0, 0, 2, 0, 0.7, 0, 0.7, 0, -1, 0, 0]
        let scene = Self.box([USDMotionScenes.clip(0, .rotation, [0, 1, 2], values, width: 4)])
        let back = try USDScenes.read(USDScenes.write(scene).bytes).scene
        #expect(back.clips.map(Self.bits) == scene.clips.map(Self.bits))
    }

    @Test func scalesOfJointsComeBackInFullPrecision() throws {
        var scene = USDMotionScenes.arm()
        scene.clips = [
            USDMotionScenes.clip(2, .scale, [0, 1], [1.1, 1, 1, 0.01, 1, 3], width: 3),
            USDMotionScenes.clip(2, .scale, [0, 0.5], [1.0000001, 1, 1, 1.0000001, 1, 1], width: 3),
        ]
        let back = try USDScenes.read(USDScenes.write(scene, "usdc").bytes).scene
        #expect(back.clips.map(Self.bits) == scene.clips.map(Self.bits))
    }

    @Test func channelsShareTheirSamplerAgain() throws {
        var clip = Self.curve
        clip.channels.append(AnimationChannel(node: 0, property: .scale, sampler: 0))
        let back = try USDScenes.read(USDScenes.write(Self.box([clip])).bytes).scene
        #expect(back.clips[0].channels.map(\.sampler) == [0, 0] && back.clips[0].samplers.count == 1)
        #expect(Self.bits(back.clips[0]) == Self.bits(clip))
    }

    /// A file that somebody changed counts, not its record.
    @Test(arguments: [2.5, 1.0001])
    func anEditedSampleWins(value: Double) throws {
        var text = try Self.text(Self.box([Self.curve]))
        let sample = "6: (1, 0, 0)"
        #expect(text.contains(sample))
        text.replace(sample, with: "6: (\(value), 0, 0)")
        let document = try USDScenes.read(Array(text.utf8))
        #expect(document.diagnostics.contains { $0.code == "origin.ignored" })
        let sampler = document.scene.clips[0].samplers[0]
        #expect(sampler.interpolation == .linear && abs(sampler.values.doubles()[0] - value) < 1e-6)
        #expect(document.scene.clips.map(\.name) == ["curve"])
    }

    @Test func anAddedSampleWins() throws {
        let clip = USDMotionScenes.clip(0, .translation, [0, 1], [0, 0, 0, 4, 0, 0], width: 3)
        var text = try Self.text(Self.box([clip]))
        text.replace("24: (4, 0, 0)", with: "12: (9, 9, 9), 24: (4, 0, 0)")
        let sampler = try USDScenes.read(Array(text.utf8)).scene.clips[0].samplers[0]
        #expect(sampler.times.doubles() == [0, 0.5, 1] && sampler.values.doubles()[3...5] == [9, 9, 9])
    }

    @Test func theRecordIsNoLongerThanItsNumbers() throws {
        let scene = Self.box([Self.curve])
        let record = try #require(USDScenes.plan(scene).layer.specs[0]["customLayerData"])
        guard case .dictionary(let entries) = record, case .dictionary(let own) = entries.first?.value,
            case .array(let numbers) = own.first?.value
        else {
            Issue.record("no numbers")
            return
        }
        #expect(own.map(\.name) == ["numbers", "origin"] && numbers.values.count == 3 + 27)
    }

    /// Numbers that a record names don't have to be there.
    @Test(arguments: [
        #""times": [[0, 3]]"#, #""times": [[-1, 3]]"#, #""times": [[0, 9000000000000000000]]"#,
        #""times": [[9000000000000000000, 9000000000000000000]]"#, #""values": 1000"#, #""values": -5"#,
        #""values": 9223372036854775807"#, #""sampler": 7"#,
    ])
    func numbersThatAreMissingAreNotRead(entry: String) throws {
        let times = entry.contains("times") ? entry : #""times": [[0, 3]]"#
        let values = entry.contains("values") ? entry : #""values": 3"#
        let sampler = entry.contains("sampler") ? 7 : 0
        let text = """
            {"version": 1, "clips": [{"offset": 0, "end": 48, "channels": [[0, "translation", \(sampler)]], \
            "samplers": [{"interpolation": "cubicSpline", "times": 0, \(values)}], \(times)}]}
            """
        let value = try JSONValue.parse(Array(text.utf8), depthLimit: 16)
        let origin = USDOrigin(record: value, numbers: [0, 1, 2])
        var scene = Self.box([])
        _ = origin?.restore(&scene)
        #expect(scene.clips.allSatisfy { $0.samplers.allSatisfy { $0.values.count <= 9 } })
    }

    private static func text(_ scene: MeshScene) throws -> String {
        String(decoding: try USDScenes.write(scene).bytes, as: UTF8.self)
    }
}

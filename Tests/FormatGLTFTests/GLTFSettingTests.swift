import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// Cameras, lights and materials that KHR_animation_pointer changes.
@Suite struct GLTFSettingTests {
    /// A camera, a light and a material; the buffer has two times, then eight numbers.
    private func sample(
        _ pointers: [String], output: String = #""type": "SCALAR", "count": 2"#, interpolation: String = "LINEAR"
    ) -> GLTFSample {
        let channels = pointers.map {
            """
            {"sampler": 0, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "\($0)"}}}}
            """
        }
        return GLTFSample(
            members: """
                "extensionsUsed": ["KHR_animation_pointer", "KHR_lights_punctual"],
                "extensions": {"KHR_lights_punctual": {"lights": [{"type": "point", "intensity": 3}]}},
                "cameras": [{"type": "perspective", "perspective": {"yfov": 0.5, "znear": 0.1}}],
                "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.25, 1, 1]}}],
                "accessors": [
                  {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [0.5]},
                  {"bufferView": 1, "componentType": 5126, \(output)}],
                "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 32}],
                "animations": [{"channels": [\(channels.joined(separator: ", "))],
                  "samplers": [{"input": 0, "output": 1, "interpolation": "\(interpolation)"}]}],
                "nodes": [{"camera": 0}, {"extensions": {"KHR_lights_punctual": {"light": 0}}}],
                "scenes": [{"nodes": [0, 1]}], "scene": 0
                """,
            bytes: GLTFSample.floats([0, 0.5, 0.5, 0.25, 1, 0.5, 1, 0.25, 1, 0]))
    }

    private func expectRefusal(_ sample: GLTFSample, _ words: String) {
        #expect {
            try sample.read()
        } throws: { error in
            "\(error)".contains(words)
        }
    }

    @Test func aPointerIsASetting() throws {
        for (pointer, part, name) in [
            ("/cameras/0/perspective/yfov", SettingChannel.Part.camera(0), "yfov"),
            ("/extensions/KHR_lights_punctual/lights/0/intensity", .light(0), "intensity"),
            ("/materials/0/pbrMetallicRoughness/roughnessFactor", .material(0), "roughness"),
            ("/materials/0/alphaCutoff", .material(0), "alphaCutoff"),
        ] {
            let document = try sample([pointer]).read()
            #expect(document.residue.isEmpty)
            let clip = try #require(document.scene.clips.first)
            #expect(clip.settings == [SettingChannel(part: part, name: name, sampler: 0)])
            #expect(clip.samplers[0].values.doubles() == [0.5, 0.25])
        }
    }

    /// glTF has one value for both; alpha that stays as it is at rest needs no channel.
    @Test func aBaseColourIsColourAndAlpha() throws {
        let pointer = "/materials/0/pbrMetallicRoughness/baseColorFactor"
        let scene = try sample([pointer], output: #""type": "VEC4", "count": 2"#).read().scene
        let clip = try #require(scene.clips.first)
        #expect(clip.settings.map(\.name) == ["baseColor", "alpha"])
        #expect(clip.samplers[0].values.doubles() == [0.5, 0.25, 1, 1, 0.25, 1])
        #expect(clip.samplers[1].values.doubles() == [0.5, 0])
    }

    @Test(arguments: [
        ("/cameras/0/perspective/yfov", #""type": "SCALAR", "count": 2"#),
        ("/materials/0/pbrMetallicRoughness/baseColorFactor", #""type": "VEC4", "count": 2"#),
        ("/materials/0/emissiveFactor", #""type": "VEC3", "count": 2"#),
    ])
    func whatChangesIsWrittenAsItWas(_ pointer: String, _ output: String) throws {
        let scene = try sample([pointer], output: output).read().scene
        let format = GLTFFormat()
        let file = Output(memoryNamed: "out.glb")
        let plan = try format.plan(Content(scene), variant: "glb", options: WriteOptions())
        try format.write(plan, to: file)
        #expect(!plan.losses.contains { $0.severity < .reencoded })
        let again = try format.read(.bytes(file.mainBytes(), name: "out.glb"), options: ReadOptions()).scene
        #expect(again.clips[0].settings.map(\.name) == scene.clips[0].settings.map(\.name))
        for (a, b) in zip(again.clips[0].samplers, scene.clips[0].samplers) {
            #expect(a.values.doubles() == b.values.doubles() && a.times.doubles() == b.times.doubles())
        }
    }

    /// Steps, straight lines and splines on keys of their own.
    private static let courses: [AnimationSampler.Interpolation: (times: [Float], rows: [Float])] = [
        .step: ([0, 0.75, 1.5], [1, 0.25, 0.5]),
        .linear: ([0.25, 1, 2], [0, 1, 0.5]),
        .cubicSpline: ([0.125, 1.25], [0, 0.5, 2, -1, 0.75, 0]),
    ]

    @Test(arguments: AnimationSampler.Interpolation.allCases, AnimationSampler.Interpolation.allCases)
    func colourAndAlphaOfOtherKeysAreOneChannelAndSayTheSame(
        _ color: AnimationSampler.Interpolation, _ alpha: AnimationSampler.Interpolation
    ) throws {
        let pointer = "/materials/0/pbrMetallicRoughness/baseColorFactor"
        var scene = try sample([pointer], output: #""type": "VEC4", "count": 2"#).read().scene
        let (a, b) = (try #require(Self.courses[color]), try #require(Self.courses[alpha]))
        // Colours begin and end later than alpha.
        scene.clips[0].samplers = [
            AnimationSampler(
                times: Column(a.times.map { $0 + 0.0625 }),
                values: Column(a.rows.flatMap { [$0, 1 - $0, 0.5] }, components: 3),
                interpolation: color),
            AnimationSampler(times: Column(b.times), values: Column(b.rows), interpolation: alpha),
        ]
        let format = GLTFFormat()
        let file = Output(memoryNamed: "out.glb")
        let plan = try format.plan(Content(scene), variant: "glb", options: WriteOptions())
        try format.write(plan, to: file)
        let told = plan.losses.filter { $0.code == .animationResampled }
        #expect(told.map(\.count) == [a.times.count, b.times.count])
        #expect(told.allSatisfy { $0.largestError.map { $0 < 1e-6 } ?? false })
        var reading = ReadOptions()
        reading.ignoresOrigin = true
        let again = try format.read(.bytes(file.mainBytes(), name: "out.glb"), options: reading).scene
        for index in 0..<2 {
            let (before, now) = (
                SettingCourse(scene.clips[0].samplers[index]), SettingCourse(again.clips[0].samplers[index])
            )
            #expect(before.largestError(now) < 1e-6)
            for second in stride(from: -0.5, through: 3, by: 0.0371) {
                let gaps = zip(before.values(at: second), now.values(at: second)).map { abs($0 - $1) }
                #expect(gaps.allSatisfy { $0 < 1e-6 }, "at \(second)")
            }
        }
    }

    @Test func whatDoesNotExistIsRefused() {
        expectRefusal(sample(["/cameras/1/perspective/yfov"]), "expected a camera below 1, found camera 1")
        expectRefusal(sample(["/materials/7/alphaCutoff"]), "expected a material below 1, found material 7")
        expectRefusal(sample(["/materials/0/alphaCutoff", "/materials/0/alphaCutoff"]), "expected one channel")
        expectRefusal(sample(["/materials/0/emissiveFactor"]), "expected 3 numbers each")
        var other = sample(["/materials/0/alphaCutoff"])
        other.members = other.members.replacing(#"{"sampler": 0,"#, with: #"{"sampler": 1,"#)
        expectRefusal(other, "/animations/0/channels/0/sampler: expected an index below 1")
        expectRefusal(
            sample(["/materials/0/alphaCutoff"], output: #""type": "SCALAR", "count": 1000000000"#), "accessors/1")
    }

    @Test func aSamplerWithoutKeysMovesNothing() throws {
        var still = sample(["/materials/0/alphaCutoff"])
        still.members = still.members.replacing(
            #""componentType": 5126, "count": 2, "type": "SCALAR", "min""#,
            with: #""componentType": 5126, "count": 0, "type": "SCALAR", "min""#)
        let document = try still.read()
        #expect(document.scene.clips.isEmpty)
        let told = document.diagnostics.filter { $0.code == "gltf.sampler-without-keys" }
        #expect(told.map(\.location) == [.jsonPointer("/animations/0/samplers/0")])
        #expect(told.map(\.severity) == [.error])
    }

    @Test(arguments: [
        "", "/", "/materials", "/materials/-1/alphaCutoff", "/materials/0", "/materials/x/alphaCutoff",
        "/cameras/0/perspective", "/materials/0/doubleSided", "/materials/99999999999999999999/alphaCutoff",
        "/meshes/0/weights/0",
        "/extensions/KHR_lights_punctual/lights/0", "materials/0/alphaCutoff",
    ])
    func otherPointersAreInTheResidue(_ pointer: String) throws {
        let document = try sample([pointer]).read()
        #expect(document.scene.clips.isEmpty)
        #expect(!document.residue.isEmpty)
    }

    @Test(arguments: [
        "/cameras/0/orthographic/xmag", "/cameras/0/perspective/zfar",
        "/materials/0/emissiveTexture/extensions/KHR_texture_transform/offset",
    ])
    func aPointerToNothingIsNoted(_ pointer: String) throws {
        let document = try sample([pointer]).read()
        #expect(document.scene.clips.isEmpty)
        #expect(document.diagnostics.contains { $0.code == "gltf.pointer-to-nothing" })
    }
}

import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// What moves is read into the scene, by sections 3.7.2.2, 3.7.3 and 3.11 of the specification.
@Suite struct GLTFMotionTests {
    private let sample = GLTFSample.moving

    private func expectRefusal(_ was: String, _ now: String, _ place: String, in sample: GLTFSample? = nil) {
        var sample = sample ?? self.sample
        #expect(sample.members.contains(was))
        sample.members = sample.members.replacing(was, with: now)
        #expect {
            try sample.read()
        } throws: { error in
            "\(error)".contains(place)
        }
    }

    @Test func aSkinHasItsJointsAndMatrices() throws {
        let scene = try sample.read().scene
        #expect(scene.skins.count == 1)
        #expect(scene.skins[0].name == "rig" && scene.skins[0].joints == [3, 2] && scene.skins[0].skeleton == 2)
        #expect(scene.skins[0].inverseBindMatrices?.doubles()[13] == -1)
        #expect(scene.nodes.map(\.skin) == [0, nil, nil, nil])
    }

    @Test func differencesOfTargetsAreAttributes() throws {
        let scene = try sample.read().scene
        #expect(
            scene.meshes[1].targets == [
                MorphTarget(name: "smile", weight: 0.25), MorphTarget(name: "frown", weight: 0),
            ]
        )
        #expect(scene.nodes[1].weights == [0.5, 1])
        let set = scene.vertexSets[scene.meshes[1].primitives[0].vertexSet]
        #expect(set.attribute(.target(0, .position))?.values.doubles() == [0, 0, 0, 1, 0, 0, 0, 2, 0])
        #expect(set.attribute(.target(1, .position))?.values.doubles() == [0, 0, 0, 0, 0, 0, 0, 0, 1])
    }

    @Test func weightsOfAMeshWithoutTargetsAreLeftOut() throws {
        var sample = GLTFSample.triangle
        sample.members = sample.members.replacing(#""meshes": [{"#, with: #""meshes": [{"weights": [0.5], "#)
        let document = try sample.read()
        #expect(document.scene.meshes[0].targets.isEmpty)
        let told = document.diagnostics.filter { $0.code == "gltf.mesh-weights" }
        #expect(told.map(\.location) == [.jsonPointer("/meshes/0/weights")])
        #expect(document.census.filter { $0.inDiagnostics > 0 }.map(\.kind) == ["/meshes/*/weights"])
    }

    /// Section 3.7.2.2: all primitives of a mesh have the same number of targets.
    @Test func aPrimitiveWithFewerTargetsStaysStill() throws {
        var sample = sample
        sample.members = sample.members.replacing(
            #"{"POSITION": 7}]}]"#, with: #"{"POSITION": 7}]}, {"attributes": {"POSITION": 0}}]"#)
        let document = try sample.read()
        let mesh = document.scene.meshes[1]
        #expect(mesh.targets.map(\.name) == ["smile", "frown"])
        let still = document.scene.vertexSets[mesh.primitives[1].vertexSet]
        #expect(still.attributes.allSatisfy { $0.semantic.ofTarget == nil })
        let told = document.diagnostics.filter { $0.code == "gltf.mesh-primitives-unequal-targets-count" }
        #expect(told.map(\.location) == [.jsonPointer("/meshes/1/primitives")] && told.map(\.severity) == [.error])
        #expect(told.first?.message.contains("expected 2 morph targets") == true)
    }

    @Test func aClipHasChannelsAndSamplers() throws {
        let document = try sample.read()
        #expect(document.residue.isEmpty)
        let clip = try #require(document.scene.clips.first)
        #expect(clip.name == "wave")
        #expect(
            clip.channels == [
                AnimationChannel(node: 3, property: .rotation, sampler: 0),
                AnimationChannel(node: 1, property: .weights, sampler: 1),
                AnimationChannel(node: 2, property: .translation, sampler: 2),
            ])
        #expect(clip.samplers.map(\.interpolation) == [.linear, .step, .cubicSpline])
        #expect(clip.samplers[1].values.components == 2 && clip.samplers[1].values.doubles() == [0, 1, 0.5, 0.5, 1, 0])
        #expect(clip.samplers[2].times.doubles() == [0, 0.5] && clip.samplers[2].values.count == 6)
    }

    @Test func fractionsOfIntegersAreNumbers() throws {
        var shorts = sample
        shorts.members = shorts.members.replacing(
            "\"bufferView\": 5, \"componentType\": 5126",
            with: "\"bufferView\": 5, \"normalized\": true, \"componentType\": 5122")
        let codes: [Int16] = [0, 0, 0, 32767, 0, 0, 32767, 0, -32768, 0, 0, 0]
        shorts.bytes.replaceSubrange(236..<260, with: codes.flatMap { GLTFSample.littleEndian($0) })
        let values = try #require(try shorts.read().scene.clips.first?.samplers[0].values)
        #expect(values.type == .float32 && values.doubles() == [0, 0, 0, 1, 0, 0, 1, 0, -1, 0, 0, 0])
    }

    @Test func theWrittenFileReadsBackTheSame() throws {
        let scene = try sample.read().scene
        let plan = try GLTFFormat().plan(Content(scene), variant: "glb", options: WriteOptions())
        #expect(plan.losses.isEmpty)
        let output = Output(memoryNamed: "out.glb")
        try GLTFFormat().write(plan, to: output)
        let back = try GLTFFormat().read(Input.bytes(output.mainBytes(), name: "out.glb"), options: ReadOptions())
        #expect(Digest(back.scene) == Digest(scene))
        #expect(back.scene.skins[0].joints == [3, 2] && back.scene.meshes[1].targets == scene.meshes[1].targets)
        #expect(back.scene.clips[0].channels == scene.clips[0].channels)
    }

    @Test func aTargetWithoutDifferencesIsZerosWithoutBytes() throws {
        var scene = try sample.read().scene
        for set in scene.vertexSets.indices {
            scene.vertexSets[set].attributes.removeAll { $0.semantic == .target(1, .position) }
        }
        let plan = try GLTFFormat().plan(Content(scene), variant: "glb", options: WriteOptions())
        let output = Output(memoryNamed: "out.glb")
        try GLTFFormat().write(plan, to: output)
        let back = try GLTFFormat().read(Input.bytes(output.mainBytes(), name: "out.glb"), options: ReadOptions())
        #expect(back.scene.meshes[1].targets.count == 2)
        #expect(back.scene.vertexSets.allSatisfy { $0.attribute(.target(1, .position)) == nil })
    }

    // MARK: What is broken

    @Test func timesMustAscend() {
        for times in [[0, 0.5, 0.25], [0, Float.nan, 1], [-1, 0, 1], [0, 1, .infinity]] as [[Float]] {
            var bad = sample
            bad.bytes.replaceSubrange(224..<236, with: GLTFSample.floats(times))
            expectRefusal("\"wave\"", "\"wave\"", "expected times that ascend from 0", in: bad)
        }
    }

    @Test func claimedKeysNeedBytes() {
        expectRefusal(
            "\"bufferView\": 4, \"componentType\": 5126, \"count\": 3",
            "\"bufferView\": 4, \"componentType\": 5126, \"count\": 1000000000", "found a view of 12 bytes")
    }

    @Test func jointsWithWeightsMustBeThere() throws {
        var bad = sample
        bad.bytes[40] = 9
        expectRefusal("\"rig\"", "\"rig\"", "expected joints below 2, found 9 at vertex 1", in: bad)
        // A joint without weight moves nothing.
        bad = sample
        bad.bytes[38] = 9
        #expect(try bad.read().scene.nodes[0].skin == 0)
    }

    @Test func brokenSkinsAndChannelsAreRefused() {
        expectRefusal("\"joints\": [3, 2]", "\"joints\": [3, 3]", "expected each joint once")
        expectRefusal("\"joints\": [3, 2]", "\"joints\": [3, 7]", "/skins/0/joints/1")
        expectRefusal("\"inverseBindMatrices\": 3", "\"inverseBindMatrices\": 2", "expected 2 matrices")
        expectRefusal("\"sampler\": 1,", "\"sampler\": 8,", "expected an index below 3")
        expectRefusal("\"node\": 3, \"path\"", "\"node\": 9, \"path\"", "/animations/0/channels/0/target/node")
        expectRefusal("\"path\": \"weights\"", "\"path\": \"scale\"", "expected 3 numbers each")
    }

    @Test func lenientReadingLeavesOutWhatIsBroken() throws {
        var bad = sample
        bad.members = bad.members.replacing("\"joints\": [3, 2]", with: "\"joints\": [3, 3]")
            .replacing("\"node\": 3, \"path\"", with: "\"node\": 9, \"path\"")
        var options = ReadOptions()
        options.lenient = true
        let document = try bad.read(options)
        #expect(document.scene.skins.isEmpty && document.scene.nodes[0].skin == nil)
        #expect(document.scene.clips[0].channels.count == 2)
        let broken = document.residue.filter(\.isBroken).map(\.path)
        #expect(broken.contains("/skins") && broken.contains("/animations/*/channels"))
    }

    @Test func manyJointsAreRead() throws {
        let count = 65_535
        var many = sample
        let nodes = (0..<count).map { _ in "{}" }.joined(separator: ",")
        let list = (0..<count).map { "\($0 + 4)" }.joined(separator: ",")
        many.members = many.members.replacing("{\"name\": \"arm\"}]", with: "{\"name\": \"arm\"},\(nodes)]")
            .replacing("\"joints\": [3, 2], \"inverseBindMatrices\": 3", with: "\"joints\": [\(list)]")
        #expect(try many.read().scene.skins[0].joints.count == count)
    }

    @Test func matricesOfSkinsWithoutNumbersMoveNothing() throws {
        var sample = GLTFSample.moving
        sample.bytes.replaceSubrange(100..<104, with: GLTFSample.floats([.nan]))
        let document = try sample.read()
        let matrices = try #require(document.scene.skins[0].inverseBindMatrices).doubles()
        #expect(matrices[..<16] == matrices[16...] && matrices[0] == 1 && matrices[1] == 0 && matrices[13] == 0)
        #expect(
            document.diagnostics.contains {
                $0.code == "gltf.inverse-bind-matrix-invalid" && $0.message.hasSuffix(": 1")
            })
    }
}

import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// KHR_node_visibility, and its changes by KHR_animation_pointer.
@Suite struct GLTFVisibilityTests {
    private static let pointer = "/nodes/0/extensions/KHR_node_visibility/visible"

    /// A triangle that is hidden at second 0.5.
    private func sample(
        channels: String? = nil, interpolation: String = "STEP", values: String = "5121", hidden: String = "false",
        seconds: [Float] = [0, 0.5]
    ) -> GLTFSample {
        let channel = """
            {"sampler": 0, "target": {"path": "pointer",
              "extensions": {"KHR_animation_pointer": {"pointer": "\(Self.pointer)"}}}}
            """
        return GLTFSample(
            members: """
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
                "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                               "min": [0, 0, 0], "max": [1, 2, 0]},
                  {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [0.5]},
                  {"bufferView": 2, "componentType": \(values), "count": 2, "type": "SCALAR"}],
                "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 8},
                  {"buffer": 0, "byteOffset": 44, "byteLength": 8}],
                "extensionsUsed": ["KHR_node_visibility", "KHR_animation_pointer"],
                "animations": [{"channels": [\(channels ?? channel)],
                  "samplers": [{"input": 1, "output": 2, "interpolation": "\(interpolation)"}]}],
                "nodes": [{"mesh": 0, "extensions": {"KHR_node_visibility": {"visible": \(hidden)}}}, {"mesh": 0}],
                "scenes": [{"nodes": [0, 1]}], "scene": 0
                """,
            bytes: GLTFSample.floats([0, 0, 0, 1, 0, 0, 0, 2, 0] + seconds) + [1, 0, 0, 0, 0, 0, 0, 0])
    }

    private func expectRefusal(_ sample: GLTFSample, _ words: String) {
        #expect {
            try sample.read()
        } throws: { error in
            "\(error)".contains(words)
        }
    }

    @Test func hiddenNodesAreHidden() throws {
        let document = try sample().read()
        #expect(document.scene.nodes.map(\.isVisible) == [false, true])
        #expect(document.residue.isEmpty)
        #expect(try sample(hidden: "true").read().scene.nodes[0].isVisible)
    }

    @Test func pointersShowAndHide() throws {
        let clip = try #require(try sample().read().scene.clips.first)
        #expect(clip.channels == [AnimationChannel(node: 0, property: .visibility, sampler: 0)])
        #expect(clip.samplers[0].interpolation == .step)
        #expect(clip.samplers[0].values.integers() == [1, 0] && clip.samplers[0].times.doubles() == [0, 0.5])
    }

    @Test func theyAreWrittenAsTheyWere() throws {
        let scene = try sample().read().scene
        let format = GLTFFormat()
        let output = Output(memoryNamed: "out.glb")
        try format.write(format.plan(Content(scene), variant: "glb", options: WriteOptions()), to: output)
        let again = try format.read(.bytes(output.mainBytes(), name: "out.glb"), options: ReadOptions()).scene
        #expect(again.nodes.map(\.isVisible) == [false, true])
        #expect(again.clips.first?.channels == scene.clips[0].channels)
        #expect(again.clips.first?.samplers[0].values.type == .uint8)
        let bytes = output.mainBytes()
        let count = bytes[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
        let tree = try JSONValue.parse(Array(bytes[20..<20 + count]))
        #expect(
            tree["extensionsUsed"]?.array?.compactMap(\.string) == ["KHR_animation_pointer", "KHR_node_visibility"])
        #expect(again.clips.first?.samplers[0].values.integers() == [1, 0])
    }

    /// Channels are in an array of an animation.
    @Test func theExtensionsOfChannelsAreListed() throws {
        let scene = try sample().read().scene
        let format = GLTFFormat()
        let output = Output(memoryNamed: "out.gltf")
        try format.write(format.plan(Content(scene), variant: "gltf", options: WriteOptions()), to: output)
        let used = try JSONValue.parse(output.mainBytes())["extensionsUsed"]
        #expect(used == ["KHR_animation_pointer", "KHR_node_visibility"])
    }

    @Test func whatIsNoTruthIsRefused() {
        expectRefusal(sample(interpolation: "LINEAR"), "expected STEP for true and false, found linear")
        expectRefusal(sample(values: "5126"), "expected true and false as uint8, found 1 × float32")
        expectRefusal(sample(seconds: [0, .nan]), "expected times that ascend from 0")
    }

    @Test func aPropertyHasOneChannel() {
        let channel = """
            {"sampler": 0, "target": {"path": "pointer",
              "extensions": {"KHR_animation_pointer": {"pointer": "\(Self.pointer)"}}}}
            """
        expectRefusal(
            sample(channels: "\(channel), \(channel)"), "found another for the visibility of node 0")
        let lost = channel.replacing("/nodes/0/", with: "/nodes/2/")
        expectRefusal(sample(channels: lost), "expected a node below 2")
    }

    /// Only a pointer can name it.
    @Test func visibilityIsNoPath() throws {
        let document = try sample(channels: "{\"sampler\": 0, \"target\": {\"node\": 0, \"path\": \"visibility\"}}")
            .read()
        #expect(document.scene.clips.isEmpty)
        let pointer = """
            {"sampler": 0, "target": {"path": "pointer",
              "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/0/visibility"}}}}
            """
        #expect(try sample(channels: pointer).read().scene.clips.isEmpty)
    }
}

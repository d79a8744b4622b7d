import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

struct GLTFHostileTests {
    /// Reads, or throws an error with a location; a trap would end the tests.
    private func survives(_ bytes: [UInt8], _ name: String) {
        for isLenient in [false, true] {
            do throws(ReadError) {
                var options = ReadOptions()
                options.lenient = isLenient
                let document = try GLTFFormat().read(Input.bytes(bytes, name: name), options: options)
                #expect(throws: Never.self) { try document.scene.validate() }
                let balanced = document.census.allSatisfy(\.isBalanced)
                #expect(balanced)
                let defects = document.native.defects
                #expect(defects.allSatisfy { $0.count > 0 })
                #expect(isLenient || !document.residue.contains(where: \.isBroken))
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }

    private let rich = GLTFSample(
        members: """
            "extensionsUsed": ["KHR_lights_punctual", "EXT_mesh_gpu_instancing"],
            "extensions": {"KHR_lights_punctual": {"lights": [{"type": "spot", "spot": {"outerConeAngle": 1}}]}},
            "meshes": [{"primitives": [
              {"attributes": {"POSITION": 0, "COLOR_0": 1, "_A": 2}, "indices": 3, "material": 0, "mode": 5},
              {"attributes": {"POSITION": 0}, "mode": 2}]}],
            "accessors": [
              {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 0]},
              {"bufferView": 1, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC3"},
              {"componentType": 5123, "count": 3, "type": "SCALAR", "sparse": {"count": 2,
                "indices": {"bufferView": 2, "componentType": 5121}, "values": {"bufferView": 3}}},
              {"bufferView": 4, "componentType": 5121, "count": 3, "type": "SCALAR"}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 12, "byteStride": 4},
              {"buffer": 0, "byteOffset": 48, "byteLength": 2}, {"buffer": 0, "byteOffset": 50, "byteLength": 4},
              {"buffer": 0, "byteOffset": 54, "byteLength": 3}],
            "images": [{"bufferView": 3, "mimeType": "image/png"}, {"uri": "data:image/png;base64,AAAA"}],
            "samplers": [{"wrapS": 33071}], "textures": [{"source": 0, "sampler": 0}],
            "materials": [{"alphaMode": "MASK", "pbrMetallicRoughness": {"baseColorFactor": [1, 1, 1, 0.5],
              "baseColorTexture": {"index": 0, "texCoord": 1}}}],
            "cameras": [{"type": "orthographic", "orthographic": {"xmag": 1, "ymag": 1, "znear": 0, "zfar": 9}}],
            "nodes": [{"mesh": 0, "children": [1, 2], "extensions": {"EXT_mesh_gpu_instancing":
              {"attributes": {"TRANSLATION": 0}}}}, {"camera": 0, "rotation": [0, 0, 0, 1]},
              {"extensions": {"KHR_lights_punctual": {"light": 0}}}],
            "scenes": [{"nodes": [0]}], "scene": 0
            """,
        bytes: GLTFSample.floats([0, 0, 0, 1, 0, 0, 0, 2, 0]) + [UInt8](repeating: 7, count: 12) + [0, 2, 1, 0, 2, 0]
            + [0, 1, 2])

    @Test func theWholeSampleIsRead() throws {
        let document = try rich.read()
        #expect(document.scene.nodes.count == 3)
        #expect(document.scene.nodes[0].instances?.count == 3)
        #expect(document.residue.isEmpty)
    }

    @Test(arguments: [0, 1])
    func anyBeginningIsReadOrRefused(number: Int) {
        let sample = [rich, GLTFSample.moving][number]
        let binary = sample.binary
        for count in binary.indices { survives(Array(binary[..<count]), "a.glb") }
        let text = Array(sample.text.utf8)
        for count in stride(from: 0, to: text.count, by: 3) { survives(Array(text[..<count]), "a.gltf") }
    }

    @Test(arguments: [0, 1])
    func changedBytesAreReadOrRefused(number: Int) {
        let sample = [rich, GLTFSample.moving][number]
        var state: UInt64 = 42
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let words = [
            "-1", "0", "1", "4294967296", "9223372036854775807", "1e308", "null", "true", "[]", "{}", "\"x\"", "0.5",
            "[0]",
        ].map { Array($0.utf8) }
        let text = Array(sample.text.utf8)
        let places = text.indices.filter { (0x30...0x39).contains(text[$0]) && !(0x30...0x39).contains(text[$0 - 1]) }
        for _ in 0..<1500 {
            var bytes = sample.binary
            for _ in 0...next(3) { bytes[next(bytes.count)] = UInt8(next(256)) }
            survives(bytes, "a.glb")
            // Numbers of the tree are changed.
            var tree = text
            let place = places[next(places.count)]
            var end = place
            while (0x30...0x39).contains(tree[end]) || tree[end] == 0x2E { end += 1 }
            tree.replaceSubrange(place..<end, with: words[next(words.count)])
            survives(tree, "a.gltf")
        }
    }
}

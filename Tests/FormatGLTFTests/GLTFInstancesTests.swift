import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// EXT_mesh_gpu_instancing.
@Suite struct GLTFInstancesTests {
    /// Three copies of a triangle at its own corners, with rotations as fractions and numbers.
    private func sample(_ attributes: String, count: Int = 3) -> GLTFSample {
        var sample = GLTFSample.triangle
        sample.members = sample.members
            .replacing(
                #""nodes": [{"mesh": 0}]"#,
                with: """
                    "extensionsUsed": ["EXT_mesh_gpu_instancing"],
                    "nodes": [{"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {\(attributes)}}}}]
                    """)
        return sample
    }

    @Test func copiesStayRows() throws {
        let document = try sample(#""TRANSLATION": 0, "_ID": 0"#).read()
        let scene = document.scene
        #expect(scene.nodes.count == 1)
        #expect(scene.nodes[0].mesh == 0)
        let instances = try #require(scene.nodes[0].instances)
        #expect(instances.attributes.map(\.semantic.name) == ["TRANSLATION", "_ID"])
        #expect(
            instances.transforms.last
                == .trs(translation: SIMD3(0, 2, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)))
        #expect(document.residue.isEmpty)
    }

    @Test func attributesOfUnequalCountsAreRefused() {
        var unequal = sample(#""TRANSLATION": 0, "_ID": 1"#)
        unequal.members = unequal.members.replacing(
            #""max": [1, 2, 0]}]"#,
            with: #""max": [1, 2, 0]}, {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR"}]"#)
        let error = #expect(throws: ReadError.self) { try unequal.read() }
        #expect(error?.location == .jsonPointer("/nodes/0/extensions/EXT_mesh_gpu_instancing/attributes"))
        #expect(error?.message == "expected the same count for all attributes, found 3, 2")
    }

    @Test func theLimitOfCopiesCountsThoseOfAllNodes() throws {
        var twice = sample(#""TRANSLATION": 0"#)
        let node = #"{"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0}}}}"#
        twice.members = twice.members.replacing(node, with: "\(node), \(node)")
        var options = ReadOptions()
        options.limits.copyCount = 6
        #expect(try twice.read(options).scene.nodes.map(\.instances?.count) == [3, 3])
        options.limits.copyCount = 5
        let error = #expect(throws: ReadError.self) { try twice.read(options) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.location == .jsonPointer("/nodes/1/extensions/EXT_mesh_gpu_instancing/attributes"))
    }

    @Test(arguments: [
        #""ROTATION": 0"#, #""TRANSLATION": 9"#, #""TRANSLATION": -1"#, #""TRANSLATION": "0""#, "",
        #""TRANSLATION": 0, "TRANSLATION": 0"#,
    ])
    func wrongColumnsAreRefused(_ attributes: String) throws {
        #expect(throws: ReadError.self) { try sample(attributes).read() }
        var options = ReadOptions()
        options.lenient = true
        let document = try sample(attributes).read(options)
        // What is shown only as copies isn't shown without them.
        #expect(document.scene.nodes.map(\.mesh) == [nil])
        #expect(document.diagnostics.contains { $0.code == "gltf.instances-left-out" })
    }

    @Test func copiesWithoutAPlaceAreLeftOut() throws {
        var broken = sample(#""TRANSLATION": 0, "_ID": 0"#)
        broken.bytes.replaceSubrange(16..<20, with: GLTFSample.floats([.infinity]))
        let document = try broken.read()
        let instances = try #require(document.scene.nodes[0].instances)
        #expect(instances.attributes.map { $0.values.doubles() } == [[0, 0, 0, 0, 2, 0], [0, 0, 0, 0, 2, 0]])
        #expect(document.diagnostics.contains { $0.code == "gltf.instances-invalid" && $0.message.hasSuffix(": 1") })
        broken.bytes = GLTFSample.floats([Float](repeating: .nan, count: 9))
        let error = #expect(throws: ReadError.self) { try broken.read() }
        #expect(error?.message == "expected a copy with finite numbers, found none")
    }

    /// −128 and −127 both mean −1: no other format tells them apart.
    @Test(arguments: [5120, 5122])
    func theCodeBelowMinusOneIsMinusOne(_ type: Int) throws {
        var turned = sample(#""ROTATION": 1"#)
        turned.members = turned.members
            .replacing(
                #""max": [1, 2, 0]}]"#,
                with: """
                    "max": [1, 2, 0]}, {"bufferView": 1, "componentType": \(type), "normalized": true, "count": 2,
                     "type": "VEC4"}]
                    """
            ).replacing(
                #""byteLength": 36}]"#, with: #""byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 16}]"#)
        let codes: [Int] =
            type == 5120 ? [0, -128, 127, -127, -1, 0, 0, -128] : [0, -32768, 32767, -32767, -1, 0, 0, -32768]
        turned.bytes += codes.flatMap {
            type == 5120 ? GLTFSample.littleEndian(Int8($0)) : GLTFSample.littleEndian(Int16($0))
        }
        turned.bytes += [UInt8](repeating: 0, count: type == 5120 ? 8 : 0)
        let rotation = try #require(try turned.read().scene.nodes[0].instances?.attribute(.rotation))
        let most: Int64 = type == 5120 ? 127 : 32767
        #expect(rotation.normalized && rotation.values.type == (type == 5120 ? .int8 : .int16))
        #expect(rotation.values.integers() == [0, -most, most, -most, -1, 0, 0, -most])
    }
}

import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// Primitives and views that are compressed. The streams are written by hand from the specifications of Draco and meshoptimizer.
@Suite struct GLTFCompressedTests {
    private func failure(_ sample: GLTFSample) -> ReadError? {
        do throws(ReadError) {
            _ = try sample.read()
            return nil
        } catch { return error }
    }

    // MARK: Draco

    /// One face of three points, sequential: indices of one byte, positions as floats with the unique id 7.
    private static let stream: [UInt8] =
        Array("DRACO".utf8) + [2, 2, 1, 0, 0, 0] + [1, 3, 1] + [0, 1, 2] + [1] + [1, 0, 9, 3, 0, 7] + [0]
        + GLTFSample.floats([0, 0, 0, 1, 0, 0, 0, 2, 0])

    private func draco(
        _ stream: [UInt8] = stream, ids: String = #"{"POSITION": 7}"#, count: Int = 3, corners: Int = 3, view: Int = 0
    ) -> GLTFSample {
        var bytes = stream
        while bytes.count % 4 != 0 { bytes.append(0) }
        let start = bytes.count
        bytes += GLTFSample.floats([5, 6, 7])
        let extra = ##""extensionsRequired": ["KHR_draco_mesh_compression"], "##
        return GLTFSample(
            members: #""extensionsUsed": ["KHR_draco_mesh_compression"], \#(extra)"#
                + #""meshes": [{"primitives": [{"attributes": {"POSITION": 0, "_A": 2}, "indices": 1, "extensions":"#
                + #" {"KHR_draco_mesh_compression": {"bufferView": \#(view), "attributes": \#(ids)}}}]}], "#
                + #""accessors": [{"componentType": 5126, "count": \#(count), "type": "VEC3"}, "#
                + #"{"componentType": 5121, "count": \#(corners), "type": "SCALAR"}, "#
                + #"{"bufferView": 1, "componentType": 5126, "count": 3, "type": "SCALAR"}], "#
                + #""bufferViews": [{"buffer": 0, "byteLength": \#(stream.count)}, "#
                + #"{"buffer": 0, "byteOffset": \#(start), "byteLength": 12}], "nodes": [{"mesh": 0}]"#,
            bytes: bytes)
    }

    private let place = "/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression"

    @Test func aDracoPrimitiveHasTheStreamsPointsAndFaces() throws {
        let scene = try draco().read().scene
        let set = try #require(scene.vertexSets.first)
        #expect(set.count == 3)
        #expect(set.attribute(.position)?.values.doubles() == [0, 0, 0, 1, 0, 0, 0, 2, 0])
        // What is not in the stream comes from its own accessor.
        #expect(set.attributes.map { $0.values.doubles() }.contains([5, 6, 7]))
        #expect(scene.meshes[0].primitives[0].vertices?.integers() == [0, 1, 2])
        #expect(scene.meshes[0].primitives[0].elementCount == 1)
    }

    @Test func aDracoStreamThatIsNotAsDeclaredIsRefusedWithItsPlace() {
        let missing = failure(draco(ids: #"{"POSITION": 8}"#))
        #expect(missing?.location == .jsonPointer("\(place)/attributes/POSITION"))
        #expect(failure(draco(view: 9))?.location == .jsonPointer("\(place)/bufferView"))
        let cut = failure(draco(Array(Self.stream.dropLast(4))))
        #expect(cut?.code == .truncated && cut?.location == .jsonPointer(place))
        // More faces and points than the accessors have.
        let many = failure(draco(corners: 0))
        #expect(many?.code == .limitExceeded && many?.location == .jsonPointer(place))
        var other = Self.stream
        other[5] = 9
        #expect(failure(draco(other))?.code == .unsupported)
        other = Self.stream
        other[0] = 0
        #expect(failure(draco(other))?.code == .invalidValue)
    }

    // MARK: meshoptimizer

    /// One element of twelve bytes, version 0, as its encoder writes it.
    private static let element: [UInt8] =
        [0xA0] + [UInt8](repeating: 0, count: 31)
        + [0x00, 0xBE, 0xBD, 0x36, 0x00, 0x10, 0x12, 0x26, 0xAB, 0xFD, 0xC0, 0xEE, 0x4E]

    private func meshopt(
        _ change: String = #""mode": "ATTRIBUTES", "count": 1, "byteStride": 12"#, length: Int = 12
    ) -> GLTFSample {
        GLTFSample(
            members: #""extensionsUsed": ["EXT_meshopt_compression"], "bufferViews": [{"buffer": 0,"#
                + #" "byteLength": \#(length), "byteStride": 12, "extensions": {"EXT_meshopt_compression": {"buffer": 0,"#
                + #" "byteLength": \#(Self.element.count), \#(change)}}}], "#
                + #""accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3"}], "#
                + #""meshes": [{"primitives": [{"mode": 0, "attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}]"#,
            bytes: Self.element)
    }

    @Test func aMeshoptViewHasTheDecodedBytes() throws {
        let set = try #require(meshopt().read().scene.vertexSets.first)
        let words: [UInt32] = [0x0036_BDBE, 0xAB26_1210, 0x4EEE_C0FD]
        #expect(set.attribute(.position)?.values.doubles() == words.map { Double(Float(bitPattern: $0)) })
    }

    @Test(arguments: [
        (#""mode": "NONE", "count": 1, "byteStride": 12"#, "/mode"),
        (#""mode": "ATTRIBUTES", "filter": "BLUR", "count": 1, "byteStride": 12"#, "/filter"),
        (#""mode": "ATTRIBUTES", "count": -1, "byteStride": 12"#, "/count"),
        (#""mode": "ATTRIBUTES", "count": 1, "byteStride": 0"#, "/byteStride"),
        (#""mode": "ATTRIBUTES", "count": 1, "byteStride": 10"#, ""),
        (#""mode": "TRIANGLES", "count": 3, "byteStride": 2"#, ""),
        (#""mode": "ATTRIBUTES", "count": 70000000000000000, "byteStride": 12"#, ""),
    ])
    func aMeshoptViewThatSaysSomethingElseIsRefusedWithItsPlace(members: String, member: String) {
        let error = failure(meshopt(members))
        #expect(error?.location == .jsonPointer("/bufferViews/0/extensions/EXT_meshopt_compression\(member)"))
        #expect(error?.message.hasPrefix("expected") == true)
    }
}

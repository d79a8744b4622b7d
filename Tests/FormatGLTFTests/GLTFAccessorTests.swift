import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

struct GLTFAccessorTests {
    /// The positions of a primitive with this accessor and these views.
    private func positions(_ accessor: String, views: String, _ bytes: [UInt8]) throws -> [Double] {
        let sample = GLTFSample(
            members: """
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
                "accessors": [\(accessor)], "bufferViews": [\(views)]
                """, bytes: bytes)
        let scene = try sample.read().scene
        let values = try #require(scene.vertexSets.first?.attribute(.position)).values
        return values.doubles()
    }

    @Test func rowsAtADistanceAreSeenWhereTheyAre() throws {
        let bytes = GLTFSample.floats([1, 2, 3, 99, 4, 5, 6])
        let found = try positions(
            #"{"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3"}"#,
            views: #"{"buffer": 0, "byteLength": 28, "byteStride": 16}"#, bytes)
        #expect(found == [1, 2, 3, 4, 5, 6])
    }

    @Test(arguments: [(1, 0, 12), (0, 2, 12), (0, 0, 13)])
    func numbersAtOddBytesAreReadAndReported(view: Int, accessor: Int, stride: Int) throws {
        let first = GLTFSample.floats([1, 2, 3])
        let gap = [UInt8](repeating: 7, count: stride - 12)
        let bytes = [UInt8](repeating: 9, count: view + accessor) + first + gap + GLTFSample.floats([4, 5, 6])
        let sample = GLTFSample(
            members: """
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
                "accessors": [{"bufferView": 0, "byteOffset": \(accessor), "componentType": 5126, "count": 2,
                               "type": "VEC3"}],
                "bufferViews": [{"buffer": 0, "byteOffset": \(view), "byteLength": \(bytes.count - view),
                                 "byteStride": \(stride)}]
                """, bytes: bytes)
        let document = try sample.read()
        #expect(document.scene.vertexSets.first?.attribute(.position)?.values.doubles() == [1, 2, 3, 4, 5, 6])
        #expect(document.diagnostics.contains { $0.code == "gltf.accessor-offset-alignment" })
    }

    @Test func theLastElementNeedNotFillItsStride() {
        #expect(throws: Never.self) {
            try positions(
                #"{"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3"}"#,
                views: #"{"buffer": 0, "byteLength": 28, "byteStride": 16}"#, GLTFSample.floats([1, 2, 3, 4, 5, 6, 7]))
        }
    }

    @Test func anElementBehindTheViewIsRefusedWithItsPlace() throws {
        do {
            _ = try positions(
                #"{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}"#,
                views: #"{"buffer": 0, "byteLength": 28}"#, GLTFSample.floats([1, 2, 3, 4, 5, 6, 7, 8, 9]))
            Issue.record("it was read")
        } catch let error as ReadError {
            #expect(error.code == .truncated)
            #expect(error.location == .jsonPointer("/accessors/0"))
            #expect(error.message.contains("found a view of 28 bytes"))
        }
    }

    @Test func withoutAViewAllValuesAreZeroButThoseThatAreReplaced() throws {
        let bytes = GLTFSample.littleEndian(UInt16(1)) + [0, 0] + GLTFSample.floats([7, 8, 9])
        let found = try positions(
            """
            {"componentType": 5126, "count": 3, "type": "VEC3", "sparse": {"count": 1,
             "indices": {"bufferView": 0, "componentType": 5123}, "values": {"bufferView": 1}}}
            """,
            views: #"{"buffer": 0, "byteLength": 2}, {"buffer": 0, "byteOffset": 4, "byteLength": 12}"#, bytes)
        #expect(found == [0, 0, 0, 7, 8, 9, 0, 0, 0])
    }

    @Test func replacedRowsMustRise() {
        let bytes =
            GLTFSample.littleEndian(UInt16(1)) + GLTFSample.littleEndian(UInt16(1))
            + GLTFSample.floats([7, 8, 9, 7, 8, 9])
        #expect(throws: ReadError.self) {
            try positions(
                """
                {"componentType": 5126, "count": 3, "type": "VEC3", "sparse": {"count": 2,
                 "indices": {"bufferView": 0, "componentType": 5123}, "values": {"bufferView": 1}}}
                """,
                views: #"{"buffer": 0, "byteLength": 4}, {"buffer": 0, "byteOffset": 4, "byteLength": 24}"#, bytes)
        }
    }

    @Test func aCountThatNoBytesStandForIsLimited() {
        #expect(throws: ReadError.self) {
            try positions(
                #"{"componentType": 5126, "count": 9007199254740992, "type": "VEC3"}"#,
                views: #"{"buffer": 0, "byteLength": 4}"#, [0, 0, 0, 0])
        }
    }

    @Test func fractionsOfIntegersBecomeTheirFloats() throws {
        let sample = GLTFSample(
            members: """
                "extensionsUsed": ["KHR_mesh_quantization"], "extensionsRequired": ["KHR_mesh_quantization"],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
                "accessors": [{"bufferView": 0, "componentType": 5120, "normalized": true, "count": 1, "type": "VEC3"}],
                "bufferViews": [{"buffer": 0, "byteLength": 3, "byteStride": 4}]
                """, bytes: [0x80, 0x81, 0x7F])
        let position = try #require(try sample.read().scene.vertexSets[0].attribute(.position))
        #expect(position.values.doubles() == [-1, -1, 1])
        #expect(position.values.type == .float32)
        #expect(!position.normalized)
    }

    @Test func columnsOfMatricesBeginAtFourBytes() throws {
        let sample = GLTFSample(
            members: """
                "meshes": [{"primitives": [{"attributes": {"POSITION": 1, "_M": 0}, "mode": 0}]}],
                "accessors": [{"bufferView": 0, "componentType": 5121, "count": 1, "type": "MAT3"},
                              {"componentType": 5126, "count": 1, "type": "VEC3"}],
                "bufferViews": [{"buffer": 0, "byteLength": 12}]
                """, bytes: [1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0])
        let matrix = try #require(try sample.read().scene.vertexSets[0].attribute(AttributeSemantic(name: "_M")))
        #expect(matrix.values.integers() == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(matrix.values.components == 9)
    }

    @Test func anIndexPastTheVerticesIsNamed() throws {
        var sample = GLTFSample.triangle
        sample.members = sample.members.replacing(
            #"{"POSITION": 0}"#, with: #"{"POSITION": 0}, "indices": 1"#
        ).replacing(
            #""max": [1, 2, 0]}"#,
            with: #""max": [1, 2, 0]}, {"bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR"}"#
        ).replacing(
            #""byteLength": 36}"#, with: #""byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 3}"#)
        sample.bytes += [0, 1, 255]
        do {
            _ = try sample.read()
            Issue.record("it was read")
        } catch {
            #expect(error.code == .invalidIndex)
            #expect(error.message == "expected vertices below 3, found 255 at index 2")
        }
    }

    /// Whole texture coordinates (KHR_mesh_quantization) are numbers, which other formats count from the bottom.
    @Test(arguments: [5120, 5121, 5122, 5123]) func wholeTextureCoordinatesAreNumbers(_ component: Int) throws {
        let isWide = component > 5121
        let rows: [UInt8] = [(0, 3), (3, 3), (0, 0)].flatMap { isWide ? [$0.0, 0, $0.1, 0] : [$0.0, $0.1, 0, 0] }
        let sample = GLTFSample(
            members: """
                "extensionsUsed": ["KHR_mesh_quantization"], "extensionsRequired": ["KHR_mesh_quantization"],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}}]}],
                "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                               "min": [0, 0, 0], "max": [1, 2, 0]},
                              {"bufferView": 1, "componentType": \(component), "count": 3, "type": "VEC2"}],
                "bufferViews": [{"buffer": 0, "byteLength": 36},
                                {"buffer": 0, "byteOffset": 36, "byteLength": 12, "byteStride": 4}],
                "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0
                """, bytes: GLTFSample.triangle.bytes + rows)
        let document = try sample.read()
        let values = try #require(document.scene.vertexSets[0].attribute(.texCoord(0))?.values)
        #expect(values.type == .float32 && values.doubles() == [0, 3, 3, 3, 0, 0])
        #expect(document.residue.contains { $0.path == "numbers stored as integers" })
    }
}

import CMeshConv
import Foundation
import MeshBytes
import MeshConvert
import MeshConvertC
import MeshFormats
import Testing

/// Scenes as C sees them.
@Suite struct LentSceneTests {
    private static let obj = Array(
        """
        v 0 0 0
        v 2 0 0
        v 2 1 0
        v 0 1 0
        v 1 3 0
        vt 0 0
        vt 1 0
        vt 1 1
        f 1/1 2/2 3/3 4/1
        f 4 3 5

        """.utf8)

    @Test func polygonsHaveOffsetsTrianglesAndRowsOfPools() throws {
        unsafe LibraryCall.withScene(Self.obj, named: "a.obj") { scene in
            var primitive = meshconv_primitive()
            #expect(unsafe meshconv_primitive_get(scene, 0, &primitive, nil) == MESHCONV_DONE)
            #expect(primitive.element_count == 2 && primitive.corner_count == 7 && primitive.corners_per_element == 0)
            func values(_ column: Int32) -> meshconv_column {
                var values = unsafe meshconv_column()
                #expect(unsafe meshconv_primitive_values(scene, 0, column, &values, nil) == MESHCONV_DONE)
                return unsafe values
            }
            #expect(unsafe LibraryCall.numbers(values(0), as: UInt32.self) == [0, 1, 2, 3, 3, 2, 4])
            #expect(unsafe LibraryCall.numbers(values(1), as: UInt64.self) == [0, 4, 7])
            #expect(unsafe LibraryCall.numbers(values(2), as: Int32.self) == [-1, -1])
            #expect(unsafe values(3).count == 3 && values(3).components == 3)
            #expect(unsafe LibraryCall.numbers(values(3), as: UInt32.self).suffix(3) == [3, 2, 4])
            #expect(unsafe LibraryCall.numbers(values(4), as: UInt32.self) == [0, 0, 1])
            var (pool, rows) = unsafe (9, meshconv_column())
            #expect(unsafe meshconv_corner_attribute(scene, 0, 0, &pool, &rows, nil) == MESHCONV_DONE)
            #expect(unsafe pool == 0 && LibraryCall.numbers(rows, as: Int32.self) == [0, 1, 2, 0, -1, -1, -1])
        }
    }

    @Test func columnsOfOneFileArePackedAndStayWhenTheSceneChanges() throws {
        let header =
            "ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty float x\nproperty uchar a\n"
            + "property float y\nproperty float z\nend_header\n"
        var bytes = Array(header.utf8)
        for row in 0..<2 {
            for (index, value) in [Float(row), 0, 5, 7].enumerated() {
                index == 1
                    ? bytes.append(9) : unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
            }
        }
        unsafe LibraryCall.withScene(bytes, named: "a.ply") { scene in
            var position = unsafe meshconv_column()
            #expect(unsafe meshconv_attribute_values(scene, 0, 0, 0, &position, nil) == MESHCONV_DONE)
            #expect(unsafe position.stride == 12 && Int(bitPattern: position.data) % 16 == 0)
            #expect(unsafe meshconv_scene_add_metadata(scene, "comment", "changed", nil) == MESHCONV_DONE)
            #expect(unsafe meshconv_scene_add_mesh(scene, nil, nil, nil) == MESHCONV_DONE)
            #expect(unsafe LibraryCall.numbers(position, as: Float.self) == [0, 5, 7, 1, 5, 7])
            var again = unsafe meshconv_column()
            #expect(unsafe meshconv_attribute_values(scene, 0, 0, 0, &again, nil) == MESHCONV_DONE)
            #expect(unsafe again.data == position.data)
        }
    }

    @Test func aViewIsTheRowsAsTheyLie() throws {
        let header =
            "ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
            + "property float z\nproperty uchar a\nend_header\n"
        var bytes = Array(header.utf8)
        for row in 0..<2 {
            for value in [Float(row), 5, 7] {
                unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) }
            }
            bytes.append(UInt8(9 + row))
        }
        unsafe LibraryCall.withScene(bytes, named: "a.ply") { scene in
            var (position, value) = unsafe (meshconv_column(), meshconv_column())
            #expect(unsafe meshconv_attribute_view(scene, 0, 0, 0, &position, nil) == MESHCONV_DONE)
            #expect(unsafe meshconv_attribute_view(scene, 0, 0, 1, &value, nil) == MESHCONV_DONE)
            #expect(
                unsafe position.stride == 13 && value.stride == 13 && position.count == 2 && position.components == 3)
            let start = unsafe Int(bitPattern: position.data)
            #expect(unsafe Int(bitPattern: value.data) - start == 12)
            #expect(unsafe value.data?.load(fromByteOffset: 13, as: UInt8.self) == 10)
            #expect(unsafe meshconv_attribute_view(scene, 0, 0, 2, &value, nil) == MESHCONV_USAGE)
        }
    }

    @Test func aFileThatEndsEarlyIsAnErrorWithItsPlace() {
        let bytes = Array(
            "ply\nformat binary_little_endian 1.0\nelement vertex 9\nproperty float x\nend_header\n1234".utf8)
        let result = unsafe LibraryCall.run { error in
            var scene: OpaquePointer?
            return unsafe bytes.withUnsafeBytes {
                unsafe meshconv_read_bytes($0.baseAddress, $0.count, "a.ply", nil, &scene, error)
            }
        }
        #expect(result.status == MESHCONV_BROKEN_INPUT && result.code == "input.truncated" && result.place != nil)
    }

    @Test func documentsAreThoseOfTheLibrary() throws {
        var report: OpaquePointer?
        #expect(unsafe meshconv_formats(&report, nil) == MESHCONV_DONE)
        defer { unsafe meshconv_report_free(report) }
        #expect(
            unsafe String(cString: try #require(meshconv_report_json(report)))
                == FormatTable(Pipeline()).json.text(.pretty))
        unsafe LibraryCall.withScene(Self.obj, named: "a.obj") { scene in
            var info: OpaquePointer?
            #expect(unsafe meshconv_scene_info(scene, nil, &info, nil) == MESHCONV_DONE)
            let document = try? Pipeline().document(of: .bytes(Self.obj, named: "a.obj"))
            let expected = document.map { Info($0, path: "a.obj").json.text(.pretty) }
            #expect(unsafe meshconv_report_json(info).map { unsafe String(cString: $0) } == expected)
            unsafe meshconv_report_free(info)
        }
    }

    @Test func aRefusedConversionHasAReportAndAnError() {
        let options = unsafe meshconv_options_new()
        defer { unsafe meshconv_options_free(options) }
        #expect(unsafe meshconv_options_set(options, "strict", "lossless", nil) == MESHCONV_DONE)
        var report: OpaquePointer?
        let result = unsafe LibraryCall.run { error in
            unsafe Self.obj.withUnsafeBytes {
                unsafe meshconv_convert_bytes($0.baseAddress, $0.count, "a.obj", "a.stl", options, &report, error)
            }
        }
        #expect(result.status == MESHCONV_REFUSED && result.code == "refused")
        #expect(unsafe meshconv_report_loss_count(report) > 0)
        #expect(unsafe String(cString: meshconv_report_json(report)).contains("\"status\": \"refused\""))
        unsafe meshconv_report_free(report)
    }

    @Test(arguments: [[0, 2, 2, 5], [0, 2, 2, 4], [0, 3, 2, 5], [1, 2, 2, 5], [0, 5]] as [[Int32]])
    func raggedRowsAreTakenWhereTheirStartsAscendToTheEnd(_ starts: [Int32]) {
        let scene = unsafe meshconv_scene_new()
        defer { unsafe meshconv_scene_free(scene) }
        #expect(unsafe meshconv_scene_add_vertex_set(scene, 3, nil, nil) == MESHCONV_DONE)
        let numbers: [Float] = [1, 2, 3, 4, 5]
        let result = unsafe LibraryCall.run { error in
            unsafe numbers.withUnsafeBytes { numbers in
                unsafe starts.withUnsafeBytes { starts in
                    unsafe "near".withCString { name in
                        var attribute = unsafe meshconv_attribute()
                        unsafe attribute.name = name
                        unsafe attribute.values = meshconv_column(
                            data: numbers.baseAddress, count: 5, stride: 0, components: 1, type: Int32(MESHCONV_FLOAT32)
                        )
                        var offsets = unsafe meshconv_column(
                            data: starts.baseAddress, count: starts.count / 4, stride: 0, components: 1,
                            type: Int32(MESHCONV_INT32))
                        return unsafe meshconv_scene_add_ragged_attribute(scene, 0, 0, &attribute, &offsets, nil, error)
                    }
                }
            }
        }
        guard starts == [0, 2, 2, 5] else {
            #expect(result.status == MESHCONV_USAGE && result.message?.contains("expected") == true)
            return
        }
        #expect(result.status == MESHCONV_DONE)
        var (values, offsets) = unsafe (meshconv_column(), meshconv_column())
        #expect(unsafe meshconv_attribute_values(scene, 0, 0, 0, &values, nil) == MESHCONV_DONE)
        #expect(unsafe meshconv_attribute_offsets(scene, 0, 0, 0, &offsets, nil) == MESHCONV_DONE)
        #expect(unsafe LibraryCall.numbers(values, as: Float.self) == numbers)
        #expect(unsafe LibraryCall.numbers(offsets, as: UInt64.self) == [0, 2, 2, 5])
    }

    @Test func anIndexThatIsTooLargeIsRefusedWhenThePrimitiveIsAdded() {
        let scene = unsafe meshconv_scene_new()
        defer { unsafe meshconv_scene_free(scene) }
        #expect(unsafe meshconv_scene_add_vertex_set(scene, 3, nil, nil) == MESHCONV_DONE)
        #expect(unsafe meshconv_scene_add_mesh(scene, nil, nil, nil) == MESHCONV_DONE)
        var primitive = meshconv_primitive()
        (primitive.topology, primitive.element_count, primitive.corners_per_element) = (2, 1, 3)
        primitive.material = -1
        let indices: [UInt32] = [0, 1, 3]
        let result = unsafe LibraryCall.run { error in
            unsafe indices.withUnsafeBytes {
                var column = unsafe meshconv_column(
                    data: $0.baseAddress, count: 3, stride: 0, components: 1, type: Int32(MESHCONV_UINT32))
                return unsafe meshconv_scene_add_primitive(scene, &primitive, &column, nil, nil, error)
            }
        }
        #expect(result.status == MESHCONV_USAGE)
        #expect(result.message?.contains("expected vertex indices from 0 to 2, found 3") == true)
    }
}

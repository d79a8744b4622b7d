import CMeshConv
import Foundation
import MeshBytes
import MeshConvertC
import Testing

/// Paths as C has them: bytes, both ways.
@Suite struct PathTests {
    /// A folder that is removed afterwards.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("meshconv-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func bytes(_ pointer: UnsafePointer<CChar>?) -> [UInt8] {
        guard let pointer = unsafe pointer else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
    }

    private static let triangle = Array("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".utf8)

    @Test func aPathThatIsNoUTF8IsReadWrittenAndGivenBackByItsBytes() throws {
        try inFolder { folder in
            let name = Array((folder + "/a").utf8) + [0xFF]
            let source = name + Array(".obj".utf8)
            let target = name + Array(".stl".utf8)
            let missing = name + Array(".ply".utf8)
            unsafe withPath(source) { path in
                guard let file = unsafe fopen(path, "w") else { return }
                #expect(unsafe fwrite(Self.triangle, 1, Self.triangle.count, file) == Self.triangle.count)
                #expect(unsafe fclose(file) == 0)
            }
            var report: OpaquePointer?
            let status = unsafe withPath(source) { source in
                unsafe withPath(target) { target in unsafe meshconv_convert(source, target, nil, &report, nil) }
            }
            #expect(status == MESHCONV_DONE)
            var file = unsafe meshconv_file()
            #expect(unsafe meshconv_report_file(report, 0, &file, nil) == MESHCONV_DONE)
            #expect(unsafe bytes(file.path) == target)
            unsafe meshconv_report_free(report)
            #expect(unsafe withPath(target) { unsafe meshconv_info($0, nil, nil, nil) } == MESHCONV_DONE)
            #expect(unsafe withPath(target) { unsafe meshconv_plan($0, "a.ply", nil, nil, nil) } == MESHCONV_DONE)
            var scene: OpaquePointer?
            var error: OpaquePointer?
            _ = unsafe withPath(missing) { unsafe meshconv_read($0, nil, &scene, &error) }
            #expect(unsafe bytes(meshconv_error_path(error)) == missing)
            unsafe meshconv_error_free(error)
        }
    }

    private func withPath<R>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) throws -> R) rethrows -> R {
        try unsafe (bytes + [0]).withUnsafeBufferPointer { buffer in
            try unsafe buffer.withMemoryRebound(to: CChar.self) { try unsafe body($0.baseAddress.unsafelyUnwrapped) }
        }
    }

    /// Canonically equal texts with other bytes are other names.
    @Test func namesThatAreOnlyEqualToPeopleKeepTheirBytes() throws {
        let both = """
            {"asset": {"version": "2.0"}, "nodes": [{"name": "e\u{301}"}, {"name": "\u{E9}"}], "scenes": [{"nodes": [0, 1]}]}
            """
        unsafe LibraryCall.withScene(Array(both.utf8), named: "a.gltf") { scene in
            let names = (0..<2).map { index in
                var node = unsafe meshconv_node()
                #expect(unsafe meshconv_node_get(scene, index, &node, nil) == MESHCONV_DONE)
                return unsafe bytes(node.name)
            }
            #expect(names == [Array("e\u{301}".utf8), Array("\u{E9}".utf8)])
        }
    }
}

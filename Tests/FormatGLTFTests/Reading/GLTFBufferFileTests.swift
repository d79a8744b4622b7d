import Foundation
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// Buffers in files of their own.
@Suite struct GLTFBufferFileTests {
    /// A triangle whose positions are in the first of these buffers.
    private func read(_ buffers: String, _ options: ReadOptions) throws -> Document {
        let text = #"{"asset": {"version": "2.0"}, "buffers": [\#(buffers)], \#(GLTFSample.triangle.members)}"#
        return try GLTFFormat().read(.bytes(Array(text.utf8), name: "/nowhere/a.gltf"), options: options)
    }

    private func options(_ files: [String: SideFile]) -> ReadOptions {
        var options = ReadOptions()
        options.sideFiles = files
        return options
    }

    private let bytes = SideFile.bytes(GLTFSample.triangle.bytes)

    @Test func theLimitOfFilesCountsEachBuffer() throws {
        let two = #"{"uri": "a.bin", "byteLength": 36}, {"uri": "b.bin", "byteLength": 36}"#
        var options = options(["a.bin": bytes, "b.bin": bytes])
        options.limits.sideFileCount = 2
        #expect(try read(two, options).scene.vertexSets[0].count == 3)
        options.limits.sideFileCount = 1
        let error = #expect(throws: ReadError.self) { try read(two, options) }
        #expect(error?.code == .limitExceeded && error?.location == .jsonPointer("/buffers/1/uri"))
    }

    @Test func aFileIsAsLargeAsAnyInputMayBe() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("gltf-\(UUID().uuidString).bin").path
        try Data(GLTFSample.triangle.bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let one = #"{"uri": "a.bin", "byteLength": 36}"#
        var options = options(["a.bin": .path(path)])
        options.limits.fileByteCount = 36
        #expect(try read(one, options).scene.vertexSets[0].attribute(.position)?.values.doubles().last == 0)
        options.limits.fileByteCount = 35
        let error = #expect(throws: ReadError.self) { try read(one, options) }
        #expect(error?.code == .limitExceeded && error?.location == .jsonPointer("/buffers/0/uri"))
        #expect(error?.message.hasPrefix("\(path): expected at most 35 bytes, found more") == true)
    }

    @Test func aGivenFileThatIsNotThereIsTold() throws {
        let path = "/nowhere/\(UUID().uuidString).bin"
        let error = #expect(throws: ReadError.self) {
            try read(#"{"uri": "a.bin", "byteLength": 36}"#, options(["a.bin": .path(path)]))
        }
        #expect(error?.location == .jsonPointer("/buffers/0/uri"))
        #expect(error?.message.hasPrefix("\(path): ") == true)
    }

    /// Such a buffer is only for programs that can't decompress another one, so that nothing misses its bytes.
    @Test(arguments: ["EXT_meshopt_compression", "KHR_meshopt_compression"])
    func aFallbackNeedsNoBytes(name: String) throws {
        let fallback = #"{"byteLength": 36, "extensions": {"\#(name)": {"fallback": true}}}"#
        let document = try read(#"{"uri": "a.bin", "byteLength": 36}, \#(fallback)"#, options(["a.bin": bytes]))
        #expect(document.scene.vertexSets[0].count == 3)
        #expect(!document.diagnostics.contains { $0.code == "gltf.buffer-missing" })
    }
}

import Foundation
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// Lengths in a GLB are 32-bit numbers: anything larger is refused before a byte is written.
@Suite struct GLBSizeTests {
    /// Header, the tree's chunk of four bytes, and the header of the binary chunk.
    private let around = 12 + 8 + 4 + 8

    /// The error for a binary chunk of this size; nil: it is written (here without the bytes).
    private func refusal(_ byteCount: Int, others: [GLBContainer.Chunk] = []) -> (
        code: WriteError.Code, message: String
    )? {
        let output = Output(memoryNamed: "room.glb")
        var isAsked = false
        do throws(WriteError) {
            try GLBWriter.write(
                tree: Array("{}".utf8), binaryByteCount: byteCount, others: others, path: output.name,
                to: try output.main()
            ) { _ in isAsked = true }
        } catch {
            #expect(!isAsked && output.mainBytes().isEmpty)
            return (error.code, error.message)
        }
        #expect(isAsked)
        return nil
    }

    @Test func theLargestFileIsWritten() {
        #expect(refusal((1 << 32) - 4 - around) == nil)
    }

    @Test(arguments: [0, 1, 4, 1 << 20, 1 << 40]) func whatIsLargerIsRefusedWithTheWayOut(_ more: Int) throws {
        let count = (1 << 32) - around + more
        let found = try #require(refusal(count))
        #expect(found.code == .unrepresentable)
        #expect(
            found.message
                == "a GLB can hold at most 4294967295 bytes; this one needs \(GLBWriter.padded(count) + around): "
                + "variant gltf writes a .gltf with a .bin next to it")
    }

    @Test func bytesThatFillUpCount() {
        // 4294967293 bytes of a chunk are four more than the last multiple of 4 that fits.
        #expect(refusal((1 << 32) - 4 - around + 1) != nil)
    }

    @Test func buffersWithoutRoomAreRefusedInPlans() throws {
        try GLBWriter.checkSize((1 << 32) - 8192)
        for count in [(1 << 32) - 4096, 1 << 32, 1 << 40] {
            do throws(WriteError) {
                try GLBWriter.checkSize(count)
                Issue.record("nothing was refused")
            } catch {
                #expect(error.code == .unrepresentable && error.message.hasSuffix("a .bin next to it"))
            }
        }
    }

    @Test func aPlanThatIsTooLargeIsRefusedBeforeItIsWritten() throws {
        // An image as a sparse file: it has a size and takes no space.
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("meshconv-\(UUID().uuidString).png")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 1 << 32)
        try file.close()
        var scene = MeshScene()
        scene.images = [SceneImage(uri: "large.png", path: path)]
        do throws(WriteError) {
            _ = try GLTFFormat().plan(Content(scene), variant: "glb", options: WriteOptions())
            Issue.record("nothing was refused")
        } catch {
            #expect(error.code == .unrepresentable)
            #expect(error.message.hasSuffix("variant gltf writes a .gltf with a .bin next to it"))
        }
        #expect(throws: Never.self) {
            try GLTFFormat().plan(Content(scene), variant: "gltf", options: WriteOptions())
        }
    }
}

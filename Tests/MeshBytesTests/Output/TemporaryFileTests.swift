import Testing

@testable import MeshBytes

/// A file for what does not fit into memory.
struct TemporaryFileTests {
    @Test func itHasTheBytesThatWereWrittenToIt() throws {
        let file = try TemporaryFile()
        let bytes: [UInt8] = [1, 2, 3, 4]
        try unsafe bytes.withUnsafeBytes { try unsafe file.write($0, at: 2) }
        let input = try file.input(byteCount: 6)
        #expect(try input.read(0..<6) == [0, 0, 1, 2, 3, 4])
    }

    /// People know nothing of a file without a name: what they can do something about is the folder.
    @Test func whoCanNotWriteToItIsToldTheFolder() {
        let error = SystemError(operation: SystemError.spilling, path: "/scratch", number: 28)
        #expect(error.message.hasSuffix(" in /scratch, the folder for temporary files (TMPDIR)"))
    }
}

// Bounds: the system is never asked for more than what is left of the caller's bytes.

/// A file without a name, for what does not fit into memory. It is gone with its last reference, however the process
/// ends.
package final class TemporaryFile: Sendable {
    /// The folder that it lies in, for messages.
    package let folder: String
    private let descriptor: Int32

    /// Creates an empty file in the system's temporary folder (TMPDIR).
    package init() throws(SystemError) {
        let folder = StagedFile.temporaryFolder
        self.folder = folder
        var descriptor = System.openUnnamed(folder: folder)
        for _ in 0..<100 where descriptor < 0 {
            // A file system without unnamed files: the name goes as soon as the file is open.
            let path = HiddenName.new(in: folder, for: "spilled")
            descriptor = System.openForWriting(path, create: true, exclusive: true)
            if descriptor >= 0 { _ = System.unlink(path) } else if System.lastError != System.exists { break }
        }
        guard descriptor >= 0 else { throw SystemError(operation: "make", path: folder, number: System.lastError) }
        self.descriptor = descriptor
    }

    deinit { System.close(descriptor) }

    /// Writes bytes at an offset; several threads may write to different places.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            guard let base = bytes.baseAddress else { return }
            let count = unsafe System.pwrite(
                descriptor, base + done, min(bytes.count - done, 4 << 20), offset + done)
            guard count > 0 else {
                throw SystemError(operation: "write", path: folder, number: System.lastError)
            }
            done += count
        }
    }

    /// The file as an input of its first `byteCount` bytes, which stays readable after this object is gone.
    package func input(byteCount: Int) throws(SystemError) -> Input {
        let copy = System.duplicate(descriptor)
        guard copy >= 0 else { throw SystemError(operation: "open", path: folder, number: System.lastError) }
        return .temporary(copy, name: folder, byteCount: byteCount)
    }
}

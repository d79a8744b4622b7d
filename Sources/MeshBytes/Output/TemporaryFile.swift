// Bounds: the system is never asked for more than what is left of the caller's bytes.

/// A file without a name, for what does not fit into memory. It is gone with its last reference, however the process
/// ends.
package final class TemporaryFile: Sendable {
    /// The folder that it lies in, for messages.
    package let folder: String
    private let descriptor: Int32

    /// Creates an empty file in the folder that TMPDIR names, else in the system's folder for large temporary files.
    ///
    /// - Parameter isOnDisk: whether a file system in memory is refused.
    package init(isOnDisk: Bool = false) throws(SystemError) {
        let folders = System.environment("TMPDIR").map { [$0] } ?? ["/var/tmp", "/tmp"]
        var failure: SystemError?
        for folder in folders {
            let descriptor = Self.open(in: folder)
            if descriptor < 0 {
                failure = failure ?? SystemError(operation: "make", path: folder, number: System.lastError)
            } else if isOnDisk, System.isInMemory(descriptor) {
                System.close(descriptor)
                failure = SystemError(operation: "make", path: folder, number: SystemError.inMemoryNumber)
            } else {
                self.folder = folder
                self.descriptor = descriptor
                return
            }
        }
        throw failure ?? SystemError(operation: "make", path: ".", number: System.noEntry)
    }

    /// Opens a file without a name; negative after a failure.
    private static func open(in folder: String) -> Int32 {
        var descriptor = System.openUnnamed(folder: folder)
        for _ in 0..<100 where descriptor < 0 {
            // A file system without unnamed files: the name goes as soon as the file is open.
            let path = HiddenName.new(in: folder, for: "spilled")
            descriptor = System.openForWriting(path, create: true, exclusive: true)
            if descriptor >= 0 { _ = System.unlink(path) } else if System.lastError != System.exists { break }
        }
        return descriptor
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
                throw SystemError(operation: SystemError.spilling, path: folder, number: System.lastError)
            }
            done += count
        }
    }

    /// Makes the file `byteCount` bytes long and maps it; call it once. The memory outlives this object. The disk has
    /// room for all of it, so that touching it never fails for want of room.
    func mapped(_ byteCount: Int) throws(SystemError) -> UnsafeMutableRawPointer {
        guard System.reserve(descriptor, byteCount), let base = unsafe System.map(descriptor, byteCount) else {
            throw SystemError(operation: "map", path: folder, number: System.lastError)
        }
        return unsafe base
    }

    /// The file as an input of its first `byteCount` bytes, which stays readable after this object is gone.
    package func input(byteCount: Int) throws(SystemError) -> Input {
        .temporary(try descriptorOfItsOwn(), name: folder, byteCount: byteCount)
    }

    /// Returns another descriptor of the file, which the caller closes.
    func descriptorOfItsOwn() throws(SystemError) -> Int32 {
        let copy = System.duplicate(descriptor)
        guard copy >= 0 else { throw SystemError(operation: "open", path: folder, number: System.lastError) }
        return copy
    }
}

/// The lock of a folder while files in it get their names, so that sets of two writers don't mix.
final class FolderLock {
    private let descriptor: Int32
    /// The longest wait. A run of meshconv holds the lock for a few calls only; another program may hold it for ever.
    private static let patience = 5000

    /// Waits for the lock. On a file system without locks, and after the longest wait, there is no lock and no error.
    init(_ folder: String) {
        descriptor = System.openFolder(folder)
        guard descriptor >= 0 else { return }
        for _ in 0..<Self.patience {
            if System.lock(descriptor) || System.lastError != System.wouldBlock { return }
            System.sleep(milliseconds: 2)
        }
    }

    deinit { if descriptor >= 0 { System.close(descriptor) } }

    /// Forces a folder's names to the disk.
    static func synchronise(_ folder: String) throws(SystemError) {
        let descriptor = System.openFolder(folder)
        // A folder that may be written but not read can't be synchronised; its names are there anyway.
        guard descriptor >= 0 else { return }
        defer { System.close(descriptor) }
        guard System.synchronise(descriptor) != 0 else { return }
        let number = System.lastError
        // Many file systems can't synchronise folders, and say so in several ways; these mean that the disk failed.
        if number == System.inputOutput || System.noSpace.contains(number) {
            throw SystemError(operation: SystemError.saving, path: folder, number: number)
        }
    }
}

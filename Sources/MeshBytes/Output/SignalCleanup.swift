/// Names of temporary files and folders for a signal handler to remove.
///
/// Only what has a name before it is finished needs it: folders, and files where a file system has none without a name. The
/// table is plain memory that a handler may read at any moment: a slot is the newest of some entries, each of which knows the
/// one before, or nil. Entries are never freed, so there are some only in a program that has called ``prepare()``.
public enum SignalCleanup {
    /// A name, and the one that was added before it.
    @unsafe private struct Entry {
        let path: UnsafeMutablePointer<CChar>
        let isFolder: Bool
        let next: UnsafeMutablePointer<Entry>?
    }

    private static let slotCount = 64
    private static let lock = Lock()
    nonisolated(unsafe) private static var isPrepared = false
    /// Whether a handler is at work: nothing new is begun then.
    nonisolated(unsafe) private static var isEnding = false
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?> = {
        let slots = UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>.allocate(capacity: slotCount)
        unsafe slots.initialize(repeating: nil, count: slotCount)
        return unsafe slots
    }()

    /// Makes the table exist, so that a handler never allocates; call it before installing one.
    public static func prepare() {
        _ = unsafe slots
        unsafe isPrepared = true
    }

    /// Removes all temporary files and folders that have a name now. Calls nothing but `unlink` and `rmdir`: allowed in a
    /// signal handler, whose process is to end after it.
    ///
    /// - Parameter folder: only those whose path begins so, for somebody who is no handler; nil: all.
    public static func removeTemporaryFiles(below folder: String? = nil) {
        guard unsafe isPrepared else { return }
        unsafe isEnding = true
        defer { unsafe isEnding = false }
        // Twice: what another thread was about to make while the first round was on its way is there in the second.
        for _ in 0..<2 {
            for index in 0..<slotCount {
                var entry = unsafe slots[index]
                while let own = unsafe entry {
                    if let folder, unsafe !String(cString: own.pointee.path).hasPrefix(folder) {
                        // Somebody else's.
                    } else if unsafe own.pointee.isFolder {
                        unsafe System.removeFolderBytes(own.pointee.path)
                    } else {
                        unsafe System.unlinkBytes(own.pointee.path)
                    }
                    unsafe entry = unsafe own.pointee.next
                }
            }
        }
    }

    /// Adds a name; what is in a folder is added to the folder's slot, and goes before it.
    ///
    /// - Parameters:
    ///   - path: the file's or folder's path.
    ///   - isFolder: whether it is a folder.
    ///   - slot: where names stand that go after this one; nil: a slot of its own.
    /// - Returns: the slot; nil when there is none left, or no handler will ever ask.
    static func add(_ path: String, isFolder: Bool = false, to slot: Int? = nil) -> Int? {
        lock.withLock {
            guard unsafe isPrepared, unsafe !isEnding else { return slot }
            guard let index = slot ?? (0..<slotCount).first(where: { unsafe slots[$0] == nil }) else { return nil }
            let bytes = Array(path.utf8)
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            for position in bytes.indices { unsafe copy[position] = CChar(bitPattern: bytes[position]) }
            unsafe copy[bytes.count] = 0
            let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
            unsafe entry.initialize(to: Entry(path: copy, isFolder: isFolder, next: slots[index]))
            unsafe slots[index] = unsafe entry
            return index
        }
    }

    /// Has a folder that the program has made removed by a handler, if nothing is in it then.
    public static func addNewFolder(_ path: String) { _ = add(path, isFolder: true) }

    static func remove(_ slot: Int?) {
        guard let slot else { return }
        lock.withLock { unsafe slots[slot] = nil }
    }
}

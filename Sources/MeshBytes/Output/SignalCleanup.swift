/// Names of temporary files and folders that a signal handler removes.
///
/// Only folders, and files on file systems without unnamed files, have a name before they are finished. The table is
/// plain memory that a handler may read at any moment. A slot is nil, or points to its newest entry, and each entry
/// points to the one before. Entries are never freed, so they are only added in a program that has called
/// ``prepare()``.
///
/// - Bounds: a slot's number is one that `add(_:isFolder:to:)` returned, below `slotCount`, or that of the last slot; each
///   path ends with a zero.
public enum SignalCleanup {
    /// A name, and the one that was added before it.
    @unsafe private struct Entry {
        let path: UnsafeMutablePointer<CChar>
        let isFolder: Bool
        let next: UnsafeMutablePointer<Entry>?
    }

    private static let slotCount = 64
    /// The slot behind those of transactions: folders that the program has created, any number of them. Files in them are in
    /// slots before it, so they are removed first.
    private static let newFolders = slotCount
    private static let lock = Lock()
    /// Set once, before a handler is installed.
    nonisolated(unsafe) private static var isPrepared = false
    /// Whether a handler is running; no names are added then.
    nonisolated(unsafe) private static var isEnding = false
    /// Changed under the lock, one pointer at a time, so that a handler sees a list or the one before.
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?> = {
        let slots = UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>.allocate(capacity: slotCount + 1)
        unsafe slots.initialize(repeating: nil, count: slotCount + 1)
        return unsafe slots
    }()

    /// The number of threads that are giving files their names; a handler reads it.
    nonisolated(unsafe) private static var naming = 0
    /// The signal that came meanwhile; a handler sets it.
    nonisolated(unsafe) private static var heldBack: Int32 = 0

    /// Begins to give files their names, which takes a moment and must not stop half-way.
    static func beginNaming() {
        while true {
            lock.withLock { unsafe naming += 1 }
            guard unsafe isEnding else { return }
            // A handler on another thread is removing files, and then ends the process.
            lock.withLock { unsafe naming -= 1 }
            System.sleep(milliseconds: 1)
        }
    }

    /// Ends what ``beginNaming()`` began; a signal that came meanwhile ends the process now.
    static func endNaming() {
        let signal = lock.withLock {
            unsafe naming -= 1
            guard unsafe naming == 0 else { return Int32(0) }
            defer { unsafe heldBack = 0 }
            return unsafe heldBack
        }
        if signal != 0 { System.raise(signal) }
    }

    /// Whether a handler has to return instead of ending the process; the signal is then raised again in a moment.
    package static func holdsBack(_ signal: Int32) -> Bool {
        unsafe heldBack = signal
        unsafe isEnding = true
        // Memory alone gives no order between threads: after a moment, one that has not seen these is counted, or no longer.
        System.sleep(milliseconds: 1)
        guard unsafe naming > 0 else { return false }
        unsafe isEnding = false
        return true
    }

    /// Creates the table, so that a handler never allocates; call it before installing one.
    public static func prepare() {
        lock.withLock {
            _ = unsafe slots
            unsafe isPrepared = true
        }
    }

    /// Removes all temporary files and folders that have a name now. It calls nothing but `unlink` and `rmdir`, so a
    /// signal handler may call it, if it ends the process afterwards.
    public static func removeTemporaryFiles() {
        guard unsafe isPrepared else { return }
        unsafe isEnding = true
        defer { unsafe isEnding = false }
        // Twice: the second round finds what another thread was just creating during the first.
        for _ in 0..<2 { unsafe removeNames { _ in true } }
    }

    /// Removes those whose paths begin with a text, beside other threads, as no handler could.
    package static func removeTemporaryFiles(below folder: String) {
        lock.withLock {
            guard unsafe isPrepared else { return }
            unsafe removeNames { unsafe String(fileName: $0).hasPrefix(folder) }
        }
    }

    private static func removeNames(_ isWanted: (UnsafeMutablePointer<CChar>) -> Bool) {
        for index in 0...newFolders {
            var entry = unsafe slots[index]
            while let own = unsafe entry {
                if unsafe !isWanted(own.pointee.path) {
                    // It stays.
                } else if unsafe own.pointee.isFolder {
                    unsafe System.removeFolderBytes(own.pointee.path)
                } else {
                    unsafe System.unlinkBytes(own.pointee.path)
                }
                unsafe entry = unsafe own.pointee.next
            }
        }
    }

    /// Adds a name. The contents of a folder go into the folder's slot and are removed before it.
    ///
    /// - Parameters:
    ///   - path: the file's or folder's path.
    ///   - isFolder: whether it is a folder.
    ///   - slot: the slot of the names that are removed after this one; nil for a new slot.
    /// - Returns: the slot; nil when none is left, or ``prepare()`` was not called.
    static func add(_ path: String, isFolder: Bool = false, to slot: Int? = nil) -> Int? {
        lock.withLock {
            guard unsafe isPrepared, unsafe !isEnding else { return slot }
            guard let index = slot ?? (0..<slotCount).first(where: { unsafe slots[$0] == nil }) else { return nil }
            let bytes = path.fileNameBytes
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            for position in bytes.indices { unsafe copy[position] = CChar(bitPattern: bytes[position]) }
            unsafe copy[bytes.count] = 0
            let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
            unsafe entry.initialize(to: Entry(path: copy, isFolder: isFolder, next: slots[index]))
            unsafe slots[index] = unsafe entry
            return index
        }
    }

    /// Adds a folder that the program has created; a handler removes it if it is empty then.
    public static func addNewFolder(_ path: String) { _ = add(path, isFolder: true, to: newFolders) }

    static func remove(_ slot: Int?) {
        guard let slot else { return }
        lock.withLock { unsafe slots[slot] = nil }
    }
}

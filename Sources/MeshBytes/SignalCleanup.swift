/// Names of temporary files for a signal handler to remove.
///
/// Only file systems without unnamed files need it. The table is plain memory that a handler may read at any moment:
/// a slot is a pointer to a name that is never freed, or nil.
public enum SignalCleanup {
    private static let slotCount = 64
    private static let lock = Lock()
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
        let slots = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: slotCount)
        unsafe slots.initialize(repeating: nil, count: slotCount)
        return unsafe slots
    }()

    /// Makes the table exist, so that a handler never allocates; call it before installing one.
    public static func prepare() { _ = unsafe slots }

    /// Removes all temporary files that have a name now. Calls nothing but `unlink`: allowed in a signal handler.
    public static func removeTemporaryFiles() {
        for index in 0..<slotCount {
            if let path = unsafe slots[index] { unsafe System.unlinkBytes(path) }
        }
    }

    static func add(_ path: String) -> Int? {
        lock.withLock {
            for index in 0..<slotCount where unsafe slots[index] == nil {
                let bytes = Array(path.utf8)
                let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
                for position in bytes.indices { unsafe copy[position] = CChar(bitPattern: bytes[position]) }
                unsafe copy[bytes.count] = 0
                unsafe slots[index] = unsafe copy
                return index
            }
            return nil
        }
    }

    static func remove(_ slot: Int?) {
        guard let slot else { return }
        lock.withLock { unsafe slots[slot] = nil }
    }
}

// Bounds: a mapped block is in the table from when it is mapped until it is unmapped, with the size it was mapped with.

/// Memory on the disk: beyond a limit, large blocks lie in files without a name that the system maps.
///
/// A conversion can then need more than the memory it may take. The system keeps what it has room for in its cache of
/// files and writes the rest to the disk, so memory that is touched in order costs little, and so does memory that is
/// touched in any order as long as the machine has room. Room for a block is taken on the disk beforehand: touching it
/// can't fail for want of room. Without room, or where the folder for temporary files is itself in memory, the block stays
/// in memory.
package enum Spilling {
    /// Minimum size of a block that counts: smaller ones are the allocator's.
    static let leastByteCount = 4 << 20
    private static let state = State()

    /// From now on, no more than `byteCount` bytes of large blocks are in memory; others of the process lie on the disk.
    package static func begin(beyond byteCount: Int) { state.lock.withLock { state.limit = byteCount } }

    /// Whether blocks may lie on the disk.
    package static var isOn: Bool { state.lock.withLock { state.limit != nil } }

    /// Whether some lie there now.
    package static var isInUse: Bool { state.lock.withLock { !state.mapped.isEmpty } }

    /// Why a block stayed in memory although it was beyond the limit; nil: none did.
    package static var failure: SystemError? { state.lock.withLock { state.failure } }

    /// Takes the pages of all blocks on the disk out of this process. They stay in the system's cache, if it has room, and come
    /// back when they are touched.
    package static func letGo() {
        state.lock.withLock {
            for (address, byteCount) in state.mapped {
                if let base = unsafe UnsafeMutableRawPointer(bitPattern: address) {
                    unsafe System.letGo(base, byteCount)
                }
            }
        }
    }

    /// Counts a large block; returns its memory if it lies on the disk, nil if it belongs into memory.
    static func add(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        let isBeyond = state.lock.withLock {
            guard let limit = state.limit, byteCount > limit - state.inMemory else {
                state.inMemory += byteCount
                return false
            }
            return true
        }
        guard isBeyond else { return nil }
        do throws(SystemError) {
            let base = unsafe try TemporaryFile(isOnDisk: true).mapped(byteCount)
            state.lock.withLock { state.mapped[UInt(bitPattern: base)] = byteCount }
            return unsafe base
        } catch {
            remember(error)
            state.lock.withLock { state.inMemory += byteCount }
            return nil
        }
    }

    /// Whether so many bytes more may be in memory.
    static func hasRoom(for byteCount: Int) -> Bool {
        state.lock.withLock { state.limit.map { byteCount <= $0 - state.inMemory } ?? true }
    }

    /// Returns a file on the disk; nil if there can't be one.
    static func file() -> TemporaryFile? {
        do throws(SystemError) { return try TemporaryFile(isOnDisk: true) } catch {
            remember(error)
            return nil
        }
    }

    private static func remember(_ error: SystemError) { state.lock.withLock { state.failure = error } }

    /// Forgets a large block that stayed in memory.
    static func removeFromMemory(_ byteCount: Int) { state.lock.withLock { state.inMemory -= byteCount } }

    /// Gives back the memory of a block that lies on the disk.
    static func unmap(_ base: UnsafeMutableRawPointer) {
        state.lock.withLock {
            // Within the lock, so that ``letGo()`` never sees an address that is someone else's by now.
            guard let byteCount = state.mapped.removeValue(forKey: UInt(bitPattern: base)) else { return }
            unsafe System.unmap(base, byteCount)
        }
    }

    private final class State: @unchecked Sendable {
        let lock = Lock()
        var limit: Int?
        /// The bytes of large blocks that are in memory.
        var inMemory = 0
        /// The sizes of blocks on the disk, by their addresses.
        var mapped: [UInt: Int] = [:]
        var failure: SystemError?
    }
}

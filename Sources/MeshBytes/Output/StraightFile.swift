/// The bulk of a large file, which goes from memory to the disk past the system's cache.
///
/// A file that is forced to the disk in the end gains little from the cache, whose pages have to be made, filled, looked
/// up and let go again: half of what the system charges for a binary conversion. The system takes bytes that go
/// straight in whole blocks only, from places of memory and of the file that are multiples of ``unit``: they are gathered
/// here. What is no whole block at the end goes the usual way.
final class StraightFile {
    /// What places and lengths are multiples of; a file system that wants more refuses, and the cache is used.
    static let unit = 4096
    /// So much is written at a time: few waits for the disk, and one huge page after the other.
    private static let gathered = 4 << 20

    private let descriptor: Int32
    private let block: MemoryBlock
    private var used = 0
    private var isStraight = true

    /// Begins at the end of a file, whose length is a multiple of ``unit``; nil where the system has no such way.
    init?(_ descriptor: Int32) {
        guard let block = try? MemoryBlock(byteCount: Self.gathered), System.bypassCache(descriptor, true) else {
            return nil
        }
        self.descriptor = descriptor
        self.block = block
    }

    /// Takes bytes and writes what has become a whole block; false when the system refuses.
    func write(_ raw: UnsafeRawBufferPointer) -> Bool {
        guard let base = raw.baseAddress else { return true }
        var done = 0
        while done < raw.count {
            let count = min(raw.count - done, block.byteCount - used)
            unsafe (block.base + used).copyMemory(from: base + done, byteCount: count)
            used += count
            done += count
            if used == block.byteCount, !drain() { return false }
        }
        return true
    }

    /// Writes what is left, the last part of a block through the cache, which is used from then on; false when the system
    /// refuses.
    func end() -> Bool {
        let isDone = drain()
        stop()
        return isDone
    }

    private func drain() -> Bool {
        var done = 0
        defer { used = 0 }
        while done < used {
            let whole = (used - done) & ~(Self.unit - 1)
            let isEven = done & (Self.unit - 1) == 0 && whole > 0
            if isStraight, !isEven { stop() }
            let count = unsafe System.write(descriptor, block.base + done, isStraight ? whole : used - done)
            if count > 0 {
                done += count
            } else if isStraight, count < 0, System.lastError == System.invalid {
                stop()
            } else {
                return false
            }
        }
        return true
    }

    private func stop() {
        guard isStraight else { return }
        isStraight = false
        _ = System.bypassCache(descriptor, false)
    }
}

// Bounds: a copy is cut to what is left of the caller's bytes and of the block.

/// Writes the bulk of a large file from memory to the disk, bypassing the system's cache.
///
/// A file that is forced to the disk in the end gains little from the cache, whose pages have to be allocated, filled,
/// looked up and released: half of the system time of a binary conversion. Direct writes need whole blocks, at memory
/// addresses and file offsets that are multiples of ``unit``, so bytes are gathered here. An incomplete block at the
/// end is written through the cache.
final class StraightFile {
    /// The unit of offsets and lengths; a file system that needs a larger one refuses, and the cache is used.
    static let unit = 4096
    /// The bytes written at a time: few waits for the disk, and whole huge pages.
    private static let gathered = 4 << 20

    private let descriptor: Int32
    private let block: MemoryBlock
    private var used = 0
    private var isStraight = true

    /// Starts at the end of a file whose length is a multiple of ``unit``; nil where the system can't bypass the cache.
    init?(_ descriptor: Int32) {
        guard let block = try? MemoryBlock(byteCount: Self.gathered), System.bypassCache(descriptor, true) else {
            return nil
        }
        self.descriptor = descriptor
        self.block = block
    }

    /// Gathers bytes and writes full blocks; returns false when the system refuses.
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

    /// Writes the rest, an incomplete block through the cache, which is used from then on; returns false when the
    /// system refuses.
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

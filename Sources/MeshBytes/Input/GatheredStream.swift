// Bounds: the last block has `filled` bytes; the system is never asked for more than fit behind them.

/// The bytes of a stream, gathered to its end: in memory, or on the disk if they are more than may be in memory.
///
/// Blocks come first, because the size is unknown and a growing array would trap when memory runs out.
struct GatheredStream {
    private static let blockSize = 1 << 20
    private(set) var byteCount = 0
    private var blocks: [MemoryBlock] = []
    private var filled = blockSize
    private var file: TemporaryFile?

    /// Reads what the stream has at the moment; returns the number of bytes, 0 at the end and -1 after an error.
    mutating func read(_ descriptor: Int32) throws(SystemError) -> Int {
        if filled == Self.blockSize { try makeRoom() }
        let count = unsafe System.read(descriptor, blocks[blocks.count - 1].base + filled, Self.blockSize - filled)
        filled += max(0, count)
        byteCount += max(0, count)
        return count
    }

    /// Begins a block: the one that is there, once it is on the disk.
    private mutating func makeRoom() throws(SystemError) {
        // At the end, the blocks become one.
        if file == nil, byteCount > 0, !Spilling.hasRoom(for: 2 * byteCount) { file = Spilling.file() }
        if file != nil {
            try write()
            blocks = [blocks[0]]
        } else {
            blocks.append(try MemoryBlock(byteCount: Self.blockSize))
        }
        filled = 0
    }

    /// Writes the blocks to the end of the file.
    private func write() throws(SystemError) {
        var offset = byteCount - (blocks.count - 1) * Self.blockSize - filled
        for (index, block) in blocks.enumerated() {
            let count = index == blocks.count - 1 ? filled : Self.blockSize
            unsafe try file?.write(UnsafeRawBufferPointer(rebasing: block.bytes[..<count]), at: offset)
            offset += count
        }
    }

    /// All bytes, in memory or in a file.
    enum Contents {
        case block(MemoryBlock)
        case file(TemporaryFile)
    }

    /// Returns all bytes; call it once, at the end.
    func contents() throws(SystemError) -> Contents {
        if let file {
            try write()
            return .file(file)
        }
        let whole = try MemoryBlock(byteCount: byteCount)
        for (index, block) in blocks.enumerated() {
            let start = index * Self.blockSize
            unsafe (whole.base + start).copyMemory(from: block.base, byteCount: min(Self.blockSize, byteCount - start))
        }
        return .block(whole)
    }
}

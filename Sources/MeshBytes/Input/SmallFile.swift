// Bounds: no more is read than the block has, and no more seen than was read.

/// Reads files of a few kilobytes whose reported size is zero or one page, such as those in `/proc` and `/sys`.
enum SmallFile {
    /// The first 8 kB; nil when nothing can be read.
    static func text(_ path: String) -> String? {
        let descriptor = System.openForReading(path)
        guard descriptor >= 0 else { return nil }
        defer { System.close(descriptor) }
        guard let block = try? MemoryBlock(byteCount: 8192) else { return nil }
        let count = unsafe System.read(descriptor, block.base, block.byteCount)
        guard count > 0 else { return nil }
        return unsafe String(decoding: UnsafeRawBufferPointer(start: block.base, count: count), as: UTF8.self)
    }
}

/// An owned block of raw memory that is freed with its last reference.
///
/// - Shape: ``byteCount`` bytes, aligned to 64; blocks from 4 MB are aligned to 2 MB and huge pages are asked for,
///   because first touch of small pages is the largest single cost of binary formats (2.6 against 10-15 GB/s).
/// - Contents: undefined until written.
/// - Ownership: shared by reference. Whoever writes must be alone or keep to bytes that nobody else touches.
@safe public final class MemoryBlock: @unchecked Sendable {
    /// The number of bytes that may be used.
    public let byteCount: Int
    /// The first byte.
    public let base: UnsafeMutableRawPointer

    /// Allocates a block; a refusal of the system is an error, never a trap.
    ///
    /// - Parameters:
    ///   - byteCount: the size; zero is allowed, a negative size is refused as too large.
    ///   - isSparse: whether most of it will never be touched: a huge page would be there for each byte that is.
    public init(byteCount: Int, isSparse: Bool = false) throws(SystemError) {
        // No address space has room for more than 2⁴⁷ bytes; asking anyway upsets tools that watch allocations.
        guard byteCount >= 0, byteCount < 1 << 47, let base = unsafe System.allocate(byteCount, isSparse: isSparse)
        else {
            throw SystemError(operation: "allocate", path: "\(byteCount) bytes", number: System.noMemory)
        }
        self.byteCount = byteCount
        unsafe self.base = unsafe base
    }

    /// Gives pages back to the system that were freed: what reading a large text takes beside its result stays in use
    /// otherwise (measured: 25 MB for a million vertices).
    public static func returnFreed() { System.returnFreed() }

    deinit { unsafe System.free(base, byteCount) }

    /// All bytes of the block.
    public var bytes: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: base, count: byteCount)
    }
}

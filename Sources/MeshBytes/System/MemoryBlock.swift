// Bounds: the address is valid for `byteCount` bytes as long as the object lives.

/// An owned block of raw memory that is freed with its last reference.
///
/// - Shape: ``byteCount`` bytes, aligned to 64. Blocks from 4 MB are aligned to 2 MB and request huge pages, because
///   the first touch of small pages is the largest single cost of binary formats (2.6 against 10-15 GB/s).
/// - Contents: undefined until written.
/// - Place: in memory; a block from 4 MB may lie on the disk, if the process wishes so.
/// - Ownership: shared by reference. A thread that writes must be alone, or keep to bytes that no other uses.
@safe public final class MemoryBlock: @unchecked Sendable {
    /// The number of usable bytes.
    public let byteCount: Int
    /// The first byte.
    public let base: UnsafeMutableRawPointer
    private let place: Place

    private enum Place {
        /// Small, or mostly untouched.
        case uncounted
        case memory
        case disk
    }

    /// Allocates a block; throws when the system refuses, never traps.
    ///
    /// - Parameters:
    ///   - byteCount: the size; zero is allowed, a negative size throws.
    ///   - isSparse: whether most of the block will never be touched. It then gets no huge pages, which would each be
    ///     allocated for a single touched byte.
    public init(byteCount: Int, isSparse: Bool = false) throws(SystemError) {
        // No address space holds more than 2⁴⁷ bytes, and trying anyway upsets tools that watch allocations.
        let isUsual = byteCount >= 0 && byteCount < 1 << 47
        let isCounted = isUsual && !isSparse && byteCount >= Spilling.leastByteCount
        self.byteCount = byteCount
        if isCounted, let base = unsafe Spilling.add(byteCount) {
            place = .disk
            unsafe self.base = unsafe base
            return
        }
        guard isUsual, let base = unsafe System.allocate(byteCount, isSparse: isSparse) else {
            if isCounted { Spilling.removeFromMemory(byteCount) }
            throw SystemError(operation: "allocate", path: "\(byteCount) bytes", number: System.noMemory)
        }
        place = isCounted ? .memory : .uncounted
        unsafe self.base = unsafe base
    }

    /// Returns freed pages to the system. Otherwise temporary memory of reading a large text stays in use (measured: 25
    /// MB for a million vertices).
    public static func returnFreed() { System.returnFreed() }

    deinit {
        switch place {
        case .disk: unsafe Spilling.unmap(base)
        case .memory:
            unsafe System.free(base, byteCount)
            Spilling.removeFromMemory(byteCount)
        case .uncounted: unsafe System.free(base, byteCount)
        }
    }

    /// All bytes of the block.
    public var bytes: UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(start: base, count: byteCount)
    }
}

// Bounds: the address is valid for `byteCount` bytes as long as the object lives.

/// Memory that lives as long as the object, to be filled before columns view it.
@safe public protocol RawMemory: AnyObject, Sendable {
    /// The first byte.
    var base: UnsafeMutableRawPointer { get }
}

/// A block from Swift's allocator, which ends the process when memory runs out. One thread fills it before others read.
@safe public final class OwnedMemory: RawMemory, @unchecked Sendable {
    /// Makes a block with so many bytes. If it returns nil, Swift's allocator makes the block.
    package typealias LargeBlocks = @Sendable (Int) -> (any RawMemory)?

    /// Where blocks from ``leastLarge`` come from, such as a disk; nil: Swift's allocator. It is set before the
    /// first conversion begins, and never changes while other threads read it.
    @safe package nonisolated(unsafe) static var largeBlocks: LargeBlocks?
    private static let leastLarge = 4 << 20

    /// The first byte.
    public let base: UnsafeMutableRawPointer
    private let large: (any RawMemory)?

    /// Allocates `byteCount` bytes, not zeroed.
    public init(byteCount: Int) {
        large = byteCount < Self.leastLarge ? nil : Self.largeBlocks?(byteCount)
        unsafe base = large?.base ?? .allocate(byteCount: max(byteCount, 1), alignment: 16)
    }

    deinit { if large == nil { unsafe base.deallocate() } }
}

// Bounds: the address is valid for `byteCount` bytes as long as the object lives.

/// Memory that lives as long as the object, to be filled before columns view it.
@safe public protocol RawMemory: AnyObject, Sendable {
    /// The first byte.
    var base: UnsafeMutableRawPointer { get }
}

/// A block from Swift's allocator, which ends the process when memory runs out. One thread fills it before others read.
@safe public final class OwnedMemory: RawMemory, @unchecked Sendable {
    /// The first byte.
    public let base: UnsafeMutableRawPointer

    /// Allocates `byteCount` bytes, not zeroed.
    public init(byteCount: Int) {
        unsafe base = .allocate(byteCount: max(byteCount, 1), alignment: 16)
    }

    deinit { unsafe base.deallocate() }
}

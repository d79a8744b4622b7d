/// Memory that lives as long as the object does, for those who fill what columns will look at.
@safe public protocol RawMemory: AnyObject, Sendable {
    /// The first byte.
    var base: UnsafeMutableRawPointer { get }
}

/// A block from the allocator of the language, which ends the process where there is none.
@safe public final class OwnedMemory: RawMemory, @unchecked Sendable {
    /// The first byte.
    public let base: UnsafeMutableRawPointer

    /// A block of `byteCount` bytes, not zeroed.
    public init(byteCount: Int) {
        unsafe base = .allocate(byteCount: max(byteCount, 1), alignment: 16)
    }

    deinit { unsafe base.deallocate() }
}

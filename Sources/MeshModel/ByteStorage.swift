/// Memory that columns look at: an owned block, or bytes that somebody else (a mapped file, a caller's buffer) keeps.
///
/// Immutable once columns share it, hence `Sendable`. The bytes live as long as the storage does.
@safe public final class ByteStorage: @unchecked Sendable {
    /// The first byte.
    let base: UnsafeRawPointer
    /// The number of bytes that may be read from `base`.
    public let byteCount: Int
    private let owner: AnyObject?
    private let owned: UnsafeMutableRawPointer?

    /// A view of memory that `owner` keeps alive and nobody changes.
    ///
    /// - Bounds: `bytes` must stay readable for as long as `owner` lives.
    public init(viewing bytes: UnsafeRawBufferPointer, keptAliveBy owner: AnyObject?) {
        byteCount = bytes.count
        self.owner = owner
        if let start = bytes.baseAddress {
            unsafe base = start
            unsafe owned = nil
        } else {
            // An empty view still needs an address that columns may hold; it is never read.
            let nothing = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
            unsafe base = UnsafeRawPointer(nothing)
            unsafe owned = nothing
        }
    }

    /// A new block of `byteCount` bytes that `body` fills.
    ///
    /// - Bounds: `body` gets exactly `byteCount` bytes, not zeroed, and must write every one of them.
    public init(byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
        let block = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 1), alignment: 16)
        unsafe body(UnsafeMutableRawBufferPointer(start: block, count: byteCount))
        unsafe base = UnsafeRawPointer(block)
        self.byteCount = byteCount
        owner = nil
        unsafe owned = block
    }

    deinit { unsafe owned?.deallocate() }

    /// The bytes, for the length of `body`.
    public func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        unsafe body(UnsafeRawBufferPointer(start: base, count: byteCount))
    }
}

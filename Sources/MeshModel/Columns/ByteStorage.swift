/// Memory that columns look at: an owned block, or bytes that somebody else (a mapped file, a caller's buffer) keeps.
///
/// Immutable once columns share it, hence `Sendable`. The bytes live as long as the storage does.
@safe public final class ByteStorage: @unchecked Sendable {
    /// The first byte.
    var base: UnsafeRawPointer {
        if let late { unsafe late().first } else { unsafe first }
    }
    private let first: UnsafeRawPointer
    /// The number of bytes that may be read from `base`.
    public let byteCount: Int
    private let owner: AnyObject?
    /// What the bytes are made of when somebody first looks at them.
    let repetition: Repetition?
    private let late: (@Sendable () -> ByteStorage)?

    /// A view of memory that `owner` keeps alive and nobody changes.
    ///
    /// - Bounds: `bytes` must stay readable for as long as `owner` lives.
    public init(viewing bytes: UnsafeRawBufferPointer, keptAliveBy owner: AnyObject?) {
        byteCount = bytes.count
        repetition = nil
        late = nil
        if let start = bytes.baseAddress {
            unsafe first = start
            self.owner = owner
        } else {
            // An empty view still needs an address that columns may hold; it is never read.
            let nothing = OwnedMemory(byteCount: 1)
            unsafe first = UnsafeRawPointer(nothing.base)
            self.owner = nothing
        }
    }

    /// The bytes of all rows of a repetition, which `late` gives to whoever looks at them.
    init(_ repetition: Repetition, late: @escaping @Sendable () -> ByteStorage) {
        byteCount = repetition.rows.stride * repetition.numbers.count
        self.repetition = repetition
        self.late = late
        owner = repetition.rows.storage
        unsafe first = repetition.rows.storage.base
    }

    /// A new block of `byteCount` bytes that `body` fills.
    ///
    /// - Bounds: `body` gets exactly `byteCount` bytes, not zeroed, and must write every one of them.
    public init(byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
        let block = OwnedMemory(byteCount: byteCount)
        unsafe body(UnsafeMutableRawBufferPointer(start: block.base, count: byteCount))
        unsafe first = UnsafeRawPointer(block.base)
        self.byteCount = byteCount
        owner = block
        repetition = nil
        late = nil
    }

    /// The bytes, for the length of `body`.
    public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try unsafe body(UnsafeRawBufferPointer(start: base, count: byteCount))
    }
}

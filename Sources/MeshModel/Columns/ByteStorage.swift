/// Memory that columns view: an owned block, or bytes kept by someone else (a mapped file, a caller's buffer).
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
    /// The distinct rows and indices that the bytes are expanded from; nil for plain memory.
    let repetition: Repetition?
    private let late: (@Sendable () -> ByteStorage)?
    /// What the bytes are read from; nil: they are in memory.
    package let source: (any ByteSource)?

    /// Creates a view of memory that `owner` keeps alive and that never changes.
    ///
    /// - Bounds: `bytes` must stay readable for as long as `owner` lives.
    public init(viewing bytes: UnsafeRawBufferPointer, keptAliveBy owner: AnyObject?) {
        byteCount = bytes.count
        repetition = nil
        late = nil
        source = nil
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

    /// Creates storage for all rows of a repetition; `late` supplies the expanded bytes when they are read.
    init(_ repetition: Repetition, late: @escaping @Sendable () -> ByteStorage) {
        byteCount = repetition.rows.stride * repetition.numbers.count
        self.repetition = repetition
        self.late = late
        source = nil
        owner = repetition.rows.storage
        unsafe first = repetition.rows.storage.base
    }

    /// Creates storage for bytes that are not in memory. They are read as a whole only by whoever needs all at once.
    package init(_ source: any ByteSource) {
        byteCount = source.byteCount
        repetition = nil
        late = { source.whole() }
        self.source = source
        let nothing = OwnedMemory(byteCount: 1)
        unsafe first = UnsafeRawPointer(nothing.base)
        owner = nothing
    }

    /// Creates a block of `byteCount` bytes that `body` fills.
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
        source = nil
    }

    /// Calls `body` with the bytes, which are valid only during the call.
    public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try unsafe body(UnsafeRawBufferPointer(start: base, count: byteCount))
    }

    /// Calls `body` with the bytes of a range, which lies inside the storage; they are valid only during the call.
    package func withBytes<R, E: Error>(
        in range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        guard let source else {
            return try unsafe body(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
        }
        guard !range.isEmpty else { return try unsafe body(UnsafeRawBufferPointer(start: first, count: 0)) }
        let lent = source.lend(range)
        defer { withExtendedLifetime(lent.owner) {} }
        return try unsafe body(UnsafeRawBufferPointer(start: lent.first, count: range.count))
    }
}

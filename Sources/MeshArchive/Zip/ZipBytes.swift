internal import MeshBytes

// Bounds: a range outside of the bytes is an error before anything is read; a copy has exactly the range's size.

/// The bytes of an archive: memory that the caller keeps alive while it is read, or an input.
@safe enum ZipBytes {
    case memory(UnsafeRawBufferPointer)
    case input(Input)

    var byteCount: Int {
        switch self {
        case .memory(let bytes): bytes.count
        case .input(let input): input.byteCount
        }
    }

    /// Calls `body` with a range of bytes: a view of memory, or a copy from an input.
    ///
    /// - Edge: a range outside the bytes is an error, never a trap.
    func with<R>(_ range: Range<Int>, _ body: (Span<UInt8>) throws(ZipError) -> R) throws(ZipError) -> R {
        guard range.lowerBound >= 0, range.upperBound <= byteCount else {
            throw .archive(
                ArchiveError(
                    code: .truncated, byte: byteCount,
                    message: "expected bytes up to \(range.upperBound), found the end at \(byteCount)"))
        }
        switch self {
        case .memory(let bytes):
            return try unsafe body(Self.typed(UnsafeRawBufferPointer(rebasing: bytes[range])).span)
        case .input(let input):
            let block: MemoryBlock
            do throws(SystemError) {
                block = try MemoryBlock(byteCount: range.count)
                let got = unsafe try input.read(at: range.lowerBound, count: range.count, into: block.base)
                guard got == range.count else { throw input.shrunk }
            } catch {
                throw .system(error)
            }
            return try unsafe body(Self.typed(UnsafeRawBufferPointer(block.bytes)).span)
        }
    }

    private static func typed(_ raw: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: raw.baseAddress?.assumingMemoryBound(to: UInt8.self), count: raw.count)
    }
}

extension Span<UInt8> {
    /// Passes the bytes as raw memory, for the duration of `body`.
    func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try unsafe withUnsafeBufferPointer { (raw) throws(E) in try unsafe body(UnsafeRawBufferPointer(raw)) }
    }
}

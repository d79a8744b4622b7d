import MeshBytes
import MeshCompression
import MeshFormats
import MeshModel

/// Unpacks the compressed parts of a crate, and limits their total size.
///
/// A few bytes may expand to a thousand times as many. So nothing is allocated for a claimed count before the bytes
/// could hold that much, and the total must not exceed ``allowance``.
struct CrateBlocks {
    let bytes: CrateBytes
    /// The number of bytes that may still be produced.
    private(set) var allowance: Int
    private var scratch: MemoryBlock?

    /// The limit for small files in bytes, and the limit for large files as a multiple of their size.
    private static let smallest = 256 << 20
    private static let factor = 256

    init(_ bytes: CrateBytes) {
        self.bytes = bytes
        let (product, overflow) = bytes.count.multipliedReportingOverflow(by: Self.factor)
        allowance = max(Self.smallest, overflow ? .max : product)
    }

    /// Counts bytes produced from the file.
    mutating func take(_ size: Int, at offset: Int) throws(ReadError) {
        guard size <= allowance else { throw tooMuch(offset) }
        allowance -= max(0, size)
    }

    private func tooMuch(_ offset: Int) -> ReadError {
        ReadError(
            .limitExceeded, .byte(offset),
            "expected contents of at most \(max(Self.smallest, bytes.count.multipliedReportingOverflow(by: Self.factor).partialValue)) bytes, found more"
        )
    }

    /// Unpacks a fast block of `size` bytes, which must expand to `contents` bytes.
    mutating func unpack(at offset: Int, size: Int, contents: Int, _ what: String) throws(ReadError) -> [UInt8] {
        let room = unsafe try scratch(for: size, most: contents, at: offset, what)
        let count = unsafe try unpack(at: offset, size: size, to: room, what)
        guard count == contents else {
            throw ReadError(.invalidValue, .byte(offset), "expected \(contents) bytes of \(what), found \(count)")
        }
        return unsafe Array(UnsafeRawBufferPointer(rebasing: room[0..<count]))
    }

    /// Reads the next `count` four-byte integers at a cursor, preceded by the size of their block.
    mutating func integers(_ cursor: inout CrateCursor, count: Int, _ what: String) throws(ReadError)
        -> ContiguousArray<Int32>
    {
        var values = ContiguousArray<Int32>()
        try integers(&cursor, count: count, isWide: false, what) { coded throws(ReadError) in
            let isWhole = unsafe coded.withUnsafe { source in
                values = unsafe ContiguousArray(unsafeUninitializedCapacity: count) { target, filled in
                    guard let base = target.baseAddress else { return }
                    if unsafe CrateIntegers.decode(source, count: count, isWide: false, to: base) { filled = count }
                }
                return values.count == count
            }
            return isWhole
        }
        return values
    }

    /// Reads the next `count` four- or eight-byte integers at a cursor, as the storage of a packed column.
    mutating func storage(
        _ cursor: inout CrateCursor, count: Int, isWide: Bool, _ what: String
    ) throws(ReadError) -> ByteStorage {
        var storage: ByteStorage?
        try integers(&cursor, count: count, isWide: isWide, what) { coded throws(ReadError) in
            let block = try ReadError.of(MemoryBlock(byteCount: count * (isWide ? 8 : 4)))
            guard
                unsafe coded.withUnsafe({ source in
                    unsafe CrateIntegers.decode(source, count: count, isWide: isWide, to: block.base)
                })
            else { return false }
            storage = ByteStorage(block)
            return true
        }
        guard let storage else { throw tooFew(cursor.offset, count, what) }
        return storage
    }

    /// Encoded integers, valid during one call.
    @safe struct Coded {
        fileprivate let bytes: UnsafeRawBufferPointer
        func withUnsafe<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { unsafe body(bytes) }
    }

    /// Unpacks the next encoded integers and passes them to `body`, which returns whether there were enough.
    private mutating func integers(
        _ cursor: inout CrateCursor, count: Int, isWide: Bool, _ what: String,
        _ body: (Coded) throws(ReadError) -> Bool
    ) throws(ReadError) {
        let size = try cursor.count(of: 1, "bytes of \(what)")
        let place = cursor.offset
        defer { cursor.offset = place + size }
        guard count > 0 else { return }
        // Four integers have at least one byte of codes, and LZ4 compresses at most 255 to 1.
        guard count / 4 <= LZ4Block.largestContents(of: size) else { throw tooFew(place, count, what) }
        let most = CrateIntegers.largestSize(count, isWide: isWide)
        let room = unsafe try scratch(for: size, most: most, at: place, what)
        let coded = unsafe try unpack(at: place, size: size, to: room, what)
        guard coded >= CrateIntegers.headerSize(count, isWide: isWide) else { throw tooFew(place, count, what) }
        try take(count * (isWide ? 8 : 4), at: place)
        let source = unsafe UnsafeRawBufferPointer(rebasing: room[0..<coded])
        guard try unsafe body(Coded(bytes: source)) else { throw tooFew(place, count, what) }
    }

    private func tooFew(_ offset: Int, _ count: Int, _ what: String) -> ReadError {
        ReadError(.invalidValue, .byte(offset), "expected \(count) compressed \(what), found fewer")
    }

    /// Memory for the contents of a block of `size` bytes, at most `most` bytes.
    private mutating func scratch(
        for size: Int, most: Int, at offset: Int, _ what: String
    ) throws(ReadError) -> UnsafeMutableRawBufferPointer {
        let needed = min(LZ4Block.largestContents(of: size), most)
        if let scratch, scratch.byteCount >= needed {
            return unsafe UnsafeMutableRawBufferPointer(rebasing: scratch.bytes[0..<needed])
        }
        guard needed <= allowance else { throw tooMuch(offset) }
        do throws(SystemError) {
            scratch = nil
            let block = try MemoryBlock(byteCount: max(needed, 1 << 16))
            scratch = block
            return unsafe UnsafeMutableRawBufferPointer(rebasing: block.bytes[0..<needed])
        } catch {
            throw ReadError(error)
        }
    }

    /// Unpacks a fast block: one LZ4 block, or several with their sizes.
    private func unpack(
        at offset: Int, size: Int, to room: UnsafeMutableRawBufferPointer, _ what: String
    ) throws(ReadError) -> Int {
        var cursor = CrateCursor(bytes, at: offset, end: offset + size)
        let chunks = try cursor.next(UInt8.self, what)
        guard chunks > 0 else { return unsafe try block(cursor.offset, cursor.left, to: room, what) }
        var done = 0
        for _ in 0..<chunks {
            let place = cursor.offset
            let length = Int(try cursor.next(Int32.self, "the size of a block"))
            guard length >= 0, length <= cursor.left else {
                throw ReadError(
                    .invalidValue, .byte(place), "expected a block of at most \(cursor.left) bytes, found \(length)")
            }
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[done...])
            done += unsafe try block(cursor.offset, length, to: rest, what)
            cursor.offset += length
        }
        return done
    }

    private func block(
        _ offset: Int, _ size: Int, to room: UnsafeMutableRawBufferPointer, _ what: String
    ) throws(ReadError) -> Int {
        try unsafe bytes.withBytes(at: offset, size, what) { (source) throws(ReadError) in
            do throws(CompressionError) {
                // Bounds: both buffers outlive the call.
                var target = unsafe MutableRawSpan(_unsafeBytes: room)
                return try unsafe LZ4Block.decode(RawSpan(_unsafeBytes: source), into: &target)
            } catch {
                throw ReadError(
                    .invalidValue, .byte(offset + (error.offset ?? 0)),
                    "\(what): expected \(error.expected), found \(error.found)")
            }
        }
    }
}

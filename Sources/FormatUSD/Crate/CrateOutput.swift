import MeshBytes
import MeshCompression
import MeshFormats
import MeshModel

/// The output of a crate: consecutive bytes, some of them compressed.
struct CrateOutput {
    let sink: ByteSink
    private let start: Int
    private var coded: MemoryBlock?
    private var packed: MemoryBlock?

    /// The maximum input size of one LZ4 block.
    private static let largestChunk = 0x7E00_0000

    /// Starts a crate at the end of a sink. Offsets count from there.
    init(_ sink: ByteSink) {
        self.sink = sink
        start = sink.byteCount
    }

    /// The offset of the next byte.
    var offset: Int { sink.byteCount - start }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        do throws(SystemError) { try sink.write(bytes) } catch { throw WriteError(error) }
    }

    /// Writes a little-endian integer.
    func write<T: FixedWidthInteger>(_ value: T) throws(WriteError) {
        do throws(SystemError) { try sink.write(littleEndian: value) } catch { throw WriteError(error) }
    }

    func write(_ raw: UnsafeRawBufferPointer) throws(WriteError) {
        do throws(SystemError) { try unsafe sink.write(raw) } catch { throw WriteError(error) }
    }

    /// Pads to a multiple of eight bytes and returns the offset.
    func align() throws(WriteError) -> Int {
        let rest = offset % 8
        if rest > 0 { try write([UInt8](repeating: 0, count: 8 - rest)) }
        return offset
    }

    /// Overwrites bytes that were already written.
    func replace(at offset: Int, with bytes: [UInt8]) throws(WriteError) {
        do throws(SystemError) { try sink.replace(at: start + offset, with: bytes) } catch { throw WriteError(error) }
    }

    /// Writes the rows of a column without gaps. Packed rows are not copied.
    func write(_ column: Column) throws(WriteError) {
        try unsafe column.forEachPiece { (piece) throws(WriteError) in unsafe try write(piece) }
    }

    /// Writes integers compressed, preceded by the compressed size.
    mutating func writeIntegers(_ values: ContiguousArray<Int32>) throws(WriteError) {
        try writeIntegers(Column(values))
    }

    /// Writes a column of four- or eight-byte integers compressed, preceded by the compressed size.
    mutating func writeIntegers(_ column: Column) throws(WriteError) {
        let isWide = column.type.byteCount == 8
        if column.stride == 0, column.components == 1, column.count >= CrateIntegers.leastRepeated,
            let number = column.rows(0..<1).integers().first
        {
            return try writeBlock(CrateIntegers.encode(repeating: number, count: column.count, isWide: isWide))
        }
        let size = CrateIntegers.largestSize(column.count, isWide: isWide)
        let block = try Self.block(&coded, size)
        var used = 0
        if column.count > 0 {
            // Rows with gaps are rare and are packed first.
            let whole = column.isInMemoryAsWritten ? column : column.packedCopy()
            try unsafe whole.forEachPiece { (piece) throws(WriteError) in
                used = unsafe CrateIntegers.encode(piece, isWide: isWide, to: block.base)
            }
        }
        try unsafe writeBlock(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block.bytes)[0..<used]))
    }

    /// Writes bytes compressed, preceded by the compressed size.
    mutating func writeBlock(_ bytes: [UInt8]) throws(WriteError) {
        try writeBlock(Column(ContiguousArray(bytes)))
    }

    private mutating func writeBlock(_ column: Column) throws(WriteError) {
        guard column.count > 0 else { return unsafe try writeBlock(UnsafeRawBufferPointer(start: nil, count: 0)) }
        try unsafe column.storage.withBytes { (raw) throws(WriteError) in try unsafe writeBlock(raw) }
    }

    private mutating func writeBlock(_ source: UnsafeRawBufferPointer) throws(WriteError) {
        let chunks =
            source.count / Self.largestChunk + (source.count % Self.largestChunk == 0 && source.count > 0 ? 0 : 1)
        guard chunks <= 127 else {
            throw WriteError(
                .unrepresentable, path: sink.path,
                "the array is too long for USD: it needs \(chunks) blocks, 127 are possible")
        }
        let most = LZ4Block.largestSize(of: min(source.count, Self.largestChunk))
        let block = try Self.block(&packed, chunks * (most + 4))
        var used = 0
        var first = 0
        repeat {
            let count = min(source.count - first, Self.largestChunk)
            let part = unsafe UnsafeRawBufferPointer(rebasing: source[first..<first + count])
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: block.bytes[(used + (chunks > 1 ? 4 : 0))...])
            // Bounds: both buffers outlive the call.
            var target = unsafe MutableRawSpan(_unsafeBytes: room)
            guard let size = unsafe LZ4Block.encode(RawSpan(_unsafeBytes: part), into: &target) else {
                throw WriteError(.internal, path: sink.path, "expected room for a block, found none")
            }
            if chunks > 1 {
                unsafe block.base.storeBytes(of: Int32(size).littleEndian, toByteOffset: used, as: Int32.self)
                used += 4
            }
            used += size
            first += count
        } while first < source.count
        try write(UInt64(used + 1))
        try write(UInt8(chunks > 1 ? chunks : 0))
        try unsafe write(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block.bytes)[0..<used]))
    }

    /// A block of at least this size. It is kept for reuse.
    private static func block(_ kept: inout MemoryBlock?, _ size: Int) throws(WriteError) -> MemoryBlock {
        if let kept, kept.byteCount >= size { return kept }
        do throws(SystemError) {
            kept = nil
            let block = try MemoryBlock(byteCount: max(size, 1 << 16))
            kept = block
            return block
        } catch {
            throw WriteError(error)
        }
    }
}

extension Column {
    /// Whether the rows lie packed in memory, in native byte order.
    fileprivate var isInMemoryAsWritten: Bool { isPacked && byteOrder == .native && storage.source == nil }

    /// Passes the rows to `body`, packed and in native byte order: all at once if stored so, else in chunks.
    func forEachPiece(_ body: (UnsafeRawBufferPointer) throws(WriteError) -> Void) throws(WriteError) {
        let size = components * type.byteCount
        guard count > 0, size > 0 else { return }
        if isInMemoryAsWritten {
            return try unsafe storage.withBytes { (raw) throws(WriteError) in
                // Bounds: a column's rows lie inside of its storage.
                try unsafe body(UnsafeRawBufferPointer(rebasing: raw[offset..<offset + count * size]))
            }
        }
        let rows = max(1, (1 << 20) / size)
        let block = try WriteError.of(MemoryBlock(byteCount: min(rows, count) * size))
        for part in (0..<count).blocks(of: rows) {
            unsafe copyPacked(part, to: block.base)
            try unsafe body(
                UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block.bytes)[0..<part.count * size]))
        }
    }

    /// A packed copy of the rows.
    func packedCopy() -> Column {
        let size = components * type.byteCount
        let storage = unsafe ByteStorage(byteCount: count * size) { target in
            guard let base = target.baseAddress else { return }
            unsafe copyPacked(0..<count, to: base)
        }
        return Column(viewing: storage, offset: 0, stride: size, count: count, components: components, type: type)
            ?? .empty(type, components: components)
    }
}

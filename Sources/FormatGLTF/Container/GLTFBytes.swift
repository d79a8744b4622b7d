import MeshBytes
import MeshCompression
import MeshFormats
import MeshModel

/// A range of bytes in memory: a chunk, a buffer, a buffer view.
struct GLTFBytes: Sendable {
    /// The memory.
    var storage: ByteStorage
    /// Where the bytes are in it; inside of the storage always.
    private(set) var range: Range<Int>

    /// All bytes of a storage.
    init(_ storage: ByteStorage) {
        self.storage = storage
        range = 0..<storage.byteCount
    }

    /// A copy of bytes.
    init(_ bytes: [UInt8]) {
        self.init(
            unsafe ByteStorage(byteCount: bytes.count) { target in unsafe target.copyBytes(from: bytes) })
    }

    /// The number of bytes.
    var count: Int { range.count }

    /// A part, counted from the first byte; nil when it is not inside.
    func part(_ offset: Int, _ count: Int) -> GLTFBytes? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
        var part = self
        part.range = range.lowerBound + offset..<range.lowerBound + offset + count
        return part
    }

    /// A whole number of four bytes, the least first; nil at the end.
    func uint32(at offset: Int) -> UInt32? {
        guard let bytes = part(offset, 4)?.array else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A copy of the bytes.
    var array: [UInt8] {
        // Bounds: the range is inside of the storage.
        unsafe storage.withBytes { unsafe Array($0[range]) }
    }

    /// The bytes that a compressed stream stands for.
    func decoded(as stream: MeshoptStream) throws(CompressionError) -> [UInt8] {
        try unsafe storage.withBytes { (raw) throws(CompressionError) in
            // Bounds: the range is inside of the storage, which outlives the span.
            let span = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: raw[range]))
            return try MeshoptDecoder.decode(span, as: stream)
        }
    }

    /// Whether the first bytes are these.
    func starts(with bytes: [UInt8]) -> Bool { part(0, bytes.count)?.array == bytes }

    /// Hands the bytes over without copying them.
    func write(to sink: ByteSink) throws(SystemError) { try storage.write(range, to: sink) }
}

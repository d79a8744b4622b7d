import MeshBytes
import MeshCompression
import MeshFormats
import MeshModel

/// A range of bytes in memory: a chunk, a buffer, a buffer view.
struct GLTFBytes: Sendable {
    var storage: ByteStorage
    /// The range of the bytes in the storage, always inside it.
    private(set) var range: Range<Int>

    init(_ storage: ByteStorage) {
        self.storage = storage
        range = 0..<storage.byteCount
    }

    /// A copy of bytes.
    init(_ bytes: [UInt8]) {
        self.init(
            unsafe ByteStorage(byteCount: bytes.count) { target in unsafe target.copyBytes(from: bytes) })
    }

    var count: Int { range.count }

    /// A slice; nil: it is not inside the range.
    func part(_ offset: Int, _ count: Int) -> GLTFBytes? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
        var part = self
        part.range = range.lowerBound + offset..<range.lowerBound + offset + count
        return part
    }

    /// A little-endian integer of four bytes; nil: there are fewer.
    func uint32(at offset: Int) -> UInt32? {
        guard let bytes = part(offset, 4)?.array else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A copy of the bytes.
    var array: [UInt8] {
        // Bounds: the range is inside the storage.
        unsafe storage.withBytes(in: range) { unsafe Array($0) }
    }

    /// The bytes decoded as a compressed stream.
    func decoded(as stream: MeshoptStream) throws(CompressionError) -> [UInt8] {
        try unsafe storage.withBytes(in: range) { (raw) throws(CompressionError) in
            // Bounds: the range is inside the storage, which outlives the span.
            let span = unsafe RawSpan(_unsafeBytes: raw)
            return try MeshoptDecoder.decode(span, as: stream)
        }
    }

    /// Whether the first bytes are these.
    func starts(with bytes: [UInt8]) -> Bool { part(0, bytes.count)?.array == bytes }

    /// Writes the bytes without copying them.
    func write(to sink: ByteSink) throws(SystemError) { try storage.write(range, to: sink) }
}

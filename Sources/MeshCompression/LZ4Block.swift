/// Blocks of LZ4: bytes as they are, and copies of bytes that came at most 65535 before.
///
/// A block says neither how long it is nor how much it stands for: whoever keeps it does. Frames, checksums and
/// dictionaries around blocks are not part of it.
public enum LZ4Block {
    /// The most bytes that ``encode(_:into:)`` makes of `count` bytes.
    public static func largestSize(of count: Int) -> Int {
        let (sum, overflow) = count.addingReportingOverflow(count / 255 + 16)
        return overflow ? .max : sum
    }

    /// The most bytes that a block of `count` bytes can stand for: a byte of a length adds at most 255.
    public static func largestContents(of count: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: 255)
        return overflow ? .max : product
    }

    /// Decodes a whole block.
    ///
    /// - Parameters:
    ///   - source: the block, no byte more.
    ///   - destination: where the bytes go; what lies behind the last one may be written to as well.
    /// - Returns: how many bytes it stands for.
    /// - Throws: where the block is cut off, copies from before its first byte, or needs more than `destination`.
    public static func decode(_ source: RawSpan, into destination: inout MutableRawSpan) throws(CompressionError) -> Int
    {
        try unsafe destination.withUnsafeMutableBytes { (room) throws(CompressionError) in
            try unsafe source.withUnsafeBytes { (bytes) throws(CompressionError) in
                try unsafe LZ4Decoder.decode(bytes, to: room)
            }
        }
    }

    /// Decodes a whole block of at most `most` bytes of contents.
    public static func decode(_ source: [UInt8], most: Int) throws(CompressionError) -> [UInt8] {
        let room = max(0, min(most, largestContents(of: source.count)))
        var result = [UInt8](repeating: 0, count: room)
        let count = try unsafe result.withUnsafeMutableBufferPointer { (room) throws(CompressionError) in
            try unsafe source.withUnsafeBufferPointer { (bytes) throws(CompressionError) in
                try unsafe LZ4Decoder.decode(UnsafeRawBufferPointer(bytes), to: UnsafeMutableRawBufferPointer(room))
            }
        }
        result.removeLast(room - count)
        return result
    }

    /// Encodes bytes as one block.
    ///
    /// The same bytes give the same block, on every machine.
    ///
    /// - Parameters:
    ///   - source: at most 2³¹ − 1 bytes.
    ///   - destination: at least ``largestSize(of:)`` of them.
    /// - Returns: how long the block is; nil when `source` is too long or `destination` too short.
    public static func encode(_ source: RawSpan, into destination: inout MutableRawSpan) -> Int? {
        unsafe destination.withUnsafeMutableBytes { room in
            unsafe source.withUnsafeBytes { bytes in unsafe LZ4Encoder.encode(bytes, to: room) }
        }
    }

    /// Encodes bytes as one block; nil when there are 2³¹ or more of them.
    public static func encode(_ source: [UInt8]) -> [UInt8]? {
        var result = [UInt8](repeating: 0, count: largestSize(of: source.count))
        let count = unsafe result.withUnsafeMutableBytes { room in
            unsafe source.withUnsafeBytes { bytes in unsafe LZ4Encoder.encode(bytes, to: room) }
        }
        guard let count else { return nil }
        result.removeLast(result.count - count)
        return result
    }
}

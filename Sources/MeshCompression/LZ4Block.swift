// Bounds: source and target come with their sizes, which decoder and encoder compare with.

/// Blocks of LZ4: literal bytes, and copies of bytes at most 65535 before.
///
/// A block records neither its own size nor the size of its contents: the caller must know them. Frames, checksums and
/// dictionaries are not part of a block.
package enum LZ4Block {
    /// The most bytes that ``encode(_:into:)`` writes for `count` bytes.
    package static func largestSize(of count: Int) -> Int {
        let (sum, overflow) = count.addingReportingOverflow(count / 255 + 16)
        return overflow ? .max : sum
    }

    /// The most bytes that a block of `count` bytes can decode to: each byte of a length adds at most 255.
    package static func largestContents(of count: Int) -> Int {
        let (product, overflow) = count.multipliedReportingOverflow(by: 255)
        return overflow ? .max : product
    }

    /// Decodes a whole block.
    ///
    /// - Parameters:
    ///   - source: exactly the block.
    ///   - destination: receives the bytes. Memory after the last one may be overwritten, too.
    /// - Returns: the number of decoded bytes.
    /// - Throws: if the block is cut off, copies from before its first byte, or needs more than `destination`.
    package static func decode(_ source: RawSpan, into destination: inout MutableRawSpan) throws(CompressionError)
        -> Int
    {
        try unsafe destination.withUnsafeMutableBytes { (room) throws(CompressionError) in
            try unsafe source.withUnsafeBytes { (bytes) throws(CompressionError) in
                try unsafe LZ4Decoder.decode(bytes, to: room)
            }
        }
    }

    /// Decodes a whole block to at most `most` bytes.
    package static func decode(_ source: [UInt8], most: Int) throws(CompressionError) -> [UInt8] {
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
    ///   - destination: at least ``largestSize(of:)`` bytes.
    /// - Returns: the size of the block; nil: `source` is too long or `destination` too short.
    package static func encode(_ source: RawSpan, into destination: inout MutableRawSpan) -> Int? {
        unsafe destination.withUnsafeMutableBytes { room in
            unsafe source.withUnsafeBytes { bytes in unsafe LZ4Encoder.encode(bytes, to: room) }
        }
    }

    /// Encodes bytes as one block. Returns nil if there are 2³¹ or more.
    package static func encode(_ source: [UInt8]) -> [UInt8]? {
        var result = [UInt8](repeating: 0, count: largestSize(of: source.count))
        let count = unsafe result.withUnsafeMutableBytes { room in
            unsafe source.withUnsafeBytes { bytes in unsafe LZ4Encoder.encode(bytes, to: room) }
        }
        guard let count else { return nil }
        result.removeLast(result.count - count)
        return result
    }
}

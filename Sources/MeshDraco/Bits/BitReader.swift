/// Reads single bits of the bitstream, the lowest of each byte first.
struct BitReader {
    private let bytes: [UInt8]
    private let end: Int
    /// The next byte that is not yet in `buffer`.
    private var place: Int
    private var buffer: UInt64 = 0
    private var bufferCount = 0

    /// Creates a reader from the position of `reader` to the end of the bitstream.
    init(_ reader: ByteReader) {
        bytes = reader.bytes
        place = reader.position
        end = reader.bytes.count
    }

    /// The offset of the first byte of which no bit was read.
    var nextByte: Int { place - bufferCount / 8 }

    /// Reads the next bits, 32 at most, the first of them as the lowest.
    @inline(__always)
    mutating func bits(_ count: Int) throws(DracoError) -> UInt32 {
        if bufferCount < count {
            try fill(count)
        }
        let value = buffer & ((1 << UInt64(count)) &- 1)
        buffer >>= UInt64(count)
        bufferCount -= count
        return UInt32(truncatingIfNeeded: value)
    }

    private mutating func fill(_ count: Int) throws(DracoError) {
        while bufferCount <= 56, place < end {
            buffer |= UInt64(bytes[place]) << UInt64(bufferCount)
            place += 1
            bufferCount += 8
        }
        guard bufferCount >= count else {
            throw DracoError(
                code: .truncated, expected: "\(count) more bits", found: "\(bufferCount)", offset: end)
        }
    }
}

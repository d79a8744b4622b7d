import CZlib

/// The checksum of zip, gzip and PNG over bytes that arrive in pieces.
///
/// The polynomial is 0x04C11DB7, reflected; the value of no bytes is 0 (ISO 3309, APPNOTE.TXT 4.4.7).
public struct CRC32: Hashable, Sendable {
    /// The checksum of all bytes so far.
    public private(set) var value: UInt32 = 0

    /// The checksum of no bytes.
    public init() {}

    /// The checksum of some bytes.
    public init(_ bytes: Span<UInt8>) { update(bytes) }

    /// Takes in the bytes that follow those so far.
    public mutating func update(_ bytes: Span<UInt8>) {
        value = unsafe bytes.withUnsafeBufferPointer { raw in
            let largest = 1 << 30
            var checksum = UInt(value)
            // zlib counts in 32 bits. At no address it would start anew, so no bytes never reach it.
            for start in stride(from: 0, to: raw.count, by: largest) {
                let piece = unsafe UnsafeBufferPointer(rebasing: raw[start..<min(start + largest, raw.count)])
                checksum = unsafe crc32(checksum, piece.baseAddress, UInt32(piece.count))
            }
            return UInt32(truncatingIfNeeded: checksum)
        }
    }

    /// Takes in that other bytes stand in the place of as many, with `following` bytes behind them.
    mutating func replace(_ old: [UInt8], with new: [UInt8], following: Int) {
        // Checksums are linear: what differs, moved on by the bytes that follow, is what the checksums differ by.
        var (one, other) = (CRC32(), CRC32())
        one.update(old, from: 0)
        other.update(new, from: 0)
        // The count's type is another one on Apple's systems.
        value ^= UInt32(
            truncatingIfNeeded: crc32_combine(UInt(one.value ^ other.value), 0, .init(max(0, following))))
    }

    /// Takes in the bytes of an array from `start` on, as decompressing appends them.
    package mutating func update(_ bytes: [UInt8], from start: Int) {
        unsafe bytes.withUnsafeBufferPointer { raw in
            guard start >= 0, start < raw.count else { return }
            update(unsafe UnsafeBufferPointer(rebasing: raw[start...]).span)
        }
    }
}

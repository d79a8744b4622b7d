import CZlib

// Bounds: zlib gets parts of the span, each with its own length.

/// The checksum of zip, gzip and PNG, over bytes that arrive in chunks.
///
/// The polynomial is 0x04C11DB7, reflected; the value of no bytes is 0 (ISO 3309, APPNOTE.TXT 4.4.7).
package struct CRC32: Hashable, Sendable {
    /// The checksum of all bytes so far.
    package private(set) var value: UInt32 = 0

    package init() {}

    package init(_ bytes: Span<UInt8>) { update(bytes) }

    /// Adds the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        value = unsafe bytes.withUnsafeBufferPointer { raw in
            let largest = 1 << 30
            var checksum = UInt(value)
            // zlib counts in 32 bits. With a null pointer it would start anew, so an empty input is never passed to it.
            for start in stride(from: 0, to: raw.count, by: largest) {
                let piece = unsafe UnsafeBufferPointer(rebasing: raw[start..<min(start + largest, raw.count)])
                checksum = unsafe crc32(checksum, piece.baseAddress, UInt32(piece.count))
            }
            return UInt32(truncatingIfNeeded: checksum)
        }
    }

    /// Replaces earlier bytes by as many others, with `following` bytes after them.
    mutating func replace(_ old: [UInt8], with new: [UInt8], following: Int) {
        // Checksums are linear: the bytes' difference, advanced by those that follow, is the checksum's difference.
        var (one, other) = (CRC32(), CRC32())
        one.update(old, from: 0)
        other.update(new, from: 0)
        // The type of the count differs on Apple's systems.
        value ^= UInt32(
            truncatingIfNeeded: crc32_combine(UInt(one.value ^ other.value), 0, .init(max(0, following))))
    }

    /// Adds the bytes of an array from `start` on, as decompressing appends them.
    package mutating func update(_ bytes: [UInt8], from start: Int) {
        unsafe bytes.withUnsafeBufferPointer { raw in
            guard start >= 0, start < raw.count else { return }
            update(unsafe UnsafeBufferPointer(rebasing: raw[start...]).span)
        }
    }
}

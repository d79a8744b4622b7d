import CZlib

// Bounds: zlib gets parts of the span, each with its own length.

/// The checksum at the end of a zlib stream (RFC 1950); parts can be computed separately and joined.
package struct Adler32: Sendable {
    private static let modulus = 65_521

    /// The checksum so far; 1 for no bytes.
    package private(set) var value: UInt32 = 1

    package init() {}

    package init(_ bytes: Span<UInt8>) {
        value = unsafe bytes.withUnsafeBufferPointer { raw in
            let largest = 1 << 30
            var checksum = UInt(1)
            for start in stride(from: 0, to: raw.count, by: largest) {
                let piece = unsafe UnsafeBufferPointer(rebasing: raw[start..<min(start + largest, raw.count)])
                checksum = unsafe adler32(checksum, piece.baseAddress, UInt32(piece.count))
            }
            return UInt32(truncatingIfNeeded: checksum)
        }
    }

    /// Appends `count` bytes whose own checksum is known.
    package mutating func append(_ other: Adler32, count: Int) {
        let (a, b) = (Int(value & 0xFFFF), Int(value >> 16))
        let (nextA, nextB) = (Int(other.value & 0xFFFF), Int(other.value >> 16))
        let sum = (a + nextA + Self.modulus - 1) % Self.modulus
        let product = count % Self.modulus * ((a + Self.modulus - 1) % Self.modulus) % Self.modulus
        value = UInt32((b + nextB + product) % Self.modulus) << 16 | UInt32(sum)
    }
}

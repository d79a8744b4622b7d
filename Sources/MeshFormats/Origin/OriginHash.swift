/// A hash by which an origin record tells whether what it speaks of is still there (FNV-1a, 64 bits).
package struct OriginHash: Sendable {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Sixteen hexadecimal digits.
    package var text: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

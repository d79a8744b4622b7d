/// Computes the SHA-256 digest of bytes that arrive in parts (FIPS 180-4). A package for it would take most of the build.
public struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0

    /// A digest of no bytes.
    public init() {}

    /// Adds bytes.
    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// Adds bytes from other memory.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        byteCount &+= UInt64(bytes.count)
        var rest = bytes[...]
        if !pending.isEmpty {
            let fill = rest.prefix(64 - pending.count)
            pending += fill
            rest = rest.dropFirst(fill.count)
            guard pending.count == 64 else { return }
            pending.withUnsafeBytes { Self.compress($0, into: &state) }
            pending = []
        }
        let whole = rest.count / 64 * 64
        Self.compress(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)), into: &state)
        pending += rest.dropFirst(whole)
    }

    /// The digest of all bytes added, 32 bytes. Add nothing afterwards.
    public mutating func finalize() -> [UInt8] {
        let bitCount = byteCount &* 8
        let zeros = (119 - pending.count % 64) % 64
        let length = (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
        update([0x80] + [UInt8](repeating: 0, count: zeros) + length)
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
    }

    /// The digest of all bytes added, as 64 lower-case hexadecimal digits. Add nothing afterwards.
    public mutating func hexadecimal() -> String { Self.hexadecimal(finalize()) }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func compress(_ blocks: UnsafeRawBufferPointer, into state: inout [UInt32]) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
            constants.withUnsafeBufferPointer { k in
                for block in stride(from: 0, to: blocks.count, by: 64) {
                    for i in 0..<16 {
                        w[i] = UInt32(bigEndian: blocks.loadUnaligned(fromByteOffset: block + i * 4, as: UInt32.self))
                    }
                    for i in 16..<64 {
                        let early = rotated(w[i &- 15], 7) ^ rotated(w[i &- 15], 18) ^ (w[i &- 15] &>> 3)
                        let late = rotated(w[i &- 2], 17) ^ rotated(w[i &- 2], 19) ^ (w[i &- 2] &>> 10)
                        w[i] = w[i &- 16] &+ early &+ w[i &- 7] &+ late
                    }
                    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
                    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
                    for i in 0..<64 {
                        let one =
                            h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ (g ^ (e & (f ^ g))) &+ k[i]
                            &+ w[i]
                        let two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ ((a & b) | (c & (a | b)))
                        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
                    }
                    for (i, value) in [a, b, c, d, e, f, g, h].enumerated() { state[i] &+= value }
                }
            }
        }
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2).
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}

@inline(__always) private func rotated(_ value: UInt32, _ by: UInt32) -> UInt32 {
    (value &>> by) | (value &<< (32 &- by))
}

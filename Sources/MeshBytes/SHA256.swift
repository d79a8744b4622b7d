/// Computes the SHA-256 digest of bytes that arrive in parts (FIPS 180-4).
///
/// - Bounds: only whole blocks of 64 bytes are read as words; what is left over goes through an array.
public struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    private var schedule = [UInt32](repeating: 0, count: 64)
    private var pending = [UInt8](repeating: 0, count: 64)
    private var pendingCount = 0
    private var byteCount: UInt64 = 0

    /// Creates a digest of no bytes.
    public init() {}

    /// Adds bytes.
    public mutating func update(_ bytes: [UInt8]) { unsafe bytes.withUnsafeBytes { unsafe update($0) } }

    /// Adds bytes from other memory.
    public mutating func update(_ raw: UnsafeRawBufferPointer) {
        byteCount &+= UInt64(raw.count)
        var index = 0
        if pendingCount > 0 {
            while pendingCount < 64, index < raw.count {
                unsafe pending[pendingCount] = raw[index]
                pendingCount += 1
                index += 1
            }
            guard pendingCount == 64 else { return }
            compressPending()
        }
        while raw.count - index >= 64 {
            unsafe compress(UnsafeRawBufferPointer(rebasing: raw[index..<index + 64]))
            index += 64
        }
        while index < raw.count {
            unsafe pending[pendingCount] = raw[index]
            pendingCount += 1
            index += 1
        }
    }

    /// Returns the digest of all bytes added, as 64 lower-case hexadecimal digits. Add nothing afterwards.
    public mutating func finalize() -> String {
        let bitCount = byteCount &* 8
        pending[pendingCount] = 0x80
        pendingCount += 1
        if pendingCount > 56 {
            while pendingCount < 64 { pad() }
            compressPending()
        }
        while pendingCount < 56 { pad() }
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            pending[pendingCount] = UInt8(truncatingIfNeeded: bitCount >> shift)
            pendingCount += 1
        }
        compressPending()
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for word in state {
            for shift in stride(from: UInt32(28), through: 0, by: -4) { text.append(digits[Int(word >> shift & 15)]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the digest of an input's bytes, read in blocks.
    public static func digest(of input: Input) throws(SystemError) -> String {
        var hash = SHA256()
        let block = try MemoryBlock(byteCount: 1 << 20)
        var offset = 0
        while true {
            let count = unsafe try input.read(at: offset, count: block.byteCount, into: block.base)
            if count == 0 { return hash.finalize() }
            unsafe hash.update(UnsafeRawBufferPointer(start: block.base, count: count))
            offset += count
        }
    }

    private mutating func pad() {
        pending[pendingCount] = 0
        pendingCount += 1
    }

    private mutating func compressPending() {
        let bytes = pending
        pendingCount = 0
        unsafe bytes.withUnsafeBytes { unsafe compress($0) }
    }

    private mutating func compress(_ block: UnsafeRawBufferPointer) {
        unsafe schedule.withUnsafeMutableBufferPointer { w in
            for index in 0..<16 {
                unsafe w[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
            }
            for index in 16..<64 {
                let early = unsafe w[index &- 15]
                let late = unsafe w[index &- 2]
                let low = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
                let high = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
                unsafe w[index] = w[index &- 16] &+ low &+ w[index &- 7] &+ high
            }
        }
        var a = state[0]
        var b = state[1]
        var c = state[2]
        var d = state[3]
        var e = state[4]
        var f = state[5]
        var g = state[6]
        var h = state[7]
        unsafe schedule.withUnsafeBufferPointer { w in
            unsafe roundConstants.withUnsafeBufferPointer { k in
                // Eight rounds at a time with rotated names, so that no values are moved between rounds.
                var index = 0
                while index < 64 {
                    unsafe round(a, b, c, &d, e, f, g, &h, k[index] &+ w[index])
                    unsafe round(h, a, b, &c, d, e, f, &g, k[index &+ 1] &+ w[index &+ 1])
                    unsafe round(g, h, a, &b, c, d, e, &f, k[index &+ 2] &+ w[index &+ 2])
                    unsafe round(f, g, h, &a, b, c, d, &e, k[index &+ 3] &+ w[index &+ 3])
                    unsafe round(e, f, g, &h, a, b, c, &d, k[index &+ 4] &+ w[index &+ 4])
                    unsafe round(d, e, f, &g, h, a, b, &c, k[index &+ 5] &+ w[index &+ 5])
                    unsafe round(c, d, e, &f, g, h, a, &b, k[index &+ 6] &+ w[index &+ 6])
                    unsafe round(b, c, d, &e, f, g, h, &a, k[index &+ 7] &+ w[index &+ 7])
                    index &+= 8
                }
            }
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }
}

@inline(__always) private func round(
    _ a: UInt32,
    _ b: UInt32,
    _ c: UInt32,
    _ d: inout UInt32,
    _ e: UInt32,
    _ f: UInt32,
    _ g: UInt32,
    _ h: inout UInt32,
    _ input: UInt32
) {
    let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let first = h &+ input &+ sum1 &+ (g ^ (e & (f ^ g)))
    let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    d = d &+ first
    h = first &+ sum0 &+ ((a & b) | (c & (a | b)))
}

@inline(__always) private func rotated(_ value: UInt32, _ by: UInt32) -> UInt32 {
    (value &>> by) | (value &<< (32 &- by))
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
private let roundConstants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
]

/// The final state of range coding. Decoding begins there and goes backwards. Its top two bits give its size.
struct RangeEnding {
    /// 1...4 bytes.
    let size: Int
    let state: UInt32

    /// Returns nil if there are too few bytes.
    init?(_ bytes: [UInt8], start: Int, end: Int) {
        guard end > start else { return nil }
        size = Int(bytes[end - 1] >> 6) + 1
        guard end - start >= size else { return nil }
        var value: UInt32 = 0
        for place in (end - size)..<end {
            value |= UInt32(bytes[place]) << UInt32(8 * (place - (end - size)))
        }
        state = value & (UInt32.max >> UInt32(32 - 8 * size + 2))
    }
}

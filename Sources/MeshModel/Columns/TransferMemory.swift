/// A cache of recent colour conversions: scans have few colours, and the roots of the transfer function take fifty
/// times as long as a lookup.
struct TransferMemory {
    private let space: Frame.ColorSpace
    private var keys: ContiguousArray<UInt64>
    private var values: ContiguousArray<Double>
    private static let size = 4096
    /// The key of an empty slot: a NaN that is never looked up.
    private static let none = UInt64.max

    /// Creates an empty cache of conversions to a colour space; unless `isUsed`, it has no slots and must not be asked.
    init(to space: Frame.ColorSpace, isUsed: Bool = true) {
        self.space = space
        keys = ContiguousArray(repeating: Self.none, count: isUsed ? Self.size : 0)
        values = ContiguousArray(repeating: 0, count: isUsed ? Self.size : 0)
    }

    @inline(__always)
    mutating func value(of value: Double) -> Double {
        let bits = value.bitPattern
        let slot = Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 52)
        if keys[slot] == bits, bits != Self.none { return values[slot] }
        let result =
            space == .linear ? ColorTransfer.linear(fromSRGB: value) : ColorTransfer.srgb(fromLinear: value)
        keys[slot] = bits
        values[slot] = result
        return result
    }
}

/// Colours that were converted last: scans have few, and the roots of the transfer function take fifty times as long as
/// looking one up.
struct TransferMemory {
    private let space: Frame.ColorSpace
    private var keys: ContiguousArray<UInt64>
    private var values: ContiguousArray<Double>
    private static let size = 4096
    /// A NaN that no value is looked up by.
    private static let none = UInt64.max

    /// An empty memory of conversions to a colour space; one that is not used must not be asked and takes no room.
    init(to space: Frame.ColorSpace, isUsed: Bool = true) {
        self.space = space
        keys = ContiguousArray(repeating: Self.none, count: isUsed ? Self.size : 0)
        values = ContiguousArray(repeating: 0, count: isUsed ? Self.size : 0)
    }

    /// The value in the other colour space.
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

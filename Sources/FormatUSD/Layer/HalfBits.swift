/// Conversion of IEEE 754 binary16 bits. Swift has no `Float16` on Intel Macs.
enum HalfBits {
    /// The largest value that is not infinite.
    static let largest = 65504.0

    /// The value of a bit pattern.
    static func value(_ bits: UInt16) -> Double {
        let sign: Double = bits & 0x8000 == 0 ? 1 : -1
        let fraction = Double(bits & 0x3FF)
        switch bits >> 10 & 0x1F {
        case 0: return sign * fraction * 0x1p-24
        case 31: return fraction == 0 ? sign * .infinity : .nan
        case let exponent:
            return sign * (1024 + fraction) * Double(sign: .plus, exponent: Int(exponent) - 25, significand: 1)
        }
    }

    /// The bit pattern of the nearest half, ties to even. Values that are too large become infinite.
    static func bits(_ value: Double) -> UInt16 {
        let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
        guard !value.isNaN else { return 0x7E00 | sign }
        let magnitude = value.magnitude
        guard magnitude < 65520 else { return sign | 0x7C00 }
        guard magnitude >= 0x1p-25 else { return sign }
        // The exponent of the last bit of a half of this size. All halves below 2⁻¹⁴ share one.
        let place = max(magnitude.exponent, -14) - 10
        let steps = (magnitude * Double(sign: .plus, exponent: -place, significand: 1)).rounded(.toNearestOrEven)
        // 1024 steps or more carry into the exponent.
        return sign | UInt16(Int(steps) + (place + 24) << 10)
    }
}

/// Numbers of 16 bits: one bit of sign, five of exponent, ten of fraction.
enum USDHalf {
    /// The bits of the nearest number of 16 bits; ties go to the even one, what is too large becomes infinite.
    static func bits(_ value: Float) -> UInt16 {
        let bits = value.bitPattern
        let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
        let magnitude = bits & 0x7FFF_FFFF
        if magnitude > 0x7F80_0000 { return sign | 0x7C00 | UInt16(truncatingIfNeeded: magnitude >> 13) & 0x3FF | 0x200 }
        // 65520 and more round to infinity.
        if magnitude >= 0x477F_F000 { return sign | 0x7C00 }
        if magnitude < 0x3880_0000 {
            // Below 2⁻¹⁴ numbers are multiples of 2⁻²⁴; the sum rounds to one of them, ties to even.
            let shifted = Float(bitPattern: magnitude) + 0.5
            return sign | UInt16(truncatingIfNeeded: shifted.bitPattern &- Float(0.5).bitPattern)
        }
        let odd = (magnitude >> 13) & 1
        let rounded = magnitude &+ 0xFFF &+ odd &- (112 << 23)
        return sign | UInt16(truncatingIfNeeded: rounded >> 13)
    }

    /// The value of 16 bits.
    static func value(_ bits: UInt16) -> Float {
        let sign: Float = bits & 0x8000 == 0 ? 1 : -1
        let exponent = UInt32(bits >> 10 & 0x1F)
        let fraction = UInt32(bits & 0x3FF)
        switch exponent {
        case 0: return sign * Float(fraction) * 0x1p-24
        case 31: return Float(bitPattern: UInt32(bits & 0x8000) << 16 | 0x7F80_0000 | fraction << 13)
        default: return Float(bitPattern: UInt32(bits & 0x8000) << 16 | (exponent + 112) << 23 | fraction << 13)
        }
    }
}

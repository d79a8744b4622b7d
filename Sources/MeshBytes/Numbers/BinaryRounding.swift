/// Rounds a decimal with at most 64 bits of digits to binary, with one 128-bit product.
///
/// After Eisel and Lemire, "Number parsing at a gigabyte per second" (2021), with an error bound of our own: the
/// product is known to four units of its lower half, so the rounding is certain unless a tie is that near.
enum BinaryRounding {
    /// A binary format: bits of precision and the range of exponents.
    struct Format {
        var precision: Int
        var smallestExponent: Int
        var largestExponent: Int
        static let float32 = Format(precision: 24, smallestExponent: -126, largestExponent: 127)
        static let float64 = Format(precision: 53, smallestExponent: -1022, largestExponent: 1023)

        /// The bits of infinity.
        var infinity: UInt64 { UInt64(largestExponent - smallestExponent + 2) << UInt64(precision - 1) }
    }

    @inline(__always) static func float64(_ digits: UInt64, _ power: Int) -> (bits: UInt64, isCertain: Bool) {
        bits(digits, power, .float64)
    }

    @inline(__always) static func float32(_ digits: UInt64, _ power: Int) -> (bits: UInt64, isCertain: Bool) {
        bits(digits, power, .float32)
    }

    /// The bits nearest to `digits × 10^power`; digits must not be zero.
    @inline(__always) private static func bits(
        _ digits: UInt64,
        _ power: Int,
        _ format: Format
    ) -> (bits: UInt64, isCertain: Bool) {
        // Less than 2⁶⁴ × 10⁻³⁴³ is less than half of the smallest float64.
        if power < PowersOfTen.smallest { return (0, true) }
        if power > 308 { return (format.infinity, true) }
        let zeros = digits.leadingZeroBitCount
        let normal = digits &<< UInt64(truncatingIfNeeded: zeros)
        let ten = PowersOfTen.significand(power)
        let major = normal.multipliedFullWidth(by: ten.high)
        let minor = normal.multipliedFullWidth(by: ten.low)
        var (low, carry) = major.low.addingReportingOverflow(minor.high)
        var high = major.high &+ (carry ? 1 : 0)
        let isExact = PowersOfTen.isExact(power) && minor.low == 0
        // Moves the first bit to the top. The neglected rest is less than four units of `low`.
        let shift = high.leadingZeroBitCount
        if shift == 1 {
            high = high &<< 1 | low &>> 63
            low = low &<< 1
        }
        let exponent = PowersOfTen.binaryExponent(power) &+ 64 &- zeros &- shift
        if exponent > format.largestExponent { return (format.infinity, true) }

        let kept = min(format.precision, format.precision &- (format.smallestExponent &- exponent))
        if kept < 0 { return (0, true) }
        var top = kept == 0 ? 0 : high &>> UInt64(truncatingIfNeeded: 64 &- kept)
        let rest = kept == 0 ? high : high & ((1 &<< UInt64(truncatingIfNeeded: 64 &- kept)) &- 1)
        let half = UInt64(1) &<< UInt64(truncatingIfNeeded: 63 &- kept)
        var isCertain = true
        if rest == half, low == 0 {
            // A tie, if no digits are missing below.
            if isExact { top &+= top & 1 } else { isCertain = false }
        } else if rest >= half {
            top &+= 1
        } else if rest &+ 1 == half, low >= 0 &- 5, !isExact {
            isCertain = false
        }
        // A carry out of the significand moves into the exponent by itself.
        if kept < format.precision { return (top, isCertain) }
        let fieldShift = UInt64(truncatingIfNeeded: format.precision &- 1)
        let field = UInt64(truncatingIfNeeded: exponent &- format.smallestExponent)
        return (field &<< fieldShift &+ top, isCertain)
    }
}

/// The shortest decimal that reads back as a given number, and of these the nearest.
///
/// Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles", 2020): of the decimals on the coarsest grid
/// with a point in the interval that rounds to the number, at most two are candidates, and three products decide. The
/// caller strips trailing zeros of the result.
struct ShortestDecimal {
    var digits: UInt64
    var exponent: Int

    /// The shortest decimal of a positive finite float32, from its bits.
    @inline(__always) init(_ value: Float) {
        let bits = value.bitPattern & 0x7FFF_FFFF
        let fraction = bits & 0x7F_FFFF
        let field = Int(bits >> 23)
        let significand = field == 0 ? fraction : fraction | 0x80_0000
        let q = field == 0 ? -149 : field &- 150
        // Below a power of two the neighbour is nearer; below the smallest normal number it is not.
        let isCloser = fraction == 0 && field > 1
        let k = isCloser ? PowersOfTen.decimalExponentOfThreeQuarters(q) : PowersOfTen.decimalExponent(q)
        let h = UInt64(truncatingIfNeeded: q &+ PowersOfTen.binaryExponent(0 &- k) &+ 1)
        let g = PowersOfTen.shortSignificand(0 &- k)
        let center = UInt64(significand) &<< 2
        let below = isCloser ? center &- 1 : center &- 2
        let lower = Self.product(g, below &<< h)
        let middle = Self.product(g, center &<< h)
        let upper = Self.product(g, (center &+ 2) &<< h)
        self.init(lower: lower, middle: middle, upper: upper, isOdd: significand & 1 == 1, exponent: k)
    }

    /// The shortest decimal of a positive finite float64, from its bits.
    @inline(__always) init(_ value: Double) {
        let bits = value.bitPattern & 0x7FFF_FFFF_FFFF_FFFF
        let fraction = bits & 0xF_FFFF_FFFF_FFFF
        let field = Int(bits >> 52)
        let significand = field == 0 ? fraction : fraction | 0x10_0000_0000_0000
        let q = field == 0 ? -1074 : field &- 1075
        let isCloser = fraction == 0 && field > 1
        let k = isCloser ? PowersOfTen.decimalExponentOfThreeQuarters(q) : PowersOfTen.decimalExponent(q)
        let h = UInt64(truncatingIfNeeded: q &+ PowersOfTen.binaryExponent(0 &- k) &+ 1)
        var (high, low) = PowersOfTen.significand(0 &- k)
        if !PowersOfTen.isExact(0 &- k) {
            low &+= 1
            if low == 0 { high &+= 1 }
        }
        let center = significand &<< 2
        let below = isCloser ? center &- 1 : center &- 2
        let lower = Self.product(high, low, below &<< h)
        let middle = Self.product(high, low, center &<< h)
        let upper = Self.product(high, low, (center &+ 2) &<< h)
        self.init(lower: lower, middle: middle, upper: upper, isOdd: significand & 1 == 1, exponent: k)
    }

    /// Chooses between the candidates. The bounds are four times the decimal; their lowest bit is set if more follows.
    @inline(__always) private init(lower: UInt64, middle: UInt64, upper: UInt64, isOdd: Bool, exponent k: Int) {
        let odd: UInt64 = isOdd ? 1 : 0
        let lower = lower &+ odd
        let upper = upper &- odd
        let s = middle >> 2
        // Which candidate wins is random, so all are computed and one is selected without a branch.
        let fits = lower <= 4 &* s
        let nextFits = 4 &* s &+ 4 <= upper
        // If both or none fit: the nearer one, and of two equally near ones the even one.
        let half = 4 &* s &+ 2
        let isUp = middle &+ (s & 1) > half
        let isNext = fits != nextFits ? nextFits : isUp
        let fine = s &+ (isNext ? 1 : 0)

        let tens = 10 &* (s / 10)
        let tensFit = lower <= 4 &* tens
        let nextTensFit = 4 &* tens &+ 40 <= upper
        let coarse = tens &+ (nextTensFit ? 10 : 0)
        digits = s >= 10 && tensFit != nextTensFit ? coarse : fine
        exponent = k
    }

    /// The product rounded to odd: its integer part, with the lowest bit set if more follows than a rounding error.
    @inline(__always) private static func product(_ g: UInt64, _ c: UInt64) -> UInt64 {
        // c has at most 32 bits: the integer part is what is above 2⁶⁴.
        let full = g.multipliedFullWidth(by: c)
        return full.high | ((full.low >> 32) > 1 ? 1 : 0)
    }

    @inline(__always) private static func product(_ high: UInt64, _ low: UInt64, _ c: UInt64) -> UInt64 {
        let minor = low.multipliedFullWidth(by: c)
        let major = high.multipliedFullWidth(by: c)
        let (middle, overflow) = major.low.addingReportingOverflow(minor.high)
        return (major.high &+ (overflow ? 1 : 0)) | (middle > 1 ? 1 : 0)
    }
}

// Bounds: the target has room for `maximumByteCount` bytes; at most 30 are written, those that are overwritten again
// included.

/// Prints numbers as text: the shortest digits that read back as the same value, equal on every platform and locale.
///
/// - Form: plain decimals without an exponent for 1e-5 ≤ |x| < 1e16, integral values without a point (`1`, `-0`), else
///   one digit before the point and an exponent with its sign (`1.5e-7`, `1e+22`); `nan`, `inf`, `-inf`.
public enum NumberPrinter {
    /// The most bytes that one number takes; bytes beyond the returned count may be overwritten.
    public static let maximumByteCount = 32

    /// Writes a float32 and returns the number of bytes; `target` must have room for ``maximumByteCount``.
    public static func write(_ value: Float, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let magnitude = value.magnitude
        guard magnitude.isFinite, magnitude > 0 else { return unsafe writeSpecial(Double(value), to: target) }
        var p = unsafe target
        // Signs are random: a minus is always written, and kept if needed.
        unsafe p.pointee = 0x2D
        unsafe p += value < 0 ? 1 : 0
        // Whole numbers with an exact neighbour on both sides are their own shortest digits.
        let power = magnitude.exponentBitPattern
        if power >= 127, power < 151, magnitude.significandBitPattern << UInt32(power &- 118) == 0 {
            let whole = (magnitude.significandBitPattern | 0x80_0000) &>> UInt32(150 &- power)
            unsafe p += writeWhole(UInt64(whole), to: p)
            return unsafe p - target
        }
        let decimal = ShortestDecimal(magnitude)
        unsafe p += writeShortDecimal(decimal.digits, decimal.exponent, to: p)
        return unsafe p - target
    }

    /// Writes a float64 and returns the number of bytes; `target` must have room for ``maximumByteCount``.
    public static func write(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let magnitude = value.magnitude
        guard magnitude.isFinite, magnitude > 0 else { return unsafe writeSpecial(value, to: target) }
        var p = unsafe target
        // Signs are random: a minus is always written, and kept if needed.
        unsafe p.pointee = 0x2D
        unsafe p += value < 0 ? 1 : 0
        if magnitude < 9_007_199_254_740_992 {
            let whole = UInt64(magnitude)
            if Double(whole) == magnitude {
                unsafe p += writeWhole(whole, to: p)
                return unsafe p - target
            }
        }
        let decimal = ShortestDecimal(magnitude)
        unsafe p += writeDecimal(decimal.digits, decimal.exponent, to: p)
        return unsafe p - target
    }

    /// Writes a signed integer and returns the number of bytes; `target` must have room for ``maximumByteCount``.
    public static func write(_ value: Int64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        guard value < 0 else { return unsafe writeWhole(UInt64(value), to: target) }
        unsafe target.pointee = 0x2D
        return unsafe writeWhole(value.magnitude, to: target + 1) &+ 1
    }

    /// Writes an unsigned integer and returns the number of bytes; `target` must have room for ``maximumByteCount``.
    public static func write(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        unsafe writeWhole(value, to: target)
    }

    /// A float32 as text.
    public static func text(_ value: Float) -> String { unsafe text { unsafe write(value, to: $0) } }
    /// A float64 as text.
    public static func text(_ value: Double) -> String { unsafe text { unsafe write(value, to: $0) } }

    private static func text(_ body: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
        unsafe String(unsafeUninitializedCapacity: maximumByteCount) { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe body(base)
        }
    }

    // MARK: Digits

    /// The eight decimal digits of a number below 10⁸ as the bytes of a word, the first digit in the lowest byte.
    ///
    /// Halves, quarters and eighths are split in parallel. Dividing by 100 and 10 is a product and a shift, exact for
    /// the few possible values.
    @inline(__always) static func eightDigits(_ value: UInt64) -> UInt64 {
        let upper = value / 10_000
        var x = upper | (value &- 10_000 &* upper) &<< 32
        let hundreds = ((x &* 10_486) &>> 20) & 0x0000_007F_0000_007F
        x = hundreds | (x &- 100 &* hundreds) &<< 16
        let tens = ((x &* 103) &>> 10) & 0x000F_000F_000F_000F
        return tens | (x &- 10 &* tens) &<< 8
    }

    private static let zeros: UInt64 = 0x3030_3030_3030_3030

    @inline(__always) private static func store(_ word: UInt64, _ target: UnsafeMutablePointer<UInt8>) {
        unsafe UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt64.self)
    }

    /// Writes a whole number without leading zeros.
    @inline(__always) private static func writeWhole(
        _ value: UInt64,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        if value < 100_000_000 {
            let digits = eightDigits(value)
            // The last digit stays even if it is zero.
            let leading = (digits | 1 &<< 56).trailingZeroBitCount & ~7
            unsafe store((digits | zeros) &>> UInt64(truncatingIfNeeded: leading), target)
            return 8 &- leading / 8
        }
        let upper = value / 100_000_000
        let lower = value &- 100_000_000 &* upper
        let count: Int
        if upper < 100_000_000 {
            let digits = eightDigits(upper)
            let leading = digits.trailingZeroBitCount & ~7
            unsafe store((digits | zeros) &>> UInt64(truncatingIfNeeded: leading), target)
            count = 8 &- leading / 8
        } else {
            let top = upper / 100_000_000
            let digits = eightDigits(top)
            let leading = digits.trailingZeroBitCount & ~7
            unsafe store((digits | zeros) &>> UInt64(truncatingIfNeeded: leading), target)
            let topCount = 8 &- leading / 8
            unsafe store(eightDigits(upper &- 100_000_000 &* top) | zeros, target + topCount)
            count = topCount &+ 8
        }
        unsafe store(eightDigits(lower) | zeros, target + count)
        return count &+ 8
    }

    /// Writes the digits of a positive number below 10¹⁷; returns their count, with and without trailing zeros.
    @inline(__always) private static func writeDigits(
        _ value: UInt64,
        to target: UnsafeMutablePointer<UInt8>
    ) -> (all: Int, significant: Int) {
        if value < 100_000_000 {
            let digits = eightDigits(value)
            let leading = digits.trailingZeroBitCount & ~7
            unsafe store((digits | zeros) &>> UInt64(truncatingIfNeeded: leading), target)
            let count = 8 &- leading / 8
            return (count, count &- digits.leadingZeroBitCount / 8)
        }
        let upper = value / 100_000_000
        let lower = eightDigits(value &- 100_000_000 &* upper)
        var count: Int
        var significant: Int
        if upper < 100_000_000 {
            (count, significant) = unsafe writeUpTo8(upper, target)
        } else {
            let top = upper / 100_000_000
            unsafe target.pointee = UInt8(truncatingIfNeeded: top) | 0x30
            let middle = eightDigits(upper &- 100_000_000 &* top)
            unsafe store(middle | zeros, target + 1)
            count = 9
            significant = middle == 0 ? 1 : 9 &- middle.leadingZeroBitCount / 8
        }
        unsafe store(lower | zeros, target + count)
        if lower != 0 { significant = count &+ 8 &- lower.leadingZeroBitCount / 8 }
        count &+= 8
        return (count, significant)
    }

    @inline(__always) private static func writeUpTo8(
        _ value: UInt64,
        _ target: UnsafeMutablePointer<UInt8>
    ) -> (Int, Int) {
        let digits = eightDigits(value)
        let leading = digits.trailingZeroBitCount & ~7
        unsafe store((digits | zeros) &>> UInt64(truncatingIfNeeded: leading), target)
        let count = 8 &- leading / 8
        return (count, count &- digits.leadingZeroBitCount / 8)
    }

    /// Writes `value × 10^exponent` for a value of at most nine digits, as float32 has them.
    @inline(__always) private static func writeShortDecimal(
        _ value: UInt64,
        _ exponent: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        // Splits off the first eight digits and the ninth. Eight and nine are equally usual, so eight are made nine.
        let isShort = value < 100_000_000
        let nine = isShort ? 10 &* value : value
        let upper = nine / 10
        let last = nine &- 10 &* upper
        let lanes = eightDigits(upper)
        let leading = lanes.trailingZeroBitCount & ~7
        let digits = (lanes &>> UInt64(truncatingIfNeeded: leading)) | zeros
        // A number with leading zeros here has a zero for its last digit.
        let all = 9 &- leading / 8
        let significant = last != 0 ? 9 : 8 &- leading / 8 &- lanes.leadingZeroBitCount / 8
        let exponent = isShort ? exponent &- 1 : exponent
        let scientific = all &+ exponent &- 1
        guard scientific >= -5, scientific < 7 else { return unsafe writeDecimal(nine, exponent, to: target) }
        // Zeros before the digits or a point among them: both are equally likely, so there is no branch, and whole
        // words are stored, the later over the earlier.
        let isFraction = scientific < 0
        let first = isFraction ? 1 &- scientific : 0
        let whole = isFraction ? 0 : scientific &+ 1
        let point = UInt64(truncatingIfNeeded: 8 &* whole)
        let before = isFraction ? UInt64.max : (1 &<< point) &- 1
        let word = digits & before | (digits & ~before) &<< 8 | (isFraction ? 0 : 0x2E &<< point)
        let ninth = last | 0x30
        let rest = isFraction ? ninth : digits &>> 56 | ninth &<< 8
        unsafe store(0x3030_3030_3030_2E30, target)
        unsafe store(word, target + first)
        unsafe store(rest, target + first + 8)
        let hasPoint = !isFraction && significant > whole
        return first &+ (significant > whole ? significant : whole) &+ (hasPoint ? 1 : 0)
    }

    /// Writes `value × 10^exponent`.
    @inline(never) private static func writeDecimal(
        _ value: UInt64,
        _ exponent: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        // The digits are written one byte too far, so that those before the point can move back over it.
        let (all, significant) = unsafe writeDigits(value, to: target + 1)
        let scientific = all &+ exponent &- 1
        if scientific >= 0, scientific < 16 {
            let whole = scientific &+ 1
            var index = 0
            while index < whole {
                unsafe target[index] = index < all ? target[index &+ 1] : 0x30
                index &+= 1
            }
            guard significant > whole else { return whole }
            unsafe target[whole] = 0x2E
            return significant &+ 1
        }
        if scientific < 0, scientific >= -5 {
            // "0." and zeros before the digits, which move to make room: three words hold all 17 of them.
            let first = 1 &- scientific
            let digits = unsafe UnsafeMutableRawPointer(target + 1)
            let words = unsafe (
                digits.loadUnaligned(as: UInt64.self), digits.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
                digits.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
            )
            unsafe store(0x3030_3030_3030_2E30, target)
            let room = unsafe UnsafeMutableRawPointer(target + first)
            unsafe room.storeBytes(of: words.0, as: UInt64.self)
            unsafe room.storeBytes(of: words.1, toByteOffset: 8, as: UInt64.self)
            unsafe room.storeBytes(of: words.2, toByteOffset: 16, as: UInt64.self)
            return first &+ significant
        }
        unsafe target[0] = target[1]
        unsafe target[1] = 0x2E
        var count = significant > 1 ? significant &+ 1 : 1
        unsafe target[count] = 0x65
        unsafe target[count &+ 1] = scientific < 0 ? 0x2D : 0x2B
        count &+= 2
        return unsafe count &+ writeWhole(UInt64(scientific.magnitude), to: target + count)
    }

    private static func writeSpecial(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let text: StaticString = value.isNaN ? "nan" : value == 0 ? "0" : "inf"
        var count = 0
        if value.sign == .minus, !value.isNaN {
            unsafe target[0] = 0x2D
            count = 1
        }
        for index in 0..<text.utf8CodeUnitCount {
            unsafe target[count] = text.utf8Start[index]
            count += 1
        }
        return count
    }
}

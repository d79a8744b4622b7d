/// A decimal number in a text: its digits, exponent and end.
///
/// The text must outlive the value.
///
/// - Bounds: each byte's place is compared with `end` before it is read, and eight are loaded only where eight are left.
@safe struct DecimalScan {
    /// The first nineteen significant digits, all of them unless ``isLong``.
    private let digits: UInt64
    /// The power of ten that ``digits`` is multiplied by.
    private let exponent: Int
    /// Whether digits other than zero follow the first nineteen.
    private var isLong: Bool
    let isNegative: Bool
    /// The first byte after the number.
    let next: UnsafePointer<UInt8>
    private let first: UnsafePointer<UInt8>

    /// Scans a number; nil if there is none, or if it has no digits (`nan`, `inf`).
    @inline(__always) init?(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        var p = unsafe start
        guard unsafe p != end else { return nil }
        let sign = unsafe p.pointee
        isNegative = sign == 0x2D
        if sign == 0x2D || sign == 0x2B { unsafe p += 1 }
        unsafe first = unsafe p

        var value: UInt64 = 0
        while unsafe p != end {
            let digit = unsafe p.pointee &- 0x30
            guard digit < 10 else { break }
            value = value &* 10 &+ UInt64(digit)
            unsafe p += 1
        }
        var count = unsafe p - first
        var scale = 0
        if unsafe p != end, unsafe p.pointee == 0x2E {
            unsafe p += 1
            let fraction = unsafe p
            while true {
                guard unsafe end - p >= 8 else {
                    while unsafe p != end {
                        let digit = unsafe p.pointee &- 0x30
                        guard digit < 10 else { break }
                        value = value &* 10 &+ UInt64(digit)
                        unsafe p += 1
                    }
                    break
                }
                let word = unsafe Digits.load(p)
                let run = Digits.count(word)
                if run == 0 { break }
                value = value &* Digits.powers[run] &+ Digits.value(word, run)
                unsafe p += run
                if run < 8 { break }
            }
            let places = unsafe p - fraction
            scale = 0 &- places
            count &+= places
            if places == 0, unsafe p != end, unsafe p.pointee == 0x23 { return nil }
        }
        guard count > 0 else { return nil }
        isLong = false
        if count > 19 { (value, scale, isLong) = unsafe Self.leadingDigits(first, p) }
        if unsafe p != end, unsafe p.pointee | 0x20 == 0x65 {
            let (power, length) = unsafe Self.readExponent(p, end)
            scale &+= power
            unsafe p += length
        }
        digits = value
        exponent = scale
        unsafe next = unsafe p
    }

    // Rare cases are static functions with parameters: a method would keep the whole value in memory, and loading it
    // right after storing it in parts costs more than the parsing.

    /// Reads an exponent from its letter on; returns its value and byte count, or zeros if no digit follows.
    @inline(never) private static func readExponent(
        _ start: UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>
    ) -> (Int, Int) {
        var p = unsafe start + 1
        guard unsafe p != end else { return (0, 0) }
        let sign = unsafe p.pointee
        if sign == 0x2D || sign == 0x2B { unsafe p += 1 }
        let first = unsafe p
        var value = 0
        while unsafe p != end {
            let digit = unsafe p.pointee &- 0x30
            guard digit < 10 else { break }
            // Beyond this, everything is zero or infinite, for any number of digits that a text can hold.
            if value < 1 << 56 { value = value * 10 + Int(digit) }
            unsafe p += 1
        }
        guard unsafe p != first else { return (0, 0) }
        return unsafe (sign == 0x2D ? -value : value, p - start)
    }

    /// The first nineteen significant digits of a number, their power of ten, and whether digits other than zero
    /// follow.
    @inline(never) private static func leadingDigits(
        _ first: UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>
    ) -> (digits: UInt64, exponent: Int, isLong: Bool) {
        var value: UInt64 = 0
        var kept = 0
        var point = 0
        var isLong = false
        unsafe forEachDigit(first, end) { digit, isFraction in
            if kept < 19 {
                value = value &* 10 &+ UInt64(digit)
                if value > 0 { kept += 1 }
                if isFraction { point -= 1 }
            } else {
                if digit > 0 { isLong = true }
                if !isFraction { point += 1 }
            }
        }
        return (value, point, isLong)
    }

    /// Calls `body` with each digit of a number, up to the exponent, and whether the digit is after the point.
    private static func forEachDigit(
        _ first: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ body: (_ digit: UInt8, _ isFraction: Bool) -> Void
    ) {
        var isFraction = false
        var p = unsafe first
        while unsafe p != end, unsafe p.pointee | 0x20 != 0x65 {
            let byte = unsafe p.pointee
            unsafe p += 1
            if byte == 0x2E { isFraction = true } else { body(byte &- 0x30, isFraction) }
        }
    }

    // MARK: Values

    /// The float64 values nearest to the powers of ten from 10⁰ down.
    private static let nearPowers: [Double] = [
        1e0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16,
        1e-17, 1e-18, 1e-19, 1e-20, 1e-21, 1e-22,
    ]
    private static let largestExact: UInt64 = 1 << 53

    /// The magnitude as the nearest float64.
    @inline(__always) var float64: Double {
        let power = exponent
        // Both factors are exact: one rounding. (Clinger, "How to read floating point numbers accurately", 1990.)
        if digits <= Self.largestExact, power >= -22, power <= 22, !isLong {
            let value = Double(digits)
            return power < 0
                ? value / PowersOfTen.exact[0 &- power] : value * PowersOfTen.exact[power]
        }
        return unsafe Self.slowFloat64(digits, power, isLong, first, next)
    }

    /// The magnitude as the nearest float32.
    @inline(__always) var float32: Float {
        let power = exponent
        if digits <= Self.largestExact, power >= -22, power <= 22, !isLong { return float32(from: float64) }
        return unsafe Self.slowFloat32(digits, power, isLong, first, next)
    }

    /// The magnitude as the nearest float32, given the nearest float64.
    @inline(__always) func float32(from double: Double) -> Float {
        // Only if the float64 is itself a tie of float32, it doesn't show on which side the digits are.
        if double.bitPattern & 0x1FFF_FFFF != 0x1000_0000, double >= 0x1p-126 { return Float(double) }
        return unsafe digits == 0 ? 0 : Self.slowFloat32(digits, exponent, isLong, first, next)
    }

    @inline(never) private static func slowFloat64(
        _ digits: UInt64,
        _ power: Int,
        _ isLong: Bool,
        _ first: UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>
    ) -> Double {
        if digits == 0 { return 0 }
        let near = BinaryRounding.float64(digits, power)
        if !isLong {
            if near.isCertain { return Double(bitPattern: near.bits) }
        } else {
            let above = BinaryRounding.float64(digits &+ 1, power)
            if near.isCertain, above.isCertain, near.bits == above.bits { return Double(bitPattern: near.bits) }
        }
        return unsafe Double(bitPattern: exact(near.bits, .float64, digits, power, isLong, first, end))
    }

    @inline(never) private static func slowFloat32(
        _ digits: UInt64,
        _ power: Int,
        _ isLong: Bool,
        _ first: UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>
    ) -> Float {
        if digits == 0 { return 0 }
        let near = BinaryRounding.float32(digits, power)
        if !isLong {
            if near.isCertain { return Float(bitPattern: UInt32(truncatingIfNeeded: near.bits)) }
        } else {
            let above = BinaryRounding.float32(digits &+ 1, power)
            if near.isCertain, above.isCertain, near.bits == above.bits {
                return Float(bitPattern: UInt32(truncatingIfNeeded: near.bits))
            }
        }
        return unsafe Float(
            bitPattern: UInt32(truncatingIfNeeded: exact(near.bits, .float32, digits, power, isLong, first, end)))
    }

    private static func exact(
        _ near: UInt64,
        _ format: BinaryRounding.Format,
        _ digits: UInt64,
        _ power: Int,
        _ isLong: Bool,
        _ first: UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>
    ) -> UInt64 {
        guard isLong else { return ExactRounding.bits(near: near, digits, power, format) }
        // No tie of float64 has more than 767 significant digits: after those, it only matters whether anything
        // follows.
        var text: [UInt8] = []
        var dropped = 0
        var point = 0
        var follows = false
        unsafe forEachDigit(first, end) { digit, isFraction in
            if text.isEmpty, digit == 0 {
                if isFraction { point -= 1 }
            } else if text.count < 800 {
                text.append(digit)
                if isFraction { point -= 1 }
            } else {
                if digit > 0 { follows = true }
                if !isFraction { dropped += 1 }
            }
        }
        if follows {
            text.append(1)
            dropped -= 1
        }
        // The exponent written after the digits: the part of `power` that the position of the point doesn't explain.
        let written = unsafe power &- leadingDigits(first, end).exponent
        return ExactRounding.bits(near: near, text, point &+ dropped &+ written, format)
    }

    // MARK: Shortest digits

    /// Whether the digits, trailing zeros aside, are the shortest that identify a float32.
    ///
    /// - Parameters:
    ///   - value: the nearest float32.
    ///   - double: the nearest float64.
    @inline(__always) func isShortest(_ value: Float, _ double: Double) -> Bool {
        Self.isShortest(digits, exponent, lastPlace: exponent, isLong: isLong, value, double)
    }

    /// Whether digits with their power of ten, trailing zeros aside, are the shortest that identify a float32.
    ///
    /// - Parameters:
    ///   - lastPlace: the power of ten of the last written digit; any after it are padding zeros.
    ///   - isLong: whether digits other than zero follow.
    @inline(__always) static func isShortest(
        _ digits: UInt64, _ exponent: Int, lastPlace: Int, isLong: Bool = false, _ value: Float, _ double: Double
    ) -> Bool {
        let field = Int(value.bitPattern >> 23)
        let q = field == 0 ? -149 : field &- 150
        // A grid coarser than the spacing of float32 has at most one point that rounds to the value, and every shorter
        // decimal is on that grid too.
        let grid = PowersOfTen.decimalExponent(q)
        if lastPlace > grid, !isLong, field < 255 { return value != 0 || digits == 0 }
        return isShortest(digits, exponent, isLong, value, double, q, grid)
    }

    /// Whether digits are certainly the shortest, in plain arithmetic; if it returns false, the general way has to
    /// decide.
    ///
    /// Writers leave out the last digit half of the time, so a branch on the grid would be mispredicted for every
    /// second number, and that only shows after the division. So each condition is the sign of a number here, and one
    /// branch tests them all.
    ///
    /// - Parameters:
    ///   - lastPlace: the power of ten of the last digit, 0…−12; any digits after it are zeros.
    ///   - lastDigit: the last digit, 0…9.
    ///   - value: the nearest float32, zero or a normal number below 2¹⁰⁰.
    ///   - double: the nearest float64.
    @inline(__always) static func isSurelyShortest(
        lastPlace: Int, lastDigit: Int, _ value: Float, _ double: Double
    ) -> Bool {
        let q = Int(value.bitPattern >> 23) &- 150
        // Negative where the digits are on a coarser grid than the value; those of a zero are.
        let coarser = PowersOfTen.decimalExponent(q) &- lastPlace
        // Numbers of a fixed length, usually six places, all go the same way: there a branch costs nothing.
        if lastPlace > -7, coarser < 0 { return true }
        let isOnGrid = (coarser &- 1) & ~coarser
        let gaps = GridGaps(lastDigit: Double(lastDigit), step: nearPowers[0 &- lastPlace], q, value, double)
        let isFar =
            signed(gaps.margin - gaps.nearer) & signed(gaps.margin - gaps.below) & signed(gaps.margin - gaps.above)
        // Negative unless the last digit is zero or the value is a power of two.
        let isUsual = (0 &- lastDigit) & (0 &- Int(value.significandBitPattern))
        return Int64(coarser) | (Int64(isOnGrid & isUsual) & isFar) < 0
    }

    /// The bits as an integer, which is negative where the number is.
    @inline(__always) private static func signed(_ value: Double) -> Int64 { Int64(bitPattern: value.bitPattern) }

    @inline(never) private static func isShortest(
        _ digits: UInt64,
        _ exponent: Int,
        _ isLong: Bool,
        _ value: Float,
        _ double: Double,
        _ q: Int,
        _ grid: Int
    ) -> Bool {
        if digits == 0 { return true }
        guard value.isFinite, value != 0, !isLong else { return false }
        var digits = digits
        var exponent = exponent
        while true {
            let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
            if remainder != 0 { break }
            digits = quotient
            exponent &+= 1
        }
        if exponent > grid { return true }
        if value.significandBitPattern != 0 {
            // The grid has a point that identifies the value, and so fewer digits than any finer one.
            if exponent < grid { return false }
            if let answer = isShortestOnGrid(lastDigit: Double(digits % 10), value, double, q, grid) { return answer }
        } else if exponent < grid &- 1 {
            // Just above a power of two the interval is narrower, and the next finer grid may be needed.
            return false
        }
        var shortest = ShortestDecimal(value)
        while shortest.digits % 10 == 0 {
            shortest.digits /= 10
            shortest.exponent += 1
        }
        return shortest.digits == digits && shortest.exponent == exponent
    }

    /// The answer for digits on the grid itself, from float64 arithmetic; nil where it is too close to decide.
    @inline(__always) private static func isShortestOnGrid(
        lastDigit last: Double,
        _ value: Float,
        _ double: Double,
        _ q: Int,
        _ grid: Int
    ) -> Bool? {
        guard q > -149, grid >= -22, grid <= 22 else { return nil }
        let step = grid < 0 ? nearPowers[0 &- grid] : PowersOfTen.exact[grid]
        let gaps = GridGaps(lastDigit: last, step: step, q, value, double)
        if gaps.nearer < -gaps.margin { return false }
        if gaps.nearer < gaps.margin { return nil }
        if gaps.below < -gaps.margin || gaps.above < -gaps.margin { return false }
        return gaps.below > gaps.margin && gaps.above > gaps.margin ? true : nil
    }

    /// The distances by which digits on the grid are right, in float64: all must be above zero, and those within the
    /// margin are too close to decide.
    ///
    /// Distances are differences of neighbouring float64 values, so their error is below 2⁻²⁹ of the spacing of
    /// float32.
    private struct GridGaps {
        let margin: Double
        /// Negative if another point of the grid is nearer.
        let nearer: Double
        /// Negative if the multiple of ten steps below, or above, with one digit less, identifies the value as well.
        let below, above: Double

        @inline(__always)
        init(lastDigit last: Double, step: Double, _ q: Int, _ value: Float, _ double: Double) {
            let half = Double(bitPattern: UInt64(truncatingIfNeeded: q &+ 1022) &<< 52)
            let offset = Double(value) - double
            margin = half * 1e-6
            nearer = step * 0.5 - offset.magnitude
            below = (offset + last * step).magnitude - half
            above = (offset - (10 - last) * step).magnitude - half
        }
    }
}

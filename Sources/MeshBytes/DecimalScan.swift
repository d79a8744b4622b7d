/// A decimal number as it stands in a text: digits, exponent and where it ends.
///
/// The text must outlive the value.
@safe struct DecimalScan {
    /// The first nineteen significant digits, all of them unless ``isLong``.
    private var digits: UInt64 = 0
    /// The power of ten that ``digits`` is multiplied by.
    private var exponent = 0
    /// Whether digits other than zero follow the first nineteen.
    private var isLong = false
    private(set) var isNegative: Bool
    /// The first byte that does not belong to the number.
    private(set) var next: UnsafePointer<UInt8>
    private let first: UnsafePointer<UInt8>

    /// Scans a number; nil if there is none, or if it is one of the forms without digits.
    @inline(__always) init?(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        var p = unsafe start
        guard unsafe p != end else { return nil }
        let sign = unsafe p.pointee
        isNegative = sign == 0x2D
        if sign == 0x2D || sign == 0x2B { unsafe p += 1 }
        unsafe first = unsafe p
        unsafe next = unsafe p

        var value: UInt64 = 0
        while unsafe p != end {
            let digit = unsafe p.pointee &- 0x30
            guard digit < 10 else { break }
            value = value &* 10 &+ UInt64(digit)
            unsafe p += 1
        }
        var count = unsafe p - first
        if unsafe p != end, unsafe p.pointee == 0x2E {
            unsafe p += 1
            let fraction = unsafe p
            while unsafe end - p >= 8 {
                let word = unsafe Digits.load(p)
                let run = Digits.count(word)
                if run == 0 { break }
                value = value &* Digits.powers[run] &+ Digits.value(word, run)
                unsafe p += run
                if run < 8 { break }
            }
            // The end of the text, or of the run.
            while unsafe p != end {
                let digit = unsafe p.pointee &- 0x30
                guard digit < 10 else { break }
                value = value &* 10 &+ UInt64(digit)
                unsafe p += 1
            }
            let places = unsafe p - fraction
            exponent = 0 &- places
            count &+= places
            if places == 0, unsafe p != end, unsafe p.pointee == 0x23 { return nil }
        }
        guard count > 0 else { return nil }
        digits = value
        unsafe next = unsafe p
        if count > 19 { collect() }
        if unsafe p != end, unsafe p.pointee | 0x20 == 0x65 { unsafe readExponent(end) }
    }

    /// Reads an exponent, if there is one after the letter.
    @inline(never) private mutating func readExponent(_ end: UnsafePointer<UInt8>) {
        var p = unsafe next + 1
        guard unsafe p != end else { return }
        let sign = unsafe p.pointee
        if sign == 0x2D || sign == 0x2B { unsafe p += 1 }
        let start = unsafe p
        var value = 0
        while unsafe p != end {
            let digit = unsafe p.pointee &- 0x30
            guard digit < 10 else { break }
            // Beyond this everything is zero or infinite, however many digits a text can hold.
            if value < 1 << 56 { value = value * 10 + Int(digit) }
            unsafe p += 1
        }
        guard unsafe p != start else { return }
        exponent &+= sign == 0x2D ? -value : value
        unsafe next = unsafe p
    }

    /// Takes the first nineteen significant digits of more than nineteen.
    @inline(never) private mutating func collect() {
        var value: UInt64 = 0
        var kept = 0
        var point = 0
        var isFraction = false
        var p = unsafe first
        isLong = false
        while unsafe p != next {
            let byte = unsafe p.pointee
            unsafe p += 1
            if byte == 0x2E {
                isFraction = true
                continue
            }
            let digit = byte &- 0x30
            if kept < 19 {
                value = value &* 10 &+ UInt64(digit)
                if value > 0 { kept += 1 }
                if isFraction { point -= 1 }
            } else {
                if digit > 0 { isLong = true }
                if !isFraction { point += 1 }
            }
        }
        digits = value
        exponent = point
    }

    // MARK: Values

    /// The powers of ten that are exact in float64, and the nearest ones below one.
    private static let exactPowers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
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
                ? value / Self.exactPowers[0 &- power] : value * Self.exactPowers[power]
        }
        return slowFloat64
    }

    /// The magnitude as the nearest float32.
    @inline(__always) var float32: Float {
        let power = exponent
        if digits <= Self.largestExact, power >= -22, power <= 22, !isLong {
            let value = Double(digits)
            let product =
                power < 0 ? value * Self.nearPowers[0 &- power] : value * Self.exactPowers[power]
            // The product is within two units in the last place; unless a tie of float32 is that near, rounding it again
            // gives what rounding the digits gives.
            let low = product.bitPattern & 0x1FFF_FFFF
            let isClear = low &- (0x1000_0000 - 4) > 8
            if isClear, product >= 0x1p-126 { return Float(product) }
            if digits == 0 { return 0 }
        }
        return slowFloat32
    }

    /// The magnitude as the nearest float32, given the nearest float64.
    @inline(__always) func float32(from double: Double) -> Float {
        // Only a float64 that is itself a tie of float32 hides on which side the digits are.
        if double.bitPattern & 0x1FFF_FFFF != 0x1000_0000, double >= 0x1p-126 { return Float(double) }
        return digits == 0 ? 0 : slowFloat32
    }

    @inline(never) private var slowFloat64: Double {
        if digits == 0 { return 0 }
        let power = exponent
        let near = BinaryRounding.float64(digits, power)
        if !isLong {
            if near.isCertain { return Double(bitPattern: near.bits) }
        } else {
            let above = BinaryRounding.float64(digits &+ 1, power)
            if near.isCertain, above.isCertain, near.bits == above.bits { return Double(bitPattern: near.bits) }
        }
        return Double(bitPattern: exact(near.bits, .float64))
    }

    @inline(never) private var slowFloat32: Float {
        if digits == 0 { return 0 }
        let power = exponent
        let near = BinaryRounding.float32(digits, power)
        if !isLong {
            if near.isCertain { return Float(bitPattern: UInt32(truncatingIfNeeded: near.bits)) }
        } else {
            let above = BinaryRounding.float32(digits &+ 1, power)
            if near.isCertain, above.isCertain, near.bits == above.bits {
                return Float(bitPattern: UInt32(truncatingIfNeeded: near.bits))
            }
        }
        return Float(bitPattern: UInt32(truncatingIfNeeded: exact(near.bits, .float32)))
    }

    private func exact(_ near: UInt64, _ format: BinaryRounding.Format) -> UInt64 {
        guard isLong else { return ExactRounding.bits(near: near, digits, exponent, format) }
        // No tie of float64 has more than 767 significant digits: beyond them only whether anything follows matters.
        var text: [UInt8] = []
        var dropped = 0
        var isFraction = false
        var point = 0
        var follows = false
        var p = unsafe first
        while unsafe p != next, unsafe p.pointee | 0x20 != 0x65 {
            let byte = unsafe p.pointee
            unsafe p += 1
            if byte == 0x2E {
                isFraction = true
                continue
            }
            let digit = byte &- 0x30
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
        // The exponent of the first nineteen digits, plus that of the last digit taken relative to them.
        let shift = exponent &- scaleOfFirstDigits
        return ExactRounding.bits(near: near, text, point &+ dropped &+ shift, format)
    }

    /// The power of ten that belongs to ``digits`` by the place of the point alone.
    private var scaleOfFirstDigits: Int {
        var copy = self
        var p = unsafe first
        while unsafe p != next, unsafe p.pointee | 0x20 != 0x65 { unsafe p += 1 }
        unsafe copy.next = unsafe p
        copy.collect()
        return copy.exponent
    }

    // MARK: Shortest digits

    /// Whether the digits, trailing zeros aside, are the shortest that identify a float32, which must be the nearest.
    @inline(__always) func isShortest(_ value: Float) -> Bool {
        let field = Int(value.bitPattern >> 23)
        let q = field == 0 ? -149 : field &- 150
        // A grid coarser than the spacing of float32 has at most one point that rounds to the value, and every shorter
        // decimal is on that grid too.
        let grid = PowersOfTen.decimalExponent(q)
        if exponent > grid, !isLong, field < 255 { return value != 0 || digits == 0 }
        return isShortestSlowly(value, grid)
    }

    @inline(never) private func isShortestSlowly(_ value: Float, _ grid: Int) -> Bool {
        if digits == 0 { return true }
        guard value.isFinite, value != 0, !isLong else { return false }
        var digits = self.digits
        var exponent = self.exponent
        while true {
            let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
            if remainder != 0 { break }
            digits = quotient
            exponent += 1
        }
        if exponent > grid { return true }
        // The grid always has a point that identifies the value, or the next finer one just above a power of two.
        if exponent < grid - 1 { return false }
        var shortest = ShortestDecimal(value)
        while shortest.digits % 10 == 0 {
            shortest.digits /= 10
            shortest.exponent += 1
        }
        return shortest.digits == digits && shortest.exponent == exponent
    }
}

/// A decimal number as nearly all are written: perhaps a minus, one to seven digits, perhaps a point with up to twelve
/// digits after it, at most fifteen digits in all, no exponent.
///
/// The digits take two or three loads of eight bytes and fit into a float64. So one division rounds once, with the same
/// bits as the general way for a third of the work. The text must outlive the value.
@safe struct PlainNumber {
    /// All digits without the point, padded with zeros to 10⁻⁸ or 10⁻¹²: a fixed power needs no look-up.
    let digits: UInt64
    /// The number is `digits` divided by ten to this power: 0, 8 or 12.
    let power: Int
    /// The number of digits after the point, 0…12.
    let places: Int
    /// The sign bit of a float64.
    let sign: UInt64
    /// The first byte after the number; it is inside the text.
    let next: UnsafePointer<UInt8>

    /// The bytes that one number, and the loads that find its end, may touch.
    private static let reach = 34

    /// Reads the number at `start`; nil for any other form, and near the end of the text.
    ///
    /// Bounds: the sign, seven digits, the point and sixteen bytes after it lie within `reach`.
    @inline(__always) init?(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
        guard unsafe end - start >= Self.reach else { return nil }
        // Signs are random and a branch would be mispredicted: the result is negative only where the byte is a minus.
        let minus = unsafe UInt64(start.pointee ^ 0x2D) &- 1
        sign = minus & 1 &<< 63
        var p = unsafe start + Int(minus &>> 63)
        let word = unsafe Digits.load(p)
        var value: UInt64
        // One digit and a point: two bytes show it, so the next load need not wait for a count.
        if word & 0xFF00 == 0x1E00, word & 0xFF < 10 {
            value = word & 0xFF
            unsafe p += 1
        } else {
            let whole = Digits.count(word)
            guard whole > 0, whole < 8 else { return nil }
            value = Digits.value(word, whole)
            unsafe p += whole
        }
        var places = 0
        var power = 0
        if unsafe p.pointee == 0x2E {
            let first = unsafe p + 1
            let fraction = unsafe Digits.load(first)
            let others = Digits.others(fraction)
            if others != 0 {
                places = others.trailingZeroBitCount &>> 3
                guard places > 0 else { return nil }
                value = value &* 100_000_000 &+ Digits.eight(Digits.leading(fraction, others))
                power = 8
            } else {
                // Starts at a fixed position, so that this load need not wait for the other.
                let rest = unsafe Digits.load(first + 8)
                let others = Digits.others(rest)
                places = 8 &+ others.trailingZeroBitCount &>> 3
                guard places < 13, value < 1000 else { return nil }
                value = value &* 100_000_000 &+ Digits.eight(fraction)
                value = value &* 10_000 &+ Digits.four(Digits.leading(rest, others))
                power = 12
            }
            unsafe p = unsafe first + places
        }
        guard unsafe p.pointee | 0x20 != 0x65 else { return nil }
        digits = value
        self.places = places
        self.power = power
        unsafe next = unsafe p
    }

    /// The magnitude as the nearest float64: both numbers are exact, so only the division rounds.
    @inline(__always) var float64: Double {
        Double(Int64(truncatingIfNeeded: digits)) / PowersOfTen.exact[power]
    }

    /// The nearest float32 with its sign; nil where the nearest float64 doesn't determine it.
    @inline(__always) var float32: Float? {
        let double = float64
        guard Self.tellsFloat32(double) else { return nil }
        return Float(double).with(sign: sign)
    }

    /// Whether the digits are the shortest that identify a float32, which is the nearest.
    @inline(__always) func isShortest(_ float: Float) -> Bool {
        isShortest(float.magnitude, float64)
    }

    @inline(__always) private func isShortest(_ float: Float, _ double: Double) -> Bool {
        // Bounds: a number has a digit, and one with a fraction ends in a digit.
        let last = unsafe Int(next[-1]) &- 0x30
        return DecimalScan.isSurelyShortest(lastPlace: 0 &- places, lastDigit: last, float, double)
            || DecimalScan.isShortest(digits, 0 &- power, lastPlace: 0 &- places, float, double)
    }

    /// The number in both precisions; nil where the nearest float64 doesn't determine the nearest float32.
    @inline(__always) var decimal: DecimalNumber? {
        let double = float64
        guard Self.tellsFloat32(double) else { return nil }
        let float = Float(double)
        let isShortest = isShortest(float, double)
        return DecimalNumber(
            float64: double.with(sign: sign), float32: float.with(sign: sign),
            isShortestFloat32: isShortest)
    }

    /// Whether a float64 determines the nearest float32: all do but those that are themselves ties of float32.
    ///
    /// Numbers with twelve places are zero or far above the subnormal numbers, which have other ties.
    @inline(__always) private static func tellsFloat32(_ double: Double) -> Bool {
        double.bitPattern & 0x1FFF_FFFF != 0x1000_0000
    }
}

extension Double {
    /// The value with this sign bit of a float64.
    @inline(__always) func with(sign: UInt64) -> Double { Double(bitPattern: bitPattern | sign) }

    @inline(__always) func with(isNegative: Bool) -> Double {
        with(sign: isNegative ? 1 &<< 63 : 0)
    }
}

extension Float {
    /// The value with this sign bit of a float64.
    @inline(__always) func with(sign: UInt64) -> Float {
        Float(bitPattern: bitPattern | UInt32(truncatingIfNeeded: sign &>> 32))
    }

    @inline(__always) func with(isNegative: Bool) -> Float {
        with(sign: isNegative ? 1 &<< 63 : 0)
    }
}

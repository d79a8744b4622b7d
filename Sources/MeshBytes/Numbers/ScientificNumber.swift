/// A number as C's `%e` prints it: perhaps a minus, a digit, a point, six digits, `e`, a sign and two digits, then a
/// blank or a line end.
///
/// All parts are at fixed positions, so nothing waits for a count. The text must outlive the value.
@safe struct ScientificNumber {
    /// The seven digits.
    private let digits: UInt64
    /// The number is the digits divided by ten to this power, 0…22.
    private let power: Int
    private let isNegative: Bool
    /// The blank or line end after the number.
    let next: UnsafePointer<UInt8>

    /// The bytes that one number and its loads may touch.
    static let reach = 17
    /// `e+00`, the first byte lowest.
    private static let pattern: UInt64 = 0x3030_2B65

    /// Reads the number at `start`; nil for any other form.
    ///
    /// Bounds: the caller guarantees `reach` bytes, for the sign and two loads of eight bytes.
    @inline(__always) init?(unchecked start: UnsafePointer<UInt8>) {
        isNegative = unsafe start.pointee == 0x2D
        let first = unsafe start + (isNegative ? 1 : 0)
        let word = unsafe Digits.load(first)
        // The point, and digits around it.
        guard (word ^ 0x1E00) & 0xF0F0_F0F0_F0F0_FFF0 == 0, Digits.others(word & ~0xFF00) == 0 else { return nil }
        let tail = unsafe UInt64(littleEndian: UnsafeRawPointer(first + 8).loadUnaligned(as: UInt64.self))
        // Zero where the pattern matches; a capital, a minus and other digits set bits that are checked below.
        let other = tail ^ Self.pattern
        let sign = other & 0x600
        guard (other | (other &+ 0x0606_0000)) & 0xF0F0_F9DF == 0, (sign &+ 0x200) & 0x400 == 0,
            (tail >> 32) & 0xFF <= 0x20
        else { return nil }
        let magnitude = Int(truncatingIfNeeded: (other >> 16 & 15) &* 10 &+ (other >> 24 & 15))
        // All ones for a negative exponent.
        let mask = 0 &- Int(truncatingIfNeeded: sign >> 10)
        power = 6 &- ((magnitude ^ mask) &- mask)
        guard UInt(bitPattern: power) <= 22 else { return nil }
        digits = Digits.eight(word & ~0xFFFF | (word & 0xFF) &<< 8)
        unsafe next = unsafe first + 12
    }

    /// The nearest float32 with its sign, and whether the digits are the shortest that identify it; nil where float64
    /// arithmetic can't decide.
    ///
    /// The product with a rounded power is off by little more than one unit in the last place, so it can only be wrong
    /// within two units of a tie of float32.
    @inline(__always) var float32: (value: Float, isShortest: Bool)? {
        let double = Double(Int64(truncatingIfNeeded: digits)) * Self.powers[power]
        guard (double.bitPattern & 0x1FFF_FFFF) &- 0x0FFF_FFFE > 4 else { return nil }
        let value = Float(double)
        let bits = value.bitPattern
        let grid = PowersOfTen.decimalExponent(Int(bits >> 23) &- 150)
        return (value.with(isNegative: isNegative), 0 &- power > grid)
    }

    private static let powers: [Double] = [
        1e-0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15, 1e-16,
        1e-17, 1e-18, 1e-19, 1e-20, 1e-21, 1e-22,
    ]
}

/// A fraction k ÷ 255 in the shortest digits of its float32, as nearly every writer spells the colours of a camera.
///
/// There are only 256 of them: the digits give the candidate, and are compared with its digits. That takes a third of
/// the work of parsing any number.
@safe struct CodeFraction {
    /// The digits and the number of a fraction.
    private struct Entry {
        /// The digits after the point, padded with zeros to nine.
        var digits: UInt64
        var number: DecimalNumber
    }

    /// The unit of nine decimal places; no fraction has more.
    private static let unit: UInt64 = 1_000_000_000
    /// The bytes that one fraction, and the loads that find its end, may touch.
    static let reach = 16

    private static let entries: [Entry] = (0...255).map { code in
        let text = Array("\(Float(code) / 255)".utf8)
        let zero = DecimalNumber(float64: 0, float32: 0, isShortestFloat32: true)
        let number = TextCursor.over(text) { $0.readDecimal() } ?? zero
        return Entry(digits: UInt64((number.float64 * Double(unit)).rounded()), number: number)
    }

    let number: DecimalNumber
    /// The first byte after the fraction.
    let next: UnsafePointer<UInt8>

    /// Reads the fraction at `start`; nil for any other number, and any other spelling.
    ///
    /// Bounds: the caller guarantees ``reach`` bytes.
    @inline(__always) init?(unchecked start: UnsafePointer<UInt8>) {
        let digit = unsafe start[0] &- 0x30
        let value: UInt64
        if unsafe start[1] == 0x2E {
            guard digit == 0 else { return nil }
            let fraction = unsafe Digits.load(start + 2)
            let others = Digits.others(fraction)
            let count = others.trailingZeroBitCount &>> 3
            // The ninth digit, read without a branch: half of the colours have it.
            let ninth = unsafe start[10] &- 0x30
            let isNine = count == 8 && ninth < 10
            value = Digits.eight(Digits.leading(fraction, others)) &* 10 &+ (isNine ? UInt64(ninth) : 0)
            unsafe next = unsafe start + (2 &+ count &+ (isNine ? 1 : 0))
        } else {
            guard digit < 2 else { return nil }
            value = UInt64(digit) &* Self.unit
            unsafe next = unsafe start + 1
        }
        let entry = Self.entries[Int(truncatingIfNeeded: (value &* 255 &+ Self.unit / 2) / Self.unit)]
        guard entry.digits == value else { return nil }
        number = entry.number
    }
}

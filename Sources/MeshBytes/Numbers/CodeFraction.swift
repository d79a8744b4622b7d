/// A fraction k ÷ 255 in the shortest digits of its float32, as nearly every writer spells the colours of a camera.
///
/// There are only 256 of them: the digits say which one it may be, and are compared with those that it has. That takes a
/// third of the work of a number of any kind.
@safe struct CodeFraction {
    /// What is known of a fraction.
    private struct Entry {
        /// Its digits behind the point and zeros behind them, nine in all.
        var digits: UInt64
        var number: DecimalNumber
    }

    /// What nine places count; none of the fractions has more.
    private static let unit: UInt64 = 1_000_000_000
    /// What one fraction and the loads that find its end may touch.
    static let reach = 16

    private static let entries: [Entry] = (0...255).map { code in
        let text = Array("\(Float(code) / 255)".utf8)
        let zero = DecimalNumber(float64: 0, float32: 0, isShortestFloat32: true)
        let number = TextCursor.over(text) { $0.readDecimal() } ?? zero
        return Entry(digits: UInt64((number.float64 * Double(unit)).rounded()), number: number)
    }

    let number: DecimalNumber
    /// The first byte that does not belong to it.
    let next: UnsafePointer<UInt8>

    /// The fraction at `start`; nil for any other number, and any other spelling.
    ///
    /// Bounds: the caller says that ``reach`` bytes are there.
    @inline(__always) init?(unchecked start: UnsafePointer<UInt8>) {
        let digit = unsafe start[0] &- 0x30
        let value: UInt64
        if unsafe start[1] == 0x2E {
            guard digit == 0 else { return nil }
            let fraction = unsafe Digits.load(start + 2)
            let others = Digits.others(fraction)
            let count = others.trailingZeroBitCount &>> 3
            // The ninth digit, without a question whether there is one: of colours, half have it.
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

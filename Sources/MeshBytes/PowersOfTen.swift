/// The powers of ten from 10⁻³⁴² to 10³²⁴ as 128-bit significands, for reading and printing numbers.
///
/// 10ᵏ lies between `significand × 2^(binaryExponent − 127)` and the same with a significand greater by one; for
/// 0 ≤ k ≤ 55 it is the first exactly. The table is computed once, when the first number asks for it: about 0.1 ms,
/// and nothing to check by eye.
enum PowersOfTen {
    static let smallest = -342
    static let largest = 324

    /// The powers of ten that float64 holds exactly, from 10⁰ on.
    static let exact: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    nonisolated(unsafe) private static let table: UnsafePointer<UInt64> = unsafe makeTable()

    /// The upper and the lower half of the significand, rounded down; the top bit is set.
    @inline(__always) static func significand(_ power: Int) -> (high: UInt64, low: UInt64) {
        let entry = unsafe table + 2 &* (power &- smallest)
        return unsafe (entry[0], entry[1])
    }

    /// Whether ``significand(_:)`` is the power itself.
    @inline(__always) static func isExact(_ power: Int) -> Bool { power >= 0 && power <= 55 }

    /// ⌊log₂ 10ᵏ⌋, right for |k| ≤ 1233.
    @inline(__always) static func binaryExponent(_ power: Int) -> Int { (power &* 1_741_647) >> 19 }

    /// ⌊log₁₀ 2ᵉ⌋, right for |e| ≤ 1500.
    @inline(__always) static func decimalExponent(_ exponent: Int) -> Int { (exponent &* 1_262_611) >> 22 }

    /// ⌊log₁₀ (¾ × 2ᵉ)⌋, right for |e| ≤ 1500.
    @inline(__always) static func decimalExponentOfThreeQuarters(_ exponent: Int) -> Int {
        (exponent &* 1_262_611 &- 524_031) >> 22
    }

    private static func makeTable() -> UnsafePointer<UInt64> {
        let table = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * (largest - smallest + 1))
        func store(_ power: Int, _ words: [UInt64]) {
            let (high, low) = top(words)
            unsafe (table + 2 * (power - smallest)).initialize(to: high)
            unsafe (table + 2 * (power - smallest) + 1).initialize(to: low)
        }
        // 5ᵏ, lowest word first; the factors of two go into the exponent.
        var power: [UInt64] = [1]
        for exponent in 0...largest {
            store(exponent, power)
            var carry: UInt64 = 0
            for index in power.indices {
                let (high, low) = power[index].multipliedFullWidth(by: 5)
                let (sum, overflow) = low.addingReportingOverflow(carry)
                power[index] = sum
                carry = high + (overflow ? 1 : 0)
            }
            if carry > 0 { power.append(carry) }
        }
        // ⌊2¹⁰²⁴ / 5ᵏ⌋: dividing the rounded-down quotient again gives the rounded-down quotient of the next.
        var quotient = [UInt64](repeating: 0, count: 16) + [1]
        for exponent in 1...(-smallest) {
            var remainder: UInt64 = 0
            for index in quotient.indices.reversed() {
                let (part, rest) = UInt64(5).dividingFullWidth((remainder, quotient[index]))
                quotient[index] = part
                remainder = rest
            }
            while quotient.last == 0 { quotient.removeLast() }
            store(-exponent, quotient)
        }
        return unsafe UnsafePointer(table)
    }

    /// The upper 128 bits, moved so that the first one is set.
    private static func top(_ words: [UInt64]) -> (UInt64, UInt64) {
        func word(_ fromTop: Int) -> UInt64 { fromTop <= words.count ? words[words.count - fromTop] : 0 }
        let shift = UInt64(word(1).leadingZeroBitCount)
        guard shift > 0 else { return (word(1), word(2)) }
        let high = word(1) << shift | word(2) >> (64 - shift)
        let low = word(2) << shift | word(3) >> (64 - shift)
        return (high, low)
    }
}

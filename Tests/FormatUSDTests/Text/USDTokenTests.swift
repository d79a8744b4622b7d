import Testing

@testable import FormatUSD

@Suite("A value without a type")
struct USDTokenTests {
    /// The texts that usd-core 26.11 writes for these numbers.
    @Test(
        "is spelled as usd-core spells it",
        arguments: [
            (1e15, "1e15"), (999_999_999_999_999, "999999999999999"), (1e-6, "0.000001"), (1e-7, "1e-7"),
            (1.5e-7, "1.5e-7"),
            (1e22, "1e22"), (0.1, "0.1"), (-2.5, "-2.5"), (100, "100"), (123456.789, "123456.789"),
            (1.25e300, "1.25e300"),
            (0, "0"), (-0.0, "-0"), (.infinity, "inf"), (0x1p-1074, "5e-324"), (1e-5, "0.00001"), (1.5e15, "1.5e15"),
        ])
    func numbers(value: Double, text: String) {
        #expect(USDSpelling.number(value) == text)
        #expect(value.isInfinite || Double(text) == value)
    }

    @Test("becomes whole numbers that a type holds, fractions cut off")
    func integers() {
        #expect(USDToken.real(-1.9).integer(.int) == -1 && USDToken.real(-0.5).integer(.uint) == 0)
        #expect(USDToken.real(.nan).integer(.int) == nil && USDToken.real(1e300).integer(.int64) == nil)
        #expect(USDToken.integer(isNegative: true, magnitude: 1 << 63).integer(.int64) == .min)
        #expect(USDToken.integer(isNegative: false, magnitude: .max).integer(.uint64) == -1)
        #expect(USDToken.integer(isNegative: false, magnitude: .max).integer(.int64) == nil)
    }
}

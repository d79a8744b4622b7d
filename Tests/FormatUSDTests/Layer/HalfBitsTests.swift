import Testing

@testable import FormatUSD

@Suite("A half")
struct HalfBitsTests {
    @Test("comes back from its value, all 65536 of them")
    func all() {
        for bits in 0...UInt16.max {
            let value = HalfBits.value(bits)
            if value.isNaN {
                #expect(bits & 0x7C00 == 0x7C00 && bits & 0x3FF != 0 && HalfBits.value(HalfBits.bits(value)).isNaN)
            } else if HalfBits.bits(value) != bits {
                Issue.record("\(bits) became \(HalfBits.bits(value))")
            }
        }
    }

    @Test("is the nearest one, ties to even")
    func rounding() {
        #expect(HalfBits.value(0x3C00) == 1 && HalfBits.value(0x7BFF) == 65504 && HalfBits.value(1) == 0x1p-24)
        #expect(HalfBits.bits(1 + 0x1p-11) == 0x3C00 && HalfBits.bits(1 + 3 * 0x1p-11) == 0x3C02)
        #expect(HalfBits.bits(65519.9) == 0x7BFF && HalfBits.bits(65520) == 0x7C00)
        #expect(HalfBits.bits(0x1p-25) == 0 && HalfBits.bits(0x1.8p-25) == 1 && HalfBits.bits(-1e-30) == 0x8000)
        #expect(HalfBits.bits(0x1.ffbp-15) == 0x3FF && HalfBits.bits(0x1.ffcp-15) == 0x400)
    }
}

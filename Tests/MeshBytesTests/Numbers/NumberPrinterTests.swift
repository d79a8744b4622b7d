import Testing

@testable import MeshBytes

@Suite struct NumberPrinterTests {
    @Test func powersOfTenForFloat32AreThoseOfTheTable() {
        for power in -64..<64 {
            let (high, low) = PowersOfTen.significand(power)
            #expect(PowersOfTen.shortSignificand(power) == (PowersOfTen.isExact(power) && low == 0 ? high : high + 1))
        }
    }

    @Test(
        arguments: [
            (0.0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (10, "10"), (100, "100"), (0.5, "0.5"), (0.1, "0.1"),
            (123.456, "123.456"), (1e-5, "0.00001"), (1.25e-5, "0.0000125"), (9.99e-6, "9.99e-6"),
            (1e15, "1000000000000000"),
            (9_007_199_254_740_992, "9007199254740992"), (9_999_999_999_999_998, "9999999999999998"), (1e16, "1e+16"),
            (1.5e16, "1.5e+16"), (1e22, "1e+22"), (1e23, "1e+23"), (-1.5e300, "-1.5e+300"),
            (.leastNonzeroMagnitude, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"), (2.2250738585072014e-308, "2.2250738585072014e-308"),
            (-2.2250738585072014e-308, "-2.2250738585072014e-308"), (0.012345678901234567, "0.012345678901234567"),
            (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"), (123_456_789_012.5, "123456789012.5"),
            (2_251_799_813_685_249.5, "2251799813685249.5"), (0.3, "0.3"), (1.0 / 3, "0.3333333333333333"),
        ] as [(Double, String)])
    func printsFloat64(value: Double, text: String) { #expect(NumberPrinter.text(value) == text) }

    @Test(arguments: [
        (0, "0"), (-0.0, "-0"), (1, "1"), (0.1, "0.1"), (16_777_216, "16777216"), (16_777_215, "16777215"),
        (33_554_432, "33554432"), (1e9, "1000000000"), (1_073_741_824, "1073741800"), (1e15, "1000000000000000"),
        (1e16, "1e+16"), (3.4028235e38, "3.4028235e+38"), (.leastNonzeroMagnitude, "1e-45"),
        (.leastNormalMagnitude, "1.1754944e-38"),
        (1e-5, "0.00001"), (9.999e-6, "9.999e-6"), (0.000012345678, "0.000012345678"), (-3.1415927, "-3.1415927"),
        (9.8607613e-32, "9.8607613e-32"), (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"),
    ])
    func printsFloat32(value: Float, text: String) { #expect(NumberPrinter.text(value) == text) }

    @Test func printsEveryPowerOfTwoLikeTheStandardLibrary() {
        for exponent in -1074...1023 {
            let value = Double(sign: .plus, exponent: exponent, significand: 1)
            for value in [value, value.nextUp, value.nextDown] where value > 0 && value.isFinite {
                #expect(SignificantDigits(NumberPrinter.text(value)) == SignificantDigits(value.description))
            }
        }
        for exponent in -149...127 {
            let value = Float(sign: .plus, exponent: exponent, significand: 1)
            for value in [value, value.nextUp, value.nextDown] where value > 0 && value.isFinite {
                #expect(SignificantDigits(NumberPrinter.text(value)) == SignificantDigits(value.description))
            }
        }
    }

    @Test func printsFractionsLikeTheStandardLibrary() {
        var generator = SeededGenerator(7)
        for power in [1, 1e-1, 1e-2, 1e-3, 1e-4] {
            for _ in 0..<2000 {
                let value = -Double.random(in: 0.1..<1, using: &generator) * power
                // The standard library turns to exponents at 1e-4.
                let text = NumberPrinter.text(value)
                #expect(SignificantDigits(text) == SignificantDigits(value.description) && text.hasPrefix("-0."))
            }
        }
    }

    @Test(arguments: sampleParts) func printsRandomNumbersLikeTheStandardLibrary(part: UInt64) {
        var generator = SeededGenerator(5 + part << 32)
        var wrong: [String] = []
        for index in 0..<numberSamples / sampleParts.count {
            let random = generator.next()
            let double = Double(bitPattern: random)
            // Every other number has a size that is usual in scenes.
            let near = Float(truncatingIfNeeded: random) / 65536
            let float = index & 1 == 0 ? Float(bitPattern: UInt32(truncatingIfNeeded: random)) : near
            if double.isFinite {
                let text = NumberPrinter.text(double)
                if Double(text) != double || SignificantDigits(text) != SignificantDigits(double.description) {
                    wrong.append(text)
                }
            }
            if float.isFinite {
                let text = NumberPrinter.text(float)
                if Float(text) != float || SignificantDigits(text) != SignificantDigits(float.description) {
                    wrong.append(text)
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test func printsIntegersLikeTheStandardLibrary() {
        var value: UInt64 = 1
        var edges: [UInt64] = [0, .max]
        for _ in 0..<20 {
            edges += [value, value - 1, value + 1]
            value = value.multipliedReportingOverflow(by: 10).partialValue
        }
        var generator = SeededGenerator(6)
        for _ in 0..<10_000 {
            let random = generator.next()
            edges.append(random >> (random & 63))
        }
        var buffer = TextBuffer()
        for value in edges {
            let signed = Int64(bitPattern: value)
            buffer.removeAll()
            buffer.append(value)
            buffer.append(byte: 0x20)
            buffer.append(signed)
            #expect(String(decoding: buffer.array, as: UTF8.self) == "\(value) \(signed)")
        }
    }
}

extension Float {
    fileprivate init(truncatingIfNeeded bits: UInt64) { self = Float(Int32(truncatingIfNeeded: bits)) }
}

import MeshBytes
import Testing

@Suite struct NumberReadingTests {
    /// Edge cases: subnormal numbers, ties and their neighbours, overflow, many digits.
    static let edges: [String] =
        [
            "0", "-0", "0.0", "00", "1", "+1", "1.", ".5", "5.e1", "1e5", "1E+5", "1e-5", "0e999999999999999999999",
            "123456789", "1234567890123456789", "12345678901234567890", "99999999999999999999", "18446744073709551616",
            "9007199254740992", "9007199254740993", "9007199254740993.0000000000000000000000000001",
            "9007199254740991e22", "1e22", "1e23", "8.5e22", "1e-22", "1e-23", "3.5844466002796428e298",
            "16777216", "16777217", "16777218", "16777217.0000000000000000001", "16777216.9999999999999999999",
            "1.00000005960464477539062500", "1.0000000596046447753906250001", "1.0000000596046447753906249999",
            "1.000000178813934326171875", "1.00000017881393432617187499", "0.000000059604644775390625",
            "3.4028234663852886e38", "3.4028235677973366e38", "3.40282356779733661637539395458142568447e38",
            "3.40282356779733661637539395458142568448e38", "3.4028236e38", "1e39", "1e308", "1.7976931348623157e308",
            "1.7976931348623158e308", "1.797693134862315807e308", "1.797693134862315808e308", "1.8e308", "1e309",
            "1e999999999999999999999", "-1e400", "1e-400", "1e-999999999999999999999",
            "1.17549435e-38", "1.1754943508222875e-38", "1.1754942e-38", "1.17549429e-38", "1.4e-45", "7e-46",
            "7.1e-46",
            "7.006492321624085e-46", "7.006492321624086e-46", "2.1e-45", "1.0509738482436128e-45",
            "7.00649232162408535461864791644958e-46", "7.00649232162408535461864791644959e-46",
            "2.2250738585072014e-308", "2.2250738585072011e-308", "2.2250738585072012e-308", "4.9e-324", "5e-324",
            "2.4703282292062327e-324", "2.4703282292062328e-324", "2e-324", "3e-324", "7.4e-324",
            "6.631236846766476e-316", "3.2378839133029012895883524125015321748630094e-308", "6.929001713869936e+236",
            "0.3", "0.1", "0.2", "2.5", "1.15", "1e16", "123456.789e3", "0.00000000000000000000000000000000000001",
            "0.000000000000000000000000000000000000000000000000000000001e40",
        ] + [
            String(repeating: "1", count: 30), String(repeating: "9", count: 309), String(repeating: "9", count: 308),
            "0." + String(repeating: "3", count: 800), "1" + String(repeating: "0", count: 400) + "e-400",
            "0." + String(repeating: "0", count: 400) + "1e400", "1." + String(repeating: "0", count: 800) + "1",
            // A tie of float64 with digits far behind.
            "9007199254740993." + String(repeating: "0", count: 790) + "1",
            "9007199254740993." + String(repeating: "0", count: 1200) + "1",
            "9007199254740993" + String(repeating: "0", count: 900) + "e-900",
            "9007199254740993" + String(repeating: "0", count: 900) + "1e-901",
            "9007199254740993" + String(repeating: "0", count: 900) + ".1e-900",
            "9007199254740992" + String(repeating: "9", count: 900) + ".9e-900",
        ]

    @Test(arguments: edges) func readsEdgesLikeTheStandardLibrary(text: String) {
        let double = Double(text)
        let float = Float(text)
        #expect(read(text) { $0.readFloat64() }?.bitPattern == double?.bitPattern)
        #expect(read(text) { $0.readFloat32() }?.bitPattern == float?.bitPattern)
        let decimal = read(text) { $0.readDecimal() }
        #expect(decimal?.float64.bitPattern == double?.bitPattern)
        #expect(decimal?.float32.bitPattern == float?.bitPattern)
        let signed = read("-" + text) { $0.readFloat64() }
        if !text.hasPrefix("-"), !text.hasPrefix("+") {
            #expect(signed?.bitPattern == double.map { (-$0).bitPattern })
        }
        // Digits are loaded eight at a time: the following text must not change them.
        for tail in [" ", "\n1", ",12345678", "x99999999999", "e", "e+", "E-x", ".", "..5"] {
            if tail.hasPrefix("."), !text.contains(where: { $0 == "." || $0 == "e" }) { continue }
            if tail.hasPrefix("e") || tail.hasPrefix("E"), text.lowercased().contains("e") { continue }
            TextCursor.over(Array((text + tail).utf8)) { cursor in
                #expect(cursor.readFloat64()?.bitPattern == double?.bitPattern)
                #expect(cursor.position == text.utf8.count)
            }
        }
    }

    @Test(arguments: sampleParts) func readsRandomFloatsBack(part: UInt64) {
        var generator = SeededGenerator(1 + part << 32)
        var wrong: [String] = []
        for _ in 0..<numberSamples / sampleParts.count {
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
            let double = Double(bitPattern: generator.next())
            if float.isFinite {
                let text = float.description
                if read(text, { $0.readFloat32() })?.bitPattern != float.bitPattern { wrong.append(text) }
                let decimal = read(text) { $0.readDecimal() }
                if decimal?.float32.bitPattern != float.bitPattern || decimal?.isShortestFloat32 != true {
                    wrong.append(text)
                }
                let exact = Double(float).description
                if read(exact, { $0.readFloat32() })?.bitPattern != float.bitPattern { wrong.append(exact) }
            }
            if double.isFinite {
                let text = double.description
                if read(text, { $0.readFloat64() })?.bitPattern != double.bitPattern { wrong.append(text) }
                if read(text, { $0.readFloat32() }) != Float(text) { wrong.append(text) }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test(arguments: sampleParts) func readsRandomDecimalsLikeTheStandardLibrary(part: UInt64) {
        var generator = SeededGenerator(2 + part << 32)
        var wrong: [String] = []
        for _ in 0..<numberSamples / sampleParts.count {
            let random = generator.next()
            // One to twenty-four digits, a point anywhere, sometimes an exponent.
            let count = Int(random % 24) + 1
            var text = ""
            for _ in 0..<count { text.append(Character(Unicode.Scalar(0x30 + UInt8(generator.next() % 10)))) }
            if random >> 8 & 3 != 0 {
                let place = Int(random >> 16 & 0xFF) % (count + 1)
                text.insert(".", at: text.index(text.startIndex, offsetBy: place))
            }
            let kind = random >> 32 & 7
            if kind == 0 { text += "e\(Int(random >> 40 % 700) - 350)" }
            if kind == 1 { text += "e\(Int(random >> 40 % 90) - 50)" }
            // The standard library requires a digit before the point.
            let reference = text.hasPrefix(".") ? "0" + text : text
            let double = Double(reference)
            let float = Float(reference)
            let decimal = read(text) { $0.readDecimal() }
            if decimal?.float64 != double || decimal?.float32 != float { wrong.append(text) }
            if read(text, { $0.readFloat64() }) != double { wrong.append(text) }
            if read(text, { $0.readFloat32() }) != float { wrong.append(text) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test(arguments: sampleParts) func readsTiesOfBothPrecisionsToEven(part: UInt64) {
        // The middle of two neighbours, written exactly, and one digit more or less.
        var generator = SeededGenerator(3 + part << 32)
        var wrong: [String] = []
        for _ in 0..<numberSamples / 100 / sampleParts.count {
            let exponent = Int(generator.next() % 60) + 67
            let bits = UInt32(generator.next() & 0x7F_FFFF) | UInt32(exponent) << 23
            let low = Float(bitPattern: bits)
            let middle = (Double(low) + Double(low.nextUp)) / 2
            let text = exactText(middle)
            let even = bits & 1 == 0 ? low : low.nextUp
            let cases = [(text, even), (text + "0001", low.nextUp), (lowered(text), low)]
            for (text, expected) in cases {
                if read(text, { $0.readFloat32() }) != expected { wrong.append("\(text) f") }
                if read(text, { $0.readDecimal() })?.float32 != expected { wrong.append("\(text) d") }
            }
            let double = Double(bitPattern: generator.next() & 0xF_FFFF_FFFF_FFFF | UInt64(exponent + 896) << 52)
            // The digits of the middle of two float64: half of their sum has one binary place more.
            let tie = exactText(double, plusHalfUnit: true)
            let evenDouble = double.bitPattern & 1 == 0 ? double : double.nextUp
            for (text, expected) in [(tie, evenDouble), (tie + "0001", double.nextUp), (lowered(tie), double)] {
                if read(text, { $0.readFloat64() }) != expected { wrong.append("\(text) 64") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    /// All digits of a number below one, or with few digits before the point, by long multiplication.
    private func exactText(_ value: Double, plusHalfUnit: Bool = false) -> String {
        var significand = value.significandBitPattern | 1 << 52
        var places = 52 - Int(value.exponent)
        if plusHalfUnit {
            significand = significand << 1 | 1
            places += 1
        }
        // significand / 2^places = significand × 5^places / 10^places
        var digits = String(significand).utf8.reversed().map { Int($0 - 0x30) }
        for _ in 0..<places {
            var carry = 0
            for index in digits.indices {
                let product = digits[index] * 5 + carry
                digits[index] = product % 10
                carry = product / 10
            }
            while carry > 0 {
                digits.append(carry % 10)
                carry /= 10
            }
        }
        while digits.count <= places { digits.append(0) }
        let text = String(digits.reversed().map { Character(String($0)) })
        let point = text.index(text.endIndex, offsetBy: -places)
        return text[..<point] + "." + text[point...]
    }

    /// A decimal that ends in 5, made slightly smaller.
    private func lowered(_ text: String) -> String {
        var text = text
        while text.hasSuffix("0") { text.removeLast() }
        return text.dropLast() + "4999"
    }

    @Test(arguments: ["", "-", "+", ".", "-.", "e5", ".e5", "x", "--1", "+-1", "nancy", "info", "infinit", "1.#x", "#"])
    func leavesTheCursorWhereNoNumberIs(text: String) {
        TextCursor.over(Array(text.utf8)) { cursor in
            #expect(cursor.readFloat64() == nil)
            #expect(cursor.readFloat32() == nil)
            #expect(cursor.readDecimal() == nil)
            #expect(cursor.position == 0)
        }
    }

    @Test(arguments: [
        "nan", "NaN", "NAN", "-nan", "+nan", "nan(ind)", "-nan(ind)", "nan(0x7ff)", "1.#QNAN", "-1.#IND", "1.#IND00",
    ])
    func readsWhatIsNotANumber(text: String) {
        #expect(read(text) { $0.readFloat64() }?.isNaN == true)
        #expect(read(text) { $0.readFloat32() }?.isNaN == true)
        #expect(read(text) { $0.readDecimal() }?.isShortestFloat32 == true)
    }

    @Test(arguments: ["inf", "INF", "Infinity", "infinity", "+inf", "1.#INF", "1.#INF00", "1.#inf"])
    func readsInfinities(text: String) {
        #expect(read(text) { $0.readFloat64() } == .infinity)
        #expect(read(text) { $0.readFloat32() } == .infinity)
        if !text.hasPrefix("+") { #expect(read("-" + text) { $0.readDecimal() }?.float32 == -.infinity) }
    }

    @Test(arguments: [
        ("0", true), ("-0.000", true), ("0.1", true), ("0.100000", true), ("1.5", true), ("123456", true),
        ("0.123456", true), ("1e-30", true), ("0.12345678", true), ("0.123456789", false), ("0.1000000015", false),
        ("0.1000000", true), ("0.10000001", true), ("0.100000001", false), ("16777216", true), ("16777217", false),
        ("16777220", true), ("3.1415927", true), ("3.1415926", false), ("3.14159265", false), ("1e39", false),
        ("1e-60", false), ("1.4e-45", false), ("1e-45", true), ("33554432", false), ("33554430", false),
        ("3.3554432e7", true), ("0.1000000000000000000000000000", true), ("0.1000000000000000000000000001", false),
        ("1000000000000000000000000000000", true), ("8388608", true), ("0.5", true), ("0.50000001", false),
        ("9.8607613e-32", true), ("9.860761e-32", true), ("9.8607616e-32", false),
    ])
    func tellsShortestFloat32Digits(text: String, isShortest: Bool) {
        guard let decimal = read(text, { $0.readDecimal() }) else {
            Issue.record("no number in \(text)")
            return
        }
        // The standard library's shortest digits decide; the table is for readers of the test.
        let reference = decimal.float32.isFinite && SignificantDigits("\(decimal.float32)") == SignificantDigits(text)
        #expect(decimal.isShortestFloat32 == reference, "\(text) is \(decimal.float32)")
        if ["33554432", "33554430", "9.8607613e-32", "9.860761e-32", "9.8607616e-32", "3.3554432e7"].contains(text) {
            return
        }
        #expect(reference == isShortest || decimal.float32 == 0, "\(text) is \(decimal.float32)")
    }

    @Test(arguments: sampleParts) func tellsShortestDigitsOfRandomDecimals(part: UInt64) {
        var generator = SeededGenerator(4 + part << 32)
        var wrong: [String] = []
        var shortest = 0
        for _ in 0..<numberSamples / 3 / sampleParts.count {
            let random = generator.next()
            let digits = Int(random % 9) + 1
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: random >> 20) % 0x7F80_0000)
            // The float's own digits, and the same with the last digit off by one.
            var text = rounded(Double(float), digits)
            if random >> 60 & 1 == 1, let last = text.utf8.first, last < 0x39 {
                text = String(UInt8(last) - 0x30 + 1) + text.dropFirst()
            }
            guard let decimal = read(text, { $0.readDecimal() }) else {
                wrong.append(text)
                continue
            }
            let expected =
                decimal.float32.isFinite && (decimal.float32 != 0 || decimal.float64 == 0)
                && SignificantDigits("\(decimal.float32)") == SignificantDigits(text)
            if decimal.isShortestFloat32 { shortest += 1 }
            if decimal.isShortestFloat32 != expected { wrong.append("\(text) \(decimal)") }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
        #expect(shortest > numberSamples / 30 / sampleParts.count)
    }

    /// A number in exponent form with a number of digits, cut from the shortest float64 digits.
    private func rounded(_ value: Double, _ count: Int) -> String {
        let all = SignificantDigits("\(value)")
        let digits = "\(all.digits)"
        return digits.prefix(count) + "e\(all.exponent + digits.count - min(count, digits.count))"
    }

    @Test(arguments: [
        ("0", 0), ("7", 7), ("-7", -7), ("+12", 12), ("1234567", 1_234_567), ("12345678", 12_345_678),
        ("123456789", 123_456_789), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
        ("0000000000000000000000000005", 5), ("-0", 0),
    ])
    func readsIntegers(text: String, value: Int64) {
        for tail in ["", " ", "/2/3", "//4          ", "x", "\r\n12345678", ".5"] {
            TextCursor.over(Array((text + tail).utf8)) { cursor in
                #expect(cursor.readInteger() == value)
                #expect(cursor.position == text.utf8.count)
            }
        }
    }

    @Test(arguments: [
        "", "-", "+", "x", "/1", "9223372036854775808", "-9223372036854775809", "99999999999999999999", "--1       ",
    ])
    func refusesIntegersThatDoNotFit(text: String) {
        TextCursor.over(Array(text.utf8), offset: 100) { cursor in
            #expect(cursor.readInteger() == nil)
            #expect(cursor.position == 100)
        }
    }
}

// Bounds: powers are from `smallest` to `largest`, as readers and printers of numbers check.

/// The powers of ten from 10⁻³⁴² to 10³²⁴ as 128-bit significands, for reading and printing numbers.
///
/// 10ᵏ lies between `significand × 2^(binaryExponent − 127)` and the product with a significand greater by one; for 0 ≤
/// k ≤ 55 it equals the first. The table is computed once, for the first number: about 0.1 ms, and there are no
/// constants to check by eye.
enum PowersOfTen {
    static let smallest = -342
    static let largest = 324

    /// The powers of ten that float64 represents exactly, from 10⁰ on.
    static let exact: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// Filled once; it never changes.
    nonisolated(unsafe) private static let table: UnsafePointer<UInt64> = unsafe makeTable()

    /// The upper and the lower half of the significand, rounded down; the top bit is set.
    @inline(__always) static func significand(_ power: Int) -> (high: UInt64, low: UInt64) {
        let entry = unsafe table + 2 &* (power &- smallest)
        return unsafe (entry[0], entry[1])
    }

    private static let shortTable: [UInt64] = [
        0xA87FEA27A539E9A6, 0xD29FE4B18E88640F, 0x83A3EEEEF9153E8A, 0xA48CEAAAB75A8E2C,
        0xCDB02555653131B7, 0x808E17555F3EBF12, 0xA0B19D2AB70E6ED7, 0xC8DE047564D20A8C,
        0xFB158592BE068D2F, 0x9CED737BB6C4183E, 0xC428D05AA4751E4D, 0xF53304714D9265E0,
        0x993FE2C6D07B7FAC, 0xBF8FDB78849A5F97, 0xEF73D256A5C0F77D, 0x95A8637627989AAE,
        0xBB127C53B17EC15A, 0xE9D71B689DDE71B0, 0x9226712162AB070E, 0xB6B00D69BB55C8D2,
        0xE45C10C42A2B3B06, 0x8EB98A7A9A5B04E4, 0xB267ED1940F1C61D, 0xDF01E85F912E37A4,
        0x8B61313BBABCE2C7, 0xAE397D8AA96C1B78, 0xD9C7DCED53C72256, 0x881CEA14545C7576,
        0xAA242499697392D3, 0xD4AD2DBFC3D07788, 0x84EC3C97DA624AB5, 0xA6274BBDD0FADD62,
        0xCFB11EAD453994BB, 0x81CEB32C4B43FCF5, 0xA2425FF75E14FC32, 0xCAD2F7F5359A3B3F,
        0xFD87B5F28300CA0E, 0x9E74D1B791E07E49, 0xC612062576589DDB, 0xF79687AED3EEC552,
        0x9ABE14CD44753B53, 0xC16D9A0095928A28, 0xF1C90080BAF72CB2, 0x971DA05074DA7BEF,
        0xBCE5086492111AEB, 0xEC1E4A7DB69561A6, 0x9392EE8E921D5D08, 0xB877AA3236A4B44A,
        0xE69594BEC44DE15C, 0x901D7CF73AB0ACDA, 0xB424DC35095CD810, 0xE12E13424BB40E14,
        0x8CBCCC096F5088CC, 0xAFEBFF0BCB24AAFF, 0xDBE6FECEBDEDD5BF, 0x89705F4136B4A598,
        0xABCC77118461CEFD, 0xD6BF94D5E57A42BD, 0x8637BD05AF6C69B6, 0xA7C5AC471B478424,
        0xD1B71758E219652C, 0x83126E978D4FDF3C, 0xA3D70A3D70A3D70B, 0xCCCCCCCCCCCCCCCD,
        0x8000000000000000, 0xA000000000000000, 0xC800000000000000, 0xFA00000000000000,
        0x9C40000000000000, 0xC350000000000000, 0xF424000000000000, 0x9896800000000000,
        0xBEBC200000000000, 0xEE6B280000000000, 0x9502F90000000000, 0xBA43B74000000000,
        0xE8D4A51000000000, 0x9184E72A00000000, 0xB5E620F480000000, 0xE35FA931A0000000,
        0x8E1BC9BF04000000, 0xB1A2BC2EC5000000, 0xDE0B6B3A76400000, 0x8AC7230489E80000,
        0xAD78EBC5AC620000, 0xD8D726B7177A8000, 0x878678326EAC9000, 0xA968163F0A57B400,
        0xD3C21BCECCEDA100, 0x84595161401484A0, 0xA56FA5B99019A5C8, 0xCECB8F27F4200F3A,
        0x813F3978F8940985, 0xA18F07D736B90BE6, 0xC9F2C9CD04674EDF, 0xFC6F7C4045812297,
        0x9DC5ADA82B70B59E, 0xC5371912364CE306, 0xF684DF56C3E01BC7, 0x9A130B963A6C115D,
        0xC097CE7BC90715B4, 0xF0BDC21ABB48DB21, 0x96769950B50D88F5, 0xBC143FA4E250EB32,
        0xEB194F8E1AE525FE, 0x92EFD1B8D0CF37BF, 0xB7ABC627050305AE, 0xE596B7B0C643C71A,
        0x8F7E32CE7BEA5C70, 0xB35DBF821AE4F38C, 0xE0352F62A19E306F, 0x8C213D9DA502DE46,
        0xAF298D050E4395D7, 0xDAF3F04651D47B4D, 0x88D8762BF324CD10, 0xAB0E93B6EFEE0054,
        0xD5D238A4ABE98069, 0x85A36366EB71F042, 0xA70C3C40A64E6C52, 0xD0CF4B50CFE20766,
        0x82818F1281ED44A0, 0xA321F2D7226895C8, 0xCBEA6F8CEB02BB3A, 0xFEE50B7025C36A09,
        0x9F4F2726179A2246, 0xC722F0EF9D80AAD7, 0xF8EBAD2B84E0D58C, 0x9B934C3B330C8578,
    ]

    /// The upper half of the significand, rounded up, for powers from −64 to 63, the range of float32.
    ///
    /// These are constants, because checking whether a table was computed already takes a fifth of the time of a
    /// number.
    @inline(__always) static func shortSignificand(_ power: Int) -> UInt64 {
        shortTable[(power &+ 64) & 127]
    }

    /// Whether ``significand(_:)`` equals the power.
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

    /// The upper 128 bits, shifted so that the top bit is set.
    private static func top(_ words: [UInt64]) -> (UInt64, UInt64) {
        func word(_ fromTop: Int) -> UInt64 { fromTop <= words.count ? words[words.count - fromTop] : 0 }
        let shift = UInt64(word(1).leadingZeroBitCount)
        guard shift > 0 else { return (word(1), word(2)) }
        let high = word(1) << shift | word(2) >> (64 - shift)
        let low = word(2) << shift | word(3) >> (64 - shift)
        return (high, low)
    }
}

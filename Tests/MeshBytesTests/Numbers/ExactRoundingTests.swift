import Testing

@testable import MeshBytes

/// Numbers about the largest one, found from an estimate that is too large: IEEE 754 rounds to infinity what is half a
/// unit beyond the largest number, or more.
@Suite struct ExactRoundingTests {
    /// 2¹⁰²⁴ − 2⁹⁷⁰: half a unit beyond the largest float64.
    private static let tie =
        "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070"
        + "9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447"
        + "5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904"
        + "174497792"

    private func bits(_ digits: String, _ power: Int = 0) -> UInt64 {
        let format = BinaryRounding.Format.float64
        return ExactRounding.bits(near: format.infinity, digits.utf8.map { $0 - 0x30 }, power, format)
    }

    @Test func halfAUnitBeyondTheLargestNumberIsInfinity() {
        #expect(bits(Self.tie) == Double.infinity.bitPattern)
        #expect(bits(Self.tie + "1", -1) == Double.infinity.bitPattern)
        #expect(bits("2", 308) == Double.infinity.bitPattern)
    }

    @Test func lessIsTheLargestNumber() {
        #expect(bits(Self.tie.dropLast() + "1") == Double.greatestFiniteMagnitude.bitPattern)
        #expect(bits("17976931348623157", 292) == Double.greatestFiniteMagnitude.bitPattern)
        #expect(bits("17976931348623155", 292) == Double.greatestFiniteMagnitude.nextDown.bitPattern)
    }

    /// 2¹²⁸ − 2¹⁰³ is half a unit beyond the largest float32.
    @Test func float32HasItsOwn() {
        let format = BinaryRounding.Format.float32
        func bits(_ digits: String) -> UInt64 {
            ExactRounding.bits(near: .max, digits.utf8.map { $0 - 0x30 }, 0, format)
        }
        #expect(bits("340282356779733661637539395458142568448") == UInt64(Float.infinity.bitPattern))
        #expect(bits("340282356779733661637539395458142568447") == UInt64(Float.greatestFiniteMagnitude.bitPattern))
    }
}

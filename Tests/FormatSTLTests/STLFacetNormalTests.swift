import Testing

@testable import FormatSTL

@Suite struct STLFacetNormalTests {
    private static let corners: [SIMD3<Double>] = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]

    private func verdict(_ normal: SIMD3<Double>, _ corners: [SIMD3<Double>] = corners) -> STLFacetNormal.Verdict {
        STLFacetNormal.verdict(normal, corners[0], corners[1], corners[2])
    }

    @Test func aNormalByTheRightHandRuleIsDerived() {
        #expect(verdict([0, 0, 1]) == .derived)
        #expect(verdict([1e-4, 0, 0.9999]) == .derived)
    }

    @Test func anotherDirectionOrLengthIsItsOwn() {
        #expect(verdict([0, 0, -1]) == .own)
        #expect(verdict([0, 0, 5]) == .own)
        #expect(verdict([0.1, 0, 0.995]) == .own)
    }

    @Test func zeroAndWhatIsNoNumberAreUnstated() {
        #expect(verdict([0, 0, 0]) == .unstated)
        #expect(verdict([.nan, 0, 1]) == .unstated)
        #expect(verdict([0, .infinity, 1]) == .unstated)
    }

    @Test func aFacetWithoutAreaHasAnyNormal() {
        #expect(verdict([0, 1, 0], [[0, 0, 0], [1, 0, 0], [2, 0, 0]]) == .derived)
    }

    @Test func aSliverFarFromTheOriginMayLookAnywhere() {
        // A float32 step at 4,500,000 is half a metre, so the corners hardly define the direction of the facet.
        let far: [SIMD3<Double>] = [[4_500_000, 0, 0], [4_500_000.5, 1e-3, 0], [4_500_001, 0, 1e-3]]
        #expect(verdict([1, 0, 0], far) == .derived)
    }

    @Test func theComputedNormalHasUnitLength() {
        let computed = STLFacetNormal.computed([0, 0, 0], [0, 3, 0], [0, 0, 7])
        #expect(computed == [1, 0, 0])
        #expect(STLFacetNormal.computed([1, 1, 1], [1, 1, 1], [2, 2, 2]) == .zero)
    }
}

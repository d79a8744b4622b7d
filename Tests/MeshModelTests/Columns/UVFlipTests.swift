import MeshModel
import Testing

@Suite struct UVFlipTests {
    @Test func onlyTheSecondComponentIsCountedFromTheOtherEnd() {
        let column = Column([0.25, 0.25, 7, 1, 0, 8] as [Float], components: 3)
        #expect(UVFlip.flipped(column, type: .float32).doubles() == [0.25, 0.75, 7, 1, 1, 8])
        #expect(UVFlip.flipped(column, type: .float64).type == .float64)
        #expect(UVFlip.flipped(Column([0.25] as [Float]), type: .float32).doubles() == [0.25])
    }

    @Test func normalisedCodesStayCodesOrBecomeFractions() {
        let column = Column([10, 20, 0, 255] as [UInt8], components: 2)
        #expect(UVFlip.flipped(column, type: .uint8, normalized: true).integers() == [10, 235, 0, 0])
        let fractions = UVFlip.flipped(column, type: .float64, normalized: true).doubles()
        let wanted: [Double] = [10.0 / 255, 1 - 20.0 / 255, 0, 0]
        #expect(fractions == wanted)
    }

    @Test func shortDecimalsComeBack() {
        for places in [10, 100, 1000, 10_000, 100_000] {
            for whole in stride(from: 0, through: places, by: max(places / 1000, 1)) {
                let value = Double(whole) / Double(places)
                let flipped = Float(1 - value)
                guard UVFlip.restored(flipped) == value, Float(1 - UVFlip.restored(flipped)) == flipped else {
                    Issue.record("\(value) → \(flipped) → \(UVFlip.restored(flipped))")
                    return
                }
                #expect(UVFlip.restored(1 - value, storedAs: .float64) == value)
            }
        }
    }

    @Test func everythingBetweenAHalfAndOneComesBack() {
        for bits in stride(from: UInt32(0x3F00_0000), through: 0x3F80_0000, by: 4099) {
            let value = Float(bitPattern: bits)
            if Float(UVFlip.restored(Float(1 - Double(value)))) != value {
                Issue.record("\(value)")
                return
            }
        }
    }

    @Test func whatIsNoNumberStays() {
        #expect(UVFlip.restored(.nan).isNaN)
        #expect(UVFlip.restored(.infinity) == -.infinity)
        #expect(UVFlip.restored(1e-30) == 1)
    }

    @Test func aDecimalIsFlippedAsOne() {
        #expect(UVFlip.flippedDecimal(0.1) == 0.9)
        #expect(UVFlip.flippedDecimal(0.12345679) == 0.87654321)
        #expect(UVFlip.flippedDecimal(-2.5) == 3.5)
        #expect(UVFlip.flippedDecimal(1e-20) == 1)
    }
}

import MeshModel
import Testing

@testable import MeshOperations

@Suite struct OrientationTests {
    @Test func theSignIsExactWhereFloat64ArithmeticIsNot() {
        // The classic test: neighbouring floats around (0.5, 0.5) against the line through (12, 12) and (24, 24).
        let step = 0x1p-53
        var wrong = 0
        for row in 0..<64 {
            for column in 0..<64 {
                let p = SIMD2(0.5 + Double(column) * step, 0.5 + Double(row) * step)
                let expected = p.y > p.x ? 1 : p.y < p.x ? -1 : 0
                if orientation(SIMD2(12, 12), SIMD2(24, 24), p) != expected { wrong += 1 }
                if orientation(p, SIMD2(12, 12), SIMD2(24, 24)) != expected { wrong += 1 }
                if orientation(SIMD2(24, 24), SIMD2(12, 12), p) != -expected { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test func numbersOfVeryDifferentSizeAreSeen() {
        let far = SIMD2(0x1p60, 0x1p60)
        #expect(orientation(SIMD2(0, 0), far, SIMD2(1, 1 + 0x1p-52)) == 1)
        #expect(orientation(SIMD2(0x1p-60, 0), far, SIMD2(-1, -1)) == 1)
        #expect(orientation(SIMD2(0, 0x1p-60), far, SIMD2(-1, -1)) == -1)
        #expect(orientation(SIMD2(0, 0), SIMD2(.nan, 1), SIMD2(1, 0)) == 0)
    }

    @Test(arguments: [0, 1, 255, 256, 257, 5000])
    func sortingIsSorting(count: Int) {
        var random = Seeded(state: UInt64(count))
        let keys = ContiguousArray((0..<count).map { _ in random.next() >> UInt64.random(in: 0...60, using: &random) })
        #expect(radixSorted(keys) == ContiguousArray(keys.sorted()))
    }

    @Test func rowsOfEveryWidthAreGathered() {
        for components in 1...7 {
            let values = (0..<UInt8(components * 5)).map(\.self)
            let expected = [4, 0, -1, 2].flatMap { (row: Int) -> [Int64] in
                (0..<components).map { row < 0 ? 0 : Int64(row * components + $0) }
            }
            #expect(Column(values, components: components).gathered([4, 0, -1, 2]).integers() == expected)
            let wide = Column(values.map { Double($0) }, components: components).gathered([4, 0, 9, 2])
            #expect(wide.integers() == expected)
            let words = Column(values.map { UInt16($0) }, components: components).gathered([4, 0, -7, 2])
            #expect(words.integers() == expected)
        }
    }
}

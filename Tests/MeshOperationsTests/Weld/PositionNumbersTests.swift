import MeshModel
import Testing

@testable import MeshOperations

/// The table for positions gives the same numbers as the table for all rows.
@Suite struct PositionNumbersTests {
    private func compare(_ column: Column, zerosAreEqual: Bool) {
        let plain = PositionNumbers(column, zerosAreEqual: zerosAreEqual)
        var keys = VertexKeys([Attribute(.position, column)], count: column.count, zerosAreEqual: zerosAreEqual)
        let (numbers, firsts) = keys?.numbers(count: column.count) ?? ([], [])
        #expect(plain?.numbers.integers() == numbers.map(Int64.init))
        #expect(plain?.firsts.integers() == firsts.map(Int64.init))
    }

    @Test(arguments: [0, 1, 2, 511, 512, 513, 5000, 60_000])
    func repeatedAndLonelyRowsAreNumberedAlike(count: Int) {
        var random = Seeded(state: UInt64(count))
        // With few positions most repeat; with many hardly any does, so the table has to grow.
        for places in [7, 100, 1 << 20] {
            let rows = (0..<count * 3).map { _ in Float(Int.random(in: 0..<places, using: &random)) }
            compare(Column(rows, components: 3), zerosAreEqual: false)
            compare(Column(rows, components: 3), zerosAreEqual: true)
        }
    }

    @Test func zerosAndNumbersThatAreNone() {
        let quiet = Float.nan
        let other = Float(bitPattern: 0x7FC0_0001)
        let rows: [Float] = [
            0, 0, 0, -0.0, 0, 0, 0, -0.0, -0.0, quiet, 0, 1, other, 0, 1, quiet, -0.0, 1, .infinity, 0, 0, -.infinity,
            0,
            0,
        ]
        let column = Column(rows, components: 3)
        compare(column, zerosAreEqual: false)
        compare(column, zerosAreEqual: true)
        #expect(PositionNumbers(column, zerosAreEqual: false)?.numbers.integers() == [0, 1, 2, 3, 4, 5, 6, 7])
        #expect(PositionNumbers(column, zerosAreEqual: true)?.numbers.integers() == [0, 0, 0, 1, 2, 1, 3, 4])
    }

    @Test func rowsAreReadFromAViewOfAnyStride() {
        let wide = Column((0..<600).map { Float($0 / 12 % 5) }, components: 6)
        let view = Column(
            viewing: wide.storage, offset: 4, stride: 24, count: 99, components: 3, type: .float32)
        guard let view else {
            Issue.record("no view")
            return
        }
        compare(view, zerosAreEqual: true)
    }

    @Test func otherRowsAreNone() {
        #expect(PositionNumbers(Column([1, 2, 3] as [Double], components: 3), zerosAreEqual: true) == nil)
        #expect(PositionNumbers(Column([1, 2] as [Float], components: 2), zerosAreEqual: true) == nil)
    }
}

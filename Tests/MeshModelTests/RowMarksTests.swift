import Testing

@testable import MeshModel

@Suite struct RowMarksTests {
    @Test(arguments: [0, 1000]) func aRowThatIsMetTwiceCountsOnce(expected: Int) {
        var marks = RowMarks(of: 1000, expected: expected)
        for row in [3, 999, 3, 0] { marks.insert(row) }
        #expect(marks.count == 3)
        #expect([0, 1, 3, 998, 999].map { marks.contains($0) } == [true, false, true, false, true])
    }
}

import MeshModel
import Testing

@testable import MeshComparison

@Suite struct RowMarksTests {
    @Test(arguments: [0, 1000]) func aRowThatIsMetTwiceCountsOnce(expected: Int) {
        var marks = RowMarks(of: 1000, expected: expected)
        #expect([3, 999, 3, 0].map { marks.insert($0) } == [true, true, false, true])
        #expect(marks.count == 3)
        #expect((0..<1000).filter { marks.contains($0) } == [0, 3, 999])
    }
}

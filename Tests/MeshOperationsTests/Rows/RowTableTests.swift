import Testing

@testable import MeshOperations

@Suite struct RowTableTests {
    @Test(arguments: [1, 2, 3, 5]) func numbersFollowFirstUse(width: Int) {
        var random = Seeded(state: UInt64(width))
        var table = RowTable(width: width)
        var known: [[UInt32]: Int32] = [:]
        // Enough different rows to grow several times.
        for _ in 0..<40_000 {
            let row = (0..<width).map { _ in UInt32.random(in: 0..<(width == 1 ? 9000 : 40), using: &random) }
            let words = ContiguousArray([7] + row)
            #expect(table.find(words, at: 1) == known[row])
            let expected = known[row] ?? Int32(known.count)
            known[row] = expected
            #expect(table.number(words, at: 1) == expected)
        }
        #expect(table.count == known.count)
    }
}

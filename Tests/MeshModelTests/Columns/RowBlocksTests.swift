import MeshModel
import Testing

@Suite struct RowBlocksTests {
    @Test(arguments: [(0, 3), (1, 3), (2, 3), (3, 3), (7, 3), (9, 3), (5, 0), (5, -1), (5, Int.max)])
    func blocksCoverARangeInOrder(count: Int, size: Int) {
        let blocks = Array((10..<10 + count).blocks(of: size))
        #expect(blocks.flatMap { $0 } == Array(10..<10 + count))
        #expect(blocks.allSatisfy { !$0.isEmpty && $0.count <= max(size, 1) })
        #expect(blocks.dropLast().allSatisfy { $0.count == max(size, 1) })
    }

    @Test func endsAtTheLargestIndex() {
        #expect(Array((Int.max - 3..<Int.max).blocks(of: 2)) == [Int.max - 3..<Int.max - 1, Int.max - 1..<Int.max])
    }

    @Test func blocksOfAColumnHaveWholeRows() {
        let column = Column([Float](repeating: 0, count: 3 * 6000), components: 3)
        #expect(Array(column.blocks) == [0..<5461, 5461..<6000])
        #expect(Array(column.blocks(in: 100..<200)) == [100..<200])
        #expect(Array(Column.empty(.float32, components: 3).blocks).isEmpty)
        // A row without components has no values to read, yet it counts.
        #expect(Array(RowBlocks(0..<2, components: 0)) == [0..<2])
        // A row is never split.
        #expect(Array(RowBlocks(0..<2, components: 20_000)) == [0..<1, 1..<2])
    }
}

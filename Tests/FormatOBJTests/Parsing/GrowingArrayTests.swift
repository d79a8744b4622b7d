import Testing

@testable import FormatOBJ

@Suite struct GrowingArrayTests {
    @Test func reservedMemoryKeepsTheValues() {
        var list = GrowingArray<Int32>()
        list.append(repeating: 7, count: 300)
        list.reserve(10_000)
        let (capacity, count, last, hasFailed) = (list.capacity, list.count, list[299], list.hasFailed)
        #expect(capacity == 10_000 && count == 300 && last == 7 && !hasFailed)
        // An eighth more would not pay for the move.
        list.reserve(10_500)
        let same = list.capacity
        #expect(same == 10_000)
    }

    @Test func whatCannotBeReservedIsNoError() {
        var list = GrowingArray<Int64>()
        list.append(1)
        list.reserve(.max / 2)
        list.append(2)
        let (count, last, hasFailed) = (list.count, list[1], list.hasFailed)
        #expect(count == 2 && last == 2 && !hasFailed)
    }

    @Test func valuesWithoutMemoryAreDroppedAndTold() {
        for more in [Int.max, .max / 2] {
            var list = GrowingArray<Int64>()
            list.append(1)
            list.append(repeating: 2, count: more)
            let (count, first, hasFailed) = (list.count, list[0], list.hasFailed)
            #expect(count == 1 && first == 1 && hasFailed)
        }
    }
}

import MeshModel
import Testing

@Suite struct ColumnTests {
    @Test func aViewOutsideItsStorageIsRefused() {
        let storage = Column([1, 2, 3] as [Float]).storage
        #expect(Column(viewing: storage, offset: 0, stride: 4, count: 3, type: .float32) != nil)
        #expect(Column(viewing: storage, offset: 4, stride: 4, count: 3, type: .float32) == nil)
        #expect(Column(viewing: storage, offset: 0, stride: 4, count: 4, type: .float32) == nil)
        #expect(Column(viewing: storage, offset: -1, stride: 4, count: 1, type: .uint8) == nil)
        #expect(Column(viewing: storage, offset: 0, stride: .max, count: 3, type: .uint8) == nil)
        #expect(Column(viewing: storage, offset: 0, stride: 4, count: 1, components: .max, type: .uint8) == nil)
    }

    @Test(arguments: ScalarType.allCases)
    func aColumnOfEachTypeReadsAsItsNumbers(type: ScalarType) {
        let bytes: [UInt8] = [0x12, 0x3C, 0x56, 0x40, 0x9A, 0xBC, 0xDE, 0x3F]
        let raw = Column(bytes)
        guard let column = Column(viewing: raw.storage, offset: 0, stride: 8, count: 1, type: type) else {
            Issue.record("no view")
            return
        }
        // Each expected value is that of the bit pattern by the definition of its type.
        let expected: Double =
            switch type {
            case .int8, .uint8: 0x12
            case .int16, .uint16: 0x3C12
            case .float16: 1.017578125  // 0x3C12: 1 + 18 / 1024
            case .int32, .uint32: 0x4056_3C12
            case .int64, .uint64: Double(0x3FDE_BC9A_4056_3C12 as Int64)
            case .float32: Double(Float(bitPattern: 0x4056_3C12))
            case .float64: Double(bitPattern: 0x3FDE_BC9A_4056_3C12)
            }
        #expect(column.doubles() == [expected])
    }

    @Test(arguments: [0, 1, 2730, 2731, 20_000])
    func valuesThatComeInBlocksAreAllThere(count: Int) {
        var rows = 0
        let column = Column(count: count, components: 3) { (range, block: inout ContiguousArray<Int32>) in
            #expect(range.lowerBound == rows)
            rows = range.upperBound
            block = ContiguousArray(range.flatMap { row -> [Int32] in [Int32(row), Int32(row) * 2, -1] })
        }
        #expect(rows == count)
        #expect(column.count == count)
        #expect(column.integers() == (0..<count).flatMap { row -> [Int64] in [Int64(row), Int64(row) * 2, -1] })
    }

    @Test func valuesThatDoNotComeAreZero() {
        let column = Column(count: 3) { (_, block: inout ContiguousArray<Int16>) in block = [7] }
        #expect(column.integers() == [7, 0, 0])
    }

    @Test func bigEndianRowsReadAsWritten() {
        let raw = Column([0x3F, 0x80, 0, 0, 0xC0, 0, 0, 0] as [UInt8])
        let column = Column(
            viewing: raw.storage, offset: 0, stride: 4, count: 2, type: .float32, byteOrder: .big)
        #expect(column?.doubles() == [1, -2])
    }

    @Test func stridedRowsArePackedInOrder() {
        let raw = Column((0..<24).map { UInt8($0) })
        let column = Column(viewing: raw.storage, offset: 2, stride: 8, count: 3, components: 3, type: .uint8)
        #expect(column?.integers() == [2, 3, 4, 10, 11, 12, 18, 19, 20])
        #expect(column?.component(1)?.integers() == [3, 11, 19])
        #expect(column?.rows(1..<3).integers() == [10, 11, 12, 18, 19, 20])
        #expect(column?.rows(2..<99).integers() == [18, 19, 20])
    }

    @Test func numbersThatDoNotFitBecomeTheNearestBound() {
        #expect(Column([1e300, -1e300, .nan, 2.75] as [Double]).integers() == [.max, .min, 0, 2])
        #expect(Column([UInt64.max]).integers() == [.max])
    }

    @Test func rowsThatAreAllTheSameTakeTheMemoryOfOne() {
        let threes = Column(ContiguousArray(repeating: Int32(3), count: 5000))
        #expect(threes.collapsed.stride == 0 && threes.collapsed.count == 5000)
        #expect(threes.collapsed.integers() == threes.integers())
        for other in [0, 2500, 4998, 4999] {
            var values = ContiguousArray(repeating: Int32(3), count: 5000)
            values[other] = 4
            let column = Column(values)
            #expect(column.collapsed.isSameView(as: column), "row \(other)")
        }
        let few = threes.rows(0..<100)
        #expect(few.collapsed.isSameView(as: few))
    }

    @Test func columnsOfAnotherTypeAreNotJoined() {
        let joined = Column.joined([Column([1, 2] as ContiguousArray<Int32>), Column([3] as ContiguousArray<Float>)])
        #expect(joined.integers() == [1, 2])
    }
}

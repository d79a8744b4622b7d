import MeshModel
import Testing

/// Digests of columns don't depend on chunks or storage, and change with every row.
@Suite struct ColumnDigestTests {
    private func digest(_ columns: Column...) -> ColumnDigest {
        columns.reduce(into: ColumnDigest()) { $0.add($1) }
    }

    private let numbers = Column((0..<60).map { Int32($0 * $0) }, components: 3)

    @Test func piecesGiveTheDigestOfTheWholeWhereverTheyAreCut() {
        let whole = digest(numbers)
        #expect(whole.rowCount == 20)
        for cut in 0...20 {
            let (first, last) = (numbers.rows(0..<cut), numbers.rows(cut..<20))
            #expect(digest(first, last) == whole)
            var joined = digest(first)
            joined.append(digest(last))
            #expect(joined == whole)
            #expect(joined.hashValue == whole.hashValue)
        }
    }

    @Test func placeAndByteOrderMakeNoDifference() throws {
        let bytes: [UInt8] = [1, 2, 3, 4, 9, 5, 6, 7, 8, 9]
        let swapped: [UInt8] = [9, 9, 4, 3, 2, 1, 8, 7, 6, 5]
        for type in [ScalarType.uint32, .int32, .float32] {
            let first = try #require(
                Column(viewing: Column(bytes).storage, offset: 0, stride: 5, count: 2, type: type, byteOrder: .little))
            let second = try #require(
                Column(viewing: Column(swapped).storage, offset: 2, stride: 4, count: 2, type: type, byteOrder: .big))
            #expect(digest(first) == digest(second))
        }
    }

    @Test func rowsThatAreOtherMissingTwiceOrInAnotherOrderGiveAnotherDigest() {
        var seen: Set<ColumnDigest> = [digest(numbers), ColumnDigest()]
        var count = 2
        func expectAnother(_ column: Column) {
            seen.insert(digest(column))
            count += 1
            #expect(seen.count == count)
        }
        let values = ContiguousArray((0..<60).map { Int32($0 * $0) })
        for place in 0..<60 {
            for bit in [0, 31] {
                var changed = values
                changed[place] ^= Int32(bitPattern: 1 << bit)
                expectAnother(Column(changed, components: 3))
            }
        }
        for (a, b) in [(0, 1), (3, 6), (0, 57), (1, 2)] {
            var swapped = values
            swapped.swapAt(a, b)
            expectAnother(Column(swapped, components: 3))
        }
        expectAnother(Column(values + values.suffix(3), components: 3))
        expectAnother(Column(ContiguousArray(values.dropFirst(3)), components: 3))
        expectAnother(Column(ContiguousArray(values.dropLast(3)), components: 3))
    }

    @Test func typeAndWidthOfRowsCount() {
        let zeros = ContiguousArray<Int32>(repeating: 0, count: 6)
        let digests: Set = [
            digest(Column(zeros)), digest(Column(zeros, components: 2)), digest(Column(zeros, components: 3)),
            digest(Column(ContiguousArray<UInt32>(repeating: 0, count: 6))),
            digest(Column(ContiguousArray<Float>(repeating: 0, count: 6))),
            digest(Column(ContiguousArray<UInt8>(repeating: 0, count: 6))),
        ]
        #expect(digests.count == 6)
    }

    @Test func zeroAndItsNegativeAreTwoNumbers() {
        #expect(digest(Column([Float(0)])) != digest(Column([-Float(0)])))
    }
}

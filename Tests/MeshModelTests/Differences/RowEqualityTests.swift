import Testing

@testable import MeshModel

@Suite struct RowEqualityTests {
    /// Rows of `width` bytes; the bytes of each row differ from those of the rows before.
    private func bytes(_ count: Int, _ width: Int) -> [UInt8] {
        (0..<count * width).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / width) }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 8, 12, 16, 33])
    func oneBitInAnyByteIsSeen(width: Int) throws {
        let rows = bytes(40, width)
        let source = Column(rows, components: width)
        #expect(try #require(RowEquality(source, Column(rows, components: width))).areEqual(0..<40, from: 0))
        for place in 0..<width {
            var other = rows
            other[17 * width + place] ^= 0x20
            let equality = try #require(RowEquality(source, Column(other, components: width)))
            #expect(equality.areEqual(0..<17, from: 0) && equality.areEqual(18..<40, from: 18))
            #expect(!equality.areEqual(0..<40, from: 0) && !equality.areEqual(17..<18, from: 17))
            #expect(!equality.areEqual([3, 17, 4], from: 16) && equality.areEqual([18, 19], from: 18))
            var pairs = ContiguousArray((0..<40).map { (Int32($0), Int32($0)) })
            equality.removeEqual(&pairs)
            #expect(pairs.map(\.0) == [17])
        }
    }

    @Test func rowsWithOtherBytesBetweenThemAreComparedAlone() throws {
        let storage = Column([3, 1, 2, 9, 9, 3, 4, 5, 8, 8] as [UInt8]).storage
        let gaps = try #require(Column(viewing: storage, offset: 1, stride: 5, count: 2, components: 2, type: .uint8))
        let equality = try #require(RowEquality(gaps, Column([0, 0, 1, 2, 4, 5] as [UInt8], components: 2)))
        #expect(equality.areEqual(0..<2, from: 1))
        #expect(!equality.areEqual(0..<2, from: 0))
    }

    @Test func rowsThatComeBackAreThoseThatTheyStandFor() throws {
        let rows = Column([1, 2, 3, 4, 5, 6, 7, 8, 9] as [Float], components: 3)
        let repetition = Repetition(
            rows: rows, numbers: Column([0, 1, 0, 2, 1] as [Int32]), origins: Column([0, 1, 3] as [Int32]),
            hasMinusZeros: false)
        let late = Column(repetition, late: { repetition.expanded() })
        let soup = try #require(late)
        let plain = Column([1, 2, 3, 4, 5, 6, 1, 2, 3, 7, 8, 9, 4, 5, 6] as [Float], components: 3)
        #expect(try #require(RowEquality(soup, plain)).areEqual(0..<5, from: 0))
        #expect(try #require(RowEquality(plain, soup)).areEqual(0..<5, from: 0))
        let own = try #require(RowEquality(soup, soup))
        var pairs: ContiguousArray<(Int32, Int32)> = [(2, 0), (4, 1), (3, 0)]
        own.removeEqual(&pairs)
        #expect(pairs.map(\.0) == [3])
    }

    @Test func otherFormsAreNotComparedByBits() {
        let bytes = Column([1, 2, 3, 4] as [UInt8], components: 2)
        #expect(RowEquality(bytes, Column([1, 2, 3, 4] as [Int8], components: 2)) == nil)
        #expect(RowEquality(bytes, Column([1, 2, 3, 4] as [UInt8])) == nil)
        let signed = Column([1, 2] as [Int32])
        #expect(RowEquality(signed, Column([1, 2] as [UInt32])) == nil)
        #expect(RowEquality(signed, Column([1, 2] as [UInt32]), ignoringSigns: true) != nil)
        #expect(RowEquality(signed, Column([1, 2] as [Float]), ignoringSigns: true) == nil)
    }
}

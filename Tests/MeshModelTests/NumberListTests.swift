import Testing

@testable import MeshModel

@Suite struct NumberListTests {
    private func numbers(_ list: NumberList) -> [Int32] { (0..<list.count).map { list[$0] } }

    @Test func numbersUpToACountAreTheirOwnPlaces() {
        #expect(numbers(NumberList(upTo: 4)) == [0, 1, 2, 3])
        #expect(NumberList(upTo: 0).isEmpty)
        #expect(NumberList(ContiguousArray<Int32>()).isEmpty)
    }

    @Test func aColumnIsReadWhereItIs() throws {
        let storage = Column([9, 7, -1, 5, 4, 9, 3, 2, 1] as [Int32]).storage
        let packed = try #require(Column(viewing: storage, offset: 4, stride: 8, count: 3, components: 2, type: .int32))
        #expect(numbers(NumberList(packed)) == [7, -1, 5, 4, 9, 3])
        let gaps = try #require(Column(viewing: storage, offset: 4, stride: 12, count: 2, components: 2, type: .int32))
        #expect(numbers(NumberList(gaps)) == [7, -1, 4, 9])
        let same = try #require(Column(viewing: storage, offset: 4, stride: 0, count: 3, type: .int32))
        #expect(numbers(NumberList(same)) == [7, 7, 7])
        let one = try #require(Column(viewing: storage, offset: 0, stride: 12, count: 3, type: .int32))
        #expect(numbers(NumberList(one)) == [9, 5, 3])
    }

    @Test func rowsOfAFileMayBeginAtAnyByte() throws {
        // Lists of a binary PLY: a byte that says 3, then three numbers.
        let bytes: [UInt8] = [3, 1, 0, 0, 0, 2, 0, 0, 0, 0xFF, 0, 0, 0, 3, 4, 0, 0, 0, 5, 0, 0, 0, 0, 1, 0, 0]
        let column = try #require(
            Column(
                viewing: Column(bytes).storage, offset: 1, stride: 13, count: 2, components: 3, type: .uint32,
                byteOrder: .little))
        #expect(numbers(NumberList(column)) == [1, 2, 255, 4, 5, 256])
    }

    @Test func whatDoesNotFitIsTheNearest() throws {
        #expect(numbers(NumberList(Column([0, 0x7FFF_FFFF, 0x8000_0000, .max] as [UInt32]))) == [0, .max, .max, .max])
        #expect(numbers(NumberList(Column([-5, 1 << 40, 3] as [Int64]))) == [-5, .max, 3])
        let storage = Column([0, 0, 1, 2] as [UInt8]).storage
        let turned = try #require(
            Column(viewing: storage, offset: 0, stride: 4, count: 1, type: .int32, byteOrder: .big))
        #expect(numbers(NumberList(turned)) == [258])
    }

    @Test(arguments: [
        [0, 1, 2, 3], [0, 1, 3, 2], [1, 0, 2, 3], [0, 1, -1, 3], [-1, -1, 2, 3], [0, 1, 2, -1], [0, 0, 0, 9], [],
    ])
    func cornersHaveTheSourcesThatWereSet(sources: [Int]) {
        var corners = CornerSources(count: sources.count)
        for (corner, source) in sources.enumerated() where source >= 0 { corners.set(corner, source) }
        #expect(corners.indices.map { Int(corners[$0]) } == sources)
    }

    @Test func startsAreThoseOfElements() {
        var told = ElementStarts()
        for end in [3, 6, 9] { told.append(end) }
        let same = ElementStarts(arity: 3, elementCount: 3)
        #expect((0..<told.count).map { told[$0] } == (0..<same.count).map { same[$0] })
    }
}

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
        // Lists of a binary PLY: a count byte of 3, then three numbers.
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

    @Test func startsAreThoseOfElements() {
        var told = ElementStarts()
        for end in [3, 6, 9] { told.append(end) }
        let same = ElementStarts(arity: 3, elementCount: 3)
        #expect((0..<told.count).map { told[$0] } == (0..<same.count).map { same[$0] })
    }

    @Test func aBlockOfNumbersIsWhatEachOfThemIs() throws {
        let storage = Column([3, 1, 2, 3, 3, 4, 5, 6, 3, 7, 8, 9] as [Int32]).storage
        let rows = try #require(Column(viewing: storage, offset: 4, stride: 16, count: 3, components: 3, type: .int32))
        var block = ContiguousArray<Int32>()
        for list in [NumberList(rows), NumberList(upTo: 9), NumberList([5, 4, 3, 2, 1, 0, 9, 8, 7])] {
            for first in 0..<9 {
                for end in first...9 {
                    list.read(first..<end, into: &block)
                    #expect(Array(block) == (first..<end).map { list[$0] })
                }
            }
        }
    }

    @Test func aListThatAnotherBeginsWithIsKnownInAnyForm() throws {
        let numbers = (0..<30_000).map { Int32($0 * 7919 % 30_011) }
        let storage = Column(stride(from: 0, to: 30_000, by: 3).flatMap { [3] + numbers[$0..<$0 + 3] }).storage
        let lists = [
            NumberList(ContiguousArray(numbers)),
            NumberList(Column(numbers)), NumberList(Column(numbers.map { UInt32($0) })),
            NumberList(Column(numbers, components: 3)), NumberList(Column(numbers.map { Int64($0) })),
            NumberList(
                try #require(
                    Column(viewing: storage, offset: 4, stride: 16, count: 10_000, components: 3, type: .int32))),
        ]
        for list in lists {
            for other in lists { #expect(list.begins(other)) }
            var changed = numbers
            changed[29_999] += 1
            #expect(!list.begins(NumberList(Column(changed))) && !NumberList(Column(changed)).begins(list))
            #expect(!list.begins(NumberList(Column(Array(numbers.dropLast(3))))))
            #expect(NumberList(Column(Array(numbers.dropLast(3)))).begins(list))
            #expect(!list.begins(NumberList(upTo: 30_000)))
        }
        #expect(NumberList(upTo: 3).begins(NumberList(upTo: 4)) && !NumberList(upTo: 4).begins(NumberList(upTo: 3)))
        #expect(NumberList(upTo: 3).begins(NumberList(Column([0, 1, 2] as [UInt32]))))
    }
}

import Testing

@testable import MeshBytes

@Suite struct ParallelTests {
    private struct Failure: Error, Equatable { var index: Int }

    @Test(arguments: [0, 1, 2, 5, 64]) func resultsAreInOrder(threads: Int) {
        #expect(Parallel.map(1000, threads: threads) { $0 * 2 } == (0..<1000).map { $0 * 2 })
        #expect(Parallel.map(0, threads: threads) { $0 }.isEmpty)
        #expect(Parallel.map(-1, threads: threads) { $0 }.isEmpty)
    }

    @Test(arguments: [1, 2, 8]) func theLowestFailingIndexWins(threads: Int) {
        for _ in 0..<50 {
            let error = #expect(throws: Failure.self) {
                try Parallel.map(200, threads: threads) { index throws(Failure) -> Int in
                    if index % 7 == 6 { throw Failure(index: index) }
                    return index
                }
            }
            #expect(error == Failure(index: 6))
        }
    }

    /// Room is used again: what lies in it when a chunk is taken is that chunk.
    @Test(arguments: [1, 2, 3, 16]) func chunksAreTakenInOrder(threads: Int) {
        for count in [0, 1, 2, 3, 500] {
            var taken: [Int] = []
            Parallel.inOrder(count, threads: threads) {
                Room()
            } make: { chunk, room in
                room.chunk = chunk
            } take: { room in
                taken.append(room.chunk)
            }
            #expect(taken == Array(0..<count))
        }
    }

    @Test(arguments: [1, 2, 8]) func allChunksBeforeTheFirstFailureAreTaken(threads: Int) {
        for _ in 0..<50 {
            var taken = 0
            let error = #expect(throws: Failure.self) {
                try Parallel.inOrder(200, threads: threads) { () throws(Failure) in
                    Room()
                } make: { (chunk, _) throws(Failure) in
                    if chunk % 7 == 6 { throw Failure(index: chunk) }
                } take: { (_) throws(Failure) in
                    taken += 1
                }
            }
            #expect(error == Failure(index: 6) && taken == 6)
        }
    }

    @Test(arguments: [1, 2, 8]) func nothingIsTakenAfterATakingThatFails(threads: Int) {
        var taken: [Int] = []
        let error = #expect(throws: Failure.self) {
            try Parallel.inOrder(100, threads: threads) { () throws(Failure) in
                Room()
            } make: { (chunk, room) throws(Failure) in
                room.chunk = chunk
            } take: { (room) throws(Failure) in
                taken.append(room.chunk)
                if room.chunk == 5 { throw Failure(index: 5) }
            }
        }
        #expect(error == Failure(index: 5) && taken == [0, 1, 2, 3, 4, 5])
    }

    private final class Room { var chunk = -1 }

    @Test func thereIsAtLeastOneThread() { #expect(Parallel.availableThreads >= 1) }
}

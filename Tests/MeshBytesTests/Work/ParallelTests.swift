import MeshBytes
import Testing

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

    @Test func thereIsAtLeastOneThread() { #expect(Parallel.availableThreads >= 1) }
}

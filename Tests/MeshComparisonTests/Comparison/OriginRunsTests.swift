import MeshModel
import Testing

@testable import MeshComparison

@Suite struct OriginRunsTests {
    private func spelled(_ runs: some Sequence<OriginRuns.Run>) -> [String] {
        runs.map { "\($0.rows) of \($0.source) in \($0.target)" }
    }

    @Test func rowsThatFollowEachOtherAndComeFromOnePlaceAreOneRun() {
        let origins = [0, 1, 4, -1, 5, 2, 3, 9]
        let runs = OriginRuns([0..<2, 2..<2, 2..<4, 4..<6], [0..<4, 4..<4, 4..<8]) { origins[$0] }
        #expect(spelled(runs.ofTarget(0)) == ["0..<2 of 0 in 0", "2..<3 of 3 in 0"])
        #expect(runs.ofTarget(1).isEmpty)
        #expect(spelled(runs.ofTarget(2)) == ["4..<5 of 3 in 2", "5..<7 of 2 in 2"])
        #expect(spelled(runs.ofSources([3])) == ["2..<3 of 3 in 0", "4..<5 of 3 in 2"])
        #expect(spelled(runs.ofSources([3, 0])) == ["0..<2 of 0 in 0", "2..<3 of 3 in 0", "4..<5 of 3 in 2"])
        #expect(runs.ofSources([1]).isEmpty)
        #expect(runs.ofSources([7]).isEmpty)
        #expect(runs.ofTarget(3).isEmpty)
    }

    @Test func aPartOfThousandsIsFoundWithoutTheOthers() {
        let places = (0..<5000).map { 2 * $0..<2 * $0 + 2 }
        let joined = OriginRuns(places, [0..<10_000]) { $0 }
        #expect(joined.ofTarget(0).count == 5000)
        #expect(spelled(joined.ofSources([4711])) == ["9422..<9424 of 4711 in 0"])
        let divided = OriginRuns([0..<10_000], places) { $0 }
        #expect(spelled(divided.ofTarget(4711)) == ["9422..<9424 of 0 in 4711"])
    }
}

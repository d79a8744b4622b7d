import MeshModel
import Testing

/// Differences between two files by the digests of their columns.
@Suite struct RowDigestsTests {
    private func digests(_ columns: [(String, [Int32])]) -> RowDigests {
        var result = RowDigests(columns.map(\.0))
        for (index, column) in columns.enumerated() { result.add(Column(column.1), toPart: index) }
        return result
    }

    @Test func theSameColumnsDifferInNothing() {
        let a = digests([("vertex.x", [1, 2]), ("vertex.y", [3, 4])])
        #expect(a.differences(to: a).isEmpty)
        var pieces = digests([("vertex.x", [1]), ("vertex.y", [3])])
        pieces.append(digests([("vertex.x", [2]), ("vertex.y", [4])]))
        #expect(a.differences(to: pieces).isEmpty)
    }

    @Test func otherMissingAndAdditionalColumnsAreNamed() {
        let a = digests([("vertex.x", [1, 2]), ("vertex.y", [3, 4]), ("vertex.z", [5, 6])])
        let b = digests([("vertex.x", [1, 2]), ("vertex.y", [3, 4, 5]), ("vertex.red", [0, 0])])
        #expect(
            a.differences(to: b) == [
                Difference(.value, "native:vertex.y", count: 3), Difference(.presence, "native:vertex.z", count: 2),
                Difference(.generated, "native:vertex.red", count: 2),
            ])
    }

    @Test func aColumnCanBeLeftOut() {
        let a = digests([("facet.normal", [1]), ("facet.corners", [2])])
        #expect(a.removing("facet.normal") == digests([("facet.corners", [2])]))
    }
}

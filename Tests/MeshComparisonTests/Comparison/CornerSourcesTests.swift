import Testing

@testable import MeshComparison

@Suite struct CornerSourcesTests {
    @Test(arguments: [
        [0, 1, 2, 3], [0, 1, 3, 2], [1, 0, 2, 3], [0, 1, -1, 3], [-1, -1, 2, 3], [0, 1, 2, -1], [0, 0, 0, 9], [],
    ])
    func cornersHaveTheSourcesThatWereSet(sources: [Int]) {
        var corners = CornerSources(count: sources.count)
        for (corner, source) in sources.enumerated() where source >= 0 { corners.set(corner, source) }
        #expect(corners.indices.map { Int(corners[$0]) } == sources)
    }
}

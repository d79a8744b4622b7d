import MeshModel
import Testing

@testable import MeshFormats

@Suite struct GatheredLossTests {
    @Test func lossesOfOneCauseAndSubjectAreOneWithTheSumOfTheirCounts() {
        func loss(_ subject: String, _ count: Int, _ error: Double?, _ items: [String]) -> Loss {
            Loss(
                .precisionReduced, .rounded, subject: subject, name: "positions", count: count, unit: "vertices",
                largestError: error, cause: "rounded", items: items)
        }
        let losses = [
            loss("/vertexSets/0", 1, nil, ["a"]), loss("/vertexSets/1", 2, 0.5, []),
            loss("/vertexSets/0", 3, 0.25, ["b"]), loss("/vertexSets/0", 4, 0.125, []),
        ]
        let expected = [loss("/vertexSets/0", 8, 0.25, ["a", "b"]), loss("/vertexSets/1", 2, 0.5, [])]
        #expect(losses.gathered() == expected)
    }
}

import MeshFormats
import MeshModel
import Testing

struct SaneWeightsTests {
    @Test func whatNoProgramCanShowIsReplaced() throws {
        let weights: [Float] = [.nan, 0.5, .infinity, -.infinity, 1e30, -0.5, 2, 0]
        let mended = try #require(Column(weights, components: 4).saneWeights())
        #expect(mended.weights.doubles() == [0, 0.5, 0, 0, 1, 0, 2, 0] && mended.count == 5)
        #expect(mended.weights.components == 4 && mended.weights.type == .float32)
    }

    @Test func otherWeightsStay() {
        #expect(Column([Float(0), 0.25, 0.75, 1], components: 4).saneWeights() == nil)
        #expect(Column([UInt8(255), 0, 0, 0], components: 4).saneWeights() == nil)
    }
}

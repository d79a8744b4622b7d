import MeshModel
import Testing

@Suite struct DigestTests {
    private func scene(
        _ positions: [Float], _ corners: [Int32], colors: [UInt8]? = nil, floatColors: [Float]? = nil
    ) -> MeshScene {
        var attributes = [Attribute(.position, Column(positions, components: 3))]
        if let colors {
            attributes.append(Attribute(.color(0), Column(colors, components: 3), normalized: true, frame: .srgb))
        }
        if let floatColors {
            attributes.append(Attribute(.color(0), Column(floatColors, components: 3), frame: .srgb))
        }
        return MeshScene(
            vertexSets: [VertexSet(count: positions.count / 3, attributes: attributes)],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: corners.count / 3, arity: .uniform(3),
                    vertices: Column(corners))
            ])
    }

    private let square: [Float] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]

    @Test func vertexNumberingAndFaceOrderDoNotMatter() {
        let a = Digest(scene(square, [0, 1, 2, 0, 2, 3]))
        let renumbered = Digest(scene([0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0], [3, 1, 0, 3, 2, 1]))
        #expect(a.unordered == renumbered.unordered)
        #expect(a.ordered != renumbered.ordered)
    }

    @Test func aMovedVertexATurnedFaceAndALostFaceShow() {
        let a = Digest(scene(square, [0, 1, 2, 0, 2, 3])).unordered
        var moved = square
        moved[4] = 0.25
        #expect(Digest(scene(moved, [0, 1, 2, 0, 2, 3])).unordered != a)
        #expect(Digest(scene(square, [0, 2, 1, 0, 2, 3])).unordered != a)
        #expect(Digest(scene(square, [0, 1, 2])).unordered != a)
    }

    @Test func aColourIsTheSameAsACodeAndAsAFraction() {
        let codes: [UInt8] = [0, 1, 2, 127, 128, 129, 253, 254, 255, 10, 100, 200]
        let a = Digest(scene(square, [0, 1, 2, 0, 2, 3], colors: codes))
        let b = Digest(scene(square, [0, 1, 2, 0, 2, 3], floatColors: codes.map { Float($0) / 255 }))
        #expect(a.unordered == b.unordered)
        var other = codes
        other[5] += 1
        #expect(Digest(scene(square, [0, 1, 2, 0, 2, 3], colors: other)).unordered != a.unordered)
    }
}

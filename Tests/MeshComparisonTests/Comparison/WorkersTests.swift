import MeshComparison
import MeshModel
import Testing

/// The findings don't depend on the workers or their order.
@Suite struct WorkersTests {
    /// Compares the last chunk first.
    private struct Backwards: Workers {
        func map<R: Sendable>(_ count: Int, _ body: @Sendable (Int) -> R) -> [R] {
            Array((0..<count).reversed().map(body).reversed())
        }
    }

    private static let count = 200_000

    /// Made once: that takes long without optimization.
    private static let plain = (
        positions: (0..<3 * count).map { Float($0) }, colors: (0..<3 * count).map { UInt8(truncatingIfNeeded: $0) },
        indices: (0..<3 * count).map { Int32($0 / 3) }, heats: (0..<count).map { Float($0) / 4 }
    )

    private func scene(
        _ change: (inout [Float], inout [UInt8], inout [Int32], inout [Float]) -> Void = { _, _, _, _ in }
    )
        -> MeshScene
    {
        let count = Self.count
        var (positions, colors, indices, heats) = Self.plain
        change(&positions, &colors, &indices, &heats)
        var set = VertexSet(count: count)
        set.attributes = [
            Attribute(.position, Column(positions, components: 3)),
            Attribute(.color(0), Column(colors, components: 3), normalized: true, frame: .srgb),
        ]
        var triangles = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: count, arity: .uniform(3), vertices: Column(indices))
        triangles.elementAttributes = [Attribute(AttributeSemantic(name: "heat"), Column(heats))]
        return MeshScene(vertexSets: [set], primitives: [triangles])
    }

    /// The findings of one worker, after checking that several find the same.
    private func differences(from source: MeshScene, to target: MeshScene) -> [Difference] {
        let links = Correspondence.identity(of: source)
        let found = Comparison.differences(from: source, to: target, by: links)
        #expect(Comparison.differences(from: source, to: target, by: links, workers: Backwards()) == found)
        return found
    }

    @Test func nothingIsFoundWhereNothingDiffers() { #expect(differences(from: scene(), to: scene()).isEmpty) }

    @Test(arguments: [0, 65_535, 65_536, 131_071, 199_999]) func aDifferenceInAnyPieceIsFound(row: Int) {
        let source = scene()
        let nudged = scene { positions, _, _, _ in positions[3 * row] += 1 }
        #expect(
            differences(from: source, to: nudged) == [
                Difference(
                    .value, "/vertexSets/0/POSITION", count: 1, valueClass: .approximated, largestError: 1)
            ])
        let heated = scene { _, _, _, heats in heats[row] = -1 }
        #expect(
            differences(from: source, to: heated).map(\.largestError) == [Double(row) / 4 + 1])
        let recoloured = scene { _, colors, _, _ in colors[3 * row + 2] ^= 1 }
        #expect(differences(from: source, to: recoloured).map(\.count) == [1])
        let rewired = scene { _, _, indices, _ in indices[3 * row + 1] = Int32(Self.count - 1 - row) }
        #expect(differences(from: source, to: rewired).map(\.subject) == ["/meshes/0/primitives/0/corners"])
    }

    @Test func differencesOfSeveralPiecesAreCountedTogether() {
        let target = scene { positions, _, _, _ in
            for row in stride(from: 0, to: Self.count, by: 50_000) { positions[3 * row + 1] -= Float(row / 50_000 + 1) }
        }
        #expect(
            differences(from: scene(), to: target) == [
                Difference(.value, "/vertexSets/0/POSITION", count: 4, valueClass: .approximated, largestError: 4)
            ])
    }

    /// Whether an error is rounding depends on the largest coordinate of all rows, in whichever chunk it is.
    @Test func theLargestCoordinateOfAllRowsSaysWhatIsRounding() {
        func moved(_ distance: Double) -> MeshScene {
            var moved = scene()
            var values = (0..<3 * Self.count).map { Double($0) }
            values[5] += distance
            moved.vertexSets[0].attributes[0].values = Column(values, components: 3)
            return moved
        }
        func valueClass(_ distance: Double) -> [Difference.ValueClass?] {
            differences(from: scene(), to: moved(distance)).filter { $0.facet == .value }.map(\.valueClass)
        }
        // The largest is 599,999, whose float32 neighbour is a sixteenth away.
        #expect(valueClass(1.0 / 32) == [.rounded])
        #expect(valueClass(1.0 / 16) == [.approximated])
    }
}

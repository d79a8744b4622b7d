import MeshModel
import Testing

@testable import MeshComparison

/// Claims about painted textures, with images written by hand, as the comparison judges them.
@Suite struct DerivationPaintingTests {
    /// A red and a blue triangle.
    private func scene() -> MeshScene {
        let colors: [UInt8] = [255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255]
        let set = VertexSet(
            count: 6, attributes: [Attribute(.color(0), Column(colors, components: 3), normalized: true, frame: .srgb)])
        let primitive = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
            vertices: Column([0, 1, 2, 3, 4, 5] as [Int32]))
        return MeshScene(vertexSets: [set], primitives: [primitive])
    }

    /// A red texel beside a blue one; the corners of each triangle are at the centre of its texel.
    private func painted(
        _ pixels: [UInt8] = [255, 0, 0, 0, 0, 255], _ places: [Float] = [0.25, 0.25, 0.25, 0.75, 0.75, 0.75]
    ) -> Correspondence.PaintedColors {
        let uv = Column(places.flatMap { [$0, 0.5] }, components: 2)
        return Correspondence.PaintedColors(
            surfaces: [
                Correspondence.PaintedColors.Surface(
                    mesh: 0, primitive: 0, pool: 0, coordinates: Attribute(.texCoord(0), uv, frame: .bottomLeftUV))
            ], image: SceneImage(uri: "colors.png", bytes: [1, 2, 3]), width: 2, pixels: pixels, components: 3,
            blending: .srgb, largestDifference: 0, materials: [:], newMaterial: SceneMaterial(name: "Colors"))
    }

    private var added: [Difference] {
        [
            Difference(.generated, "/images/0", count: 1), Difference(.generated, "/materials/0", count: 1),
            Difference(.generated, "/vertexSets/0/pools/0", count: 6),
            Difference(.generated, "/meshes/0/primitives/0/material", count: 2),
        ]
    }

    private func wrong(_ count: Int) -> Difference {
        Difference(.value, "/vertexSets/0/pools/0", count: count, valueClass: .approximated)
    }

    @Test func aTextureThatShowsTheColoursIsOnlyAnAddition() throws {
        let result = Derivation(scene(), [.painted(painted())])
        #expect(result.found == added)
        #expect(result.scene.images.count == 1)
        #expect(result.scene.meshes[0].primitives[0].cornerAttributes.map(\.pool) == [0])
        #expect(result.scene.vertexSets[0].attribute(.color(0)) != nil)
    }

    @Test func anotherColourIsFound() throws {
        let result = Derivation(scene(), [.painted(painted([255, 0, 0, 0, 9, 255]))])
        #expect(result.found.contains(wrong(1)))
    }

    @Test func facesInEachOthersPlaceAreFound() throws {
        let result = Derivation(
            scene(), [.painted(painted([255, 0, 0, 0, 0, 255], [0.75, 0.75, 0.75, 0.25, 0.25, 0.25]))])
        #expect(result.found.contains(wrong(2)))
    }

    @Test func coordinatesOutsideOfTheImageOrTooFewAreFound() throws {
        let outside = Derivation(scene(), [.painted(painted([255, 0, 0, 0, 0, 255], [0.25, 0.25, 0.25, 2, 2, 2]))])
        #expect(outside.found.contains(wrong(1)))
        let few = Derivation(scene(), [.painted(painted([255, 0, 0, 0, 0, 255], [0.25, 0.25, 0.25]))])
        #expect(few.found.contains(wrong(2)))
    }

    @Test func whoTakesThePaintingAwayIsComparedWithTheSource() throws {
        var links = Correspondence.identity(of: scene())
        links.steps = [.painted(painted())]
        var own = links
        own.takesPaintingAway = true
        links.restored = [own]
        #expect(Comparison.differences(from: scene(), to: scene(), by: links.forOwnReader).isEmpty)
        #expect(!Comparison.differences(from: scene(), to: scene(), by: links).isEmpty)
    }
}

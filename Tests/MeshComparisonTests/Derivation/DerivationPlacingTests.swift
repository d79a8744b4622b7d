import MeshModel
import Testing

@testable import MeshComparison

/// Claims about placed textures, with coordinates written by hand, as the comparison judges them.
@Suite struct DerivationPlacingTests {
    private func coordinates(_ number: Int, _ values: [Float]) -> Attribute {
        Attribute(.texCoord(number), Column(values, components: 2), frame: .topLeftUV)
    }

    /// One vertex whose second set of coordinates counts, doubled and moved by a quarter.
    private func scene() -> MeshScene {
        let set = VertexSet(count: 1, attributes: [coordinates(0, [0, 0]), coordinates(1, [0.25, 0.5])])
        let point = Primitive(
            topology: .points, vertexSet: 0, elementCount: 1, arity: .uniform(1), vertices: nil, material: .one(0))
        var scene = MeshScene(vertexSets: [set], primitives: [point])
        scene.materials = [
            SceneMaterial(textures: [
                TextureSlot(
                    "baseColor", texture: 0,
                    options: [
                        TextureOption("texCoord", ["1"]), TextureOption("offset", ["0.25", "0"]),
                        TextureOption("scale", ["2", "2"]),
                    ]),
                TextureSlot("occlusion", texture: 0),
            ])
        ]
        return scene
    }

    private func found(_ values: [Float] = [0.75, 1], others: String = "1", scale: String? = nil) -> [Difference] {
        var after = scene().materials[0]
        after.textures[0].options = scale.map { [TextureOption("scale", [$0, $0])] } ?? []
        after.textures[1].options = [TextureOption("texCoord", [others])]
        let placed = Correspondence.PlacedTextures(
            made: [.init(set: 0, number: 1, coordinates: [coordinates(0, values)])],
            materials: [0: (scene().materials[0], after)])
        return Derivation(scene(), [.placed(placed)]).found
    }

    private let changes = [
        Difference(.value, "/vertexSets/0/TEXCOORD_1", count: 1, valueClass: .approximated),
        Difference(.value, "/materials/0", count: 2, valueClass: .approximated),
    ]
    private let wrong = Difference(.value, "/vertexSets/0", count: 1, valueClass: .approximated)

    @Test func coordinatesAtTheSamePlaceAreAnotherForm() { #expect(found() == changes) }

    @Test func anotherPlaceIsFound() {
        #expect(found([0.75, 1.001]).contains(wrong))
        #expect(found(scale: "2").contains(wrong))
    }

    /// The former first coordinates have the number of those that were placed.
    @Test func aTextureOnTheOtherCoordinatesIsFound() { #expect(found(others: "0").contains(wrong)) }

    /// Counted from the bottom, a place near the top is stored as a number near 1.
    @Test func roundingOfCoordinatesFromTheBottomIsNone() {
        var scene = scene()
        let values: [Float] = [0.3, 0.9999]
        scene.vertexSets[0].attributes = [
            Attribute(.texCoord(0), Column(values, components: 2), frame: .bottomLeftUV)
        ]
        scene.materials[0].textures = [
            TextureSlot("baseColor", texture: 0, options: [TextureOption("scale", ["0.5", "0.5"])])
        ]
        var after = scene.materials[0]
        after.textures[0].options = []
        // v = 1 − (1 − 0.9999) ÷ 2, as float32.
        let placed = Attribute(.texCoord(0), Column([0.15, 0.99995] as [Float], components: 2), frame: .bottomLeftUV)
        let step = Correspondence.PlacedTextures(
            made: [.init(set: 0, number: 0, coordinates: [placed])], materials: [0: (scene.materials[0], after)])
        #expect(!Derivation(scene, [.placed(step)]).found.contains(wrong))
    }
}

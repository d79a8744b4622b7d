import MeshConvert
import MeshFormats
import MeshModel
import Testing

@testable import MeshConformance

/// Attributes with odd names or forms, in all variants: the reported losses are the differences.
@Suite struct AttributeLawTests {
    /// A triangle with more attributes and pools.
    private func triangle(_ attributes: [Attribute], pools: [Attribute] = [], rows: [Int32] = []) -> MeshScene {
        let positions = Attribute(.position, Column([Float(0), 0, 0, 1, 0, 0, 0, 1, 0], components: 3))
        let set = VertexSet(count: 3, attributes: [positions] + attributes, pools: pools)
        return MeshScene(
            vertexSets: [set],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                    vertices: Column([Int32(0), 1, 2]),
                    cornerAttributes: rows.isEmpty ? [] : [CornerAttribute(pool: 0, indices: Column(rows))])
            ])
    }

    private func custom(_ name: String, _ first: Float) -> Attribute {
        Attribute(AttributeSemantic(name: name), Column([first, first + 1, first + 2]))
    }

    private func expectLawful(_ scene: MeshScene) {
        let document = Document(of: scene)
        for variant in RandomLaw().variants {
            let outcome = LawCheck().check(document, to: variant, forceScene: true)
            #expect(outcome.breaches.isEmpty, "\(variant): \(outcome.breaches)")
        }
    }

    /// PLY has no fractions: 255 of an 8-bit confidence is 1.
    @Test func customFractionsStayTheNumbersThatTheyMean() throws {
        let confidence = Attribute(
            AttributeSemantic(name: "confidence"), Column([UInt8(0), 51, 255]), normalized: true)
        expectLawful(triangle([confidence]))
        let file = try WrittenFile(
            Document(of: triangle([confidence])), to: "ply.ascii", ConvertOptions(), named: "a", Pipeline())
        let text = String(decoding: file.bytes, as: UTF8.self)
        #expect(text.contains("property float confidence"))
        #expect(text.contains("\n1 0 0 0.2\n") && text.contains("\n0 1 0 1\n"))
    }

    @Test func soDoFractionsOfFacesAndOfValuesNamedAsThoseOfSplats() {
        func fractions(_ name: String, _ codes: [UInt8]) -> Attribute {
            Attribute(AttributeSemantic(name: name), Column(codes), normalized: true)
        }
        var scene = triangle([fractions("opacity", [0, 7, 255]), fractions("rot_0", [1, 2, 3])])
        scene.meshes[0].primitives[0].elementAttributes = [fractions("quality", [128])]
        expectLawful(scene)
    }

    @Test func aNameThatIsMadeValidTakesNoOtherAway() {
        expectLawful(triangle([custom("a\u{C}b", 0), custom("a_b", 10), custom("a b", 20)]))
        expectLawful(triangle([custom("_A", 0), custom("a", 10), custom("A", 20)]))
    }

    @Test func aNameThatIsMadeValidIsNoValueOfSplats() {
        var scene = SceneGenerator.scene(seed: 1, features: .splats)
        var seed: UInt64 = 1
        while scene.vertexSets.first?.splatDegree != 1 {
            seed += 1
            scene = SceneGenerator.scene(seed: seed, features: .splats)
        }
        let count = scene.vertexSets[0].count
        for name in ["f_rest\u{C}2", "f_rest 9", "opacity\u{1}"] {
            scene.vertexSets[0].attributes.append(
                Attribute(AttributeSemantic(name: name), Column((0..<count).map { Float($0) })))
        }
        expectLawful(scene)
    }

    @Test func setsOfCoordinatesMayLackTheFirst() {
        for sets in [[1, 2], [3, 1, 2], [9, 12]] { expectLawful(triangle(sets.map(coordinates))) }
    }

    private func coordinates(_ set: Int) -> Attribute {
        Attribute(
            .texCoord(set), Column((0..<6).map { Float(10 * set + $0) }, components: 2), frame: .bottomLeftUV)
    }

    /// Materials say the numbers of the coordinates that their textures use.
    @Test func coordinatesKeepTheirNumbersInGLTF() throws {
        let document = Document(of: triangle([coordinates(2)]))
        let file = try WrittenFile(document, to: "glb", ConvertOptions(), named: "a", Pipeline())
        var options = ConvertOptions()
        options.reading.ignoresOrigin = true
        let set = try file.read(options, Pipeline()).scene.vertexSets[0]
        #expect(set.attribute(.texCoord(2))?.values.doubles() == [20, -20, 22, -22, 24, -24])
        for number in [0, 1] { #expect(set.attribute(.texCoord(number))?.values.doubles() == [0, 0, 0, 0, 0, 0]) }
    }

    /// glTF counts colours from 0, so that each gets the name that another had.
    @Test func setsOfColoursMayLackTheFirst() {
        func colors(_ set: Int) -> Attribute {
            Attribute(.color(set), Column((0..<9).map { Float($0) / Float(9 + set) }, components: 3), frame: .linear)
        }
        expectLawful(triangle([colors(1), colors(2)]))
    }

    @Test func coordinatesOfOneNumberMayBeShared() {
        let numbers = Attribute(.texCoord(0), Column([Float(0.5), 1, 0]), frame: .bottomLeftUV)
        expectLawful(triangle([], pools: [numbers], rows: [0, 1, 0]))
        expectLawful(triangle([], pools: [numbers], rows: [0, 1, 2]))
    }

    /// PLY has edges of two vertices: what only a line of one vertex uses arrives nowhere.
    @Test func coordinatesOfLinesOfOneVertexAreNoCornersOfTheFile() {
        let numbers = Attribute(.texCoord(0), Column([Float(1), 0, 2, 3], components: 2), frame: .bottomLeftUV)
        for (counts, vertices, rows): ([Int64], [Int32], [Int32]) in [
            ([1], [0], [0]), ([1, 2], [0, 1, 2], [0, 0, 1]), ([1, 2], [1, 1, 2], [0, 0, 1]),
            ([2, 1], [0, 1, 1], [0, 1, -1]),
        ] {
            var scene = triangle([], pools: [numbers])
            scene.meshes[0].primitives = [
                Primitive(
                    topology: .lines, vertexSet: 0, elementCount: counts.count,
                    arity: .offsets(Column(counts.reduce(into: [Int64(0)]) { $0.append($0[$0.count - 1] + $1) })),
                    vertices: Column(vertices),
                    cornerAttributes: [CornerAttribute(pool: 0, indices: Column(rows))])
            ]
            expectLawful(scene)
        }
    }

    /// The scene's only node lies in no scene: joints move its mesh, but nothing shows it.
    @Test func aMeshThatJointsMoveMayBeShownByNoScene() {
        let joints = Attribute(.joints(0), Column([UInt8](repeating: 0, count: 12), components: 4))
        let weights = Attribute(
            .weights(0), Column((0..<12).map { Float($0 % 4 == 0 ? 1 : 0) }, components: 4))
        var scene = triangle([joints, weights])
        scene.skins = [Skin(joints: [1])]
        scene.nodes = [Node(mesh: 0), Node(children: [])]
        scene.nodes[0].skin = 0
        scene.nodes[1].transform = .trs(
            translation: SIMD3(0, 0, 2), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1))
        for roots in [[0, 1], [1], []] {
            scene.scenes = [SceneRoot(roots: roots)]
            scene.defaultScene = 0
            expectLawful(scene)
        }
    }
}

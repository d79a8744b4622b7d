import MeshModel
import Testing

@testable import MeshComparison

/// Claims about units and axes, written by hand, as the comparison judges them.
@Suite struct DerivationFramingTests {
    private var source: MeshScene {
        let set = VertexSet(
            count: 2,
            attributes: [
                Attribute(.position, Column([1, 2, 3, 0.1, .infinity, -0.0] as [Float], components: 3)),
                Attribute(.normal, Column([0, 1, 0, 0, 0, 1] as [Float], components: 3)),
            ])
        var scene = MeshScene(vertexSets: [set], primitives: [.cloud(vertexSet: 0, count: 2)])
        scene.upAxis = .y
        scene.metersPerUnit = 1
        return scene
    }

    private func derived(
        _ axis: UpAxis?, _ unit: Double?, scale: Double = 1, roots: [[Int]]? = nil, of scene: MeshScene? = nil
    ) -> Derivation {
        Derivation(
            scene ?? source,
            [.framed(Correspondence.Framing(upAxis: axis, metersPerUnit: unit, scale: scale, roots: roots))])
    }

    private let turned = Difference(.type, "/upAxis", count: 2)
    private let scaled = Difference(.type, "/metersPerUnit", count: 2)
    private func wrong(_ path: String, _ count: Int = 1) -> Difference {
        Difference(.value, path, count: count, valueClass: .approximated)
    }

    @Test func yUpBecomesZUp() {
        let result = derived(.z, nil)
        #expect(result.found == [turned])
        #expect(result.scene.upAxis == .z)
        let attributes = result.scene.vertexSets[0].attributes
        #expect(attributes[0].values.doubles() == [1, -3, 2, Double(Float(0.1)), 0, .infinity])
        #expect(attributes[1].values.doubles() == [0, 0, 1, 0, -1, 0])
    }

    @Test func metresBecomeMillimetresAndDirectionsStay() {
        let result = derived(nil, 0.001, scale: 1000)
        #expect(result.found == [scaled])
        #expect(result.scene.metersPerUnit == 0.001)
        let attributes = result.scene.vertexSets[0].attributes
        #expect(attributes[0].values.type == .float32)
        #expect(attributes[0].values.doubles() == [1000, 2000, 3000, 100, .infinity, 0])
        #expect(attributes[1].values.doubles() == [0, 1, 0, 0, 0, 1])
        // 1000 × 0.1 (as float32) isn't a float32.
        let exact = result.exactPositions["/vertexSets/0/POSITION"]?.values.doubles()
        #expect(exact?[3] == Double(Float(0.1)) * 1000)
        #expect(exact?[3] != 100)
    }

    @Test func aScaleThatIsNotTheQuotientIsWrong() {
        #expect(derived(nil, 0.001, scale: 999).found == [wrong("/metersPerUnit")])
        #expect(derived(nil, nil, scale: 2).found == [wrong("/metersPerUnit")])
        #expect(derived(nil, 0.001, scale: 1000.0.nextUp).found == [scaled])
    }

    @Test func whatTheSourceDoesNotSayCannotBecomeAnother() {
        var silent = source
        silent.upAxis = nil
        silent.metersPerUnit = nil
        #expect(derived(.z, nil, of: silent).found == [wrong("/upAxis")])
        #expect(derived(.y, nil).found == [wrong("/upAxis")])
        #expect(derived(nil, 1, scale: 1, of: silent).found == [wrong("/metersPerUnit")])
    }

    @Test func aRootAboveAllRootsTurnsThem() {
        let result = derived(.z, 0.001, scale: 1000, roots: [[0]])
        #expect(result.found == [scaled, turned])
        #expect(result.scene.nodes.count == 2)
        #expect(result.scene.nodes[1].children == [0])
        #expect(result.scene.scenes[0].roots == [1])
        // The columns say where x, y and z go.
        #expect(
            result.scene.nodes[1].transform
                == .matrix([1000, 0, 0, 0, 0, 0, 1000, 0, 0, -1000, 0, 0, 0, 0, 0, 1]))
        #expect(result.scene.vertexSets[0].attributes[0].values.doubles().prefix(3) == [1, 2, 3])
    }

    @Test func aRootThatIsForgottenOrThereTwiceIsWrong() {
        #expect(derived(.z, nil, roots: []).found == [turned, wrong("/nodes")])
        #expect(derived(.z, nil, roots: [[0], [0]]).found == [turned, wrong("/nodes")])
        #expect(derived(.z, nil, roots: [[0, 7]]).found == [turned, wrong("/nodes")])
    }

    @Test func movedVerticesBelowMovedNodesAreWrong() {
        var scene = source
        scene.nodes[0].transform = .trs(
            translation: SIMD3(1, 0, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1))
        #expect(derived(.z, nil, of: scene).found.contains(wrong("/nodes")))
    }

    @Test func rotationsThatWereNotTurnedDoNotFit() {
        var scene = source
        scene.vertexSets[0].attributes.append(
            Attribute(AttributeSemantic(name: "TANGENT"), Column([1, 0, 0, 1, 1, 0, 0, 1] as [Float], components: 4)))
        #expect(derived(.z, nil, of: scene).found.contains(wrong("/vertexSets/0/TANGENT", 2)))
        #expect(derived(nil, 0.001, scale: 1000, of: scene).found == [scaled])
    }
}

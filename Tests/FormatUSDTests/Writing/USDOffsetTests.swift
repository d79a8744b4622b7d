import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Positions far from the origin are stored relative to a point among them, which the prims add.
struct USDOffsetTests {
    private static let places: [Double] = [
        500_000.125, 4_500_000.1, 120.3, 500_010.7, 4_500_004.9, 118.25, 499_990.001, 4_499_990.3, 131.9,
    ]

    private static func scene(_ nodes: [Node] = []) -> MeshScene {
        var scene = MeshScene(
            vertexSets: [VertexSet(count: 3, attributes: [Attribute(.position, Column(places, components: 3))])],
            primitives: [
                Primitive(
                    topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                    vertices: Column([0, 1, 2] as [Int32]))
            ])
        if !nodes.isEmpty {
            scene.nodes = nodes
            let children = Set(nodes.flatMap(\.children))
            scene.scenes[0].roots = nodes.indices.filter { !children.contains($0) }
        }
        return scene
    }

    @Test func aForeignReaderFindsThemAtThePrim() throws {
        let written = try USDScenes.write(Self.scene())
        let back = try USDScenes.read(written.bytes, isForeign: true).scene
        let node = try #require(back.nodes.first { $0.mesh != nil })
        #expect(
            node.transform
                == .trs(
                    translation: SIMD3(500_000, 4_499_998, 125), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)))
        let column = try #require(back.vertexSets[0].attribute(.position)).values
        for (index, value) in column.doubles().enumerated() {
            #expect(abs(value + [500_000, 4_499_998, 125][index % 3] - Self.places[index]) < 1e-6)
        }
        let losses = try USDScenes.plan(Self.scene()).plan.losses
        #expect(
            losses.contains { $0.code == .frameRecentered && $0.severity == .reencoded && $0.subject == "/nodes/0" })
        let rounded = try #require(losses.first { $0.code == .precisionReduced })
        #expect(rounded.count == 3 && (rounded.largestError ?? 1) < 1e-6)
    }

    @Test func theOwnWayBackCountsFromTheOrigin() throws {
        let back = try USDScenes.read(try USDScenes.write(Self.scene()).bytes).scene
        #expect(back.nodes.map(\.transform) == [.identity])
        let column = try #require(back.vertexSets[0].attribute(.position)).values
        #expect(column.type == .float64)
        for (index, value) in column.doubles().enumerated() { #expect(abs(value - Self.places[index]) < 1e-6) }
    }

    @Test func eachNodeOfAMeshStandsFurtherInItsOwnFrame() throws {
        let half = 0.5.squareRoot()
        let turned = NodeTransform.trs(
            translation: SIMD3(1, 2, 3), rotation: SIMD4(0, 0, half, half), scale: SIMD3(2, 1, 1))
        let scene = Self.scene([Node(name: "A", mesh: 0), Node(name: "B", transform: turned, mesh: 0)])
        let written = try USDScenes.write(scene)
        let foreign = try USDScenes.read(written.bytes, isForeign: true).scene
        let node = try #require(foreign.nodes.first { $0.name == "B" })
        guard case .trs(let move, _, _) = node.transform else {
            Issue.record("no move")
            return
        }
        // Twice the distance along x, turned to y; y turned to −x.
        #expect(abs(move.x - (1 - 4_499_998)) < 1e-6 && abs(move.y - (2 + 1_000_000)) < 1e-6 && move.z == 128)
        #expect(try USDScenes.read(written.bytes).scene.nodes.map(\.transform) == [.identity, turned])
    }

    @Test func whatHasChildrenStaysWhereItIs() throws {
        let scene = Self.scene([Node(name: "A", children: [1], mesh: 0), Node(name: "B")])
        #expect(try !USDScenes.plan(scene).plan.losses.contains { $0.code == .frameRecentered })
    }
}

import MeshFormats
import MeshModel
import MeshRouting
import Testing

@Suite struct PlannerTests {
    private let clay = InventedFormat(id: "clay", variants: ["clay.wet", "clay.dry"])

    @Test func insideAFamilyTheSceneIsNotInvolved() throws {
        let route = try Planner([clay]).route(
            invented("clay.wet", of: "clay"), to: ["clay.dry"], options: WriteOptions())
        #expect(route.isNative)
        #expect(route.losses.isEmpty)
        #expect(route.rejected.contains { $0.action == "through the scene to clay.dry" })
    }

    @Test func theWayThroughTheSceneCanBeForced() throws {
        let route = try Planner([clay]).route(
            invented("clay.wet", of: "clay"), to: ["clay.dry"], options: WriteOptions(), forceScene: true)
        #expect(!route.isNative)
        #expect(route.plan != nil)
    }

    @Test func theLeastSevereVariantWinsWhateverItsPlace() throws {
        let stone = InventedFormat(
            id: "stone", variants: ["stone.rough", "stone.cut"],
            losses: ["stone.rough": [inventedLoss(.dropped)], "stone.cut": [inventedLoss(.reencoded)]])
        let route = try Planner([clay, stone]).route(
            invented("clay.wet", of: "clay"), to: ["stone.rough", "stone.cut"], options: WriteOptions())
        #expect(route.variant == "stone.cut")
        #expect(route.rejected.first?.why == "dropped: x")
    }

    @Test func equalRoutesAreTakenInTheirOrder() throws {
        let stone = InventedFormat(id: "stone", variants: ["stone.rough", "stone.cut"])
        let route = try Planner([clay, stone]).route(
            invented("clay.wet", of: "clay"), to: ["stone.rough", "stone.cut"], options: WriteOptions())
        #expect(route.variant == "stone.rough")
    }

    @Test func aRefusedVariantIsKeptWithItsReason() throws {
        let stone = InventedFormat(id: "stone", variants: ["stone.rough", "stone.cut"], refused: ["stone.rough"])
        let route = try Planner([clay, stone]).route(
            invented("clay.wet", of: "clay"), to: ["stone.rough", "stone.cut"], options: WriteOptions())
        #expect(route.variant == "stone.cut")
        #expect(route.rejected.contains { $0.why == "stone.rough holds nothing" })
        #expect(throws: WriteError.self) {
            try Planner([clay, stone]).route(
                invented("clay.wet", of: "clay"), to: ["stone.rough"], options: WriteOptions())
        }
    }

    @Test func residueIsLostOnEveryWayThroughTheScene() throws {
        let stone = InventedFormat(id: "stone", variants: ["stone"])
        let route = try Planner([clay, stone]).route(
            invented("clay.wet", of: "clay", residue: [Residue(path: "glaze", kind: "unknown", count: 3)]),
            to: ["stone"], options: WriteOptions())
        #expect(route.losses.map(\.code) == [.nativeUnmapped])
        #expect(route.losses.first?.count == 3)
    }

    @Test func demandsAreMetByOperationsAndTheirLossesCount() throws {
        var scene = MeshScene(vertexSets: [VertexSet(count: 0)], primitives: [])
        scene.nodes[0].transform = .trs(translation: [1, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1])
        let stone = InventedFormat(id: "stone", variants: ["stone"])
        let planner = Planner([clay, stone]) { operation, scene in
            #expect(operation == .bakeHierarchy)
            return Operated(scene: scene, losses: [inventedLoss(.dropped)])
        }
        let route = try planner.route(
            invented("clay.wet", of: "clay", scene: scene), to: ["stone"], options: WriteOptions())
        #expect(route.operations == [.bakeHierarchy])
        #expect(route.losses.count == 1)
    }
}

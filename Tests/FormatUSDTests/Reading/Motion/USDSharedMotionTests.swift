import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// One mesh that several nodes show, each with a skeleton of its own or with none.
struct USDSharedMotionTests {
    private static func twoArms(targets: Bool) -> MeshScene {
        var scene = USDMotionScenes.arm()
        if targets {
            let rows = scene.vertexSets[0].count
            scene.vertexSets[0].attributes.append(
                Attribute(
                    .target(0, .position), Column([Float](repeating: 0.5, count: rows * 3), components: 3)))
            scene.meshes[0].targets = [MorphTarget(name: "up", weight: 0.5)]
        }
        // A third joint: the same vertices may name joints of longer lists.
        scene.nodes += [
            Node(name: "other", transform: USDMotionScenes.moved(9, 0, 0), children: [5, 6]), Node(name: "low"),
            Node(name: "high"), Node(name: "second", mesh: 0, skin: 1), Node(name: "bare", mesh: 0),
        ]
        scene.scenes[0].roots += [4, 7, 8]
        scene.skins.append(Skin(name: "more", joints: [5, 6, 4]))
        return scene
    }

    @Test(arguments: [false, true], [true, false])
    func itStaysOneMesh(targets: Bool, hasRecord: Bool) throws {
        let scene = Self.twoArms(targets: targets)
        let bytes = try USDScenes.write(scene, "usdc").bytes
        let back = try USDScenes.read(bytes, isForeign: !hasRecord).scene
        #expect(back.meshes.count == 1 && back.vertexSets.count == 1)
        let shown = back.nodes.filter { $0.mesh != nil }
        #expect(shown.count == 3 && shown.count { $0.skin == nil } == 1)
        #expect(back.vertexSets[0].attribute(.joints(0)) != nil)
        let skins = ["skin": 0, "second": 1]
        if hasRecord { #expect(back.nodes.allSatisfy { $0.skin == $0.name.flatMap { skins[$0] } }) }
    }
}

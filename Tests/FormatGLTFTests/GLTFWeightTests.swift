import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// Weights of joints sum to 1 in glTF; USD takes them as they are.
struct GLTFWeightTests {
    /// Three vertices with two sets of joints; their weights sum to 1, 0.5 and 0.
    private func scene(fromUSD: Bool = true) throws -> MeshScene {
        var scene = try GLTFSample.moving.read().scene
        scene.nestsSkins = fromUSD
        let weights: [Float] = [0.25, 0.5, 0, 0, 0.25, 0, 0, 0, 0, 0, 0, 0]
        let further: [Float] = [0.25, 0, 0, 0, 0, 0.25, 0, 0, 0, 0, 0, 0]
        scene.vertexSets[0].attributes.removeAll { $0.semantic == .weights(0) }
        scene.vertexSets[0].attributes += [
            Attribute(.weights(0), Column(weights, components: 4)),
            Attribute(.joints(1), Column([UInt8](repeating: 0, count: 12), components: 4)),
            Attribute(.weights(1), Column(further, components: 4)),
        ]
        return scene
    }

    private func written(_ scene: MeshScene) throws -> (losses: [Loss], weights: [[Double]]) {
        let plan = try GLTFFormat().plan(Content(scene), variant: "glb", options: WriteOptions())
        let output = Output(memoryNamed: "out.glb")
        try GLTFFormat().write(plan, to: output)
        var options = ReadOptions()
        options.ignoresOrigin = true
        let back = try GLTFFormat().read(.bytes(output.mainBytes(), name: "out.glb"), options: options).scene
        let set = try #require(back.vertexSets.first { $0.attribute(.weights(0)) != nil })
        return (plan.losses, (0..<2).map { set.attribute(.weights($0))?.values.doubles() ?? [] })
    }

    @Test func theyAreScaledOverAllSets() throws {
        let (losses, weights) = try written(scene())
        // The first vertex keeps its bits; one without weights follows its first joint.
        #expect(weights[0] == [0.25, 0.5, 0, 0, 0.5, 0, 0, 0, 1, 0, 0, 0])
        #expect(weights[1] == [0.25, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0])
        let own = losses.filter { $0.code == .valueNormalized }
        #expect(own.map(\.subject) == ["/vertexSets/0/WEIGHTS_0", "/vertexSets/0/WEIGHTS_1"])
        #expect(own.map(\.count) == [2, 1] && own.map(\.largestError) == [1, 0.25])
        #expect(own.allSatisfy { $0.severity == .approximated && $0.rank == .visible })
    }

    @Test func thoseOfGLTFStayAsTheyAre() throws {
        let (losses, weights) = try written(scene(fromUSD: false))
        #expect(weights[0] == [0.25, 0.5, 0, 0, 0.25, 0, 0, 0, 0, 0, 0, 0])
        #expect(!losses.contains { $0.code == .valueNormalized })
    }

    @Test func theSumOneIsLeftAlone() throws {
        var scene = try GLTFSample.moving.read().scene
        scene.nestsSkins = true
        let plan = try GLTFFormat().plan(Content(scene), variant: "glb", options: WriteOptions())
        #expect(!plan.losses.contains { $0.subject.contains("WEIGHTS") && $0.code.facet == .value })
    }
}

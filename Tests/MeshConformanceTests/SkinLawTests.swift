import MeshConvert
import MeshFormats
import MeshModel
import Testing

@testable import MeshConformance

/// Skins and clips that files have and nobody means.
@Suite struct SkinLawTests {
    /// Matrices as a file has them: column-major, without an inverse, or with a last row that moves nothing.
    static let matrices: [[Float]] = [
        [Float](repeating: 0, count: 16),
        [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1],
        [1, 2, 3, 0, 2, 4, 6, 0, -1, 0, 1, 0, 1, 1, 1, 1],
        [1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, Float(bitPattern: 257)],
        [Float(bitPattern: 257), Float(bitPattern: 257), 0.75, 0.25, 0, 0, 0.75, 0.25, 0, 0, 0.75, 0, 0, 0, 0, 1],
        [1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, -2, 1, 2, 3, 0],
        [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2],
        [Float(bitPattern: 700), 0, 0, 0, 0, Float(bitPattern: 700), 0, 0, 0, 0, 0, 0, 1, 0, 0, 1],
    ]

    @Test(arguments: matrices.indices, ["usda", "usdz", "glb", "ply.binary"])
    func matricesOfAnyKindMovePointsAsFarAsReported(_ kind: Int, _ variant: String) {
        var count = 0
        for seed: UInt64 in 17_000..<17_060 {
            var scene = SceneGenerator.scene(seed: seed, features: .motion)
            guard !scene.skins.isEmpty else { continue }
            count += 1
            for index in scene.skins.indices {
                let joints = scene.skins[index].joints.count
                let own = (0..<joints).flatMap { Self.matrices[$0 % 2 == 0 ? kind : (kind + 1) % Self.matrices.count] }
                scene.skins[index].inverseBindMatrices = Column(own, components: 16)
                // Weights of more than 1, and joints at one place.
                if seed % 3 == 0 { for joint in scene.skins[index].joints { scene.nodes[joint].transform = .identity } }
            }
            let outcome = LawCheck().check(Document(of: scene), to: variant)
            #expect(outcome.breaches.isEmpty, "\(seed): \(outcome.breaches)")
        }
        #expect(count > 4)
    }

    /// A key has the time of the one before: the value jumps there. Where all keys have one time, it is the last one's.
    @Test(arguments: ["usda", "usdc", "glb"], [0, 0.5])
    func clipsWithJumpsShowTheLastKeyOfATime(_ variant: String, _ second: Float) {
        var count = 0
        for seed: UInt64 in 17_000..<17_200 {
            var scene = SceneGenerator.scene(seed: seed, features: .motion)
            guard !scene.clips.isEmpty else { continue }
            for clip in scene.clips.indices {
                for index in scene.clips[clip].samplers.indices {
                    let times = scene.clips[clip].samplers[index].times
                    // All at one time, or two each.
                    let keys = (0..<times.count).map { seed % 2 == 0 ? second : second + Float($0 / 2) }
                    scene.clips[clip].samplers[index].times = Column(keys)
                    count += 1
                }
            }
            let outcome = LawCheck().check(Document(of: scene), to: variant)
            #expect(outcome.breaches.isEmpty, "\(seed): \(outcome.breaches)")
        }
        #expect(count > 50)
    }
}

import MeshConvert
import MeshFormats
import MeshModel
import Testing

@testable import MeshConformance

/// Reports that once covered more than they say.
@Suite struct NodeLawTests {
    /// Rotations that are not of length 1 are reported for the node of a copy.
    @Test(arguments: [16_050, 16_051, 16_131, 16_133, 16_135] as [UInt64], ["usdz", "glb"])
    func aReportAboutARotationCoversNoMissingMeshAndNoOtherPlace(_ seed: UInt64, _ variant: String) {
        let document = Document(of: SceneGenerator.scene(seed: seed, features: .copied))
        #expect(LawCheck().check(document, to: variant).breaches.isEmpty)
        for mutant in Mutant.instances where mutant.formats?.contains(variant) ?? true {
            let outcome = LawCheck().check(document, to: variant, mutant: mutant)
            #expect(!outcome.mutated || !outcome.breaches.isEmpty, "\(mutant.name)")
        }
    }

    @Test func aNodeWithARotationOfAnotherLengthIsComparedInAllItHas() {
        var scene = SceneGenerator.scene(seed: 1, features: [])
        scene.nodes[0].transform = .trs(
            translation: SIMD3(1, 2, 3), rotation: SIMD4(0, 0, 3, 4), scale: SIMD3(1, 1, 1))
        let document = Document(of: scene)
        for variant in ["usda", "usdz", "glb"] {
            func breaches(_ change: @escaping @Sendable (inout Node) -> Void) -> Int {
                let mutant = Mutant(
                    "another node",
                    scene: { scene in
                        guard let node = scene.nodes.firstIndex(where: { $0.transform != .identity }) else {
                            return false
                        }
                        change(&scene.nodes[node])
                        return true
                    })
                return LawCheck().check(document, to: variant, mutant: mutant).breaches.count
            }
            #expect(breaches { _ in } == 0, "\(variant)")
            #expect(breaches { ($0.mesh, $0.children) = (nil, []) } > 0, "\(variant)")
            #expect(breaches { $0.transform = .identity } > 0, "\(variant)")
            let turned = NodeTransform.trs(
                translation: SIMD3(1, 2, 3), rotation: SIMD4(0, 0, 0.8, 0.6), scale: SIMD3(1, 1, 1))
            #expect(breaches { $0.transform = turned } > 0, "\(variant)")
        }
    }

    /// glTF has one value for both: that they are resampled covers no other course.
    @Test func colourAndAlphaThatMoveTogetherKeepTheirCourses() {
        var together = 0
        for seed: UInt64 in 15_000..<15_120 {
            let scene = SceneGenerator.scene(seed: seed, features: .changing)
            let names = scene.clips.map { Set($0.settings.map(\.name)) }
            guard names.contains(where: { $0.isSuperset(of: ["baseColor", "alpha"]) }) else { continue }
            together += 1
            let document = Document(of: scene)
            let sound = LawCheck().check(document, to: "glb")
            #expect(sound.breaches.isEmpty, "\(seed): \(sound.breaches)")
            guard sound.breaches.isEmpty, sound.refusal == nil else { continue }
            for mutant in Mutant.settings {
                let outcome = LawCheck().check(document, to: "glb", mutant: mutant)
                #expect(!outcome.mutated || !outcome.breaches.isEmpty, "\(seed): \(mutant.name)")
            }
        }
        #expect(together > 2)
    }
}

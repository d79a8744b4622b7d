import MeshConformance
import MeshConvert
import MeshFormats
import MeshModel
import Testing

@Suite struct LawTests {
    @Test func whatDiffersIsWhatIsReported() {
        let result = RandomLaw().run(count: 60, firstSeed: 100_000, limit: 3)
        for failure in result.failures {
            Issue.record("seed \(failure.seed): \(failure.route)\n\(failure.breaches.joined(separator: "\n"))")
        }
    }

    @Test(
        arguments: [
            // Angles at a vertex far away.
            (7_006_479, false),
            // Normals under a transform that is nearly flat.
            (13_058_810, false),
            // A joint whose scale passes through 0.
            (2258, true),
        ] as [(UInt64, Bool)])
    func whatOnceBrokeTheLawHolds(_ seed: UInt64, drawsVectors: Bool) {
        var law = RandomLaw()
        law.drawsVectors = drawsVectors
        for failure in law.run(count: 1, firstSeed: seed).failures {
            Issue.record("seed \(failure.seed): \(failure.route)\n\(failure.breaches.joined(separator: "\n"))")
        }
    }

    /// One scene each: conformance runs twenty.
    @Test func eachMutantIsCaughtWhereverItAltersSomething() {
        #expect(Mutant.table.count >= 30)
        for result in MutantRun().run(seeds: 1..<2) {
            #expect(result.caught == result.applied, "\(result.name): missed at \(result.missed ?? "")")
        }
    }

    @Test func theSameSeedDrawsTheSameScene() {
        for seed in 1..<20 as Range<UInt64> {
            #expect(Digest(SceneGenerator.scene(seed: seed)) == Digest(SceneGenerator.scene(seed: seed)))
        }
    }

    /// A few: conformance draws hundreds.
    @Test func theSameBytesOnOneThreadAndOnMany() {
        for seed in 1..<12 as Range<UInt64> {
            let document = Document(of: SceneGenerator.scene(seed: seed))
            var many = LawCheck()
            many.threads = 4
            for variant in RandomLaw().variants {
                #expect(
                    LawCheck().check(document, to: variant).bytes == many.check(document, to: variant).bytes,
                    "seed \(seed) → \(variant)")
            }
        }
    }
}

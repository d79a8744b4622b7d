import MeshConvert
import MeshFormats
import MeshModel

/// Puts each mutant into many conversions: wherever it altered something, the law must break.
public struct MutantRun {
    /// How a mutant fared.
    public struct Result: Sendable {
        /// What goes wrong.
        public var name: String
        /// In how many conversions it altered something.
        public var applied = 0
        /// In how many of those the law caught it.
        public var caught = 0
        /// The first conversion in which it was not caught.
        public var missed: String?
    }

    private let pipeline = Pipeline()

    private let variants: [String]

    /// A run over these variants; nil: every variant that can be written.
    public init(variants: [String]? = nil) { self.variants = RandomLaw(variants: variants).variants }

    /// Every mutant over `seeds` scenes and all variants.
    public func run(seeds: Range<UInt64>) -> [Result] {
        let law = LawCheck(pipeline)
        var results = Mutant.table.map { Result(name: $0.name) }
        for seed in seeds {
            let scene = SceneGenerator.scene(seed: seed)
            let document = LawCheck.document(of: scene)
            for variant in variants {
                // Only sound conversions say something about a mutant.
                guard law.check(document, to: variant).breaches.isEmpty else { continue }
                for (index, mutant) in Mutant.table.enumerated() {
                    let outcome = law.check(document, to: variant, mutant: mutant)
                    guard outcome.mutated else { continue }
                    results[index].applied += 1
                    if outcome.breaches.isEmpty {
                        results[index].missed = results[index].missed ?? "seed \(seed) → \(variant)"
                    } else {
                        results[index].caught += 1
                    }
                }
            }
        }
        return results
    }
}

import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting

/// Applies each mutant to many conversions. Wherever it altered something, the law must break.
package struct MutantRun {
    /// The result for a mutant.
    package struct Result: Sendable {
        /// The description of the fault.
        package var name: String
        /// The number of conversions in which it altered something.
        package var applied = 0
        /// The number of those in which the law caught it.
        package var caught = 0
        /// The first conversion in which it was not caught.
        package var missed: String?
    }

    private let variants: [String]

    /// Creates a run over these variants; nil: every variant that can be written.
    package init(variants: [String]? = nil) { self.variants = RandomLaw(variants: variants).variants }

    /// Runs every mutant over scenes of `seeds` and all variants.
    package func run(seeds: Range<UInt64>) -> [Result] {
        var results = Mutant.table.map { Result(name: $0.name) }
        for seed in seeds {
            for kind in Self.kinds {
                let first = kind.first + kind.count * seed
                for draw in first..<first + kind.count {
                    let document = Document(of: SceneGenerator.scene(seed: draw, features: kind.features))
                    guard kind.isWanted(document.scene) else { continue }
                    check(document, LawCheck(), "seed \(draw) → \(kind.name)", &results, only: kind.mutants)
                }
            }
            for keepsRest in ["false", "true"] {
                let far = Document(of: SceneGenerator.scene(seed: 9_000 + seed, features: .farAway))
                var law = LawCheck()
                law.settings["position-low"] = keepsRest
                check(far, law, "seed \(9_000 + seed) → far", &results, only: Mutant.offsets)
            }
            // Converting frames causes errors that hide others, so scenes with and without foreign frames are separate.
            let plain = Document(of: SceneGenerator.scene(seed: seed, features: .ownFrames))
            check(plain, LawCheck(), "seed \(seed)", &results)
            // Faults of operations need scenes that need many operations: several for each seed.
            for draw in [seed] + (1_000 + 4 * seed..<1_004 + 4 * seed) {
                let moved = Document(of: SceneGenerator.scene(seed: draw, features: .forTriangles.subtracting(.frames)))
                check(
                    moved, LawCheck(.demandingTriangles), "seed \(draw) → triangles", &results,
                    operationsOnly: draw != seed)
            }
            for rule in [WeldRule.exact, .within(0.75)] {
                var law = LawCheck()
                law.weld = rule
                law.normals = seed % 2 == 0 ? .angle : .area
                check(plain, law, "seed \(seed) → welded", &results, operationsOnly: true)
            }
            // Not every scene has textures to sample: several scenes for each seed.
            var painted = LawCheck()
            painted.settings["paint"] = "vertices"
            for draw in 3_000 + 4 * seed..<3_004 + 4 * seed {
                var textured = Document(of: SceneGenerator.scene(seed: draw, features: .all))
                textured.scene.fillImages()
                check(
                    textured, painted, "seed \(draw) → painted vertices", &results, operationsOnly: true,
                    only: Mutant.samplings)
            }
            var framed = plain
            framed.scene.upAxis = seed % 2 == 0 ? .y : .z
            framed.scene.metersPerUnit = 0.0254
            var law = LawCheck()
            law.frame = SceneFrame(upAxis: seed % 2 == 0 ? .z : .y, metersPerUnit: 0.001)
            check(framed, law, "seed \(seed) → another frame", &results, operationsOnly: true)
        }
        return results
    }

    /// Scenes of some features, and the mutants that need them.
    private struct Kind: Sendable {
        var name: String
        /// The seed before the first, and the number of scenes for each seed.
        var first: UInt64
        var count: UInt64
        var features: SceneGenerator.Features
        var mutants: [Mutant]
        var isWanted: @Sendable (MeshScene) -> Bool = { _ in true }
    }

    private static let kinds = [
        Kind(
            name: "copies", first: 16_000, count: 8, features: .copied, mutants: Mutant.instances,
            isWanted: \.hasInstances),
        Kind(name: "motion", first: 12_000, count: 16, features: .moving, mutants: Mutant.motions, isWanted: \.canMove),
        Kind(name: "settings", first: 15_000, count: 8, features: .changing, mutants: Mutant.settings) {
            !$0.clips.flatMap(\.settings).isEmpty
        },
        Kind(name: "variants", first: 18_000, count: 8, features: .chosen, mutants: Mutant.variants) {
            !$0.materialVariants.isEmpty
        },
        Kind(
            name: "nodes", first: 5_000, count: 8, features: .hierarchy, mutants: Mutant.matrices + Mutant.hierarchies),
        Kind(
            name: "frames", first: 2_000, count: 3, features: .otherFrames,
            mutants: Mutant.frameValues + Mutant.parts + Mutant.codecs + Mutant.untold),
    ]

    private func check(
        _ document: Document, _ law: LawCheck, _ name: String, _ results: inout [Result], operationsOnly: Bool = false,
        only mutants: [Mutant]? = nil
    ) {
        let names = mutants.map { Set($0.map(\.name)) }
        for variant in variants {
            check(document, to: variant, law, "\(name) → \(variant)", &results, operationsOnly, names)
        }
    }

    private func check(
        _ document: Document, to variant: String, _ law: LawCheck, _ name: String, _ results: inout [Result],
        _ operationsOnly: Bool, _ names: Set<String>?
    ) {
        // Only correct conversions that write something can test a mutant.
        let sound = law.check(document, to: variant)
        guard sound.breaches.isEmpty, sound.refusal == nil else { return }
        // Existing errors hide changes that are not larger.
        let hides = sound.losses.contains { $0.largestError != nil }
        let isUnbounded = sound.losses.contains { $0.largestError == .infinity }
        let format = LawCheck.fileExtension(variant)
        for (index, mutant) in Mutant.table.enumerated() where mutant.formats?.contains(format) ?? true {
            if isUnbounded || (hides && index < Mutant.valueCount) { continue }
            if let names, !names.contains(mutant.name) { continue }
            if operationsOnly, mutant.alterOperation == nil { continue }
            let outcome = law.check(document, to: variant, mutant: mutant)
            guard outcome.mutated else { continue }
            results[index].applied += 1
            if outcome.breaches.isEmpty {
                results[index].missed = results[index].missed ?? name
            } else {
                results[index].caught += 1
            }
        }
    }
}

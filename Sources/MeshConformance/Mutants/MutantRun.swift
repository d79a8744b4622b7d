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
        let frameNames = Set((Mutant.frameValues + Mutant.parts + Mutant.codecs + Mutant.untold).map(\.name))
        let samplingNames = Set(Mutant.samplings.map(\.name))
        let offsetNames = Set(Mutant.offsets.map(\.name))
        let matrixNames = Set((Mutant.matrices + Mutant.hierarchies).map(\.name))
        let settingNames = Set(Mutant.settings.map(\.name))
        let motionNames = Set(Mutant.motions.map(\.name))
        let variantNames = Set(Mutant.variants.map(\.name))
        let instanceNames = Set(Mutant.instances.map(\.name))
        for seed in seeds {
            for draw in 16_000 + 8 * seed..<16_008 + 8 * seed {
                let copied = Document(of: SceneGenerator.scene(seed: draw, features: .copied))
                guard copied.scene.hasInstances else { continue }
                check(copied, LawCheck(), "seed \(draw) → copies", &results, only: instanceNames)
            }
            for draw in 12_000 + 16 * seed..<12_016 + 16 * seed {
                let moving = Document(of: SceneGenerator.scene(seed: draw, features: .moving))
                guard moving.scene.canMove else { continue }
                check(moving, LawCheck(), "seed \(draw) → motion", &results, only: motionNames)
            }
            for draw in 15_000 + 8 * seed..<15_008 + 8 * seed {
                let changing = Document(of: SceneGenerator.scene(seed: draw, features: .changing))
                guard !changing.scene.clips.flatMap(\.settings).isEmpty else { continue }
                check(changing, LawCheck(), "seed \(draw) → settings", &results, only: settingNames)
            }
            for draw in 18_000 + 8 * seed..<18_008 + 8 * seed {
                let chosen = Document(of: SceneGenerator.scene(seed: draw, features: .chosen))
                guard !chosen.scene.materialVariants.isEmpty else { continue }
                check(chosen, LawCheck(), "seed \(draw) → variants", &results, only: variantNames)
            }
            for keepsRest in ["false", "true"] {
                let far = Document(of: SceneGenerator.scene(seed: 9_000 + seed, features: .farAway))
                var law = LawCheck()
                law.settings["position-low"] = keepsRest
                check(far, law, "seed \(9_000 + seed) → far", &results, only: offsetNames)
            }
            for draw in 5_000 + 8 * seed..<5_008 + 8 * seed {
                let slanted = Document(of: SceneGenerator.scene(seed: draw, features: .hierarchy))
                check(slanted, LawCheck(), "seed \(draw) → nodes", &results, only: matrixNames)
            }
            // Converting frames causes errors that hide others, so scenes with and without foreign frames are separate.
            let plain = Document(of: SceneGenerator.scene(seed: seed, features: .ownFrames))
            for draw in 2_000 + 3 * seed..<2_003 + 3 * seed {
                let other = Document(of: SceneGenerator.scene(seed: draw, features: .otherFrames))
                check(other, LawCheck(), "seed \(draw) → frames", &results, only: frameNames)
            }
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
                    only: samplingNames)
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

    private func check(
        _ document: Document, _ law: LawCheck, _ name: String, _ results: inout [Result], operationsOnly: Bool = false,
        only names: Set<String>? = nil
    ) {
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

import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting

/// Draws scenes and pairs of variants and checks each against the law. Failures are shrunk and reported by seed.
package struct RandomLaw {
    /// A draw that broke the law.
    package struct Failure: Sendable {
        /// The seed.
        package var seed: UInt64
        /// The route: `scene → ply.ascii → obj`.
        package var route: String
        /// The breaches of the law.
        package var breaches: [String]
        /// The bits of the features that the failure needs.
        package var features: UInt64
    }

    /// The results of the draws.
    package struct Result: Sendable {
        /// The draws that broke the law, shrunk.
        package var failures: [Failure] = []
        /// The number of refusals, by reason.
        package var refusals: [String: Int] = [:]
        /// The number of draws of each pair of variants, and of those that neither refused.
        package var pairs: [String: (drawn: Int, written: Int)] = [:]

        /// The lowest number of draws of a pair, and the pair that was written least often.
        package var least: (drawn: Int, written: Int, pair: String)? {
            guard let (pair, counts) = pairs.min(by: { ($0.value.written, $0.key) < ($1.value.written, $1.key) }) else {
                return nil
            }
            return (pairs.values.map(\.drawn).min() ?? 0, counts.written, pair)
        }
    }

    private let pipeline = Pipeline()
    private let demanding = Pipeline.demandingTriangles

    /// The variants whose pairs are drawn.
    package let variants: [String]
    /// Whether scenes may have values of several numbers. Seeds from before there were any need that there are none.
    package var drawsVectors = true

    /// Creates a run over these variants; nil: every variant that can be written.
    package init(variants: [String]? = nil) {
        self.variants =
            variants ?? pipeline.formats.filter { $0 is any WritableFormat }.flatMap(\.descriptor.variants).map(\.id)
    }

    /// Checks `count` draws from `firstSeed`; stops after `limit` failures.
    package func run(count: Int, firstSeed: UInt64 = 1, limit: Int = 10) -> Result {
        var result = Result()
        for first in variants {
            for second in variants { result.pairs["\(first) → \(second)"] = (0, 0) }
        }
        for step in 0..<UInt64(count) {
            let seed = firstSeed + step
            let (first, second) = pair(seed)
            let outcome = check(seed, features(seed), first, second)
            if let reason = outcome.refusal { result.refusals[reason, default: 0] += 1 }
            let isWritten = outcome.refusal == nil ? 1 : 0
            let counts = result.pairs["\(first) → \(second)"] ?? (0, 0)
            result.pairs["\(first) → \(second)"] = (counts.drawn + 1, counts.written + isWritten)
            if !outcome.breaches.isEmpty {
                result.failures.append(shrunk(seed, first, second, outcome.breaches))
                if result.failures.count >= limit { break }
            }
        }
        return result
    }

    /// Returns the pair of variants for a seed. All ordered pairs come in turn.
    package func pair(_ seed: UInt64) -> (first: String, second: String) {
        let all = variants
        let index = Int(seed % UInt64(all.count * all.count))
        return (all[index / all.count], all[index % all.count])
    }

    /// Whether the first conversion of a seed demands triangles: every other round over all pairs.
    private func demandsTriangles(_ seed: UInt64) -> Bool {
        seed / UInt64(variants.count * variants.count) % 2 == 1
    }

    private func features(_ seed: UInt64) -> SceneGenerator.Features {
        let features: SceneGenerator.Features = demandsTriangles(seed) ? .forTriangles : .all
        return drawsVectors ? features.union(.vectors) : features
    }

    /// Checks the conversion of a scene to the first variant, and of the document read back to the second.
    package func check(
        _ seed: UInt64, _ features: SceneGenerator.Features, _ first: String, _ second: String
    ) -> (breaches: [String], refusal: String?) {
        var scene = SceneGenerator.scene(seed: seed, features: features)
        let law = LawCheck(pipeline)
        let isDemanding = demandsTriangles(seed)
        var asked = LawCheck(isDemanding ? demanding : pipeline)
        // Sometimes scenes that define a unit or axis are converted to another one.
        if seed % 3 == 0 { asked.frame = SceneFrame(upAxis: seed % 2 == 0 ? .y : .z, metersPerUnit: 0.001) }
        // Sometimes shared vertices are welded too, or get normals.
        switch seed % 11 {
        case 1: asked.weld = .exact
        case 4: asked.weld = .within(0.75)
        case 7: asked.normals = .angle
        case 9: (asked.weld, asked.normals) = (.exact, .area)
        default: break
        }
        if seed % 5 < 2 { asked.settings["position-low"] = "true" }
        // Sometimes vertices get the colours of textures.
        if seed % 13 < 2 {
            scene.fillImages()
            asked.settings["paint"] = "vertices"
        }
        let one = asked.check(Document(of: scene), to: first)
        if !one.breaches.isEmpty {
            return (one.breaches.map { "scene → \(isDemanding ? "triangles → " : "")\(first): \($0)" }, nil)
        }
        // Sometimes the same is written on four threads.
        if seed % 29 == 0 {
            var many = asked
            many.threads = 4
            guard many.check(Document(of: scene), to: first).bytes == one.bytes else {
                return (["scene → \(first): other bytes on four threads"], nil)
            }
        }
        guard let document = one.readBack else { return ([], one.refusal) }
        let two = law.check(document, to: second, forceScene: seed % 2 == 0, isForeign: true)
        return (two.breaches.map { "\(first) → \(second): \($0)" }, two.refusal)
    }

    /// Removes features as long as the check still fails.
    private func shrunk(_ seed: UInt64, _ first: String, _ second: String, _ breaches: [String]) -> Failure {
        var features = features(seed)
        var found = breaches
        for bit in 0..<SceneGenerator.Features.bitCount {
            let fewer = features.subtracting(SceneGenerator.Features(rawValue: 1 << bit))
            guard fewer != features else { continue }
            let outcome = check(seed, fewer, first, second)
            if !outcome.breaches.isEmpty {
                features = fewer
                found = outcome.breaches
            }
        }
        return Failure(
            seed: seed, route: "scene → \(first) → \(second)", breaches: found, features: features.rawValue)
    }
}

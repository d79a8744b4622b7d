import MeshConvert
import MeshFormats
import MeshModel
import MeshRouting

/// Draws scenes and converts them forth and back: from one variant to another and to the first again.
///
/// ``RandomLaw`` checks each conversion against the law. This check does what a user does, who reads files with their
/// origin records and trusts the reports: if neither conversion reports a loss or rounding, the last file must have
/// everything that the first one has. ``Diff`` compares them without a correspondence. Scenes have few features each,
/// so that many chains lose nothing.
package struct ChainLaw {
    private let pipeline = Pipeline()
    private let draws: RandomLaw

    /// The results of the chains.
    package struct Result: Sendable {
        /// The chains that broke the law, by seed.
        package var failures: [RandomLaw.Failure] = []
        /// The number of chains that report no loss, forth and back.
        package var losslessCount = 0
        /// The number of chains that a variant refused with a reason.
        package var refusedCount = 0
        /// The three files of the first chain that broke the law: name and bytes.
        package var files: [(name: String, bytes: [UInt8])] = []
    }

    /// Creates chains over these variants; nil: every variant that can be written.
    package init(variants: [String]? = nil) { draws = RandomLaw(variants: variants) }

    /// Converts `count` scenes forth and back, from `firstSeed`; stops after `limit` failures.
    package func run(count: Int, firstSeed: UInt64 = 1, limit: Int = 10) -> Result {
        var result = Result()
        for step in 0..<UInt64(count) {
            let seed = firstSeed + step
            let (first, second) = draws.pair(seed)
            let breaches: [String]
            switch check(seed, first, second) {
            case .refused:
                result.refusedCount += 1
                continue
            case .held(let isLossless):
                if isLossless { result.losslessCount += 1 }
                continue
            case .broken(let found, let files):
                breaches = found
                if result.files.isEmpty { result.files = files }
            }
            result.failures.append(
                RandomLaw.Failure(
                    seed: seed, route: "\(first) → \(second) → \(first)", breaches: breaches,
                    features: features(seed).rawValue))
            if result.failures.count >= limit { break }
        }
        return result
    }

    private enum Outcome {
        case refused
        case held(isLossless: Bool)
        case broken([String], [(name: String, bytes: [UInt8])])
    }

    /// A file that was written and read again, with the losses.
    private struct Hop {
        var document: Document
        var losses: [Loss]
        var bytes: [UInt8]
    }

    /// Returns the features of a seed: each with a probability of one in four.
    private func features(_ seed: UInt64) -> SceneGenerator.Features {
        var source = RandomSource(seed: seed ^ 0xC4A1_0000)
        return SceneGenerator.Features.all.intersection(
            SceneGenerator.Features(rawValue: source.next() & source.next()))
    }

    private func check(_ seed: UInt64, _ first: String, _ second: String) -> Outcome {
        let scene = SceneGenerator.scene(seed: seed, features: features(seed))
        do throws(ConvertError) {
            let begin = try hop(Document(of: scene), to: first)
            let there = try hop(begin.document, to: second)
            let back = try hop(there.document, to: first)
            // Reordered elements can't be compared without a correspondence.
            guard (there.losses + back.losses).allSatisfy({ $0.severity > .rounded && $0.code != .elementReordered })
            else {
                return .held(isLossless: false)
            }
            let diff = Diff(from: begin.document, "first.\(first)", to: back.document, "last.\(first)")
            // A unit or axis that readers of the intermediate file assume is not stored in it.
            let known = [ScenePath.upAxis, ScenePath.metersPerUnit]
            // USD's reader adds up the weights of a joint that a vertex names twice.
            let isUSD = [first, second].contains { $0.hasPrefix("usd") }
            let alike = isUSD ? Self.setsOfSameInfluences(begin.document.scene, back.document.scene) : []
            func isAlike(_ difference: Difference) -> Bool {
                difference.facet == .value
                    && alike.contains { set in
                        ["JOINTS_", "WEIGHTS_"].contains {
                            difference.subject.hasPrefix("\(ScenePath.vertexSet(set))/\($0)")
                        }
                    }
            }
            let breaches = diff.findings.filter {
                $0.counts && !known.contains($0.difference.subject) && !isAlike($0.difference)
            }.map {
                "nobody told: \($0.difference.facet.rawValue) \($0.difference.subject) count \($0.difference.count)"
            }
            if breaches.isEmpty { return .held(isLossless: true) }
            let (from, to) = (LawCheck.fileExtension(first), LawCheck.fileExtension(second))
            return .broken(
                breaches,
                [("first.\(from)", begin.bytes), ("second.\(to)", there.bytes), ("last.\(from)", back.bytes)])
        } catch {
            if case .write(let error) = error, error.code == .unrepresentable { return .refused }
            return .broken(["failed: \(error)"], [])
        }
    }

    /// The vertex sets in which each joint has the same sum of weights at each vertex. The order of joints does not count.
    private static func setsOfSameInfluences(_ first: MeshScene, _ last: MeshScene) -> Set<Int> {
        func influences(_ set: VertexSet) -> [[Int64: Double]] {
            var sums = [[Int64: Double]](repeating: [:], count: set.count)
            var number = 0
            while let joints = set.attribute(.joints(number)), let weights = set.attribute(.weights(number)) {
                let numbers = joints.values.integers()
                let most = weights.normalized ? weights.values.type.normalizedMaximum ?? 1 : 1
                for (place, weight) in weights.values.doubles().enumerated()
                where weight != 0 && place < numbers.count && place / 4 < sums.count {
                    sums[place / 4][numbers[place], default: 0] += weight / most
                }
                number += 1
            }
            return sums
        }
        func areSame(_ a: [Int64: Double], _ b: [Int64: Double]) -> Bool {
            a.count == b.count && a.allSatisfy { joint, weight in b[joint].map { abs($0 - weight) < 1e-6 } ?? false }
        }
        let sets = first.vertexSets.indices.filter { set in
            guard last.vertexSets.indices.contains(set), first.vertexSets[set].count == last.vertexSets[set].count
            else {
                return false
            }
            return zip(influences(first.vertexSets[set]), influences(last.vertexSets[set])).allSatisfy(areSame)
        }
        return Set(sets)
    }

    private func hop(_ document: Document, to variant: String) throws(ConvertError) -> Hop {
        let file: WrittenFile
        do throws(WriteError) {
            file = try WrittenFile(document, to: variant, named: "chain", pipeline)
        } catch {
            throw .write(error)
        }
        do throws(ReadError) {
            return Hop(
                document: try file.read(ConvertOptions(), pipeline), losses: file.route.losses, bytes: file.bytes)
        } catch {
            throw .read(error, path: file.name)
        }
    }
}

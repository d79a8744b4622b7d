import MeshConformance

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Checks remedies and strictness over folders of cases, and prints and counts the results.
struct PromiseRun {
    var folders: [String]
    var remedies: Bool
    var strictness: Bool

    /// Runs the checks. Returns whether everything held.
    func run() throws -> Bool {
        var failed = 0
        for folder in folders {
            if remedies { failed += try remedies(folder) }
            if strictness { failed += try strictness(folder) }
        }
        return failed == 0
    }

    private func remedies(_ folder: String) throws -> Int {
        let outcome = try RemedyCheck(folder: folder).run()
        tell(outcome.failures)
        let named = outcome.remedies.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        print("remedies: \(outcome.tried - outcome.failures.count) of \(outcome.tried) helped, as typed")
        print("    " + named.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        let without = outcome.without.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        print("    no remedy for: " + without.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        return outcome.failures.count
    }

    private func strictness(_ folder: String) throws -> Int {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("strictness-\(UUID().uuidString)")
            .path
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        let outcome = try StrictnessCheck(folder: folder, place: place).run()
        tell(outcome.failures)
        print(
            "strictness: \(outcome.refused) refused without a file, \(outcome.done) done without a loss, "
                + "\(outcome.allowed) with codes allowed, \(outcome.failures.count) wrong")
        return outcome.failures.count
    }

    private func tell(_ failures: [CorpusCheck.Case]) {
        for failure in failures { print("FAILED \(failure.name)\n    \(failure.failures.joined(separator: "\n    "))") }
    }
}

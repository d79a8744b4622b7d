import MeshBytes
import MeshConformance

/// Runs the requested checks one after the other, and prints and counts their results.
struct ConformanceRun {
    var known: String?
    var markdown: String?
    var json: String?
    var golden: String?
    var records: Bool
    var draws: Int
    var seed: UInt64
    var chains: Int
    var keep: String?
    var mutants: UInt64
    var numbers: Int
    var variants: [String]?
    var pairs: Bool
    var triangles: Bool
    var folders: [String]

    /// Runs the checks. Returns whether everything held, except known failures.
    func run() throws -> Bool {
        if records {
            try record()
            return true
        }
        var cases: [CorpusCheck.Case] = []
        for folder in folders {
            var check = CorpusCheck(folder: folder)
            check.pairs = pairs
            check.triangles = triangles
            cases += try check.run()
        }
        if let golden { cases += try goldenOutputs().compared(to: recorded(golden)) }
        if draws > 0 { cases += randomCases() }
        if chains > 0 { cases += try chainCases() }
        if mutants > 0 { cases += mutantCases() }
        if numbers > 0 { cases.append(numberCase()) }
        var expected = try KnownFailures(path: known)
        var failed = 0
        var excused = 0
        for test in cases where !test.failures.isEmpty {
            if expected.excuses(test.name) {
                excused += 1
                continue
            }
            failed += 1
            print("FAILED \(test.name)")
            for failure in test.failures.prefix(8) { print("    \(failure)") }
        }
        let stale = expected.unused
        for pattern in stale { print("FAILED known-failures.txt: '\(pattern)' passes now: take it out") }
        let passed = cases.count - failed - excused
        print("\(cases.count) cases, \(excused) known failures")
        print("\(passed) passed, \(failed + stale.count) failed")
        if let markdown { try write(markdown, text(cases, passed, failed, excused)) }
        if let json { try write(json, document(cases).text(.pretty) + "\n") }
        return failed == 0 && stale.isEmpty
    }

    private func randomCases() -> [CorpusCheck.Case] {
        let result = RandomLaw(variants: variants).run(count: draws, firstSeed: seed)
        var cases = result.failures.map {
            CorpusCheck.Case(
                name: "seed \($0.seed): \($0.route), features \($0.features)", failures: $0.breaches)
        }
        let refused = result.refusals.values.reduce(0, +)
        print("\(draws) random draws from seed \(seed), \(refused) refused with a reason")
        if let least = result.least {
            print(
                "    \(result.pairs.count) pairs, each drawn at least \(least.drawn) times; "
                    + "least often written: \(least.pair), \(least.written) times")
        }
        for (reason, count) in result.refusals.sorted(by: { $0.key < $1.key }) { print("    \(count): \(reason)") }
        cases.append(CorpusCheck.Case(name: "\(draws) random draws", failures: []))
        return cases
    }

    private func chainCases() throws -> [CorpusCheck.Case] {
        let result = ChainLaw(variants: variants).run(count: chains, firstSeed: seed)
        if let keep {
            for file in result.files {
                let transaction = OutputTransaction(mainPath: "\(keep)/\(file.name)")
                try transaction.openMain().write(file.bytes)
                try transaction.commit()
            }
        }
        print(
            "\(chains) chains there and back from seed \(seed), \(result.losslessCount) of them without any loss, "
                + "\(result.refusedCount) refused with a reason")
        return result.failures.map {
            CorpusCheck.Case(name: "seed \($0.seed): \($0.route)", failures: $0.breaches)
        } + [CorpusCheck.Case(name: "\(chains) chains", failures: [])]
    }

    private func numberCase() -> CorpusCheck.Case {
        var law = NumberLaw(seed: seed)
        law.run(count: numbers)
        print("\(numbers) numbers of each kind read and printed, \(law.wrong.count) unlike the standard library")
        return CorpusCheck.Case(name: "\(numbers) numbers", failures: law.wrong)
    }

    private func mutantCases() -> [CorpusCheck.Case] {
        let results = MutantRun(variants: variants).run(seeds: 1..<mutants + 1)
        let applied = results.reduce(0) { $0 + $1.applied }
        let caught = results.reduce(0) { $0 + $1.caught }
        print("\(results.count) mutants altered \(applied) conversions, \(caught) of them caught")
        return results.map { result in
            var failures: [String] = []
            if result.applied == 0 { failures.append("never applied") }
            if let missed = result.missed {
                failures.append("caught \(result.caught) of \(result.applied), missed first at \(missed)")
            }
            return CorpusCheck.Case(name: "mutant: \(result.name)", failures: failures)
        }
    }

    private func goldenOutputs() throws -> GoldenOutputs {
        guard folders.count == 1, let folder = folders.first else {
            throw UsageError(message: "--golden needs one folder of cases")
        }
        return try GoldenOutputs(folder: folder)
    }

    private func recorded(_ path: String) throws -> GoldenOutputs {
        let input = try Input.file(path)
        return GoldenOutputs(text: String(decoding: try input.read(0..<input.byteCount), as: UTF8.self))
    }

    /// Rewrites the file of golden outputs and prints the number of changed lines.
    private func record() throws {
        guard let golden else { throw UsageError(message: "--record needs --golden FILE") }
        let outputs = try goldenOutputs()
        let old = (try? recorded(golden)) ?? GoldenOutputs(text: "")
        let changed = outputs.compared(to: old).count { !$0.failures.isEmpty }
        try write(golden, outputs.text)
        print("\(golden): \(outputs.lines.count) outputs, \(changed) changed")
    }

    private func text(_ cases: [CorpusCheck.Case], _ passed: Int, _ failed: Int, _ excused: Int) -> String {
        var lines = ["# Conformance", "", "\(passed) passed, \(failed) failed, \(excused) known failures.", ""]
        lines += ["| case | result |", "|---|---|"]
        for test in cases {
            lines.append("| \(test.name) | \(test.failures.isEmpty ? "holds" : test.failures[0]) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func document(_ cases: [CorpusCheck.Case]) -> JSONValue {
        .object([
            ("schema", .string("meshconv.conformance/1")),
            (
                "cases",
                .array(
                    cases.map {
                        .object([
                            ("name", .string($0.name)), ("facts", .int(Int64($0.factCount))),
                            ("failures", .array($0.failures.map(JSONValue.string))),
                        ])
                    })
            ),
        ])
    }

    private func write(_ path: String, _ text: String) throws {
        let transaction = OutputTransaction(mainPath: path)
        try transaction.openMain().write(text)
        try transaction.commit()
    }
}

struct UsageError: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
}

/// Known failures, each with a reason. One that passes is a failure too.
struct KnownFailures {
    private var patterns: [(text: String, used: Bool)] = []

    /// Reads lines `PATTERN | REASON`; `#` begins a comment. A pattern is a prefix of a case's name.
    init(path: String?) throws {
        guard let path else { return }
        let input = try Input.file(path)
        let text = String(decoding: try input.read(0..<input.byteCount), as: UTF8.self)
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "|", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let pattern = parts[0].drop { $0 == " " }
            patterns.append((String(pattern.reversed().drop { $0 == " " }.reversed()), false))
        }
    }

    mutating func excuses(_ name: String) -> Bool {
        guard let index = patterns.firstIndex(where: { name.hasPrefix($0.text) }) else { return false }
        patterns[index].used = true
        return true
    }

    var unused: [String] { patterns.filter { !$0.used }.map(\.text) }
}

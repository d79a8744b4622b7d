import Foundation

/// Makes the result of one upload: it is looked at, checked, and converted to each target that suits it.
struct Converter: Sendable {
    let settings: Settings
    let store: Store
    let stop: StopFlag
    /// Seconds after which meshconv, which has a limit of its own, is killed.
    let patience: Double

    init(settings: Settings, store: Store, stop: StopFlag) {
        self.settings = settings
        self.store = store
        self.stop = stop
        patience = (Settings.seconds(settings.timeout) ?? 1800) + 60
    }

    /// What says whether a failure is worth another try: the program and how it is called.
    static func tool(_ settings: Settings, version: String) -> String {
        ([version, settings.timeout, settings.memory ?? ""] + settings.targets + settings.words).joined(separator: " ")
    }

    /// Makes the folder `result` beside an upload, unless it is there; afterwards it is there, or there will be another try.
    ///
    /// - Parameter isLast: Whether a passing reason counts as a failure, since there won't be another try.
    /// - Throws: If meshconv can't be started, or the disk doesn't take the result.
    func convert(_ upload: UploadKey, isLast: Bool) throws -> Outcome {
        let result = store.result(upload)
        if let outcome = Self.recorded(in: result) { return outcome }
        let work = "\(store.work)/\(upload.sha256.prefix(16))-\(UUID().uuidString.prefix(8))"
        try Files.make(folder: work, below: store.root)
        defer { Files.remove(work) }
        var steps: [(target: String, verdict: Verdict)] = []
        var outcome = try outcome(of: store.file(upload), in: work, steps: &steps)
        if outcome.state == .later, isLast { outcome = Outcome(.failed, outcome.note + ", at each try") }
        guard outcome.state != .later, outcome.state != .stopped else { return outcome }
        try record(outcome, of: upload, steps: steps, in: work)
        // A result that lacks its outcome was not made by this program: it gives way.
        Files.remove(result)
        try Files.sync(folder: work)
        try Files.move(work, to: result)
        return outcome
    }

    private func outcome(
        of file: String, in work: String, steps: inout [(target: String, verdict: Verdict)]
    ) throws -> Outcome {
        var limits = ["--json", "--timeout", settings.timeout]
        if let memory = settings.memory { limits += ["--memory", memory] }
        /// Runs meshconv in the work folder; the document that it prints becomes a file there.
        func meshconv(_ words: [String], document: String) throws -> (ending: Ending, verdict: Verdict) {
            let ending = try run(
                settings.program, words + limits, in: work, output: "\(work)/\(document)",
                errors: "\(work)/\(document).log", timeout: patience, stop: stop)
            return (ending, Verdict(ending, document: FileManager.default.contents(atPath: "\(work)/\(document)")))
        }
        let checked = try meshconv(["check", file], document: "check.json")
        // 1 means that there are errors. The conversions show whether something can be made of the rest.
        if checked.ending != .exit(1), checked.verdict != .made {
            return Outcome(steps: [("check", checked.verdict)], findings: "")
        }
        let findings = Findings(json: FileManager.default.contents(atPath: work + "/check.json") ?? Data())
        let leniently = findings.badFrames.isEmpty ? [] : ["--lenient"]
        let looked = try meshconv(["info", file] + leniently, document: "info.json")
        guard looked.verdict == .made else {
            return Outcome(steps: [("info", looked.verdict)], findings: findings.note)
        }
        let contents = Contents(json: FileManager.default.contents(atPath: work + "/info.json") ?? Data())
        for step in Plan.steps(for: contents, targets: settings.targets) {
            let made = try meshconv(
                ["convert", file, step.file] + step.words + leniently + ["--sandbox"] + settings.words,
                document: "\(step.file).report.json")
            steps.append((step.target, made.verdict))
            if made.verdict == .stopped { break }
        }
        return Outcome(steps: steps, findings: findings.note)
    }
}

/// The record `outcome.json`, by which a result is known to be whole.
extension Converter {
    private struct Record: Codable {
        struct Made: Codable {
            let target: String
            let made: Bool
        }
        let schema: String
        let name: String
        let sha256: String
        let state: String
        let note: String
        let targets: [Made]
    }

    private func record(
        _ outcome: Outcome, of upload: UploadKey, steps: [(target: String, verdict: Verdict)], in work: String
    ) throws {
        // Empty outputs of programs say nothing.
        for name in Files.names(in: work) where Files.size(work + "/" + name) == 0 { Files.remove(work + "/" + name) }
        let record = Record(
            schema: "meshconv-receiver.outcome/1", name: upload.name, sha256: upload.sha256, state: "\(outcome.state)",
            note: outcome.note, targets: steps.map { .init(target: $0.target, made: $0.verdict == .made) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try Files.write(String(decoding: try encoder.encode(record), as: UTF8.self) + "\n", to: work + "/outcome.json")
    }

    /// The outcome of a finished result. One that failed is made anew: the queue tries it again only for a reason.
    private static func recorded(in result: String) -> Outcome? {
        guard let data = FileManager.default.contents(atPath: result + "/outcome.json"),
            let record = try? JSONDecoder().decode(Record.self, from: data)
        else { return nil }
        switch record.state {
        case "done": return Outcome(.done, record.note)
        case "rejected": return Outcome(.rejected, record.note)
        default: return nil
        }
    }
}

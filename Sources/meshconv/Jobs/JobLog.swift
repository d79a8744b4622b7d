import MeshBytes
import MeshConvert
import MeshFormats

/// The results of a command line's jobs: one document each, printed as they come and written at the end.
///
/// When time or memory runs out, another thread cuts the rest short.
final class JobLog: @unchecked Sendable {
    private let lock = Lock()
    private let jobs: [ConvertJob]
    private let options: ConvertOptions
    private let report: String?
    private let writesJSON: Bool
    private let isBatch: Bool
    /// What the report gets in the end, a document each, as bytes: those of thousands of files would fill the memory.
    private var lines: [[UInt8]] = []
    /// Outcomes of jobs that are done before others that come before them.
    private var early: [Int: JobOutcome] = [:]
    /// The number of jobs that are in the log.
    private var count = 0
    private var firstFailure: ExitStatus?
    private var summary = BatchSummary(of: "convert")
    private var isClosed = false

    /// - Parameter isBatch: whether documents are lines, followed by a summary, even if there is only one.
    init(
        _ jobs: [ConvertJob], _ options: ConvertOptions, report: String?, writesJSON: Bool, isBatch: Bool = false
    ) {
        self.jobs = jobs
        self.isBatch = isBatch || jobs.count > 1
        self.options = options
        self.report = report == "-" ? nil : report
        self.writesJSON = writesJSON
    }

    /// Adds the outcome of a job. It is printed once those of all jobs before it are.
    func add(_ outcome: JobOutcome, at index: Int) {
        lock.withLock {
            guard !isClosed else { return }
            ProgressLine.shared.didEnd()
            early[index] = outcome
            while let next = early.removeValue(forKey: count) { append(next) }
        }
    }

    /// Adds the jobs that were not tried because of a failure, if there are any.
    func addUntried() {
        lock.withLock {
            guard !isClosed else { return }
            appendRest { job in
                .read(
                    ReadError(.untried, .whole, "not tried, since another file failed (--fail-fast)"), path: job.input)
            }
        }
    }

    /// The exit code of the first job that failed, in the order of the jobs.
    var status: ExitStatus { lock.withLock { firstFailure ?? .done } }

    /// Ends the log: writes the summary of a batch, and the report, if requested.
    ///
    /// - Parameter status: what the command ends with.
    func finish(_ status: ExitStatus) throws(Failure) {
        let result: Result<Void, SystemError> = lock.withLock {
            guard !isClosed else { return .success(()) }
            isClosed = true
            appendSummary(status)
            return Result { () throws(SystemError) in try write() }
        }
        do throws(SystemError) { try result.get() } catch { throw Failure(writing: error) }
    }

    /// A line that counts what became of all jobs: `5 of 7 converted, 2 with losses; 2 failed.`
    var total: String {
        let summary = lock.withLock { self.summary }
        let (done, unchanged, lossy) = (summary.done, summary.unchanged, summary.visiblyLossy)
        let failed = jobs.count - done - summary.untried
        if jobs.isEmpty { return "Nothing to do: all models in it have this format already." }
        return "\(Texts.number(done - unchanged)) of \(Texts.number(jobs.count)) converted"
            + (unchanged > 0 ? ", \(Texts.number(unchanged)) unchanged" : "")
            + (lossy > 0 ? ", \(Texts.number(lossy)) with visible losses" : "")
            + (failed > 0 ? "; \(Texts.number(failed)) failed" : "")
            + (summary.untried > 0 ? ", \(Texts.number(summary.untried)) not tried" : "") + "."
    }

    /// Ends the log: each job without a document gets one with this error.
    func cutShort(_ error: ConvertError) {
        lock.withLock {
            guard !isClosed else { return }
            isClosed = true
            Console.err(Failure(error).text)
            appendRest { _ in error }
            appendSummary(.limit)
            // A second failure can't be reported any more.
            try? write()
        }
    }

    /// Adds the jobs that are left: what became of them, else this error.
    private func appendRest(_ error: (ConvertJob) -> ConvertError) {
        while count < jobs.count {
            if let outcome = early.removeValue(forKey: count) {
                append(outcome)
            } else {
                count += 1
                let job = jobs[count - 1]
                append(job.document(of: error(job), options))
            }
        }
    }

    private func append(_ outcome: JobOutcome) {
        count += 1
        if firstFailure == nil, outcome.status != .done { firstFailure = outcome.status }
        outcome.print()
        append(outcome.document)
    }

    private func append(_ document: JSONValue) {
        let document = UsedConfig.shared.named(in: document)
        keep(document)
        summary.add(document)
        guard writesJSON else { return }
        // With several jobs, one line each, so that programs can read them as they come.
        Console.out(isBatch ? document.text(.compact) + "\n" : document.text(.pretty))
        Watchdog.shared.didReport()
    }

    private func appendSummary(_ status: ExitStatus) {
        guard isBatch else { return }
        let document = UsedConfig.shared.named(
            in: summary.json(exitCode: Int(status.rawValue), seconds: Watchdog.shared.seconds))
        keep(document)
        if writesJSON { Console.out(document.text(.compact) + "\n") }
    }

    /// Keeps a document for the report, if there is one: a single one pretty-printed, those of a batch as one line each.
    private func keep(_ document: JSONValue) {
        guard report != nil else { return }
        lines.append(isBatch ? document.bytes(.compact) + [0x0A] : document.bytes(.pretty))
    }

    private func write() throws(SystemError) {
        guard let report else { return }
        try Self.write(lines, to: report)
    }

    /// Writes a file atomically.
    static func write(_ parts: [[UInt8]], to path: String) throws(SystemError) {
        let transaction = OutputTransaction(mainPath: path, replacesExisting: true)
        defer { transaction.discard() }
        let sink = try transaction.openMain()
        for part in parts { try sink.write(part) }
        try transaction.commit()
    }
}

extension ConvertJob {
    /// Returns the document of a job that failed.
    ///
    /// - Parameter seconds: how long it took to fail; nil: it was not begun.
    func document(of error: ConvertError, _ shared: ConvertOptions, seconds: Double? = nil) -> JSONValue {
        var options = shared
        options.variant = variant.map { Variant($0) }
        let document = error.json(input: input, output: output, options: options)
        guard let seconds, case .object(let members) = document else { return document }
        return .object(
            members.map { $0.0 == "stats" && $0.1["seconds"] == nil ? ("stats", ["seconds": .number(seconds)]) : $0 })
    }
}

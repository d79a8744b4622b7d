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
    private var documents: [JSONValue] = []
    private var isClosed = false

    init(_ jobs: [ConvertJob], _ options: ConvertOptions, report: String?, writesJSON: Bool) {
        self.jobs = jobs
        self.options = options
        self.report = report == "-" ? nil : report
        self.writesJSON = writesJSON
    }

    /// Adds the document of the next job.
    func add(_ document: JSONValue) { lock.withLock { if !isClosed { append(document) } } }

    /// Writes the report, if requested.
    func finish() throws(Failure) {
        let result: Result<Void, SystemError> = lock.withLock {
            guard !isClosed else { return .success(()) }
            isClosed = true
            return Result { () throws(SystemError) in try write() }
        }
        do throws(SystemError) { try result.get() } catch { throw Failure(writing: error) }
    }

    /// A line that counts what became of all jobs: `5 of 7 converted, 2 with losses; 2 failed.`
    var total: String {
        let documents = lock.withLock { self.documents }
        let done = documents.filter { $0["status"]?.string == "done" }
        let lossy = done.count { document in
            document["losses"]?.array?.contains {
                $0["severity"]?.string == Loss.Severity.dropped.rawValue
                    && $0["rank"]?.string == Loss.Rank.visible.rawValue
            } ?? false
        }
        let unchanged = done.count { $0["unchanged"] == true }
        return "\(Texts.number(done.count - unchanged)) of \(Texts.number(jobs.count)) converted"
            + (unchanged > 0 ? ", \(Texts.number(unchanged)) unchanged" : "")
            + (lossy > 0 ? ", \(Texts.number(lossy)) with visible losses" : "")
            + (done.count < jobs.count ? "; \(Texts.number(jobs.count - done.count)) failed" : "") + "."
    }

    /// Ends the log: each job without a document gets one with this error.
    func cutShort(_ error: ConvertError) {
        lock.withLock {
            guard !isClosed else { return }
            isClosed = true
            Console.err(Failure(error).text)
            for job in jobs[min(documents.count, jobs.count)...] { append(job.document(of: error, options)) }
            // A second failure can't be reported any more.
            try? write()
        }
    }

    private func append(_ document: JSONValue) {
        documents.append(document)
        guard writesJSON else { return }
        // With several jobs, one line each, so that programs can read them as they come.
        Console.out(jobs.count > 1 ? document.text(.compact) + "\n" : document.text(.pretty))
    }

    /// Writes a single report pretty-printed, several as one line each.
    private func write() throws(SystemError) {
        guard let report else { return }
        if documents.count == 1, let only = documents.first { return try Self.write(only.bytes(.pretty), to: report) }
        try Self.write(documents.flatMap { $0.bytes(.compact) + [0x0A] }, to: report)
    }

    /// Writes a file atomically.
    static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let transaction = OutputTransaction(mainPath: path, replacesExisting: true)
        defer { transaction.discard() }
        try transaction.openMain().write(bytes)
        try transaction.commit()
    }
}

extension ConvertJob {
    /// Returns the document of a job that failed.
    func document(of error: ConvertError, _ shared: ConvertOptions) -> JSONValue {
        var options = shared
        options.variant = variant.map { Variant($0) }
        return error.json(input: input, output: output, options: options)
    }
}

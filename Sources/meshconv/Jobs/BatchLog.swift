import MeshBytes
import MeshConvert

/// The lines of a command that looks at several files: one for each, and a summary at the end if they are JSON.
///
/// When time or memory runs out, another thread cuts the rest short.
final class BatchLog: @unchecked Sendable {
    private let lock = Lock()
    /// The schema of the lines, which is also the name of the command.
    private let document: String
    private let paths: [String]
    private let writesJSON: Bool
    private var summary: BatchSummary
    private var isClosed = false

    /// Reports a limit that is reached before a log of the files can be made: each file gets a line with it.
    ///
    /// - Parameters:
    ///   - document: the schema of the lines.
    ///   - paths: files and folders as they are given, in order.
    static func stand(in document: String, for paths: [String], writesJSON: Bool) {
        guard paths.count > 1 else { return }
        Watchdog.shared.atEnd { BatchLog(document, paths, writesJSON: writesJSON).cutShort($0) }
    }

    /// - Parameter paths: the files, in order.
    init(_ document: String, _ paths: [String], writesJSON: Bool) {
        (self.document, self.paths, self.writesJSON) = (document, paths, writesJSON)
        summary = BatchSummary(of: document)
    }

    /// Adds the document of the next file.
    func add(_ document: JSONValue) { lock.withLock { if !isClosed { append(document) } } }

    /// Adds the next file, which failed.
    func add(_ failure: Failure) {
        lock.withLock {
            guard !isClosed else { return }
            Console.err(failure.text)
            append(failure.document(document))
        }
    }

    /// Ends the log.
    ///
    /// - Parameter status: what the command ends with.
    func finish(_ status: ExitStatus) { lock.withLock { close(status) } }

    /// Ends the log: each file without a line gets one with this error, which is said once.
    func cutShort(_ error: ConvertError) {
        lock.withLock {
            guard !isClosed else { return }
            if summary.lines < paths.count { Console.err(Failure(error).text) }
            appendRest(error)
            close(.limit)
        }
    }

    /// Adds the files that were not begun because a limit was reached, which is said once.
    func addRest(_ error: ConvertError) {
        lock.withLock {
            guard !isClosed else { return }
            Console.err(Failure(error).text)
            appendRest(error)
        }
    }

    private func appendRest(_ error: ConvertError) {
        for path in paths[min(summary.lines, paths.count)...] {
            append(Failure(error, about: path).document(document))
        }
    }

    private func append(_ document: JSONValue) {
        let document = UsedConfig.shared.named(in: document)
        summary.add(document)
        if writesJSON { Console.out(document.text(.compact) + "\n") }
        Watchdog.shared.didReport()
    }

    private func close(_ status: ExitStatus) {
        guard !isClosed else { return }
        isClosed = true
        guard writesJSON else { return }
        let document = summary.json(exitCode: Int(status.rawValue), seconds: Watchdog.shared.seconds)
        Console.out(UsedConfig.shared.named(in: document).text(.compact) + "\n")
    }
}

import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

/// Runs one job of a command line, of a file or of a package: says what it did, or why it failed and what helps.
struct JobRun {
    var job: ConvertJob
    /// The options, with the variant of the job.
    var options: ConvertOptions
    var texts: ReportTexts
    /// Whether there is a text if it succeeds; failures have one in any case.
    var printsText: Bool
    var noClobber: Bool
    /// The path of the report for `--if-changed`; nil: not requested.
    var record: String?

    /// Returns what became of the job, which `convert` does.
    func perform(_ convert: (ConvertOptions) throws(ConvertError) -> Report) -> JobOutcome {
        let earlier = record.flatMap(EarlierReport.init(at:))
        let cause = earlier?.causeToRepeat(job.input, to: job.output, options: options)
        if let earlier, cause == nil {
            var outcome = JobOutcome(.done, earlier.unchanged)
            if printsText { outcome.say(texts.unchanged(job), on: .standardOutput) }
            return outcome
        }
        var options = options
        options.ownSideFiles = earlier?.ownSideFiles ?? [:]
        if earlier?.isOwn(job.output) == true { options.protection = .none }
        let began = Watchdog.shared.seconds
        do throws(ConvertError) {
            // Don't start further jobs once a limit is reached.
            if let error = Watchdog.shared.error(about: job.input, options.work) { throw error }
            let report = try convert(options)
            let document = UsedConfig.shared.named(in: report.json)
            if let record { try keep(document, at: record) }
            var outcome = JobOutcome(.done, document)
            if printsText {
                // If the output itself goes to standard output, the text goes to standard error.
                let stream = job.output == "-" ? Console.Stream.standardError : .standardOutput
                let text = texts.done(report, on: stream) + (cause.flatMap { texts.repeated(job, report, $0) } ?? "")
                outcome.say(text, on: stream)
            }
            return outcome
        } catch {
            let error = Watchdog.shared.explained(error, options.work).advised
            return outcome(
                of: error, job.document(of: error, options, seconds: Watchdog.shared.seconds - began))
        }
    }

    /// Saves a report for the next run.
    private func keep(_ document: JSONValue, at path: String) throws(ConvertError) {
        do throws(SystemError) { try JobLog.write([document.bytes(.pretty)], to: path) } catch {
            throw .write(WriteError(.cannotCreate, path: error.path, error.message))
        }
    }

    /// Says why the job failed.
    private func outcome(of error: ConvertError, _ document: JSONValue) -> JobOutcome {
        var failure = Failure(error)
        var outcome = JobOutcome(failure.status, document)
        switch error {
        case .refused(let report):
            if printsText { outcome.say(texts.refused(report, options)) }
            failure.message = ReportTexts.refusal(report.losses, options, job.output)
        case .unverified(let report) where printsText: outcome.say(texts.unverified(report))
        default: break
        }
        explain(&failure)
        outcome.status = failure.status
        outcome.say(failure.text)
        for note in Pipeline.repairs() { outcome.say("note: \(note.message)\n") }
        return outcome
    }

    /// Makes the message more specific where the cause is known.
    private func explain(_ failure: inout Failure) {
        failure.explainConsent()
        guard failure.status == .cannotCreate, let path = job.isPackage ? job.output : failure.path else { return }
        let exists = failure.code == WriteError.Code.exists.rawValue
        if job.isTiles, exists || ProcessControl.exists(job.output) {
            failure.message =
                ProcessControl.isFolder(job.output)
                ? "there is a folder of this name that is not empty; to write the tiles anew, remove it first"
                : "there is a file of this name; tiles are a folder"
            return
        }
        if exists || job.isPackage, !noClobber, job.protection != .none, path == job.output, ProcessControl.exists(path)
        {
            let reason =
                job.protection == .all
                ? "and you did not type its name" : "and it is of the input's format, so it may be an original"
            failure.message = "there is a file of this name, \(reason); to replace it: -o \(path)"
        } else if exists, !job.isPackage {
            failure.message = "this file next to the output has other contents; to replace it: --force"
        } else if exists, ProcessControl.isFolder(path) {
            failure.message = "there is a folder of this name that is not empty"
        } else if noClobber, ProcessControl.exists(path) {
            failure.message = "there is a file of this name, and --no-clobber keeps it"
        } else if job.isPackage, ProcessControl.exists(path), !ProcessControl.isFolder(path) {
            failure.message = "there is a file of this name; a package is a folder unless its name ends in .zip"
        } else {
            failure.explainMissingFolder()
        }
    }
}

extension Failure {
    /// Names the missing folder, if that is the cause.
    mutating func explainMissingFolder() {
        guard status == .cannotCreate, let path, let slash = path.lastIndex(of: "/"), slash != path.startIndex,
            !ProcessControl.isFolder(String(path[..<slash]))
        else { return }
        message = "there is no folder '\(path[..<slash])'"
    }

    /// Adds the option to type where images may show people.
    mutating func explainConsent() {
        guard code == WriteError.Code.consentMissing.rawValue else { return }
        if let end = message.firstRange(of: "; expected") { message.removeSubrange(end.lowerBound...) }
        message += "; to hide them by the device's masks: --set persons=hide"
        message += "; to write them as they are: --set privacy-consent=true"
    }
}

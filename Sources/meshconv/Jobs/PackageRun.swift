import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

/// Runs and reports the conversion of one package on a command line.
struct PackageRun {
    var source: String
    var output: String
    var variant: PackageVariant
    var options: PackageConvertOptions
    /// The path for the report; nil: none is written.
    var report: String?
    var noClobber: Bool
    var common: CommonOptions

    private var writesJSON: Bool { common.json || report == "-" }

    func perform() throws(Failure) -> ExitStatus {
        if writesJSON, output == "-" {
            throw Failure(
                usage: "expected one thing on standard output, found the package and the report; say --report FILE")
        }
        if output == "-", Console.isTerminal(.standardOutput) {
            throw Failure(usage: "expected a file or a pipe for an archive, found a terminal; say '> FILE'")
        }
        var options = options
        options.common.variant = variant.rawValue
        let job = ConvertJob(input: source, output: output, variant: variant.rawValue)
        let log = JobLog([job], options.common, report: report, writesJSON: writesJSON)
        Watchdog.shared.atEnd { log.cutShort($0) }
        Watchdog.shared.attend(to: source)
        let texts = ReportTexts(isVerbose: common.verbose, namesFiles: false)
        var status = ExitStatus.done
        do throws(ConvertError) {
            let report = try convertPackage(source, to: output, as: variant, options: options)
            log.add(report.json(options: options.common))
            if !common.quiet, !writesJSON {
                let stream = output == "-" ? Console.Stream.standardError : .standardOutput
                let text = texts.done(report, on: stream)
                stream == .standardError ? Console.err(text) : Console.out(text)
            }
        } catch {
            let error = Watchdog.shared.explained(error)
            var failure = Failure(error)
            if case .refused(let report) = error {
                if !common.quiet, !writesJSON { Console.err(texts.refused(report, options.common)) }
                failure.message = ReportTexts.refusal(report, options.common, output)
            }
            explain(&failure, output)
            Console.err(failure.line + "\n")
            log.add(job.document(of: error, options.common))
            status = failure.status
        }
        try log.finish()
        return status
    }

    private func explain(_ failure: inout Failure, _ output: String) {
        failure.explainConsent()
        if failure.code == WriteError.Code.exists.rawValue, ProcessControl.isFolder(output) {
            failure.message = "there is a folder of this name that is not empty"
        } else if noClobber, ProcessControl.exists(output), failure.status == .cannotCreate {
            failure.message = "there is a file of this name, and --no-clobber keeps it"
        } else if failure.status == .cannotCreate, ProcessControl.exists(output), !ProcessControl.isFolder(output) {
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
        message += "; to write them as they are: --set privacy-consent=true"
    }
}

import MeshConvert
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
    /// The existing outputs that are kept.
    var protection = ConvertOptions.Protection.none
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
        var shared = options.common
        shared.variant = Variant(variant.rawValue)
        var job = ConvertJob(input: source, output: output, variant: variant.rawValue)
        job.isPackage = true
        job.protection = protection
        let log = JobLog([job], shared, report: report, writesJSON: writesJSON)
        Watchdog.shared.atEnd { log.cutShort($0) }
        Watchdog.shared.attend(to: source)
        let run = JobRun(
            job: job, options: shared, texts: ReportTexts(isVerbose: common.verbose, namesFiles: false),
            printsText: !common.quiet && !writesJSON, noClobber: noClobber)
        let outcome = run.perform { _ throws(ConvertError) in
            try convertPackage(source, to: output, as: variant, options: options)
        }
        log.add(outcome, at: 0)
        try log.finish(outcome.status)
        return outcome.status
    }
}

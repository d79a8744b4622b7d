import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

/// Plans a conversion, for `meshconv plan` and for `--dry-run`.
struct PlanRun {
    let path: String
    /// The source, if it is a model in a folder or an archive.
    var source: Source?
    /// The name that the output would have.
    let output: String?
    /// The requested variants; empty: that of the output, or all.
    let variants: [String]
    /// The package to write, if one is.
    var package: PackageVariant?
    let target: TargetOptions
    /// What the conversion would refuse, for a dry run; nil: a plan refuses nothing.
    var strict: StrictWords?
    let input: InputOptions
    let common: CommonOptions
    let pipeline: Pipeline

    /// Plans what jobs would do, and prints the plans. Returns the exit code of the first that would fail.
    static func all(
        _ jobs: [ConvertJob], isBatch: Bool, target: TargetOptions, strict: StrictWords?, input: InputOptions,
        common: CommonOptions, _ pipeline: Pipeline
    ) throws(Failure) -> ExitStatus {
        var status = ExitStatus.done
        let log = isBatch && common.json ? BatchLog("plan", jobs.map(\.input), writesJSON: true) : nil
        if let log { Watchdog.shared.atEnd { log.cutShort($0) } }
        for job in jobs {
            let found: ExitStatus
            do throws(Failure) {
                if let failure = job.failure { throw Failure(failure) }
                found = try PlanRun(
                    path: job.input, source: job.source, output: job.output, variants: job.variant.map { [$0] } ?? [],
                    target: target, strict: strict, input: input, common: common, pipeline: pipeline
                ).perform(log)
            } catch {
                if let log { log.add(error) } else { error.report(json: common.json, document: "plan") }
                found = error.status
            }
            if status == .done { status = found }
        }
        log?.finish(status)
        return status
    }

    /// Plans, and prints the plan.
    ///
    /// - Parameter log: takes the document, if it is one of several.
    func perform(_ log: BatchLog? = nil) throws(Failure) -> ExitStatus {
        if common.quiet { ProgressLine.shared.disable() }
        let plan = try plan()
        if let log {
            log.add(plan.json)
        } else {
            common.show(plan.json, PlanTexts(plan: plan, output: output, isVerbose: common.verbose).text)
        }
        // A single target that can't be reached fails as the conversion would.
        guard plan.targets.count == 1, let found = plan.targets.first else { return .done }
        guard let error = found.error else { return try refuse(found.losses) }
        if !common.json { Failure(.write(error), about: output ?? path).report(json: false, document: "plan") }
        return ExitStatus(error.code)
    }

    /// Ends a dry run as the conversion would end.
    private func refuse(_ losses: [Loss]) throws(Failure) -> ExitStatus {
        guard let strict else { return .done }
        var options = try input.options(pipeline)
        var words = target.words
        if package != nil { words.settings = [] }
        try words.apply(to: &options, pipeline)
        try strict.apply(to: &options)
        guard !options.refused(losses).isEmpty else { return .done }
        let name = output ?? path
        if !common.json {
            let message = ReportTexts.refusal(losses, options, name)
            Failure(status: .refused, code: "refused", message: message, path: name).report(
                json: false, document: "plan")
        }
        return .refused
    }

    private func plan() throws(Failure) -> Plan {
        if let package {
            let settings = try PackageSettings(
                try input.options(pipeline), from: input.from, lenient: input.lenient, purpose: target.purpose,
                settings: target.settings)
            return try plan { () throws(ConvertError) in
                try Plan(package: path, to: package, options: settings.options)
            }
        }
        var options = try input.options(pipeline)
        try target.words.apply(to: &options, pipeline)
        return try plan { () throws(ConvertError) in
            try Plan(
                of: source ?? .path(path), output: output, variants: variants, options: options, pipeline: pipeline)
        }
    }

    /// Makes a plan.
    private func plan(_ find: () throws(ConvertError) -> Plan) throws(Failure) -> Plan {
        Watchdog.shared.attend(to: path)
        do throws(ConvertError) { return try find() } catch {
            var failure = Failure(error)
            if case .write = error, failure.path?.isEmpty != false { failure.path = output ?? path }
            failure.explainConsent()
            throw failure
        }
    }
}

import MeshConvert

/// Writes a folder of tiles: `meshconv convert scan.ply FOLDER --tile 5m`.
extension ConvertCommand {
    func performTiles(_ word: String, _ pipeline: Pipeline) throws(Failure) -> ExitStatus {
        let rule = try TileWords.rule(word)
        try refuseOthers(beside: word)
        let names = inputs + paths + [files.output ?? files.outDir].compactMap(\.self)
        guard names.count == 2, let source = names.first, let output = names.last, output != "-" else {
            throw Failure(usage: "expected a file and a folder to write with --tile, found \(Texts.names(names.count))")
        }
        try Failure.refuseUnnamed(output)
        for name in target.variants where try pipeline.variant(named: name) != "glb" {
            throw Failure(usage: "expected --to glb beside --tile, found '\(name)'")
        }
        var options = try options(pipeline)
        options.variant = Variant("glb")
        options.tileRule = rule
        var job = ConvertJob(input: source, output: output, variant: "glb")
        job.isTiles = true
        let log = JobLog([job], options, report: report, writesJSON: writesJSON)
        let watchdog = Watchdog.shared
        watchdog.atEnd { log.cutShort($0) }
        watchdog.attend(to: source)
        let run = JobRun(
            job: job, options: options, texts: ReportTexts(isVerbose: common.verbose, namesFiles: false),
            printsText: !common.quiet && !writesJSON, noClobber: files.noClobber)
        let outcome = run.perform { options throws(ConvertError) in
            try pipeline.convertTiles(.path(source), to: output, options: options)
        }
        log.add(outcome, at: 0)
        try log.finish(outcome.status)
        return outcome.status
    }

    /// Refuses options that tiles don't have.
    private func refuseOthers(beside word: String) throws(Failure) {
        let others: [(String, Bool)] = [
            ("--combine", combine), ("--dry-run", dryRun), ("--html", html != nil), ("--if-changed", files.ifChanged),
            ("--keep", files.keep), ("--for", target.purpose != nil), ("--units-out", target.unitsOut != nil),
            ("--up-out", target.upOut != nil), ("--files-from", list.filesFrom != nil),
            ("--jobs", batch.jobs != nil), ("--fail-fast", batch.failFast),
        ]
        guard let other = others.first(where: \.1) else { return }
        throw Failure(usage: "expected options that tiles have beside --tile \(word), found \(other.0)")
    }
}

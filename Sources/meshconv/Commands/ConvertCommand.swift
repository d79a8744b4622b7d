import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

/// `meshconv convert INPUT… OUTPUT`, and `meshconv INPUT OUTPUT`.
struct ConvertCommand: ConfiguredCommand {
    static let document = "report"
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert files (\"convert\" can be left out).",
        usage: """
            meshconv INPUT OUTPUT [OPTIONS]
            meshconv INPUT --to VARIANT [OPTIONS]
            meshconv convert INPUT... FOLDER/ --to VARIANT [OPTIONS]
            meshconv INPUT FOLDER --tile 5m [OPTIONS]
            meshconv convert PACKAGE OUTPUT [OPTIONS]
            meshconv convert PACKAGE... OUTPUT --combine [OPTIONS]
            meshconv convert PACKAGE FOLDER|NAME.zip --to raw|polycam|scan4d|colmap|...
            """,
        discussion: """
            The output's name states the format; --to chooses a variant of it. '-' is standard input or output. An output \
            appears whole or not at all.

            PACKAGE is a folder or a zip archive of a scanning app. Its mesh is converted, with the colours and classes \
            next to it. Of several meshes the textured one is used, else the largest; --set mesh=NAME chooses another. \
            'meshconv formats packages' lists what --set can do.

            INPUT may be any folder or zip archive. With a file as OUTPUT it is one model with its textures. With a FOLDER \
            every model in it is converted, and its tree is kept. All are tried; the exit code is that of the first that \
            failed. 'meshconv --help' lists the codes.
            """
    )

    @Argument(help: "The files to read, then the file or folder to write.", completion: .file())
    var paths: [String] = []

    @Option(
        name: .customLong("input"),
        help: ArgumentHelp("A file to read, as the names without an option.", valueName: "file"), completion: .file())
    var inputs: [String] = []

    @OptionGroup var list: FileListOption

    @Flag(help: "Show what would be lost, as 'meshconv plan'; write nothing.")
    var dryRun = false

    @OptionGroup(title: "Several files") var batch: BatchOptions

    @OptionGroup(title: "Output files") var files: OutputFileOptions

    @OptionGroup(title: "Output options") var target: TargetOptions

    @OptionGroup var strictness: StrictOptions

    @Flag(help: "Read the output back and compare; refuse it if the report is incomplete.")
    var verify = false

    @Option(help: ArgumentHelp("Write the report as JSON to a file, or to standard output ('-').", valueName: "file"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Write a page with input and output, side by side in a browser, and what is lost in colour.",
            valueName: "page.html"), completion: .file())
    var html: String?

    @Flag(help: "Put linked scans together in one output.")
    var combine = false

    @Flag(help: "With --combine: move each scan onto those before it, where they overlap.")
    var align = false

    @Flag(help: "With --combine and --reconstruct: make one shape of all depth frames.")
    var asOne = false

    @Option(
        help: ArgumentHelp(
            "Write a folder of GLB tiles with a tileset.json (3D Tiles): cubes of an edge such as 5m, or at most so many "
                + "points or faces.", valueName: "size|count"))
    var tile: String?

    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var config: ConfigOption { input.config }
    var use: ConfigUse {
        // A purpose for packages is for the inputs of a list, too.
        let input = (inputs + paths).first ?? list.filesFrom.map { _ in "." }
        return ConfigUse(of: target, input, output: files.output ?? paths.last)
    }
    var isBatch: Bool { list.filesFrom != nil }
    var writesJSON: Bool { common.json || report == "-" }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        if common.quiet { ProgressLine.shared.disable() }
        try checkReport(besides: inputs + paths + [files.output, list.filesFrom].compactMap(\.self))
        if let tile { return try performTiles(tile, pipeline) }
        let isListed = isBatch
        (inputs, list.filesFrom) = (try list.inputs(inputs), nil)
        if writesJSON { BatchLog.stand(in: dryRun ? "plan" : "report", for: inputs, writesJSON: true) }
        if let variant = try target.words.packageVariant(of: (inputs + paths).first) {
            return try performPackage(variant, pipeline)
        }
        guard !strictness.requirePrivacy else {
            throw Failure(usage: "expected --to with a package beside --require-privacy, found no package to write")
        }
        if !combine, align || asOne {
            throw Failure(usage: "expected --combine beside \(align ? "--align" : "--as-one"), found none")
        }
        var options = try options(pipeline)
        let shares = try BatchOptions.shares(
            batch.jobs, of: options.execution.threads, isLimited: input.limits.threads != nil)
        options.execution.threads = shares.threads
        let wanted = try target.words.wanted(pipeline)
        let jobs =
            combine
            ? [try combinedJob(wanted, pipeline)]
            : try ConvertJob.jobs(try names(wanted), variants: wanted, options, pipeline)
        if writesJSON, jobs.contains(where: { $0.output == "-" }) {
            throw Failure(
                usage: "expected one thing on standard output, found the output and the report; say --report FILE")
        }
        try checkReport(besides: jobs.flatMap { [$0.input, $0.output] })
        let isBatch = isListed || jobs.count != 1 || jobs.contains(where: \.isOfTree)
        if dryRun { return try plan(jobs, isBatch: isBatch, pipeline) }
        try refuseStreams(jobs, pipeline)
        let page = try page(of: jobs)
        let folders = NewFolders()
        if let folder = jobs.first?.folder { try folders.make(folder) }
        let log = JobLog(jobs, options, report: report, writesJSON: writesJSON, isBatch: isBatch)
        Watchdog.shared.atEnd { error in
            log.cutShort(error)
            folders.removeEmpty()
        }
        if jobs.count > 1 {
            Watchdog.shared.beginBatch()
            ProgressLine.shared.beginBatch(jobs.count, atOnce: shares.jobs)
        }
        JobBatch(jobs: jobs, atOnce: shares.jobs, memory: options.execution.memory, failsFast: batch.failFast, log: log)
            .perform(
                cost: { [options] job in
                    (try? pipeline.expectedMemory(of: job.source ?? .path(job.input), options: options)) ?? 0
                },
                run: { [self, options] job, reading, work in
                    var own = options
                    (own.sharedReading, own.work) = (reading, work)
                    return perform(job, own, folders, page, isOneOfSeveral: jobs.count > 1, pipeline)
                })
        log.addUntried()
        folders.removeEmpty()
        if jobs.count != 1 || jobs.contains(where: \.isOfTree), !common.quiet, !writesJSON {
            Console.out(log.total + "\n")
        }
        let status = log.status
        try log.finish(status)
        return status
    }

    /// Converts one input to one output.
    private func perform(
        _ job: ConvertJob, _ options: ConvertOptions, _ folders: NewFolders, _ page: PageFile?, isOneOfSeveral: Bool,
        _ pipeline: Pipeline
    ) -> JobOutcome {
        Watchdog.shared.attend(to: job.input)
        var done: Report?
        var outcome = run(job, options, isOneOfSeveral: isOneOfSeveral).perform { options throws(ConvertError) in
            if let failure = job.failure { throw failure }
            if job.folder != nil { try folders.makeParents(of: job.output) }
            let report = try pipeline.convert(
                try source(of: job, options, pipeline), to: .path(job.output), options: options)
            done = report
            return report
        }
        if let remark = job.remark, !common.quiet { outcome.sayFirst("\(Texts.clean(remark))\n") }
        if let page, let done { outcome.status = write(page, of: done, job, options, pipeline) }
        return outcome
    }

    /// The names of inputs and output.
    func names(_ variants: [String]) throws(Failure) -> ConvertJob.Names {
        try ConvertJob.Names(
            paths, sure: inputs, marked: files.output, outDir: files.outDir, isEnough: !variants.isEmpty)
    }

    private func run(_ job: ConvertJob, _ shared: ConvertOptions, isOneOfSeveral: Bool) -> JobRun {
        var options = shared
        options.variant = job.variant.map { Variant($0) }
        options.protection = files.force ? .none : job.protection
        return JobRun(
            job: job, options: options, texts: ReportTexts(isVerbose: common.verbose, namesFiles: isOneOfSeveral),
            printsText: !common.quiet && !writesJSON, noClobber: files.noClobber,
            record: files.ifChanged ? recordPath(job, isOneOfSeveral) : nil)
    }

    func options(_ pipeline: Pipeline) throws(Failure) -> ConvertOptions {
        var options = try input.options(pipeline)
        try target.words.apply(to: &options, pipeline)
        try strictness.words.apply(to: &options)
        options.verify = verify
        options.keepsRejected = files.keep
        options.replacesExisting = !files.noClobber
        options.replacesSideFiles = files.force
        options.hashes = common.json || report != nil || files.ifChanged
        return options
    }
}

import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

/// `meshconv info INPUT`.
struct InfoCommand: Command {
    static let document = "info"
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Tell what is in a file and which formats would keep all of it.")

    @Argument(help: "The file; '-' is standard input.")
    var path: String

    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        let options = try input.options(pipeline)
        if let info = try PackageInfo.read(path, options) {
            if common.json {
                Console.out(info.json.text(.pretty))
            } else if !common.quiet {
                Console.out(PackageTexts(info, isVerbose: common.verbose).text)
            }
            return .done
        }
        let document = try pipeline.document(path, options)
        let info = Info(document, path: path, pipeline: pipeline, execution: options.execution)
        if common.json {
            Console.out(info.json.text(.pretty))
        } else if !common.quiet {
            Console.out(InfoTexts(info, isVerbose: common.verbose).text)
        }
        return .done
    }
}

/// `meshconv plan INPUT [OUTPUT]`.
struct PlanCommand: Command {
    static let document = "plan"
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Tell what a conversion would lose, and by which route; writes nothing.",
        discussion: """
            Without a target: which formats would keep everything. For a package of a scan: which packages would, and which \
            formats would keep its mesh.
            """)

    @Argument(help: "The file; '-' is standard input.")
    var path: String

    @Argument(help: "The name that the output would have.")
    var output: String?

    @OptionGroup(title: "Output options") var target: TargetOptions
    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        if let variant = try target.packageVariant(of: path) {
            let settings = try PackageSettings(
                try input.options(pipeline), from: input.from, lenient: input.lenient, purpose: target.purpose,
                settings: target.settings)
            return try show { () throws(ConvertError) in
                try Plan(package: path, to: variant, options: settings.options)
            }
        }
        var options = try input.options(pipeline)
        try target.apply(to: &options, pipeline)
        var variants: [String] = []
        let wanted = try target.wanted(pipeline)
        for name in wanted { variants.append(try pipeline.variant(named: name)) }
        if let output {
            let job = try ConvertJob.jobs(paths: [path, output], outDir: nil, variants: wanted, pipeline)
            options.variant = job.first?.variant
        }
        if output == nil, variants.isEmpty, try isPackage(options) {
            return try show { () throws(ConvertError) in try Plan(package: path, options: options, pipeline: pipeline) }
        }
        // With `--for`, the variant may depend on the input, so the output name can't be resolved yet.
        let named = output.flatMap { try? pipeline.variant(for: $0, options: options) }
        let document = try pipeline.document(path, options, for: named ?? (variants.count == 1 ? variants[0] : nil))
        do throws(ConvertError) { try pipeline.requireFrame(document, options) } catch { throw Failure(error) }
        if let output {
            do throws(ConvertError) {
                variants = [try pipeline.variant(for: output, of: document, options: options)]
            } catch {
                throw Failure(error)
            }
        }
        let plan = Plan(
            document, path: path, to: variants.isEmpty ? nil : variants, options: options, pipeline: pipeline)
        show(plan)
        // A single target that can't be reached fails as the conversion would.
        if plan.targets.count == 1, let error = plan.targets.first?.error {
            if !common.json { Failure(.write(error), about: output ?? path).report(json: false, document: "plan") }
            return ExitStatus(error.code)
        }
        return .done
    }
}

extension PlanCommand {
    private func isPackage(_ options: ConvertOptions) throws(Failure) -> Bool {
        do throws(ConvertError) { return try PackageFiles.found(at: path, options: options) != nil } catch {
            throw Failure(error)
        }
    }

    /// Makes and prints a plan of a package.
    private func show(_ find: () throws(ConvertError) -> Plan) throws(Failure) -> ExitStatus {
        Watchdog.shared.attend(to: path)
        do throws(ConvertError) { show(try find()) } catch {
            var failure = Failure(error)
            if case .write = error, failure.path?.isEmpty != false { failure.path = output ?? path }
            failure.explainConsent()
            throw failure
        }
        return .done
    }

    private func show(_ plan: Plan) {
        if common.json {
            Console.out(plan.json.text(.pretty))
        } else if !common.quiet {
            Console.out(PlanTexts(plan, output: output, isVerbose: common.verbose).text)
        }
    }
}

/// `meshconv diff A B`.
struct DiffCommand: Command {
    static let document = "diff"
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Tell what of one file is missing or changed in another.",
        discussion: """
            Exit code 0: nothing of A is missing or changed in B. Other types, additions, and a change of order, sharing or \
            names are told and don't count without --exact. With --exact two files of USD are also compared layer by layer: \
            every field of every prim and property, known or not; not how layers are encoded or what their files are called.
            """)

    @Argument(help: ArgumentHelp("The file that has what is looked for.", valueName: "a"))
    var first: String

    @Argument(help: ArgumentHelp("The file that is looked at.", valueName: "b"))
    var second: String

    @Flag(help: "Count every difference.")
    var exact = false

    @Option(help: ArgumentHelp("The largest distance between two numbers that is none.", valueName: "x"))
    var tolerance: String?

    @Option(help: ArgumentHelp("Leave out order, sharing, names, metadata; a list with commas.", valueName: "kinds"))
    var ignore: [String] = []

    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        let options = try input.options(pipeline)
        var comparing = Diff.Options()
        comparing.exact = exact
        if let tolerance {
            guard let number = Double(tolerance), number >= 0 else {
                throw Failure(usage: "expected --tolerance with a number of 0 or more, found '\(tolerance)'")
            }
            comparing.tolerance = number
        }
        for word in ignore.flatMap({ $0.split(separator: ",").map(String.init) }) {
            guard let kind = Diff.Ignored(rawValue: word) else {
                throw InputOptions.unexpected("--ignore", word, Diff.Ignored.allCases.map(\.rawValue))
            }
            comparing.ignored.insert(kind)
        }
        let (a, b) = try documents(pipeline, options)
        let diff = Diff(from: a, first, to: b, second, options: comparing)
        if common.json {
            Console.out(diff.json.text(.pretty))
        } else if !common.quiet {
            Console.out(DiffTexts(diff, isVerbose: common.verbose).text)
        }
        return diff.isEqual ? .done : .differs
    }

    /// Reads both files. A variant that only one of them has is chosen in that one.
    private func documents(
        _ pipeline: Pipeline, _ options: ConvertOptions
    ) throws(Failure) -> (Document, Document) {
        var plain = options
        plain.reading.options[VariantChoices.option] = nil
        func read(_ path: String) throws(Failure) -> Document? {
            do throws(Failure) { return try pipeline.document(path, options) } catch {
                guard error.code == ReadError.Code.usage.rawValue else { throw error }
                return nil
            }
        }
        let (a, b) = (try read(first), try read(second))
        switch (a, b) {
        case (let a?, let b?): return (a, b)
        case (let a?, nil): return (a, try pipeline.document(second, plain))
        case (nil, let b?): return (try pipeline.document(first, plain), b)
        // Throws the error again.
        case (nil, nil): return (try pipeline.document(first, options), try pipeline.document(second, options))
        }
    }
}

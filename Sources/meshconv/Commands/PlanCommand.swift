import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats
import ScanPackages

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
            let names = try ConvertJob.Names([path, output], marked: nil, outDir: nil, isEnough: false)
            let job = try ConvertJob.jobs(names, variants: wanted, options, pipeline)
            options.variant = job.first?.variant.map { Variant($0) }
        }
        if output == nil, variants.isEmpty, options.reconstruction == nil, try isPackage(options) {
            return try show { () throws(ConvertError) in try Plan(package: path, options: options, pipeline: pipeline) }
        }
        // With `--for`, the variant may depend on the input, so the output name can't be resolved yet.
        let named = output.flatMap { try? pipeline.variant(for: $0, options: options) }
        let document = try pipeline.document(path, options, for: named ?? (variants.count == 1 ? variants[0] : nil))
        try Failure.of { () throws(ConvertError) in
            try pipeline.requireFrame(document, options)
            if let output { variants = [try pipeline.variant(for: output, of: document, options: options)] }
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
        try Failure.of { () throws(ConvertError) in try PackageFiles.found(at: path, options: options) != nil }
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
        common.show(plan.json, PlanTexts(plan: plan, output: output, isVerbose: common.verbose).text)
    }
}

import ArgumentParser
import MeshConvert
import MeshFormats
import ScanPackages

/// `meshconv plan INPUT [OUTPUT]`.
struct PlanCommand: ConfiguredCommand {
    static let document = "plan"
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Show what a conversion would lose; writes nothing.",
        discussion: """
            Without a target: which formats would keep everything. For a package of a scan: which packages would, and which \
            formats would keep its mesh.
            """)

    @Argument(help: "The file; '-' is standard input.")
    var path: String

    @Argument(help: "The name that the output would have; a folder: a plan for each model of a folder or archive.")
    var output: String?

    @OptionGroup(title: "Output options") var target: TargetOptions
    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var config: ConfigOption { input.config }
    var use: ConfigUse { ConfigUse(of: target, path, output: output) }
    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        let package = try target.words.packageVariant(of: path)
        var variants: [String] = []
        if package == nil {
            let wanted = try target.words.wanted(pipeline)
            for name in wanted { variants.append(try pipeline.variant(named: name, for: output)) }
            if let output {
                // Errors in names are found as for a conversion.
                let names = try ConvertJob.Names([path, output], marked: nil, outDir: nil, isEnough: false)
                var options = try input.options(pipeline)
                try target.words.apply(to: &options, pipeline)
                let jobs = try ConvertJob.jobs(names, variants: variants, options, pipeline)
                if jobs.count != 1 || jobs.contains(where: \.isOfTree) {
                    return try PlanRun.all(
                        jobs, isBatch: true, target: target, strict: nil, input: input, common: common, pipeline)
                }
            }
        }
        return try PlanRun(
            path: path, output: output, variants: variants, package: package, target: target, input: input,
            common: common, pipeline: pipeline
        ).perform()
    }
}

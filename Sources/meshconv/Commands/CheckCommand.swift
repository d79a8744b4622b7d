import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats

/// `meshconv check INPUT…`.
struct CheckCommand: ConfiguredCommand {
    static let document = "check"
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find what is wrong or unusual in files and scans.",
        discussion: """
            Exit code 1: there are errors. Of several files all are checked; the highest exit code counts. Vertices in \
            one place count as one, however the file stores them. Of a package every file is checked, and also the mesh \
            that a conversion would use.
            """)

    @Argument(help: "The files, folders or scans; '-' is standard input.", completion: .file())
    var paths: [String] = []

    @OptionGroup var list: FileListOption

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "What the file is for: \(Purpose.ofFiles.map(\.name).joined(separator: ", ")).",
            valueName: "purpose"))
    var purpose: String?

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var config: ConfigOption { input.config }
    var isBatch: Bool { list.filesFrom != nil }
    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var options = try input.options(pipeline)
        try mesh.apply(to: &options)
        options.purpose = try PurposeOption.named(purpose, pipeline)
        let inputs = try EachInput(
            try list.inputs(paths), common, document: Self.document, options, pipeline, isBatch: isBatch)
        return try inputs.perform { [options, common] input throws(Failure) in
            let check =
                if input.source == nil, let package = try Check.package(input.path, options, pipeline) { package } else
                {
                    Check(
                        try pipeline.wholeDocument(input.source ?? .path(input.path), options), path: input.path,
                        purpose: options.purpose)
                }
            return .init(
                document: check.json, text: CheckTexts(check: check, isVerbose: common.verbose).text,
                status: check.hasErrors ? .differs : .done)
        }
    }
}

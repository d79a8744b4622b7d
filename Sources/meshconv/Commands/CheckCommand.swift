import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats

/// `meshconv check INPUT`.
struct CheckCommand: Command {
    static let document = "check"
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Tell what is wrong or unusual with a file, or with a package of a scan.",
        discussion: """
            Exit code 1: there are errors. Vertices in one place count as one: what is judged is the surface that is \
            seen, however the file stores it. A package, as a zip archive or a folder, is looked at file by file, and the mesh that a \
            conversion takes as a file by itself is.
            """)

    @Argument(help: "The file, package or folder; '-' is standard input.")
    var path: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "What the file is to be used for, such as print; 'meshconv formats' lists the purposes.",
            valueName: "purpose"))
    var purpose: String?

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var options = try input.options(pipeline)
        try mesh.apply(to: &options)
        options.purpose = try PurposeOption.named(purpose, pipeline)
        let check =
            if let package = try Check.package(path, options, pipeline) { package } else {
                Check(try pipeline.document(path, options), path: path, purpose: options.purpose)
            }
        common.show(check.json, CheckTexts(check: check, isVerbose: common.verbose).text)
        return check.hasErrors ? .differs : .done
    }
}

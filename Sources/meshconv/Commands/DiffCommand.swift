import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats

/// `meshconv diff FIRST SECOND`.
struct DiffCommand: ConfiguredCommand {
    static let document = "diff"
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what of one file is missing or changed in another.",
        discussion: """
            Exit code 0: nothing of the first is missing or changed in the second. Additions, other types of numbers, \
            and changes of order, sharing or names are listed. They count with --exact only. With --exact the layers \
            of two USD files are compared, too, field by field. How they are encoded or what their files are called \
            doesn't count.
            """)

    @Argument(help: ArgumentHelp("The file that has it all.", valueName: "first"))
    var first: String

    @Argument(help: ArgumentHelp("The file in which something may be missing.", valueName: "second"))
    var second: String

    @Flag(help: "Count every difference.")
    var exact = false

    @Option(help: ArgumentHelp("Numbers closer than this count as equal.", valueName: "x"))
    var tolerance: String?

    @Option(
        help: ArgumentHelp(
            "Don't compare these: order, sharing, names, metadata (separated by commas).", valueName: "kinds"))
    var ignore: [String] = []

    @Option(
        help: ArgumentHelp(
            "Write a page with both, side by side in a browser, and what differs in colour.", valueName: "page.html"))
    var html: String?

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions
    @OptionGroup(title: "Texts") var common: CommonOptions

    var config: ConfigOption { input.config }
    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var options = try input.options(pipeline)
        try mesh.apply(to: &options)
        var words = DiffWords()
        (words.exact, words.tolerance, words.ignore) = (exact, tolerance, ignore)
        let comparing = try words.options()
        let page = try html.map { (path: String) throws(Failure) in try PageFile(path, besides: [first, second]) }
        let (a, b) = try DiffWords.documents(first, second, options) { path, options throws(Failure) in
            try pipeline.document(path, options)
        }
        let diff = Diff(from: a, first, to: b, second, options: comparing)
        if let page {
            let made = try Failure.of { () throws(ConvertError) in
                try ComparisonPage(of: diff, before: a, after: b, options: options, pipeline: pipeline)
            }
            try page.write(made.html, remarks: made.remarks)
        }
        common.show(diff.json, DiffTexts(diff: diff, isVerbose: common.verbose).text)
        return diff.isEqual ? .done : .differs
    }
}

import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats

/// `meshconv diff A B`.
struct DiffCommand: ConfiguredCommand {
    static let document = "diff"
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what of one file is missing or changed in another.",
        discussion: """
            Exit code 0: nothing of A is missing or changed in B. Additions, other types of numbers, and changes of order, \
            sharing or names are listed. They count with --exact only. With --exact the layers of two USD files are \
            compared, too, field by field. How they are encoded or what their files are called doesn't count.
            """)

    @Argument(help: ArgumentHelp("The file that has it all.", valueName: "a"))
    var first: String

    @Argument(help: ArgumentHelp("The file in which something may be missing.", valueName: "b"))
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
        let page = try html.map { (path: String) throws(Failure) in try PageFile(path, besides: [first, second]) }
        let (a, b) = try documents(pipeline, options)
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

    /// Reads both files. A variant or a mesh that only one of them has is chosen in that one.
    private func documents(
        _ pipeline: Pipeline, _ options: ConvertOptions
    ) throws(Failure) -> (Document, Document) {
        var plain = options
        plain.reading.options[VariantChoices.option] = nil
        plain.scanMesh = ConvertOptions().scanMesh
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

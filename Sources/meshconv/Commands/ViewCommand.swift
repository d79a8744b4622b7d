import ArgumentParser
import MeshBytes
import MeshConvert

/// `meshconv view INPUT [-o PAGE.html]`.
struct ViewCommand: ConfiguredCommand {
    static let document = "view"
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Write a page that shows a model in a browser, plays its animations and measures it.",
        discussion: """
            The page is one file of at most 50 MB that loads nothing from elsewhere. A larger model is thinned, which \
            the page says. Metadata of the input does not go into it.
            """)

    @Argument(help: "The file, package or folder; '-' is standard input.")
    var path: String

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "The page to write; an existing one is replaced. Without it: the input's name with .html.",
            valueName: "page.html"))
    var output: String?

    @OptionGroup var mesh: MeshOptions
    @OptionGroup(title: "Input options") var input: InputOptions

    var config: ConfigOption { input.config }
    var writesJSON: Bool { false }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        var converting = try input.options(pipeline)
        try mesh.apply(to: &converting)
        let output = if let output { output } else { try Self.pageName(of: path) }
        let file = try PageFile(output, besides: [path])
        Watchdog.shared.attend(to: path)
        let page = try Failure.of { [path] () throws(ConvertError) in
            try ModelPage(of: .path(path), converting: converting, pipeline: pipeline)
        }
        try file.write(page.html, remarks: page.remarks)
        return .done
    }

    private static func pageName(of path: String) throws(Failure) -> String {
        guard path != "-" else { throw Failure(usage: "expected -o PAGE.html, since standard input has no name") }
        let name = path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let ending = name.pathExtension else { return name + ".html" }
        return name.dropLast(ending.count) + "html"
    }
}

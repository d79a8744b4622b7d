import ArgumentParser
import MeshBytes
import MeshConvert
import MeshFormats
import MeshRouting
import ScanPackages

/// `meshconv formats [NAME]`.
struct FormatsCommand: Command {
    static let document = "formats"
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "List the formats, or what one can hold and its options.",
        discussion: "What formats hold is found by planning a small scene for each feature and each variant.")

    @Argument(help: "A format, extension or variant, 'packages' or 'purposes'.")
    var name: String?

    @Flag(help: "Print what every variant holds, as a wide table.")
    var table = false

    @Option(help: ArgumentHelp("Print the routes as a graph instead: mermaid.", valueName: "language"))
    var graph: String?

    @OptionGroup(title: "Texts") var common: CommonOptions

    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        if let graph {
            guard graph == "mermaid" else { throw Failure.unexpected("--graph", graph, ["mermaid"]) }
            Console.out(pipeline.planner.graph.mermaid)
            return .done
        }
        // The JSON document always has all facts.
        let text = try name.map { name throws(Failure) in try Self.text(named: name, pipeline) }
        if common.json {
            Console.out(FormatTable(pipeline).json.text(.pretty))
        } else if table {
            Console.out(FormatTableTexts(table: FormatTable(pipeline)).text)
        } else {
            Console.out(text ?? FormatTexts(pipeline: pipeline).text)
        }
        return .done
    }

    /// Returns the text about one format, about packages or about purposes.
    private static func text(named name: String, _ pipeline: Pipeline) throws(Failure) -> String {
        let word = name.lowercased().drop { $0 == "." }
        let packages = PackageKind.allCases.map(\.rawValue) + PackageVariant.allCases.map(\.rawValue) + ["packages"]
        if let format = pipeline.formats.first(where: { $0.descriptor.isNamed(String(word)) }) {
            return OneFormatTexts(format: format).text
        }
        if packages.contains(String(word)) { return PackageFormatTexts.text }
        let purposes = Purpose.all.map(\.name) + ["purposes"]
        if purposes.contains(String(word)) { return PurposeTexts(pipeline: pipeline).text }
        let names = pipeline.formats.flatMap { [$0.descriptor.id] + $0.descriptor.extensions }
        let hint = Spelling.hint(name, in: names + packages + purposes)
        throw Failure(usage: "no format is called '\(name)'\(hint.isEmpty ? "; meshconv formats lists all" : hint)")
    }
}

extension FormatDescriptor {
    /// Whether a name is that of the format, of one of its variants, or an extension.
    fileprivate func isNamed(_ word: String) -> Bool {
        id == word || extensions.contains(word) || variants.contains { $0.id == word }
    }
}

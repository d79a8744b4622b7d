import ArgumentParser
import MeshBytes
import MeshConvert
import MeshRouting

/// `meshconv formats`.
struct FormatsCommand: Command {
    static let document = "formats"
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "List the formats and what each can hold.",
        discussion: "The table is found by planning a small scene for each feature and each variant.")

    @Option(help: ArgumentHelp("Print the routes as a graph instead: mermaid.", valueName: "language"))
    var graph: String?

    @OptionGroup(title: "Texts") var common: CommonOptions

    var writesJSON: Bool { common.json }

    mutating func perform() throws(Failure) -> ExitStatus {
        let pipeline = Pipeline()
        if let graph {
            guard graph == "mermaid" else { throw InputOptions.unexpected("--graph", graph, ["mermaid"]) }
            Console.out(pipeline.planner.graph.mermaid)
            return .done
        }
        let table = FormatTable(pipeline)
        Console.out(common.json ? table.json.text(.pretty) : FormatTexts(table: table).text)
        return .done
    }
}

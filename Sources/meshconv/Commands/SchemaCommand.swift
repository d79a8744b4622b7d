import ArgumentParser
import MeshBytes
import MeshConvert

/// `meshconv schema NAME`.
struct SchemaCommand: Command {
    // It writes a schema, which is no document of its own.
    static let document = "report"
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a document.",
        discussion: """
            The documents: \(Schemas.names.joined(separator: ", ")); and config, the file .meshconv.json.

            Of several files, documents are lines of JSON, each by the schema that it names. The last one is a summary.
            """)

    private static let names = Schemas.names + ["config"]

    @Argument(help: "The document's name, such as report; without it, all names are printed.")
    var name: String?

    var writesJSON: Bool { false }

    mutating func perform() throws(Failure) -> ExitStatus {
        guard let name, name != "list" else {
            Console.out(Self.names.joined(separator: "\n") + "\n")
            return .done
        }
        guard let schema = name == "config" ? Config.schema : Schemas.document(named: name) else {
            throw Failure(
                usage: "expected a document among \(Self.names.joined(separator: ", ")), found '\(name)'"
                    + Spelling.hint(name, in: Self.names))
        }
        Console.out(schema.text(.pretty))
        return .done
    }
}

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
        discussion: "The documents: \(Schemas.names.joined(separator: ", ")).")

    @Argument(help: "The document's name, such as report; without it, all names are printed.")
    var name: String?

    var writesJSON: Bool { false }

    mutating func perform() throws(Failure) -> ExitStatus {
        guard let name, name != "list" else {
            Console.out(Schemas.names.joined(separator: "\n") + "\n")
            return .done
        }
        guard let schema = Schemas.document(named: name) else {
            throw Failure(
                usage: "expected a document among \(Schemas.names.joined(separator: ", ")), found '\(name)'"
                    + Spelling.hint(name, in: Schemas.names))
        }
        Console.out(schema.text(.pretty))
        return .done
    }
}

import ArgumentParser
import MeshBytes

/// Options of all commands.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Write one JSON document to standard output.")
    var json = false

    @Flag(name: .shortAndLong, help: "Write nothing but errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Write everything: all lines, codes, model paths and reasons.")
    var verbose = false

    /// Writes the document of a command or its text, as asked for.
    func show(_ document: @autoclosure () -> JSONValue, _ text: @autoclosure () -> String) {
        if json { Console.out(document().text(.pretty)) } else if !quiet { Console.out(text()) }
    }
}

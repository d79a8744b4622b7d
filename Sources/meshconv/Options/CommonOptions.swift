import ArgumentParser
import MeshBytes

/// Options of all commands.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Print JSON instead of text; of several files, one line each.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print everything: all lines, codes and reasons.")
    var verbose = false

    /// Writes the document of a command or its text, as asked for.
    func show(_ document: @autoclosure () -> JSONValue, _ text: @autoclosure () -> String) {
        if json {
            Console.out(UsedConfig.shared.named(in: document()).text(.pretty))
        } else if !quiet {
            Console.out(text())
        }
    }
}
